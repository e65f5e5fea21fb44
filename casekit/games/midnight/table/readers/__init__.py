"""Simulated detectives: three choices each, how they reason, which path they follow, and their temper.

They are named by what they do and never called intelligent.
"""
