"""Caskets: one of three holds the portrait, and only some inscriptions are true."""
