"""Prose that goes to a word processor and comes back: manuscripts without logic, merged by their marks.

Knows no game.
"""
