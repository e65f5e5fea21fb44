"""Puzzles of Clue made to measure, for tests."""

from casekit.games.clue.document import CLASSIC, DECKS
from casekit.games.clue.game import GAME
from casekit.kit.transcripts import generator


def generate(players, level, seed, deck=CLASSIC, levels=None):
    """A puzzle of a level, which has the usual limits unless others are given."""
    limits = DECKS.levels | ({level: levels} if levels else {})
    return generator.generate(GAME, deck, limits, players=players, level=level, seed=seed)


def draft(title, edition, players, level, seed, step):
    """The text of a puzzle of a level, or why there is none."""
    found, problems = generator.draft(
        GAME, title, edition, players=players, level=level, seed=seed, step=step
    )
    return found and found.text, problems
