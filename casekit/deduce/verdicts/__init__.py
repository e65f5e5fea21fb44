"""Verdicts: on each target, on a value that a rival has, and on a formula that somebody asks about."""
