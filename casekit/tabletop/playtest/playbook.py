"""A document for people who play it at a screen: what they may read and choose, and how the game paces them.

A game fills it in; nothing here knows which one. Prose is as it is written, other texts are as they are printed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from casekit.print.content.booklet import Passage


@dataclass(frozen=True, slots=True)
class PlayPath:
    """Something to follow. ``name`` is what logs call it, ``label`` what people do.

    ``place`` is where it is followed, ``entry`` what it costs to get there from elsewhere. Paths that share a paragraph
    share its ``key``.
    """

    name: str
    label: str
    key: str
    place: str
    entry: int = 1


@dataclass(frozen=True, slots=True)
class PlayRow:
    """A line of the table of paths: one path a column, ``None`` where there is none."""

    code: str
    label: str
    cells: tuple[PlayPath | None, ...]


@dataclass(frozen=True, slots=True)
class PlayGroup:
    """Rows under one title. ``columns`` name the paths of each row; with a single one there are none."""

    title: str
    rows: tuple[PlayRow, ...]
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayQuestion:
    """A question of the game: its ``key`` in logs, the answers as values and labels, the points, and the true value.

    ``points`` are those of a first and of a second hypothesis. ``answer`` is ``None`` where the document leaves it open.
    """

    key: str
    question: str
    options: tuple[tuple[str, str], ...]
    points: tuple[int, int]
    answer: str | None


@dataclass(frozen=True)
class Playbook:
    """The whole of it. ``texts`` are the paragraphs by key, in the order in which they were written.

    ``picture`` is an ``img`` element or empty. ``principles`` are sentences that hold in every document of the game.
    ``pace`` is how the game goes on a page, for its script: where on the track the ``end`` is, by number of players from 1 on the ``start``
    of the track, ``tokens`` and ``courses`` (orders of the ``cards``; each game takes one), the ``points`` of a turn and what it costs to
    ``read``; whoever ends the game early loses ``falseClaim`` for each false first hypothesis, and the others ``trueClaim`` for each true one.
    ``arrived`` and ``claimed`` are what logs call the two ways in which it ends.
    ``words`` are what the page calls the things of the game, by what it needs them for.
    """

    title: str
    file: str
    language: str
    level: str
    author: str
    notes: str
    picture: str
    given: Passage
    principles: tuple[str, ...]
    groups: tuple[PlayGroup, ...]
    texts: Mapping[str, Passage]
    questions: tuple[PlayQuestion, ...]
    solution: Passage
    pace: Mapping[str, Any]
    words: Mapping[str, str] = field(default_factory=dict)

    def paths(self) -> Iterator[PlayPath]:
        """The paths in the order of the table."""
        for group in self.groups:
            for row in group.rows:
                yield from filter(None, row.cells)
