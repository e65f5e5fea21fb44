"""What is printed of puzzles, as page content: sheets, booklets and detective notes."""
