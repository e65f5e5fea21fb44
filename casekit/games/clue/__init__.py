"""Clue: who holds which card, and which three are in the envelope."""
