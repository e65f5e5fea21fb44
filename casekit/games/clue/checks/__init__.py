"""What the rules of Clue forbid: in a deal, in the lines of play, in the story."""
