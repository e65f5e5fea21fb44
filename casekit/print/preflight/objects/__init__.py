"""What a finished file is made of, as pikepdf opens it."""
