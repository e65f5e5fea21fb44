"""The solver: what lines of a theory say together, and the searches on it that other questions share.

These are for cores, maximal sets and optima.
"""
