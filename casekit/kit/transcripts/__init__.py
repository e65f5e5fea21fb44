"""A transcript as a deduction problem: what is certain since which line, how hard it is, and how that is said."""
