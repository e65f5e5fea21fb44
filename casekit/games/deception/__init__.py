"""Deception: the murderer is at the table, and the scientist speaks by markers alone."""
