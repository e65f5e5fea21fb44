"""Prose: its markup, joined words, times and numbers in it, and checks of it."""
