"""A document for people who play it at a screen: what they may read and choose, and how the game paces them.

A game fills it in; nothing here knows which one. Prose is as it is written, other texts are as they are printed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from casekit.print.content.booklet import Passage

SEATS = 5
"""So many people play round one screen at the most."""


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


@dataclass(frozen=True, slots=True)
class PlayCard:
    """What happens at the beginning of a turn: ``steps`` are those on the track."""

    title: str
    prose: str
    steps: int


@dataclass(frozen=True)
class Pace:
    """How long a game lasts, each list by number of players from 1 to ``SEATS``.

    A turn has ``points``; reading costs ``read``, and ``entry`` of its path for whoever is elsewhere. A token is one
    more point. ``start`` are spaces of the track, which ends at ``port``. ``courses`` are orders of the cards, of which
    each game takes one. Whoever ends the game early loses ``false_claim`` for each first hypothesis that is wrong, and
    the others lose ``true_claim`` for each that is right.
    """

    port: int
    start: tuple[int, ...]
    tokens: tuple[int, ...]
    points: int
    read: int
    cards: tuple[PlayCard, ...]
    courses: tuple[tuple[tuple[int, ...], ...], ...]
    false_claim: int = 0
    true_claim: int = 0


@dataclass(frozen=True)
class Playbook:
    """The whole of it. ``texts`` are the paragraphs by key, in the order in which they were written.

    ``picture`` is an ``img`` element or empty. ``principles`` are sentences that hold in every document of the game.
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
    pace: Pace
    words: Mapping[str, str] = field(default_factory=dict)

    def paths(self) -> Iterator[PlayPath]:
        """The paths in the order of the table."""
        for group in self.groups:
            for row in group.rows:
                yield from filter(None, row.cells)
