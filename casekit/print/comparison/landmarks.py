"""Where on a page something is: by the numbers, headings and rows that are printed on the page itself."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from casekit.print.comparison import placing, rendering
from casekit.print.content.booklet import Booklet
from casekit.print.preflight.pdf_opening import present
from casekit.values import frozen

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in points."""

# The part of its height by which a comma may be below the letters of its line.
_HANGING_PER_HEIGHT = 0.15
# A gap of more than this part of a line's height is a space where none is written.
_SPACE_PER_HEIGHT = 1.2
# A gap of more points divides two columns.
_COLUMN_GAP = 12.0
# Points by which the left edges of lines may differ that begin below each other.
_MOST_EDGE_DIFFERENCE = 3.0
# The most letters of a text that are quoted.
_MOST_LETTERS_QUOTED = 40
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


@frozen(slots=True)
class Landmarks:
    """The texts of a booklet by which places on its pages are named."""

    numbers: frozenset[str] = frozenset()
    """The numbers of its paragraphs."""
    cases: tuple[str, ...] = ()
    """The headings of its cases."""
    solutions: tuple[str, ...] = ()
    """The headings of their solutions."""

    @classmethod
    def of(cls, booklet: Booklet, numbers: Iterable[int]) -> "Landmarks":
        """Those of a booklet whose paragraphs have these numbers."""
        return cls(
            frozenset(map(str, (*numbers, *booklet.gaps))),
            tuple(case.heading for case in booklet.cases),
            tuple(case.solution_heading for case in booklet.cases),
        )


@frozen(slots=True)
class PrintedLine:
    """Words beside each other on a page."""

    text: str
    box: Box


@frozen(slots=True)
class NamedPlace:
    """A part of a page."""

    name: str
    """Its name, such as ``paragraph 12``; empty if it has none."""
    lines: tuple[PrintedLine, ...]
    is_running: bool = False
    """Whether its lines are running text below a number or a heading."""


def lines_of(letters: rendering.Letters, *, turned: bool = False) -> tuple[PrintedLine, ...]:
    """The lines of a page from top to bottom and from left to right.

    Those of a page that is ``turned`` are in the order in which its reader has them.
    """
    if not letters.characters:
        return ()
    boxes = -letters.boxes[:, (2, 3, 0, 1)] if turned else letters.boxes
    lines = []
    for row in _rows(boxes):
        for text, box in _segments(row, boxes, letters):
            left, top, right, bottom = box
            lines.append(PrintedLine(text, (-right, -bottom, -left, -top) if turned else box))
    return tuple(lines)


def _rows(boxes: placing.Boxes) -> list[list[int]]:
    """The indexes of the letters of each row, from top to bottom."""
    # The top and the bottom between which the middles of its letters are, and their indexes.
    rows: list[tuple[float, float, list[int]]] = []
    # The tallest first: quotation marks and commas are within the height of other letters.
    for at in np.argsort(boxes[:, 1] - boxes[:, 3], kind="stable"):
        top, bottom = float(boxes[at, 1]), float(boxes[at, 3])
        middle = (top + bottom) / 2
        row = next((indexes for above, below, indexes in rows if above <= middle <= below), None)
        if row is None:
            hanging = _HANGING_PER_HEIGHT * (bottom - top)
            rows.append((top - hanging, bottom + hanging, [int(at)]))
        else:
            row.append(int(at))
    return [indexes for _, _, indexes in sorted(rows)]


def _segments(row: list[int], boxes: placing.Boxes, letters: rendering.Letters) -> list[tuple[str, Box]]:
    """The parts of a row that are not far apart, each with its words."""
    row = sorted(row, key=lambda at: (float(boxes[at, 0]), at))
    height = float(np.median([boxes[at, 3] - boxes[at, 1] for at in row])) or 1.0
    parts: list[list[int]] = [[row[0]]]
    for before, at in pairwise(row):
        if boxes[at, 0] - boxes[before, 2] > _COLUMN_GAP:
            parts.append([])
        parts[-1].append(at)
    return [(_words(part, boxes, letters, height), _around(boxes[part])) for part in parts]


def _words(part: list[int], boxes: placing.Boxes, letters: rendering.Letters, height: float) -> str:
    text = letters.characters[part[0]]
    for before, at in pairwise(part):
        space = letters.spaced[at] or boxes[at, 0] - boxes[before, 2] > _SPACE_PER_HEIGHT * height
        text += (" " if space else "") + letters.characters[at]
    return text


