"""Prose that carries lines, for every game that has some: whether words and logic say the same, and marks that must not be printed."""
