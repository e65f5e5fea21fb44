"""Which page of one file is which of another, whatever was dropped, doubled, exchanged or inserted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from casekit.print.preflight.seen.page_differences import DifferenceKind, PageDifference, pages_in_words
from casekit.print.preflight.seen.shown_pages import Picture

SIDE = 6
"""Dots of the sides of the squares of a sketch: a millimetre."""
_SAME = 0.5
_SURE = 0.75
_EQUAL = 0.98
_SHADE = 12
_LETTERS = 10


@dataclass(frozen=True)
class Sketch:
    """A page as far as it is needed to recognise it: its number, which counts from 1, shades of grey, and the pieces of its text."""

    number: int
    shades: np.ndarray
    pieces: frozenset[str]
    is_blank: bool


def sketch(number: int, picture: Picture, text: str) -> Sketch:
    """The sketch of a page."""
    rows, columns = picture.shape[0] // SIDE, picture.shape[1] // SIDE
    grey = picture[: rows * SIDE, : columns * SIDE].mean(axis=2).reshape(rows, SIDE, columns, SIDE)
    shades = (255 - grey.mean(axis=(1, 3))).astype(np.uint8)
    joined = "".join(text.split())
    pieces = frozenset(joined[at : at + _LETTERS] for at in range(len(joined) - _LETTERS + 1))
    return Sketch(number, shades, pieces, bool(shades.max(initial=0) < _SHADE))


def likeness(one: Sketch, other: Sketch) -> float:
    """How much two pages are alike, from 0 to 1."""
    if one.is_blank or other.is_blank:
        return float(one.is_blank and other.is_blank)
    if one.pieces and other.pieces:
        return len(one.pieces & other.pieces) / max(len(one.pieces), len(other.pieces))
    return _seen_alike(one.shades, other.shades)


def _seen_alike(one: np.ndarray, other: np.ndarray) -> float:
    rows, columns = (min(pair) for pair in zip(one.shape, other.shape, strict=True))
    here, there = (each[:rows, :columns].astype(np.int16) for each in (one, other))
    printed = np.maximum(here, there).sum()
    return float(1 - np.abs(here - there).sum() / max(1, printed))


def pair(
    ours: Sequence[Sketch], theirs: Sequence[Sketch]
) -> tuple[list[tuple[int, int]], tuple[PageDifference, ...]]:
    """Find the pairs of pages of two files, by their numbers, and what is to be reported of the others."""
    like = np.array([[likeness(mine, yours) for yours in theirs] for mine in ours]).reshape(
        len(ours), len(theirs)
    )
    in_order = dict(_in_order(like))
    elsewhere = _changed_about(like, in_order)
    lost = [at for at in range(len(ours)) if at not in in_order]
    more = [at for at in range(len(theirs)) if at not in in_order.values()]
    in_order = {mine: yours for mine, yours in in_order.items() if mine not in elsewhere}
    for at in lost:
        best = max(more, key=lambda place: (like[at, place], -abs(at - place)), default=None)
        if best is not None and like[at, best] >= _SURE and not ours[at].is_blank:
            elsewhere[at] = best
            more.remove(best)
    lost = [at for at in lost if at not in elsewhere]
    instead = dict(_in_place(lost, more, in_order))
    lost = [at for at in lost if at not in instead]
    more = [at for at in more if at not in instead.values()]
    told = (
        *_exchanged(elsewhere, in_order, ours, theirs),
        *_missing(lost, ours),
        *_further(more, theirs, ours, like),
    )
    pairs = sorted({**in_order, **elsewhere, **instead}.items())
    found = tuple(PageDifference(DifferenceKind.PAGE, 0, words) for words in told)
    return [(ours[mine].number, theirs[yours].number) for mine, yours in pairs], found


def _changed_about(like: np.ndarray, in_order: dict[int, int]) -> dict[int, int]:
    """Pairs of pages that are alike, and still more so if they are exchanged."""
    unsure = [(one, other) for one, other in in_order.items() if like[one, other] < _EQUAL]
    found: dict[int, int] = {}
    for at, (one, other) in enumerate(unsure):
        for further, another in unsure[at + 1 :]:
            if like[one, another] >= _EQUAL and like[further, other] >= _EQUAL:
                found |= {one: another, further: other}
    return found


def _in_order(like: np.ndarray) -> list[tuple[int, int]]:
    """The longest and most alike pages that have the same order in both files (Needleman and Wunsch, 1970)."""
    rows, columns = like.shape
    worth = np.where(like >= _SAME, like, -1.0)
    best = np.zeros((rows + 1, columns + 1))
    for row in range(rows):
        for column in range(columns):
            best[row + 1, column + 1] = max(
                best[row, column] + worth[row, column], best[row, column + 1], best[row + 1, column]
            )
    found = []
    row, column = rows, columns
    while row and column:
        if best[row, column] == best[row - 1, column]:
            row -= 1
        elif best[row, column] == best[row, column - 1]:
            column -= 1
        else:
            row, column = row - 1, column - 1
            found.append((row, column))
    return found[::-1]


def _in_place(lost: list[int], more: list[int], in_order: dict[int, int]) -> Iterator[tuple[int, int]]:
    """Pages of nobody's that have the places of pages that are lost: between the same neighbours."""
    for at in lost:
        before = max((one for one in in_order if one < at), default=-1)
        after = min((one for one in in_order if one > at), default=None)
        low = in_order.get(before, -1)
        gap = [other for other in more if low < other and (after is None or other < in_order[after])]
        missing = [other for other in lost if before < other and (after is None or other < after)]
        if len(gap) == len(missing):
            yield at, gap[missing.index(at)]


def _exchanged(
    elsewhere: dict[int, int], in_order: dict[int, int], ours: Sequence[Sketch], theirs: Sequence[Sketch]
) -> Iterator[str]:
    everywhere = {ours[one].number: theirs[other].number for one, other in {**in_order, **elsewhere}.items()}
    told: set[int] = set()
    for page in sorted(ours[one].number for one in elsewhere):
        if page in told:
            continue
        place = everywhere[page]
        if everywhere.get(place) == page:
            told |= {page, place}
            yield f"{pages_in_words([page, place])} are exchanged"
        else:
            yield f"page {page} is in another place: it is page {place} of the file"


def _missing(lost: list[int], ours: Sequence[Sketch]) -> Iterator[str]:
    for blank in (False, True):
        pages = [ours[at].number for at in lost if ours[at].is_blank is blank]
        verb = "is" if len(pages) == 1 else "are"
        if pages:
            yield f"{pages_in_words(pages)}{f', which {verb} blank,' if blank else ''} {verb} missing"


def _further(
    more: list[int], theirs: Sequence[Sketch], ours: Sequence[Sketch], like: np.ndarray
) -> Iterator[str]:
    """Pages that are too many."""
    blank = [theirs[at].number for at in more if theirs[at].is_blank]
    if blank:
        many = f"{len(blank)} blank pages are" if len(blank) > 1 else "a blank page is"
        yield f"{many} inserted: {pages_in_words(blank)} of the file"
    for at in (at for at in more if not theirs[at].is_blank):
        number = theirs[at].number
        first = int(np.argmax(like[:, at])) if len(ours) else 0
        if len(ours) and like[first, at] >= _SURE:
            yield f"page {ours[first].number} is there twice, again as page {number} of the file"
        else:
            yield f"page {number} of the file does not belong there"
