"""Simulated games: the deal, the players, and the puzzles that are made of what one of them sees."""
