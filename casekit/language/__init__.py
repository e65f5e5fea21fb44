"""The case language: text to syntax tree and back, and the types of its formulas."""
