"""Two pages that should be the same, place by place: what differs there, and how."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, product
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from casekit.print.comparison.differences import DifferenceKind, PageDifference
from casekit.print.comparison.image_diff import CELL
from casekit.print.comparison.landmarks import Box, NamedPlace, PrintedLine, lines_in_words, lines_of, quoted
from casekit.print.comparison.line_diff import (
    AROUND_LINE,
    MOST_PLAIN_SHADES,
    PagePair,
    PrintedLineChange,
    Squares,
    box_of,
    change_of_line,
    dots_of,
    is_bare,
    is_plain,
    within,
    words_of,
)
from casekit.print.comparison.rendering import NEAR, PER_POINT, Letters, Picture, some, unlike
from casekit.print.preflight.pdf_opening import present
from casekit.values.grouping import grouped

# The least sum of shades by which squares next to each other differ, where nothing can be read.
_LEAST_SHADES_OF_ART = 1_300.0
# Points around a reported difference in which letters may differ too.
_AROUND_DIFFERENCE = 8.0
# The least points by which the outlines of two letters differ that are not the same letter.
_LEAST_SHAPE_DIFFERENCE = 0.4
# Rows and columns between two squares that are next to each other.
_NEIGHBOURS = [*product((-2, -1, 0, 1, 2), (-2, -1, 0, 1, 2))]
# What can be seen beside a missing line, of whose letters a part is beside it.
_KINDS_BESIDE_MISSING = {DifferenceKind.DRAWING, DifferenceKind.COVERED, DifferenceKind.CROSSED}


def visible_differences(page_pair: PagePair) -> Iterator[PageDifference]:
    """The differences of two pages, one for each place that has a name."""
    tints, clusters = _tint_differences(page_pair)
    yield from tints
    squares_by_line: dict[tuple[int, int], list[NDArray[np.intp]]] = {}
    elsewhere: list[Squares] = []
    for cluster in clusters:
        is_on_a_line = False
        for square in cluster:
            nearest = _line_at(page_pair.places, *square)
            if nearest is not None:
                is_on_a_line = True
                squares_by_line.setdefault(nearest, []).append(square)
        if not is_on_a_line:
            elsewhere.append(cluster)
    # The texts of lines that are reported as moved.
    moved_texts: list[str] = []
    for place, lines in groupby(sorted({*squares_by_line, *page_pair.reset}), itemgetter(0)):
        changes = {}
        for _, line in lines:
            squares = np.array(squares_by_line.get((place, line), ()), dtype=np.intp)
            changes[line] = change_of_line(page_pair, place, line, squares)
        yield _difference_of_place(
            page_pair, page_pair.places[place], _without_neighbours(changes), moved_texts
        )
    for cluster in elsewhere:
        difference = _difference_of_area(page_pair, cluster)
        if not any(text and text in difference.words for text in moved_texts):
            yield difference


def _without_neighbours(changes: dict[int, PrintedLineChange]) -> dict[int, PrintedLineChange]:
    """The lines of a place that differ, without those beside a missing one that lack only letters of it."""
    missing = {line for line, change in changes.items() if change.kind is DifferenceKind.MISSING}
    beside_missing = {line - 1 for line in missing} | {line + 1 for line in missing}

    def is_worth_reporting(line: int) -> bool:
        return changes[line].kind not in _KINDS_BESIDE_MISSING or line not in beside_missing

    return {line: change for line, change in changes.items() if is_worth_reporting(line)}


def text_differences(page_pair: PagePair, reported: Sequence[PageDifference]) -> Iterator[PageDifference]:
    """The text that a program reads on only one of two pages, where the eye sees no difference.

    ``reported`` are the differences that are already reported.
    """
    lost, added = _unmatched_letters(page_pair, reported)
    gone = _is_printed(page_pair.ours, lost) & ~_is_printed(page_pair.theirs.picture, lost)
    new = _is_printed(page_pair.theirs.picture, added) & ~_is_printed(page_pair.ours, added)
    for kind, letters in (
        (DifferenceKind.MISSING, some(lost, gone)),
        (DifferenceKind.ADDED, some(added, new)),
    ):
        if letters.characters:
            # A full stop is too small to be seen as a difference by itself.
            words = f"{quoted(words_of(letters, turned=page_pair.turned))} is {kind.value}"
            yield PageDifference(kind, page_pair.number, words, _place_of_letters(page_pair, letters))
    lost, added = some(lost, ~gone), some(added, ~new)
    if lost.characters or added.characters:
        # A comma and a full stop are too much alike to be seen as a difference by themselves.
        kind = DifferenceKind.LETTERS if _are_of_other_shapes(lost, added) else DifferenceKind.READ
        mine, yours = words_of(lost, turned=page_pair.turned), words_of(added, turned=page_pair.turned)
        place = _place_of_letters(page_pair, lost if lost.characters else added)
        yield PageDifference(kind, page_pair.number, _read_words(kind, mine, yours), place)


def _unmatched_letters(page_pair: PagePair, reported: Sequence[PageDifference]) -> tuple[Letters, Letters]:
    """The letters read on our page alone and on theirs alone, without those at a reported difference."""
    names = {difference.place for difference in reported}
    boxes: list[Box] = []
    for place in page_pair.places:
        if place.name in names:
            boxes += [line.box for line in place.lines]
    boxes += [box_of(cluster) for cluster in _clusters(page_pair)]
    lost, added = unlike(page_pair.our_letters, page_pair.their_letters)
    lost = some(lost, ~within(lost, boxes, _AROUND_DIFFERENCE))
    added = some(added, ~within(added, boxes, _AROUND_DIFFERENCE))
    kinds = {difference.kind for difference in reported}
    if kinds & {DifferenceKind.MOVED, DifferenceKind.MISSING}:
        # Wherever it is now, unless that is beyond the edges of the page.
        added = some(
            added, np.asarray(np.all((added.middles >= 0) & (added.middles <= page_pair.size), axis=1))
        )
    return lost, added


def _are_of_other_shapes(lost: Letters, added: Letters) -> bool:
    """Whether letters that are printed instead of others have outlines of another size.

    Then their glyphs are other ones.
    """
    if not lost.characters or len(lost.characters) != len(added.characters):
        return False
    here, there = (letters.boxes[:, 2:] - letters.boxes[:, :2] for letters in (lost, added))
    return bool((np.abs(here - there).max(axis=1) > _LEAST_SHAPE_DIFFERENCE).all())


def _read_words(kind: DifferenceKind, lost: str, added: str) -> str:
    """The words on letters that are read on our page alone, and on theirs alone."""
    words = {
        f"shows {quoted(added)} instead of {quoted(lost)}": kind is DifferenceKind.LETTERS,
        f"{quoted(lost)} is printed, but a program or a screen reader reads {quoted(added)}": lost and added,
        f"{quoted(added)} cannot be seen, but a program or a screen reader reads it": added,
        f"{quoted(lost)} is printed, but a program or a screen reader cannot read it": True,
    }
    return present(words)[0]


def _is_printed(picture: Picture, letters: Letters) -> NDArray[np.bool_]:
    """Where each of some letters should be, whether there is anything to be seen."""
    seen = np.zeros(len(letters.characters), np.bool_)
    edges = np.clip((letters.boxes * PER_POINT).round(), 0, 1e6).astype(np.intp)
    for at, (left, top, right, bottom) in enumerate(edges):
        dots = picture[max(0, top - 1) : bottom + 1, max(0, left - 1) : right + 1].reshape(-1, 3)
        seen[at] = len(dots) > 0 and bool((dots.max(axis=0) - dots.min(axis=0)).max() > MOST_PLAIN_SHADES)
    return seen


def _place_of_letters(page_pair: PagePair, letters: Letters) -> str:
    """The name of the place where letters begin."""
    across, down = letters.middles[0]
    for place in page_pair.places:
        for line in place.lines:
            left, top, right, bottom = line.box
            if left - NEAR <= across <= right + NEAR and top - NEAR <= down <= bottom + NEAR:
                return place.name or _part_of_page(page_pair, down, across)
    return _part_of_page(page_pair, down, across)


def _part_of_page(page_pair: PagePair, down: float, across: float) -> str:
    width, height = page_pair.size
    if not (0 <= down <= height and 0 <= across <= width):
        return "outside its edges"
    if page_pair.turned:
        down = height - down
    return ("at the top", "in the middle", "at the foot")[min(2, int(3 * down / height))]


def _clusters(page_pair: PagePair) -> Iterator[Squares]:
    """Squares that differ and are next to each other, where they make a difference."""
    cells = page_pair.theirs.cells
    remaining = {(int(row), int(column)) for row, column in np.argwhere(cells > 0)}
    while remaining:
        squares = [remaining.pop()]
        # The list grows while it is gone through, by the neighbours of each square.
        for row, column in squares:
            neighbours = {(row + down, column + across) for down, across in _NEIGHBOURS}
            squares += sorted(neighbours & remaining)
            remaining -= neighbours
        cluster = np.array(sorted(squares))
        strength = cells[cluster[:, 0], cluster[:, 1]].sum()
        if strength > _LEAST_SHADES_OF_ART or _has_letters(page_pair, box_of(cluster)):
            yield cluster


def _has_letters(page_pair: PagePair, box: Box) -> bool:
    """Whether a letter can be read in a box on either page."""
    pages = (page_pair.our_letters, page_pair.their_letters)
    return any(within(letters, [box]).any() for letters in pages)


def _line_at(places: Sequence[NamedPlace], row: int, column: int) -> tuple[int, int] | None:
    """The place and the line of ours that a square belongs to, as indexes: the nearest one."""
    across, down = (column + 0.5) * CELL / PER_POINT, (row + 0.5) * CELL / PER_POINT
    near_lines: list[tuple[float, int, int]] = []
    for place_index, place in enumerate(places):
        for line_index, line in enumerate(place.lines):
            left, top, right, bottom = line.box
            distance = max(left - across, across - right, 0.0) + max(top - down, down - bottom, 0.0)
            if distance <= AROUND_LINE:
                near_lines.append((distance, place_index, line_index))
    if not near_lines:
        return None
    _, nearest_place, nearest_line = min(near_lines)
    return nearest_place, nearest_line


def _difference_of_place(
    page_pair: PagePair, place: NamedPlace, changes: dict[int, PrintedLineChange], moved_texts: list[str]
) -> PageDifference:
    """The difference of a place, made of those of its lines: the most frequent kind, in its first words."""
    kinds = [change.kind for change in changes.values()]
    kind = max(dict.fromkeys(kinds), key=kinds.count)
    first, what = next((line, change.words) for line, change in changes.items() if change.kind is kind)
    if kind is DifferenceKind.MISSING:
        move = _move_in_words(page_pair, place, changes, moved_texts)
        if move:
            return PageDifference(DifferenceKind.MOVED, page_pair.number, move, place.name)
    # The number or the heading does not belong to the text below it.
    where = lines_in_words([line - 1 for line in changes], len(place.lines) - 1) if place.is_running else ""
    words = f"{what}{where}" if kind is not DifferenceKind.LETTERS else what
    is_reset = kind in {DifferenceKind.SIZE, DifferenceKind.FACE, DifferenceKind.MOVED}
    if place.is_running and is_reset and [*changes] == [0]:
        words, what = f"{quoted(place.lines[0].text)} is {what}", ""
    if kind is DifferenceKind.MISSING and not place.is_running:
        words, what = f"{quoted(place.lines[first].text)} is missing", ""
    return PageDifference(kind, page_pair.number, words, place.name, what=what)


def _move_in_words(
    page_pair: PagePair, place: NamedPlace, lines: Iterable[int], moved_texts: list[str]
) -> str:
    """How far the lines of a place are from where they should be; empty if they are nowhere on the page.

    The texts of lines that are elsewhere are added to ``moved_texts``.
    """
    lines_elsewhere = _lines_elsewhere(page_pair)
    missing_lines = [place.lines[line] for line in lines]
    if not all(line.text in lines_elsewhere for line in missing_lines):
        return ""
    first_line = missing_lines[0]
    here, there = first_line.box, lines_elsewhere[first_line.text].box
    width, height = page_pair.size
    across, down = (there[0] + there[2]) / 2, (there[1] + there[3]) / 2
    if not (0 <= across <= width and 0 <= down <= height):
        return "moved off the page"
    distance = max(abs(there[0] - here[0]), abs(there[1] - here[1]))
    if distance < NEAR:
        return ""
    moved_texts += [line.text for line in missing_lines]
    return f"moved by {distance / 72 * 25.4:.0f} mm"


def _lines_elsewhere(page_pair: PagePair) -> dict[str, PrintedLine]:
    """The lines of their page that are not where ours has a line of that text, by their texts."""
    in_place: set[tuple[str, int, int]] = set()
    for place in page_pair.places:
        in_place.update((line.text, *_rounded(line)) for line in place.lines)
    lines_elsewhere = {}
    for line in lines_of(page_pair.their_letters, turned=page_pair.turned):
        if (line.text, *_rounded(line)) not in in_place:
            lines_elsewhere[line.text] = line
    return lines_elsewhere


def _rounded(line: PrintedLine) -> tuple[int, int]:
    """About where a line begins."""
    return round(line.box[0] / NEAR), round(line.box[1] / NEAR)


def _tint_differences(page_pair: PagePair) -> tuple[list[PageDifference], list[Squares]]:
    """A difference for each tint on a part of the page, and the squares that differ otherwise.

    Lines of text divide a tint into several clusters of squares.
    """
    tints = grouped((_tint_words(page_pair, squares), squares) for squares in _clusters(page_pair))
    others = tints.pop("", [])
    differences = []
    for words, clusters in tints.items():
        place = _place_of_area(page_pair, box_of(np.concatenate(clusters)))
        differences.append(PageDifference(DifferenceKind.COLOUR, page_pair.number, words, place))
    return differences, others


def _tint_words(page_pair: PagePair, squares: Squares) -> str:
    """The words for an area that is even on both pictures, and nearly alike; empty if it is not."""
    one, other = dots_of(page_pair.ours, squares), dots_of(page_pair.theirs.picture, squares)
    if not (is_plain(one) and is_plain(other)):
        return ""
    apart = np.median(one, axis=0) - np.median(other, axis=0)
    strongest = float(np.abs(apart).max())
    if strongest >= MOST_PLAIN_SHADES:
        return ""
    way = "darker" if apart.sum() > 0 else "lighter"
    return f"printed on a ground that is about {100 * strongest / 255:.0f} % {way}"


def _difference_of_area(page_pair: PagePair, squares: Squares) -> PageDifference:
    """The difference of an area where we have no text."""
    box = box_of(squares)
    there = some(page_pair.their_letters, within(page_pair.their_letters, [box]))
    text = words_of(unlike(page_pair.our_letters, there)[1], turned=page_pair.turned)
    one, other = dots_of(page_pair.ours, squares), dots_of(page_pair.theirs.picture, squares)
    if text:
        kind, words = DifferenceKind.ADDED, f"{quoted(text)} is added"
    elif is_bare(one):
        kind, words = DifferenceKind.ADDED, "something is added that should not be there"
    elif is_bare(other):
        kind, words = DifferenceKind.MISSING, "a drawing or a rule is missing"
    elif is_plain(other):
        kind, words = DifferenceKind.COVERED, "a drawing is covered"
    else:
        kind, words = DifferenceKind.DRAWING, "what is drawn or printed here looks different"
    return PageDifference(kind, page_pair.number, words, _place_of_area(page_pair, box))


def _place_of_area(page_pair: PagePair, box: Box) -> str:
    """The place that an area is in, or the part of the page."""
    down, across = (box[1] + box[3]) / 2, (box[0] + box[2]) / 2
    for place in page_pair.places:
        if len(place.lines) > 1:
            top = min(line.box[1] for line in place.lines)
            bottom = max(line.box[3] for line in place.lines)
            if top <= down <= bottom:
                return place.name or _part_of_page(page_pair, down, across)
    return _part_of_page(page_pair, down, across)
