"""Everybody's places at each time, by truth and by word: the timetables of a review, laid out for a page of its own."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from casekit.asking.review.reviewed import (
    Review,
    ReviewedPassage,
    Testimony,
    Timetable,
    TimetableCell,
    TimetableRow,
)
from casekit.model.theory import OutOfBudgetError
from casekit.web.analyst import StudiedCase


@dataclass(frozen=True, slots=True)
class ShownWord:
    """A statement of paragraphs on somebody at some time: their names, and their sources, empty for the presentation.

    ``lie`` if it is false and each of them has a line marked so.
    """

    place: str
    denied: bool
    by: tuple[tuple[str, str], ...]
    false: bool
    lie: bool


@dataclass(frozen=True, slots=True)
class ShownHours:
    """Times that follow each other, at which all is the same for somebody.

    ``place`` is where in truth, empty if that is open. ``unseen`` if no true word says it, ``differ`` if words name
    different places and the truth names none.
    """

    place: str
    standing: str
    words: tuple[ShownWord, ...]
    first: str
    last: str
    columns: int
    unseen: bool
    differ: bool

    @property
    def disputed(self) -> bool:
        """Whether something that is said of it cannot be."""
        return self.differ or any(word.false for word in self.words)

    @property
    def when(self) -> str:
        """The time, or the first and the last of them; empty if times are not told apart."""
        return self.first if self.first == self.last else f"{self.first} – {self.last}"


@dataclass(frozen=True, slots=True)
class ShownTimeline:
    """A timetable of people, or things, and what happens at its times by their columns."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[ShownHours, ...]], ...]
    events: tuple[tuple[str, ...], ...]

    @property
    def heading(self) -> str:
        """The subject, in the language of the document; empty for several facts at times that are not named."""
        return self.title or (self.columns[0] if len(self.columns) == 1 else "")

    @property
    def disputed(self) -> tuple[tuple[str, ShownHours], ...]:
        """Where word and truth, or two words, contradict each other, with whom it is about."""
        return tuple((name, hours) for name, row in self.rows for hours in row if hours.disputed)

    @property
    def unseen(self) -> tuple[tuple[str, tuple[ShownHours, ...]], ...]:
        """When nobody says truly where somebody is, by person."""
        found = ((name, tuple(hours for hours in row if hours.unseen)) for name, row in self.rows)
        return tuple((name, hours) for name, hours in found if hours)


@dataclass(frozen=True)
class Timelines:
    """The timelines of a case, in the language of its edition, or why there are none."""

    tables: tuple[ShownTimeline, ...] = ()
    language: str = "en"
    obstacle: str = ""


def timelines_of(studied: StudiedCase) -> Timelines:
    """The timelines of a case: everybody's place at each time."""
    if studied.looked.document is None or studied.unreadable:
        return Timelines(obstacle="The case could not be read: fix the first error of the overview.")
    try:
        review = studied.review
    except OutOfBudgetError as error:
        return Timelines(obstacle=f"This is too hard to find out: {error}.")
    if review is None:
        title = studied.looked.game.title
        return Timelines(obstacle=f"{title} has no prose beside its logic, so nobody's word is told.")
    return _timelines(review)


def _timelines(review: Review) -> Timelines:
    if not review.understood:
        why = "Its logic could not be understood: fix the errors of the overview to see where everybody was."
        return Timelines(obstacle=why)
    if not review.timetables:
        why = "No fact of the case says where somebody is: declare one that does, and state it."
        return Timelines(obstacle=why)
    passages = {each.id: each for each in review.passages}
    tables = tuple(_shown(table, passages) for table in review.timetables)
    return Timelines(tables, review.language)


def _shown(table: Timetable, passages: Mapping[str, ReviewedPassage]) -> ShownTimeline:
    # A fact that says when somebody comes fills one cell of its row; the others are not unseen but empty.
    moment = bool(table.title) and all(
        each.place in {"", table.title} for row in table.rows for each in row.cells
    )
    rows = tuple((row.name, tuple(_hours(row, table.columns, passages, moment=moment))) for row in table.rows)
    happening = [
        tuple(says for column, says in table.events if column == at) for at in range(len(table.columns))
    ]
    return ShownTimeline(table.title, table.columns, rows, tuple(happening) if table.events else ())


def _hours(
    row: TimetableRow, columns: Sequence[str], passages: Mapping[str, ReviewedPassage], *, moment: bool
) -> Iterator[ShownHours]:
    """The cells of a row, those beside each other as one that say the same."""
    at = 0
    for cell, group in groupby(row.cells):
        count = len(tuple(group))
        yield ShownHours(
            cell.place,
            cell.standing,
            tuple(_words(cell, passages)),
            columns[at],
            columns[at + count - 1],
            count,
            cell.standing != "told" and not _placing(cell) and not (moment and not cell.place),
            not cell.place and len({word.place for word in _placing(cell)}) > 1,
        )
        at += count


def _placing(cell: TimetableCell) -> tuple[Testimony, ...]:
    """The testimony on where somebody is that is not known to be false."""
    return tuple(word for word in cell.words if not word.denied and not word.false)


def _words(cell: TimetableCell, passages: Mapping[str, ReviewedPassage]) -> Iterator[ShownWord]:
    """The words on a cell, those that agree with the truth first; the same words of several paragraphs as one."""
    said: dict[tuple[bool, bool, str], list[Testimony]] = {}
    for word in cell.words:
        said.setdefault((word.false, word.denied, word.place), []).append(word)
    for (false, denied, place), words in sorted(said.items(), key=lambda each: each[0][:2]):
        by = [(word, passages.get(word.id)) for word in words]
        lies = all(
            passage is not None and any(line.kind == "lie" for line in passage.lines) for _, passage in by
        )
        names = tuple((word.path, "" if passage is None else passage.path) for word, passage in by)
        yield ShownWord(place, denied, tuple(dict.fromkeys(names)), false, false and lies)
