"""The parts that games with transcripts share: a puzzle is what one seat sees of a game, line by line."""
