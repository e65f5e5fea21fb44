"""A case as a deduction problem: its theory, its wording, and how hard it is."""
