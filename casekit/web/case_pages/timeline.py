"""Everybody's places at each time, by truth and by word: the timetables of a review, laid out for a page of its own."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from casekit.asking.review.reviewed import (
    Review,
    ReviewedPassage,
    Testimony,
    Timetable,
    TimetableCell,
)
from casekit.model.theory import OutOfBudgetError
from casekit.web.analyst import StudiedCase

Json = dict[str, Any]


@dataclass(frozen=True)
class Timelines:
    """The timelines of a case, in the language of its edition, or why there are none."""

    tables: tuple[Json, ...] = ()
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


def _shown(table: Timetable[TimetableCell], passages: Mapping[str, ReviewedPassage]) -> Json:
    """A timetable of people, or things, and what happens at its times by their columns.

    ``heading`` is its subject, in the language of the document; empty for several facts at times that are not named.
    ``disputed`` is where word and truth, or two words, contradict each other, with whom it is about; ``unseen`` when
    nobody says truly where somebody is, by person.
    """
    # A fact that says when somebody comes fills one cell of its row; the others are not unseen but empty.
    moment = bool(table.title) and all(
        each.place in {"", table.title} for _, row in table.rows for each in row
    )
    columns = table.columns
    rows = [(name, list(_hours(row, columns, passages, moment=moment))) for name, row in table.rows]
    unseen = ((name, [hours for hours in row if hours["unseen"]]) for name, row in rows)
    happening = [[says for column, says in table.events if column == at] for at in range(len(columns))]
    return {
        "heading": table.title or (columns[0] if len(columns) == 1 else ""),
        "columns": columns,
        "rows": rows,
        "events": happening if table.events else (),
        "disputed": [(name, hours) for name, row in rows for hours in row if hours["disputed"]],
        "unseen": [(name, hours) for name, hours in unseen if hours],
    }


def _hours(
    row: Sequence[TimetableCell],
    columns: Sequence[str],
    passages: Mapping[str, ReviewedPassage],
    *,
    moment: bool,
) -> Iterator[Json]:
    """The cells of a row, those beside each other as one that say the same.

    ``place`` is where in truth, empty if that is open; ``when`` the time, or the first and the last of them, empty if
    times are not told apart. ``unseen`` if no true word says the place, ``differ`` if words name different places and
    the truth names none, ``disputed`` if something that is said cannot be.
    """
    at = 0
    for cell, group in groupby(row):
        count = len(tuple(group))
        words = list(_words(cell, passages))
        # The testimony on where somebody is that is not known to be false.
        placing = [word for word in cell.words if not word.denied and not word.false]
        first, last = columns[at], columns[at + count - 1]
        differ = not cell.place and len({word.place for word in placing}) > 1
        yield {
            "place": cell.place,
            "standing": cell.standing,
            "words": words,
            "when": first if first == last else f"{first} – {last}",
            "columns": count,
            "unseen": cell.standing != "told" and not placing and not (moment and not cell.place),
            "differ": differ,
            "disputed": differ or any(word["false"] for word in words),
        }
        at += count


def _words(cell: TimetableCell, passages: Mapping[str, ReviewedPassage]) -> Iterator[Json]:
    """The words on a cell, those that agree with the truth first; the same words of several paragraphs as one.

    ``by`` are the names and sources of these, a source empty for the presentation. ``lie`` if the words are false and
    each of them has a line marked so.
    """
    said: dict[tuple[bool, bool, str], list[Testimony]] = {}
    for word in cell.words:
        said.setdefault((word.false, word.denied, word.place), []).append(word)
    for (false, denied, place), words in sorted(said.items(), key=lambda each: each[0][:2]):
        by = [(word, passages.get(word.id)) for word in words]
        lies = all(
            passage is not None and any(line.kind == "lie" for line in passage.lines) for _, passage in by
        )
        names = tuple((word.path, "" if passage is None else passage.path) for word, passage in by)
        by_names = list(dict.fromkeys(names))
        yield {"place": place, "denied": denied, "by": by_names, "false": false, "lie": false and lies}
