"""One package a game. Games never import each other."""
