"""Thousands of tables at once, and what they say of a case."""
