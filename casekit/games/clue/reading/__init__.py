"""Puzzles and editions from text to typed objects and back."""
