"""What is printed of transcripts, as page content: sheets, booklets with proofs, notes."""
