"""Prose: its markup, words joined in messages, times and numbers named in it, and checks of prose that carries lines."""
