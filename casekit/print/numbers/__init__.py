"""The numbers of a booklet's paragraphs: shuffled, locked, kept from one printing to the next, compared between two."""
