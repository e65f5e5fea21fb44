"""Checks of one case or many: in which process, within which limits, and how answers are remembered."""
