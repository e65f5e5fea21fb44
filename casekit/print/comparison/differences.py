"""Differences of a file, a page or a place on it, and their words.

And the place of a page's content, compared with where it should be.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import groupby, pairwise
from math import atan, atan2, degrees, hypot
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casekit.diagnostics import Code, Finding, Span, codes
from casekit.print.content.papers import POINTS_PER_MM
from casekit.values import frozen, replace
from casekit.values.grouping import grouped

Points = NDArray[np.float64]
"""Across and down in each row, in points from the top left corner of a page as it is shown."""
Boxes = NDArray[np.float64]
"""Rectangles, a row each: left, top, right and bottom.

In points from the top left corner of the page as it is shown.
"""

LEAST_SHIFT = 0.7
"""Points from which a shift is reported: a quarter of a millimetre.

Programs that save a file again shift pages by up to 0.4 points.
"""
# The part of its size from which a change of size is reported. Such programs change it by up to 0.0013.
_LEAST_SCALING = 0.0025
# Degrees from which a turn or a slant is reported.
_LEAST_ANGLE = 0.1
# By how much the numbers of two placings may differ that look alike: sizes, angles and shifts.
_ALIKE = (
    *(_LEAST_SCALING, _LEAST_SCALING),
    *(1.5 * _LEAST_ANGLE, 1.5 * _LEAST_ANGLE),
    *(LEAST_SHIFT / 2, LEAST_SHIFT / 2),
)
# Shorter lengths, in millimetres, are written with a decimal.
_LENGTH_WITHOUT_DECIMAL = 10
# The part of a shift, or of a side, from which the other direction counts.
_LEAST_PART = 0.1


@frozen(eq=False)
class Affine:
    """Leads from points of one page to points of another: ``linear @ point + shift``.

    Points are measured from the top left corners.
    """

    linear: Points
    shift: Points

    @classmethod
    def identity(cls) -> "Affine":
        """Leaves each point where it is."""
        return cls(np.eye(2), np.zeros(2))

    @classmethod
    def turned(cls, quarters: int, size: tuple[float, float]) -> "Affine":
        """Turns a page of a size by quarters, clockwise, into the corner where it was."""
        turn, (width, height) = cls.identity(), size
        for _ in range(quarters):
            turn = cls(np.array([[0.0, -1.0], [1.0, 0.0]]), np.array([height, 0.0])).after(turn)
            width, height = height, width
        return turn

    def after(self, first: "Affine") -> "Affine":
        """The map that follows another: first that, then this."""
        return Affine(self.linear @ first.linear, self.linear @ first.shift + self.shift)

    def inverse(self) -> "Affine":
        """The way back."""
        back: Points = np.linalg.inv(self.linear).astype(np.float64)
        return Affine(back, -back @ self.shift)

    def of(self, points: Points) -> Points:
        """Where points are led, a row each."""
        return np.asarray(points @ self.linear.T + self.shift)

    def moves(self, size: tuple[float, float]) -> float:
        """By how many points a corner of a page is moved at most."""
        width, height = size
        corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float64)
        return float(np.abs(self.of(corners) - corners).max())

    def of_boxes(self, boxes: Boxes) -> Boxes:
        """Where boxes are led, which stay upright."""
        middles = self.of((boxes[:, :2] + boxes[:, 2:]) / 2)
        # A small turn would make each box larger; a large one exchanges its sides.
        sides = np.abs(self.linear)
        sides = np.where(sides < _LEAST_PART * sides.max(), 0, sides)
        halves = (boxes[:, 2:] - boxes[:, :2]) / 2 @ sides.T
        return np.concatenate([middles - halves, middles + halves], axis=1)


@frozen
class Placing:
    """The place of a page's content on it."""

    quarters: int = 0
    """By how many degrees the page is turned clockwise: 0, 90, 180 or 270."""
    across: float = 1.0
    """The width of the content as a part of what it should be."""
    down: float = 1.0
    """The height of the content as a part of what it should be."""
    angle: float = 0.0
    """By how many degrees the content is turned clockwise beyond ``quarters``."""
    slant: float = 0.0
    """By how many degrees lines that should be upright lean."""
    right: float = 0.0
    """By how many points the middle of the content is shifted to the right."""
    lower: float = 0.0
    """By how many points the middle of the content is shifted downwards."""

    @classmethod
    def of(cls, laid: Affine, ours: tuple[float, float], theirs: tuple[float, float]) -> "Placing":
        """The placing of a map from our page to theirs, seen from the middles of both.

        Their sizes are given in points.
        """
        whole = degrees(atan2(laid.linear[1, 0] - laid.linear[0, 1], laid.linear[0, 0] + laid.linear[1, 1]))
        quarters = round(whole / 90) * 90 % 360
        back = Affine.turned((360 - quarters) // 90 % 4, (0.0, 0.0)).linear
        linear = back @ laid.linear
        middle = laid.of(np.array([ours], dtype=np.float64) / 2)[0] - np.array(theirs) / 2
        right, lower = back @ middle
        angle = atan2(linear[1, 0], linear[0, 0])
        cos, sin = np.cos(angle), np.sin(angle)
        (across, leaning), (_, down) = np.array([[cos, sin], [-sin, cos]]) @ linear
        slant = degrees(atan(leaning / down)) if down else 0.0
        return cls(
            int(quarters), float(across), float(down), degrees(angle), slant, float(right), float(lower)
        )

    def is_like(self, other: "Placing") -> bool:
        """Whether two pages are placed alike, as far as a picture shows that."""
        one = (self.across, self.down, self.angle, self.slant, self.right, self.lower)
        two = (other.across, other.down, other.angle, other.slant, other.right, other.lower)
        is_near = all(abs(mine - yours) <= most for mine, yours, most in zip(one, two, _ALIKE, strict=True))
        return is_near and self.quarters == other.quarters

    @property
    def is_scaled(self) -> bool:
        """Whether the content has another size."""
        return max(abs(self.across - 1), abs(self.down - 1)) >= _LEAST_SCALING

    @property
    def is_noticed(self) -> bool:
        """Whether the content is where no program puts it that only saves the file again."""
        is_askew = max(abs(self.angle), abs(self.slant)) >= _LEAST_ANGLE
        return bool(self.quarters or self.is_scaled or is_askew or self.is_shifted)

    @property
    def is_shifted(self) -> bool:
        """Whether the middle of the content is not in the middle of the page."""
        return hypot(self.right, self.lower) >= LEAST_SHIFT

    def fills(self, ours: tuple[float, float], theirs: tuple[float, float]) -> bool:
        """Whether the content is as much larger or smaller as the page."""
        (width, height), (wide, high) = ours, theirs if self.quarters % 180 == 0 else theirs[::-1]
        return (
            max(abs(self.across * width - wide), abs(self.down * height - high)) < 2 * LEAST_SHIFT
            and max(abs(self.angle), abs(self.slant)) < _LEAST_ANGLE
        )

    def words(self, *, resized: bool) -> str:
        """How the content is placed, but for turns by quarters; empty if it is placed as it should be.

        Of a page that is ``resized``, not where it is.
        """
        across, down = _percent(self.across), _percent(self.down)
        size = across if across == down else f"{across} of its width and {down} of its height"
        way = "clockwise" if self.angle > 0 else "counterclockwise"
        shift = shift_in_words(self.right, self.lower)
        changes = {
            f"scaled to {size}": self.is_scaled,
            f"turned by {abs(self.angle):.1f} degrees {way}": abs(self.angle) >= _LEAST_ANGLE,
            f"slanted by {abs(self.slant):.1f} degrees": abs(self.slant) >= _LEAST_ANGLE,
            f"moved as a whole by {shift}": self.is_shifted and not resized and not self.quarters,
        }
        parts = [change for change, is_so in changes.items() if is_so]
        return ", ".join(parts[:-1]) + (" and " if parts[1:] else "") + parts[-1] if parts else ""


def shift_in_words(right: float, lower: float) -> str:
    """A shift in points, as ``0.5 mm to the left and 3 mm down``."""
    shifts = [
        (abs(right) / POINTS_PER_MM, "to the left" if right < 0 else "to the right"),
        (abs(lower) / POINTS_PER_MM, "up" if lower < 0 else "down"),
    ]
    largest = max(length for length, _ in shifts)
    # A hundredth of the way beside it is not worth a word.
    least = max(_LEAST_PART * largest, _LEAST_PART / 2)
    return " and ".join(f"{_length(length)} mm {way}" for length, way in shifts if length >= least)


def _length(millimetres: float) -> str:
    return f"{millimetres:.{int(millimetres < _LENGTH_WITHOUT_DECIMAL)}f}".removesuffix(".0")


def _percent(part: float) -> str:
    return f"{100 * part:.1f}".removesuffix(".0") + " %"


class DifferenceKind(Enum):
    """How something is different, with the code that it is reported under."""

    PAGE = "a page is missing, added, elsewhere, turned, moved, of another size, blank, mirrored, a negative or without colours"
    GROUND = "printed on a tint instead of paper"
    COVERED = "covered"
    CROSSED = "printed over, but to be seen"
    HIDDEN = "cannot be seen"
    MISSING = "missing"
    MOVED = "moved"
    LETTERS = "other letters"
    ADDED = "added"
    COLOUR = "another colour"
    DRAWING = "another drawing"
    SIZE = "another size"
    FACE = "another face"
    READ = "a program reads letters that are not the ones on the page"
    SPOKEN = "viewers or screen readers say something else beside the page"

    @property
    def code(self) -> Code:
        """The code of its finding."""
        if self is DifferenceKind.PAGE:
            return codes.ALTERED_PAGES
        unseen = self in {DifferenceKind.READ, DifferenceKind.SPOKEN}
        return codes.UNLIKE_TEXT if unseen else codes.ALTERED_PLACE


@frozen(slots=True)
class PageDifference:
    """Something that is different."""

    kind: DifferenceKind
    page: int
    """The number of the page, from 1; 0 for the whole file."""
    words: str
    """The message, without the page and the place."""
    place: str = ""
    """The name of the place; empty for a whole page."""
    hint: str = ""
    placing: Placing | None = None
    """Where the content of the page is, if that is the difference."""
    what: str = ""
    """The message without the lines of the place; empty if ``words`` name none."""

    @classmethod
    def of(cls, row: Sequence[Any]) -> "PageDifference":
        """The difference that another process sent as the values of its fields, in order."""
        kind, page, words, place, hint, placing, what = row
        return cls(DifferenceKind(kind), page, words, place, hint, placing and Placing(*placing), what)

    @property
    def change(self) -> tuple[DifferenceKind, str]:
        """How it is different, whatever its place."""
        return self.kind, self.what or self.words


_WHOLE_PAGE_KINDS = (DifferenceKind.PAGE, DifferenceKind.GROUND, DifferenceKind.SPOKEN)
"""Differences of whole pages, or of the file."""
MOST_PLACES = 4
"""Places of one page that are reported one by one."""
MOST_PAGES = 12
"""Pages that are reported one by one."""
MOST_ALIKE = 3
"""Pages on which the same difference is reported one by one."""
_KINDS_REPORTED_ONCE = {
    DifferenceKind.ADDED,
    DifferenceKind.COLOUR,
    DifferenceKind.CROSSED,
    DifferenceKind.DRAWING,
    DifferenceKind.FACE,
    DifferenceKind.SIZE,
}
"""Differences that can be reported of many pages at once. Of those in the reading, each place counts."""


def findings_on(differences: Iterable[PageDifference], span: Span) -> tuple[Finding, ...]:
    """Findings on differences: one for what is the same on several pages, and no more than anybody reads."""
    in_order = sorted(differences, key=_reading_order)
    findings: list[Finding] = []
    for kind in _WHOLE_PAGE_KINDS:
        findings += _page_findings([difference for difference in in_order if difference.kind is kind], span)
    seen: list[PageDifference] = []
    read: list[PageDifference] = []
    for difference in in_order:
        if difference.kind is DifferenceKind.READ:
            read.append(difference)
        elif difference.kind not in _WHOLE_PAGE_KINDS:
            seen.append(difference)
    findings += _place_findings(seen, span)
    findings += _place_findings(read, span)
    return tuple(findings)


def _reading_order(difference: PageDifference) -> tuple[bool, bool, int]:
    """Whole pages first, then what is seen on them, then what programs read."""
    return difference.kind not in _WHOLE_PAGE_KINDS, difference.kind is DifferenceKind.READ, difference.page


def _page_findings(differences: Sequence[PageDifference], span: Span) -> Iterable[Finding]:
    """Differences of whole pages: one for those in the same words, and for pages that are placed alike."""
    pages_by_words: dict[tuple[str, str], list[int]] = {}
    for difference in _in_common_words(differences):
        pages_by_words.setdefault((difference.words, difference.hint), []).append(difference.page)
    for (words, hint), pages in pages_by_words.items():
        yield _diagnostic(differences[0].kind, f"{pages_in_words(pages)}{words}", span, hint)


def _in_common_words(differences: Sequence[PageDifference]) -> Iterator[PageDifference]:
    """Differences of pages that are placed alike, each in the words of most of them.

    Those without a placing come first.
    """
    placed = [difference for difference in differences if difference.placing is not None]
    for difference in differences:
        if difference.placing is None:
            yield difference
    for difference in placed:
        alike = [other for other in placed if _are_placed_alike(other, difference)]
        words_of_most = Counter((other.words, other.hint) for other in alike or [difference])
        (words, hint), _ = words_of_most.most_common(1)[0]
        yield replace(difference, words=words, hint=hint)


def _are_placed_alike(one: PageDifference, other: PageDifference) -> bool:
    return bool(one.placing and other.placing and one.placing.is_like(other.placing))


def _place_findings(differences: Sequence[PageDifference], span: Span) -> Iterable[Finding]:
    """Differences of places: what is the same on many pages once, and others page by page."""
    alike = grouped((difference.change, difference) for difference in differences)
    reported_changes = set()
    for (kind, what), same in alike.items():
        pages_of_change = {difference.page for difference in same}
        if kind not in _KINDS_REPORTED_ONCE or len(pages_of_change) <= MOST_ALIKE:
            continue
        reported_changes.add((kind, what))
        first, pages = same[0], pages_in_words(pages_of_change)
        place = f" {first.place}" if first.place else ""
        yield _diagnostic(first.kind, f"{pages}, first{place}: {what}", span, first.hint)
    others = [difference for difference in differences if difference.change not in reported_changes]
    yield from _findings_by_page(others, span)


def _findings_by_page(in_order: Sequence[PageDifference], span: Span) -> Iterable[Finding]:
    by_page = [(page, list(group)) for page, group in groupby(in_order, key=attrgetter("page"))]
    for page, differences in by_page[:MOST_PAGES]:
        places = dict.fromkeys(difference.place for difference in differences)
        shown = differences if len(places) <= MOST_PLACES else differences[:1]
        more = f"; {len(places) - 1} more places on this page differ" if shown != differences else ""
        for difference in shown:
            words = f"{difference.place}: {difference.words}" if difference.place else difference.words
            yield _diagnostic(difference.kind, f"page {page}, {words}{more}", span, difference.hint)
    if len(by_page) > MOST_PAGES:
        pages = [page for page, _ in by_page[MOST_PAGES:]]
        words = f"{pages_in_words(pages)}: something differs on {'each' if len(pages) > 1 else 'it'}"
        hint = "if most pages differ, the file was made from other texts, other numbers, or for another paper"
        yield _diagnostic(by_page[-1][1][0].kind, words, span, hint)


def _diagnostic(kind: DifferenceKind, message: str, span: Span, hint: str) -> Finding:
    return kind.code.at(span, message, hint=hint or "build the file again, or ask for a new one")


def pages_in_words(pages: Iterable[int]) -> str:
    """``page 3``, ``pages 3 to 7 and 9``; nothing for a whole file."""
    numbers = sorted(set(pages))
    if numbers == [0]:
        return ""
    runs = [[numbers[0]]]
    for before, number in pairwise(numbers):
        if number == before + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts: list[str] = []
    for run in runs:
        if len(run) > 2:  # noqa: PLR2004 -- two are a pair
            parts.append(f"{run[0]} to {run[-1]}")
        else:
            parts += map(str, run)
    listed = f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]
    return f"page{'s' if len(numbers) > 1 else ''} {listed}"
