"""Answers as they are told: to people at a terminal in words and small charts, to machines as JSON."""
