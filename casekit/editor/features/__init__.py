"""Answers about a place in a text that was looked over: pure functions, which know no protocol."""
