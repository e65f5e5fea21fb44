"""A vigil as a deduction problem: who holds which card after which line, and how that is said."""
