"""Scales, a toy game that is told by a transcript, in a package of its own."""
