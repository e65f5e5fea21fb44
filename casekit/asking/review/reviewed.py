"""A document as its readers see it: for a proofreader with lines, timetables and what is odd, for a solver with prose alone.

All texts are as people read them, in the language of the document.
"""

from dataclasses import dataclass
from typing import Literal

from casekit.asking.interrogation import Json
from casekit.diagnostics import Diagnostic

Standing = Literal["told", "untold", "open"]
"""Whether a line says where somebody is in truth, none does, or the truth itself does not say."""


@dataclass(frozen=True, slots=True)
class Testimony:
    """A line's statement on a cell: somebody was at ``place`` or, if ``denied``, was not. ``false`` if the truth is another."""

    place: str
    path: str
    id: str
    denied: bool = False
    false: bool = False


@dataclass(frozen=True, slots=True)
class TimetableCell:
    """One person at one time. ``place`` is where in truth; empty if that is open, or nowhere."""

    place: str
    standing: Standing
    words: tuple[Testimony, ...] = ()

    @property
    def denying(self) -> tuple[Testimony, ...]:
        """The statements that are false."""
        return tuple(word for word in self.words if word.false)


@dataclass(frozen=True, slots=True)
class TimetableRow:
    """One person, or thing, at all times."""

    name: str
    cells: tuple[TimetableCell, ...]


@dataclass(frozen=True, slots=True)
class TimetableEvent:
    """Something that happens at one of the times: its column, and what."""

    column: int
    says: str


@dataclass(frozen=True, slots=True)
class Timetable:
    """Rows of people and columns of times. ``columns`` has one empty name where there are no times."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[TimetableRow, ...]
    events: tuple[TimetableEvent, ...] = ()


Weight = Literal["loud", "look", "quiet"]
"""How much a mark weighs: words and line contradict each other; somebody has to look; for whoever wants to know."""

WEIGHTS: tuple[Weight, ...] = ("loud", "look", "quiet")

Kind = Literal["name", "place", "time", "number", "negation", "other"]
"""The subject of a mark."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that a proofreader may have to look at, in a sentence."""

    weight: Weight
    kind: Kind
    says: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of prose in one style. ``lines`` are the numbers of the lines that quote it.

    ``ends`` are those whose quotation ends with it. ``kind`` is set where the words name something, and ``weight`` if no
    line says that.
    """

    text: str
    styles: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()
    kind: Kind | None = None
    weight: Weight | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """A paragraph, by the name that people have for it and its ``id``; empty, if there is no such paragraph."""

    name: str
    id: str


LineKind = Literal["plain", "lie", "hint", "shown"]


@dataclass(frozen=True, slots=True)
class ReviewedLine:
    """A line read back in plain words.

    ``truth`` is what is so instead, beside a lie. ``by`` are the paragraphs that a claim rests on.
    """

    number: int
    kind: LineKind
    says: str
    logic: str
    quotation: str
    row: int
    truth: str = ""
    by: tuple[Link, ...] = ()
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class ReviewedPassage:
    """A paragraph, the presentation, or a sentence of the solution, with its lines.

    ``knower`` says who reads it. ``prose`` are its printed paragraphs.
    """

    id: str
    heading: str
    path: str
    knower: str
    prose: tuple[tuple[Piece, ...], ...]
    lines: tuple[ReviewedLine, ...] = ()
    marks: tuple[Mark, ...] = ()
    findings: tuple[Diagnostic, ...] = ()

    @property
    def every_mark(self) -> tuple[Mark, ...]:
        """Its own marks and those of its lines."""
        return (*self.marks, *(mark for line in self.lines for mark in line.marks))

    @property
    def weight(self) -> Weight | None:
        """The gravest of its marks; findings other than notes count as loud."""
        found: set[Weight] = {mark.weight for mark in self.every_mark}
        if any(each.code.severity != "note" for each in self.findings):
            found.add("loud")
        return next((weight for weight in WEIGHTS if weight in found), None)


Source = Literal["presentation", "printed", "common", "untold"]
"""Where readers learn a rule."""


@dataclass(frozen=True, slots=True)
class ReviewedRule:
    """A rule in plain words, and where readers learn it: ``words`` are those of the book."""

    says: str
    logic: str
    source: Source
    words: str
    findings: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class TrueAnswer:
    """A question of the game and its true answer; none, if the truth gives none."""

    question: str
    answer: str


@dataclass(frozen=True)
class Review:
    """A document for its proofreader."""

    title: str
    file: str
    language: str
    given: ReviewedPassage | None
    paragraphs: tuple[ReviewedPassage, ...]
    rules: tuple[ReviewedRule, ...]
    timetables: tuple[Timetable, ...]
    answers: tuple[TrueAnswer, ...]
    solution: tuple[ReviewedPassage, ...]
    findings: tuple[Diagnostic, ...]
    understood: bool

    def in_words(self, width: int) -> str:
        """As short text for a terminal."""
        from casekit.asking.review.review_text import review_in_words

        return review_in_words(self, width)

    def as_json(self) -> Json:
        """As ``schemas/review.schema.json`` has it."""
        from casekit.asking.review.review_text import review_as_json

        return review_as_json(self)

    def page(self) -> str:
        """As a web page with ticks and remarks that needs nothing else."""
        from casekit.asking.review.review_page import review_page

        return review_page(self)

    @property
    def passages(self) -> tuple[ReviewedPassage, ...]:
        """Everything that has prose, in the order of the page."""
        return (*([self.given] if self.given else ()), *self.paragraphs, *self.solution)


@dataclass(frozen=True)
class BlindBook:
    """A document for solvers, as their page shows it.

    ``content`` has its ``title``, ``file`` and ``language``; ``principles``, which are sentences that hold in every case; what is
    ``given``; ``groups``, each with its ``heading`` and ``choices`` of what can be read: a ``name`` and its ``prose``; and
    ``questions``, each with its ``question`` and the ``answers`` that may be given.
    """

    content: Json

    def page(self) -> str:
        """As a web page with a form for the answers that needs nothing else."""
        from casekit.asking.review.review_page import blind_page

        return blind_page(self)
