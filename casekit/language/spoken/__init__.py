"""What prose says in words and logic in figures."""
