"""Faults of a theory and their repair: lines that contradict each other, and facts that nobody states."""
