"""The words of a review in each language that it can be in."""
