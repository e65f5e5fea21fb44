"""The solver: what lines of a theory say together, and the searches on it that other questions share: cores, maximal sets, optima."""
