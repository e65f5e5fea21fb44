"""Answers as they are given: to people at a terminal in words and small charts, to machines as JSON."""
