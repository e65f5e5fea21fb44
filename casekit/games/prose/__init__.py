"""Prose that carries lines, for every game that has some: whether words and logic say the same, marks that must not be printed, and both beside each other for proofreaders."""
