"""The rules of Clue, as checks: of a deal, of the lines of play, of the story."""
