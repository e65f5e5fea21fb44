"""Mistakes in the syntax: where the parser stopped, what is known of it, what to write instead."""
