"""The rules of an evening: the order of its lines, who takes part in them, and what the truth says of the nights."""
