"""Painters: each takes content, computes what goes where, and returns typeset pages."""
