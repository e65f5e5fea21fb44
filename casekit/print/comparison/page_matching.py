"""Which page of one file is which of another, whatever was dropped, doubled, exchanged or inserted."""

from collections.abc import Iterator, Sequence

import numpy as np

from casekit.print.comparison.differences import DifferenceKind, PageDifference, pages_in_words
from casekit.print.comparison.rendering import Picture
from casekit.values import frozen

SQUARE_DOTS = 6
"""Dots of the sides of the squares whose shades are compared: a millimetre."""

_LEAST_LIKENESS = 0.5
"""The likeness from which two pages in the same order are taken for the same."""

_LEAST_LIKENESS_ELSEWHERE = 0.75
"""The likeness from which two pages in another order are taken for the same."""

_LEAST_LIKENESS_OF_EXCHANGED = 0.98
"""The likeness from which exchanged pages are taken for the same."""

_LEAST_PRINTED_SHADES = 12
"""Shades from which a square is printed."""

_LETTERS_PER_PIECE = 10
"""The letters of each of the pieces of its text by which a page is recognised."""


@frozen
class PageFingerprint:
    """The features by which a page is recognised."""

    number: int
    """Its number, from 1."""

    shades: np.ndarray
    """The darkness of its squares, by row and column: 0 for white, 255 for black."""

    pieces: frozenset[str]
    """All pieces of its text of ``_LETTERS_PER_PIECE`` letters, without spaces."""

    is_blank: bool
    """Whether nothing is printed on it."""


def fingerprint(number: int, picture: Picture, text: str) -> PageFingerprint:
    """The fingerprint of a page."""
    side = SQUARE_DOTS
    rows, columns = picture.shape[0] // side, picture.shape[1] // side
    grey = picture[: rows * side, : columns * side].mean(axis=2).reshape(rows, side, columns, side)
    shades = (255 - grey.mean(axis=(1, 3))).astype(np.uint8)
    letters = "".join(text.split())
    pieces = frozenset(
        letters[start : start + _LETTERS_PER_PIECE] for start in range(len(letters) - _LETTERS_PER_PIECE + 1)
    )
    return PageFingerprint(number, shades, pieces, bool(shades.max(initial=0) < _LEAST_PRINTED_SHADES))


def likeness(one: PageFingerprint, other: PageFingerprint) -> float:
    """The likeness of two pages, from 0 to 1."""
    if one.is_blank or other.is_blank:
        return float(one.is_blank and other.is_blank)
    if one.pieces and other.pieces:
        return len(one.pieces & other.pieces) / max(len(one.pieces), len(other.pieces))
    rows, columns = (min(pair) for pair in zip(one.shades.shape, other.shades.shape, strict=True))
    our_shades, their_shades = (page.shades[:rows, :columns].astype(np.int16) for page in (one, other))
    return float(
        1 - np.abs(our_shades - their_shades).sum() / max(1, np.maximum(our_shades, their_shades).sum())
    )


def pair(
    ours: Sequence[PageFingerprint], theirs: Sequence[PageFingerprint]
) -> tuple[list[tuple[int, int]], tuple[PageDifference, ...]]:
    """The pairs of pages of two files, by their numbers, and the differences in the order of pages."""
    # Indexes of pages: those of theirs by those of ours.
    likenesses = _likenesses(ours, theirs)
    in_order = dict(_pairs_in_order(likenesses))
    elsewhere = _exchanged_pairs(likenesses, in_order)
    our_unpaired = [index for index in range(len(ours)) if index not in in_order]
    their_unpaired = [index for index in range(len(theirs)) if index not in in_order.values()]
    in_order = {
        our_index: their_index for our_index, their_index in in_order.items() if our_index not in elsewhere
    }
    for index in our_unpaired:
        most_alike = max(
            their_unpaired, key=lambda other: (likenesses[index, other], -abs(index - other)), default=None
        )
        if most_alike is None or ours[index].is_blank:
            continue
        if likenesses[index, most_alike] >= _LEAST_LIKENESS_ELSEWHERE:
            elsewhere[index] = most_alike
            their_unpaired.remove(most_alike)
    our_unpaired = [index for index in our_unpaired if index not in elsewhere]
    replaced = dict(_pairs_between_neighbours(our_unpaired, their_unpaired, in_order))
    missing = [index for index in our_unpaired if index not in replaced]
    added = [index for index in their_unpaired if index not in replaced.values()]
    messages = (
        *_words_on_other_places(elsewhere, in_order, ours, theirs),
        *_words_on_missing(missing, ours),
        *_words_on_added(added, theirs, ours, likenesses),
    )
    differences = tuple(PageDifference(DifferenceKind.PAGE, 0, words) for words in messages)
    pairs = sorted({**in_order, **elsewhere, **replaced}.items())
    return [
        (ours[our_index].number, theirs[their_index].number) for our_index, their_index in pairs
    ], differences


