"""Work on a typeset PDF before it is given away: inks, marks, tags, imposition, proofs."""
