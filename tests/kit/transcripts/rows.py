"""The games that are told by a transcript, each with a second solver that knows nothing of the first one.

A new game gets all tests of this folder by a line in ``ROWS`` and a folder of its own, which has

- ``worlds.py``, the second solver: ``worlds`` gives everything that may be so for the seat before the first line, as mappings
  that have the answer to each question under its name; ``agrees`` says whether a line of play is possible in one of them;
- ``documents.txt``: a document to begin with (or nothing, for the game's base), then fragments that are laid over it, which begin
  with lines of play. Each has a title after ``# ``, and after ``> `` what is expected: findings (``test_documents.py`` says what follows
  their messages; their ends may be left out), and some of the answers;
- ``made.toml``, documents made to measure, and why simulated games before them were refused;
- perhaps an ``edition.toml``, small enough for all worlds to be counted.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from casekit.kit.code_registry import base_of
from casekit.kit.editions import EditionFinder
from casekit.pipeline import checking
from tests.kit.transcripts.abbey import worlds as abbey
from tests.kit.transcripts.clue import worlds as clue
from tests.kit.transcripts.deception import worlds as deception
from tests.kit.transcripts.nightfall import worlds as nightfall
from tests.overlay import overlay


@dataclass(frozen=True)
class Row:
    """A game, its second solver, and the options of the games that are simulated."""

    game: str
    solver: ModuleType
    simulated: tuple[Mapping[str, Any], ...]

    @cached_property
    def folder(self):
        """The folder with its documents."""
        return Path(self.solver.__file__).parent

    @cached_property
    def loaded_edition(self):
        """The edition of its documents."""
        return EditionFinder().of(self.folder, self.game)

    @cached_property
    def parts(self):
        """What the game brings to the kit."""
        return self.check(base_of(self.game)).document.puzzle.game

    def check(self, text):
        """A text after all checks."""
        return checking.check_bytes(text.encode(), "some.case", self.loaded_edition)


ROWS = (
    Row("abbey", abbey, ({"players": 3, "lines": 7},)),
    Row("clue", clue, ({"players": 2}, {"players": 3})),
    Row("deception", deception, ({"players": 3}, {"players": 5, "witness": True})),
    Row("nightfall", nightfall, ({"players": 4, "days": 1}, {"players": 4})),
)


@dataclass(frozen=True)
class Item:
    """A document, and what is expected of it."""

    row: Row
    title: str
    text: str
    expected: tuple[str, ...]


def items() -> Iterator[Item]:
    """All documents of all games."""
    for row in ROWS:
        text = (row.folder / "documents.txt").read_text(encoding="utf-8")
        base, *parts = f"\n{text}".split("\n# ")
        for part in parts:
            title, *lines = part.splitlines()
            fragment = "\n".join(line for line in lines if not line.startswith("> "))
            play = "== play\n" if fragment and not fragment.startswith("==") else ""
            expected = tuple(line[2:] for line in lines if line.startswith("> "))
            yield Item(row, title, overlay(base.strip() or base_of(row.game), play + fragment), expected)
