"""Documents made to measure, whatever the game: which clues are taken, and how far one is from a level."""
