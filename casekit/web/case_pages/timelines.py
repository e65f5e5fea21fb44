"""The timelines of a case: everybody's place at each time, in truth and by the testimony of each source.

``timelines_of`` is a question: it runs in the process of the case, and its result is copied to the server.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import NamedTuple

from casekit.analysis.analyzer import Json
from casekit.analysis.proofreading.review import ReviewPassage, Timetable
from casekit.logic.theory import OutOfBudgetError
from casekit.values import frozen
from casekit.values.grouping import grouped
from casekit.web.case_worker import AnalysedCase

Passages = Mapping[str, ReviewPassage | None]
"""The passages by their headings; the presentation, if there is one, by every other text."""


class Witness(NamedTuple):
    """A source that says where somebody is."""

    name: str
    """What people call it."""
    source: str
    """Its name in deduction, empty for the presentation."""


@frozen(slots=True)
class Testimony:
    """A place where somebody is, or is not, by the word of some sources."""

    place: str
    is_denied: bool
    """Whether they say that somebody is not there."""
    witnesses: Sequence[Witness]
    is_false: bool
    """Whether the truth is another."""
    is_lie: bool
    """Whether it is false, and every witness has a line that is marked as a lie."""


@frozen(slots=True)
class TimelineCell:
    """The place of somebody at a time, or at several times in a row with the same knowledge about them."""

    place: str
    """The place in truth, empty if that is open."""
    standing: str
    """``told`` if a line states the place, ``untold`` if none does, ``open`` if the truth does not say."""
    testimonies: Sequence[Testimony]
    when: str
    """The time, or the first and the last of them; empty if times have no names."""
    columns: int
    """How many times these are."""
    is_unseen: bool
    """Whether no true testimony says the place."""
    is_ambiguous: bool
    """Whether testimonies name different places, and the truth names none."""

    @property
    def is_disputed(self) -> bool:
        """Whether some testimony cannot be true."""
        return self.is_ambiguous or any(testimony.is_false for testimony in self.testimonies)


class TimelineRow(NamedTuple):
    """A person, or a thing, with cells from left to right."""

    who: str
    cells: Sequence[TimelineCell]


@frozen(slots=True)
class Timeline:
    """People, or things, in rows, and times in columns."""

    heading: str
    """What it is about, in the language of the case; empty for several facts at times without names."""
    columns: Sequence[str]
    """The names of the times. A timeline without times has one column, without a name."""
    rows: Sequence[TimelineRow]
    events: Sequence[Sequence[str]]
    """What happens at each time, in words; empty if nothing happens at any."""

    @property
    def disputed(self) -> list[tuple[str, TimelineCell]]:
        """The disputed cells, each with its person."""
        disputed: list[tuple[str, TimelineCell]] = []
        for row in self.rows:
            disputed += [(row.who, cell) for cell in row.cells if cell.is_disputed]
        return disputed

    @property
    def unseen(self) -> list[TimelineRow]:
        """The people who are unseen at some time, with the cells of these times."""
        unseen_rows = []
        for row in self.rows:
            unseen_cells = [cell for cell in row.cells if cell.is_unseen]
            if unseen_cells:
                unseen_rows.append(TimelineRow(row.who, unseen_cells))
        return unseen_rows


@frozen(slots=True)
class CaseTimelines:
    """The timelines of a case, or why there are none."""

    timelines: Sequence[Timeline] = ()
    language: str = "en"
    """The code of the language that they are in."""
    obstacle: str = ""
    """Why there are none, in a sentence."""


def timelines_of(case: AnalysedCase) -> CaseTimelines:
    """The timelines of a case, or why there are none."""
    if case.checked.document is None:
        return CaseTimelines(obstacle="The case could not be read: fix the first error of the overview.")
    try:
        review = case.review
    except OutOfBudgetError as error:
        return CaseTimelines(obstacle=f"This is too hard to find out: {error}.")
    if review is None:
        title = case.checked.game.title
        why = f"{title} has no prose beside its logic, so nobody's word is told."
        return CaseTimelines(obstacle=why)
    if not review.understood:
        why = "Its logic could not be understood: fix the errors of the overview to see where everybody was."
        return CaseTimelines(obstacle=why)
    if not review.timetables:
        why = "No fact of the case says where somebody is: declare one that does, and state it."
        return CaseTimelines(obstacle=why)
    passages: Passages = defaultdict(
        lambda: review.given, {passage.heading: passage for passage in review.paragraphs}
    )
    timelines = tuple(_timeline(table, passages) for table in review.timetables)
    return CaseTimelines(timelines, review.language)


def _timeline(table: Timetable, passages: Passages) -> Timeline:
    """A timetable of the review as a timeline."""
    title, columns = table["title"], table["columns"]
    all_cells = chain.from_iterable(row["cells"] for row in table["rows"])
    # A fact that says when somebody comes fills one cell of each row; the others are empty, not unseen.
    is_about_a_moment = bool(title) and all(cell["place"] in {"", title} for cell in all_cells)
    rows = []
    for row in table["rows"]:
        cells = _cells(row["cells"], columns, passages, is_about_a_moment=is_about_a_moment)
        rows.append(TimelineRow(row["who"], tuple(cells)))
    heading = title
    if not title and len(columns) == 1:
        heading = columns[0]
    return Timeline(heading, columns, rows, _events_by_column(table) if table["events"] else ())


def _events_by_column(table: Timetable) -> list[list[str]]:
    """The events at each time of a timetable."""
    events_by_column = []
    for column in range(len(table["columns"])):
        events = [event["says"] for event in table["events"] if event["column"] == column]
        events_by_column.append(events)
    return events_by_column


def _cells(
    row: Sequence[Json], columns: Sequence[str], passages: Passages, *, is_about_a_moment: bool
) -> Iterator[TimelineCell]:
    """The cells of a row of the review, those beside each other that are equal as one."""
    first_column = 0
    for cell, equal_cells in groupby(row):
        column_count = len(tuple(equal_cells))
        first_time = columns[first_column]
        last_time = columns[first_column + column_count - 1]
        first_column += column_count

        place = cell["place"]
        # What is said of the place that is not known to be false.
        placing_words = [word for word in cell["words"] if not word["denied"] and not word["false"]]
        is_empty = is_about_a_moment and not place
        yield TimelineCell(
            place=place,
            standing=cell["standing"],
            testimonies=tuple(_testimonies(cell, passages)),
            when=first_time if first_time == last_time else f"{first_time} – {last_time}",
            columns=column_count,
            is_unseen=cell["standing"] != "told" and not placing_words and not is_empty,
            is_ambiguous=not place and len({word["place"] for word in placing_words}) > 1,
        )


def _testimonies(cell: Json, passages: Passages) -> Iterator[Testimony]:
    """The testimonies on a cell, each with its witnesses, those that agree with the truth first."""
    paths_by_testimony = grouped(
        ((word["false"], word["denied"], word["place"]), word["path"]) for word in cell["words"]
    )
    in_order = sorted(paths_by_testimony.items(), key=lambda item: (item[0][0], item[0][1]))
    for (is_false, is_denied, place), paths in in_order:
        witnesses: dict[Witness, None] = {}
        all_have_lies = True
        for path in paths:
            passage = passages[path]
            witnesses[Witness(path, "" if passage is None else passage.path)] = None
            all_have_lies = all_have_lies and _has_a_lie(passage)
        yield Testimony(place, is_denied, list(witnesses), is_false, is_lie=is_false and all_have_lies)


def _has_a_lie(passage: ReviewPassage | None) -> bool:
    """Whether a line of a passage is marked as a lie."""
    return passage is not None and any(line["kind"] == "lie" for _, line in passage.lines)
