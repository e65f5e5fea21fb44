"""The parts of games in which players hold cards: hands, notes of cards by holder, who has what in words."""
