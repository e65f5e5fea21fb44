"""The texts to translate of an edition and its puzzles; of an edition these are the names of its cards too."""

from dataclasses import asdict
from functools import partial

from casekit.diagnostics import Source
from casekit.games.clue.deck import CLASSIC
from casekit.games.clue.edition import CLASSIC_EDITION, PuzzleEdition
from casekit.games.clue.puzzle_forms import PUZZLE
from casekit.games.transcripts.told_texts import NamedTable, texts_of_all, walk_edition
from casekit.translation.originals import Originals, Translatable

BUILT_IN = Source(
    "edition.toml",
    f'game = "clue"\ntitle = "{CLASSIC_EDITION.title}"\nlanguage = "{CLASSIC_EDITION.language}"\n',
)
_CARDS = NamedTable(
    "cards",
    "card",
    lambda row: f"A {row['kind']}, in tables: keep it short",
    tuple(asdict(card) for card in CLASSIC.cards),
)

walk_puzzle_edition = partial(walk_edition, (_CARDS,))
"""Replace the title and the names of the cards in the data of an edition file."""


def built_in_source() -> Source:
    """The edition of a puzzle that has none of its own."""
    return BUILT_IN


def translatable(originals: Originals[PuzzleEdition]) -> Translatable:
    """The edition with its cards, and its puzzles."""
    return texts_of_all(originals, PUZZLE, BUILT_IN, (_CARDS,))
