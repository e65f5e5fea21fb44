"""Times and numbers that prose says in words and logic in figures."""
