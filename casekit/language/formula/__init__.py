"""Formulas, the logic that the documents of all games share: their nodes, types, names and canonical form."""
