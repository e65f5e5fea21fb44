"""Filling a timetable: what the truth fixes, and what each line by itself says."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from casekit.asking.inquiry import Inquiry
from casekit.asking.review.reviewed import (
    Standing,
    Testimony,
    Timetable,
    TimetableCell,
)
from casekit.asking.wording import TRUTH
from casekit.deduce.encoding.vocabulary import NONE, Key
from casekit.frozen import frozen
from casekit.model.theory import OutOfBudgetError

Options = Mapping[str, tuple[Key, str]]
"""The possible contents of a cell, each with the term and the value that says so."""

PathNames = Callable[[str], tuple[str, str]]
"""The name of a paragraph for people, and its ``id`` on the page."""


Track = Timetable[Options]
"""A timetable that is still empty: what may be in each column. One without options is nothing that could be known."""


@frozen(slots=True)
class _Line:
    """The statement of a line by itself: terms with the value that they have, and values that terms do not have.

    ``path`` is the name of its paragraph and the ``id`` of that.
    """

    path: tuple[str, str]
    says: Mapping[Key, str]
    denies: frozenset[tuple[Key, str]]


def filled_tables(
    inquiry: Inquiry, tracks: Iterable[Track], names: PathNames
) -> Iterator[Timetable[TimetableCell]]:
    """The timetables of which something is known, without those that are too hard to fill."""
    for track in tracks:
        try:
            filled = _filled(inquiry, track, names)
        except OutOfBudgetError:
            continue
        if filled.rows:
            yield filled


def _filled(inquiry: Inquiry, track: Track, names: PathNames) -> Timetable[TimetableCell]:
    """A timetable, with rows of which truth or some line says anything."""
    wanted = {key for _, cells in track.rows for options in cells for key, _ in options.values()}
    lines = tuple(_lines(inquiry, wanted, names))
    rows = ((name, tuple(_cell(inquiry, options, lines) for options in cells)) for name, cells in track.rows)
    told = tuple(row for row in rows if any(cell.place or cell.words for cell in row[1]))
    return Timetable(track.title, track.columns, told, track.events)


def _lines(inquiry: Inquiry, wanted: set[Key], names: PathNames) -> Iterator[_Line]:
    """Lines of the document that speak of a timetable, hints apart."""
    knowledge = inquiry.knowledge
    for name, origin in inquiry.origins.items():
        line = knowledge.lines.get(name)
        if line is None or origin.kind in {TRUTH, "rule"} or origin.mode == "hint":
            continue
        keys, true = [key for key in dict.fromkeys(line.terms) if key in wanted], line.meaning.true
        if keys and knowledge.solve([true]):
            nodes = {(key, value): node for key in keys for value, node in knowledge.vocabulary[key].items()}
            follows = knowledge.entailed([true], [sign * node for node in nodes.values() for sign in (1, -1)])
            says = {key: value for (key, value), node in nodes.items() if node in follows}
            denied = (cell for cell, node in nodes.items() if cell[0] not in says and -node in follows)
            yield _Line(names(origin.path), says, frozenset(denied))


def _cell(inquiry: Inquiry, options: Options, lines: Sequence[_Line]) -> TimetableCell:
    facts = inquiry.facts
    place = next((label for label, (key, value) in options.items() if facts.get(key) == value), "")
    known = bool(options) and all(key in facts for key, _ in options.values())
    words = tuple(word for line in lines for word in _said(options, line, place, known=known))
    told = any(not word.denied and word.place == place for word in words)
    standing: Standing = ("told" if told else "untold") if place else "open"
    return TimetableCell(place, standing, words)


def _said(options: Options, line: _Line, place: str, *, known: bool) -> Iterator[Testimony]:
    for label, (key, value) in options.items():
        if line.says.get(key) == value and value != NONE:
            yield Testimony(label, *line.path, false=known and label != place)
        elif (key, value) in line.denies:
            yield Testimony(label, *line.path, denied=True, false=known and label == place)