def _around(boxes: placing.Boxes) -> Box:
    left, top = boxes[:, :2].min(axis=0)
    right, bottom = boxes[:, 2:].max(axis=0)
    return float(left), float(top), float(right), float(bottom)


def quoted(text: str) -> str:
    """The beginning of a text in quotation marks."""
    return f"“{text[:_MOST_LETTERS_QUOTED].rstrip()}{'…' if len(text) > _MOST_LETTERS_QUOTED else ''}”"


def lines_in_words(lines: Sequence[int], count: int) -> str:
    """Which lines of a place: nothing if it is all of it."""
    first, last = lines[0], lines[-1]
    words = {
        "": len(lines) >= count or count <= 1 or last < 0,
        f" from its beginning to the {_ordinal(last)} line": first < 0,
        f" in the {_ordinal(first)} line": first == last,
        f" from the {_ordinal(first)} line on": lines == list(range(first, count)),
        f" in lines {first + 1} to {last + 1}": True,
    }
    return present(words)[0]


def _ordinal(at: int) -> str:
    return _ORDINALS[at] if at < len(_ORDINALS) else f"{at + 1}th"


def places_on(
    lines: tuple[PrintedLine, ...], landmarks: Landmarks, solution_before: str = ""
) -> tuple[NamedPlace, ...]:
    """The places on a page of a booklet.

    ``solution_before`` is the heading of the solution that goes on from the page before; empty for none.
    """
    edge = _edge_of(lines)
    has_numbers = any(_is_number(line, landmarks, edge) for line in lines)
    solution = solution_before
    paragraph = case = ""
    lines_by_name: dict[str, list[PrintedLine]] = {}
    for line in lines:
        heading = line.text.split("—")[0].strip()
        is_index = has_numbers and not case and line.text.isdigit() and _is_beside(line, lines, edge)
        if line.text in landmarks.solutions:
            solution = line.text
        elif heading in landmarks.cases:
            case = heading
        if is_index:
            name = f"thumb index {quoted(line.text)}"
        elif _is_number(line, landmarks, edge):
            name = paragraph = f"paragraph {line.text}"
        elif paragraph and line.box[0] > edge - _MOST_EDGE_DIFFERENCE:
            name = paragraph
        elif solution and not paragraph:
            name = solution
        else:
            name = ", ".join(filter(None, (case, _row_of(line, lines))))
        lines_by_name.setdefault(name, []).append(line)
    return tuple(
        NamedPlace(name, tuple(its_lines), _is_running(name, landmarks))
        for name, its_lines in lines_by_name.items()
    )


def _edge_of(lines: tuple[PrintedLine, ...]) -> float:
    """The left edge at which most lines begin."""
    edges = Counter(round(line.box[0]) for line in lines)
    return float(max(edges, key=lambda edge: (edges[edge], -edge), default=0))


def _is_running(name: str, landmarks: Landmarks) -> bool:
    """Whether a place of a name is a solution or a paragraph."""
    return name in landmarks.solutions or (
        name.startswith("paragraph ") and name.removeprefix("paragraph ") in landmarks.numbers
    )


def _is_number(line: PrintedLine, landmarks: Landmarks, edge: float) -> bool:
    """Whether a line is the number of a paragraph."""
    return line.text in landmarks.numbers and abs(line.box[0] - edge) < _MOST_EDGE_DIFFERENCE


def _is_beside(line: PrintedLine, lines: tuple[PrintedLine, ...], edge: float) -> bool:
    """Whether a line is at the left or at the right of all text that begins at the left edge."""
    right = max(other.box[2] for other in lines if abs(other.box[0] - edge) < _MOST_EDGE_DIFFERENCE)
    return line.box[2] < edge - _MOST_EDGE_DIFFERENCE or line.box[0] > right + _MOST_EDGE_DIFFERENCE


def _row_of(line: PrintedLine, lines: tuple[PrintedLine, ...]) -> str:
    """The name of a line: itself if it has letters, else what is to the left of it."""
    if any(map(str.isalpha, line.text)):
        return quoted(line.text)
    top, bottom = line.box[1], line.box[3]
    beside = []
    for other in lines:
        is_level = other.box[1] < bottom and other.box[3] > top
        if other.box[2] <= line.box[0] and is_level and any(map(str.isalpha, other.text)):
            beside.append(other)
    nearest = max(beside, key=lambda other: other.box[2], default=None)
    return f"row {quoted(nearest.text)}" if nearest else quoted(line.text)
