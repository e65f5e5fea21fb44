"""A puzzle as a deduction problem: its theory, its questions and their wording, its figures."""
