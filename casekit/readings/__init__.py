"""Readings: the claims that readers take from each paragraph of prose, as data, held against the lines."""
