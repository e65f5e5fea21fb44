"""The parts of games in which players hold cards: hands and their rules, notes as a grid, who has what in words."""
