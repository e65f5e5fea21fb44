"""A transcript as a deduction problem: what is certain since which line, and how hard it is."""
