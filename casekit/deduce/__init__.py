"""From a theory to what follows from it. Knows no game."""