def _likenesses(ours: Sequence[PageFingerprint], theirs: Sequence[PageFingerprint]) -> np.ndarray:
    """The likeness of each page of ours, a row, to each of theirs, a column."""
    likenesses = np.zeros((len(ours), len(theirs)))
    for row, our_page in enumerate(ours):
        for column, their_page in enumerate(theirs):
            likenesses[row, column] = likeness(our_page, their_page)
    return likenesses


def _exchanged_pairs(likenesses: np.ndarray, in_order: dict[int, int]) -> dict[int, int]:
    """Pairs of pages that are alike, and still more so if they are exchanged."""
    least = _LEAST_LIKENESS_OF_EXCHANGED
    unsure = [(one, other) for one, other in in_order.items() if likenesses[one, other] < least]
    exchanged: dict[int, int] = {}
    for at, (one, other) in enumerate(unsure):
        for further, another in unsure[at + 1 :]:
            crosswise = min(likenesses[one, another], likenesses[further, other])
            if crosswise >= least:
                exchanged |= {one: another, further: other}
    return exchanged


def _pairs_in_order(likenesses: np.ndarray) -> list[tuple[int, int]]:
    """The longest and most alike pages that have one order in both files (Needleman and Wunsch, 1970)."""
    rows, columns = likenesses.shape
    worth = np.where(likenesses >= _LEAST_LIKENESS, likenesses, -1.0)
    best = np.zeros((rows + 1, columns + 1))
    for row in range(rows):
        for column in range(columns):
            best[row + 1, column + 1] = max(
                best[row, column] + worth[row, column], best[row, column + 1], best[row + 1, column]
            )
    pairs = []
    row, column = rows, columns
    while row and column:
        if best[row, column] == best[row - 1, column]:
            row -= 1
        elif best[row, column] == best[row, column - 1]:
            column -= 1
        else:
            row, column = row - 1, column - 1
            pairs.append((row, column))
    return pairs[::-1]


def _pairs_between_neighbours(
    our_unpaired: list[int], their_unpaired: list[int], in_order: dict[int, int]
) -> Iterator[tuple[int, int]]:
    """Pages that are like none of ours and have the place of one: between the same neighbours."""
    for index in our_unpaired:
        index_before = max((paired_index for paired_index in in_order if paired_index < index), default=-1)
        index_after = min((paired_index for paired_index in in_order if paired_index > index), default=None)
        their_index_before = in_order.get(index_before, -1)
        their_index_after = None if index_after is None else in_order[index_after]
        their_pages_between = _pages_between(their_unpaired, their_index_before, their_index_after)
        our_pages_between = _pages_between(our_unpaired, index_before, index_after)
        if len(their_pages_between) == len(our_pages_between):
            yield index, their_pages_between[our_pages_between.index(index)]


def _pages_between(pages: list[int], index_before: int, index_after: int | None) -> list[int]:
    """Those of some pages that come after one page and before another, if there is one."""
    return [page for page in pages if index_before < page and (index_after is None or page < index_after)]


def _words_on_other_places(
    elsewhere: dict[int, int],
    in_order: dict[int, int],
    ours: Sequence[PageFingerprint],
    theirs: Sequence[PageFingerprint],
) -> Iterator[str]:
    place_of_page = {
        ours[our_index].number: theirs[their_index].number
        for our_index, their_index in {**in_order, **elsewhere}.items()
    }
    reported: set[int] = set()
    for page in sorted(ours[our_index].number for our_index in elsewhere):
        if page in reported:
            continue
        place = place_of_page[page]
        if place_of_page.get(place) == page:
            reported |= {page, place}
            yield f"{pages_in_words([page, place])} are exchanged"
        else:
            yield f"page {page} is in another place: it is page {place} of the file"


def _words_on_missing(missing: list[int], ours: Sequence[PageFingerprint]) -> Iterator[str]:
    for blank in (False, True):
        pages = [ours[index].number for index in missing if ours[index].is_blank is blank]
        if pages:
            verb = "is" if len(pages) == 1 else "are"
            aside = f", which {verb} blank," if blank else ""
            yield f"{pages_in_words(pages)}{aside} {verb} missing"


def _words_on_added(
    added: list[int],
    theirs: Sequence[PageFingerprint],
    ours: Sequence[PageFingerprint],
    likenesses: np.ndarray,
) -> Iterator[str]:
    blank = [theirs[index].number for index in added if theirs[index].is_blank]
    if blank:
        many = f"{len(blank)} blank pages are" if len(blank) > 1 else "a blank page is"
        yield f"{many} inserted: {pages_in_words(blank)} of the file"
    for index in added:
        if theirs[index].is_blank:
            continue
        number = theirs[index].number
        first = int(np.argmax(likenesses[:, index])) if len(ours) else 0
        if len(ours) and likenesses[first, index] >= _LEAST_LIKENESS_ELSEWHERE:
            yield f"page {ours[first].number} is there twice, again as page {number} of the file"
        else:
            yield f"page {number} of the file does not belong there"
