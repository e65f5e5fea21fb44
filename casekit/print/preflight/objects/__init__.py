"""The objects of a finished file, as pikepdf opens it."""
