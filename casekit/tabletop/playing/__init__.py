"""Whole games of people and simulated players, in words that hold for every game that is played at a table."""
