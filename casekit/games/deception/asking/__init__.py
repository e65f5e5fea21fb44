"""A scenario as a deduction problem: its theory, its questions and their wording; the figures of a deck."""
