"""Documents made to measure, whatever the game: which clues are taken."""
