"""The printed parts of transcripts, as page content: sheets, booklets with proofs, notes."""
