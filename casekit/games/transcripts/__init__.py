"""What all games have that are told by a transcript: a puzzle is what one seat sees of a game, line by line."""
