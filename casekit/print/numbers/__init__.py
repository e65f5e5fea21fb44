"""The numbers of a booklet's paragraphs: shuffled, locked, kept for reprints, compared between two."""
