"""Simulated evenings: a table whose cards travel, and the vigils that are made of what one seat sees."""
