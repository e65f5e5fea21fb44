"""The checks of a transcript beyond its names: its table, its prose, and what can be deduced."""
