"""Booklets: what is set before there are numbers, what goes on which page, and the pages."""
