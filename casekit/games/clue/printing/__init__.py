"""The printed parts of puzzles, as page content: sheets, booklets and detective notes."""
