"""Two pages that should be the same, place by place: what differs there, and how."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from casekit.print.comparison.differences import DifferenceKind, PageDifference
from casekit.print.comparison.image_diff import CELL
from casekit.print.comparison.landmarks import Box, NamedPlace, PrintedLine, lines_in_words, lines_of, quoted
from casekit.print.comparison.line_diff import (
    AROUND,
    PLAIN,
    LineChange,
    PagePair,
    Squares,
    box_of,
    dots_of,
    is_bare,
    is_plain,
    joined,
    judged,
    within,
)
from casekit.print.comparison.rendering import NEAR, PER_POINT, Letters, Picture, some, unlike
from casekit.print.preflight.pdf_opening import present
from casekit.values import grouped

_ART = 1_300.0
"""Shades that squares which touch each other differ by, where nothing can be read."""
_BESIDE = 8.0
"""Points around a reported difference in which letters may differ too."""
_SHAPE = 0.4
"""Points by which the outlines of two letters differ that are not the same letter."""


def spots(sight: PagePair) -> Iterator[PageDifference]:
    """The differences of two pages, one for each place that has a name."""
    tints, clusters = _tints(sight)
    yield from tints
    nearest = [[_line_at(sight.places, row, column) for row, column in cluster] for cluster in clusters]
    pairs = zip(chain(*nearest), chain(*clusters), strict=True)
    by_line = grouped((at, square) for at, square in pairs if at is not None)
    moved: list[str] = []
    for place, lines in groupby(sorted({*by_line, *sight.reset}), itemgetter(0)):
        held = {
            line: judged(sight, place, line, np.array(by_line.get((place, line), ()), dtype=np.intp))
            for _, line in lines
        }
        yield _of_place(sight, sight.places[place], _without_neighbours(held), moved)
    for cluster in (cluster for cluster, lines in zip(clusters, nearest, strict=True) if not any(lines)):
        found = _of_area(sight, cluster)
        if not any(text and text in found.words for text in moved):
            yield found


def _without_neighbours(held: dict[int, LineChange]) -> dict[int, LineChange]:
    """The lines of a place that differ, without those beside a missing one that lack only letters of it."""
    missing = {line for line, (kind, _) in held.items() if kind is DifferenceKind.MISSING}
    lesser = {DifferenceKind.DRAWING, DifferenceKind.COVERED, DifferenceKind.CROSSED}
    return {
        line: change
        for line, change in held.items()
        if change[0] not in lesser or not missing & {line - 1, line + 1}
    }


def texts(sight: PagePair, told: Sequence[PageDifference]) -> Iterator[PageDifference]:
    """The text that a program reads on one of two pages alone, where the eye sees no difference."""
    names = {each.place for each in told}
    boxes = [line.box for place in sight.places if place.name in names for line in place.lines]
    boxes += [box_of(cluster) for cluster in _clusters(sight)]
    alone = unlike(sight.our_letters, sight.their_letters)
    lost, added = (some(each, ~within(each, boxes, _BESIDE)) for each in alone)
    if any(each.kind in {DifferenceKind.MOVED, DifferenceKind.MISSING} for each in told):
        # Wherever it is now, unless that is beyond the edges of the page.
        added = some(added, np.asarray(np.all((added.middles >= 0) & (added.middles <= sight.size), axis=1)))
    gone = _is_printed(sight.ours, lost) & ~_is_printed(sight.theirs.picture, lost)
    new = _is_printed(sight.theirs.picture, added) & ~_is_printed(sight.ours, added)
    for kind, letters in (
        (DifferenceKind.MISSING, some(lost, gone)),
        (DifferenceKind.ADDED, some(added, new)),
    ):
        if letters.characters:
            # A full stop is too small to be seen as a difference by itself.
            words = f"{quoted(joined(letters, turned=sight.turned))} is {kind.value}"
            yield PageDifference(kind, sight.number, words, _place_of(sight, letters))
    lost, added = some(lost, ~gone), some(added, ~new)
    if lost.characters or added.characters:
        # A comma and a full stop are too much alike to be seen as a difference by themselves.
        kind = DifferenceKind.LETTERS if _are_of_other_shapes(lost, added) else DifferenceKind.READ
        mine, yours = (joined(each, turned=sight.turned) for each in (lost, added))
        place = _place_of(sight, lost if lost.characters else added)
        yield PageDifference(kind, sight.number, _read_words(kind, mine, yours), place)


def _are_of_other_shapes(lost: Letters, added: Letters) -> bool:
    """Whether letters that are printed instead of others have outlines of another size: their glyphs are other ones."""
    if not lost.characters or len(lost.characters) != len(added.characters):
        return False
    here, there = (each.boxes[:, 2:] - each.boxes[:, :2] for each in (lost, added))
    return bool((np.abs(here - there).max(axis=1) > _SHAPE).all())


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
        seen[at] = len(dots) > 0 and bool((dots.max(axis=0) - dots.min(axis=0)).max() > PLAIN)
    return seen


def _place_of(sight: PagePair, letters: Letters) -> str:
    """The name of the place where letters begin."""
    across, down = letters.middles[0]
    boxes = ((place.name, line.box) for place in sight.places for line in place.lines)
    names = (
        name
        for name, (left, top, right, bottom) in boxes
        if left - NEAR <= across <= right + NEAR and top - NEAR <= down <= bottom + NEAR
    )
    return next(names, "") or _part_of_page(sight, down, across)


def _part_of_page(sight: PagePair, down: float, across: float) -> str:
    width, height = sight.size
    if not (0 <= down <= height and 0 <= across <= width):
        return "outside its edges"
    if sight.turned:
        down = height - down
    return ("at the top", "in the middle", "at the foot")[min(2, int(3 * down / height))]


def _clusters(sight: PagePair) -> Iterator[Squares]:
    """Squares that differ and are next to each other, where they make a difference."""
    cells = sight.theirs.cells
    left = {(int(row), int(column)) for row, column in np.argwhere(cells > 0)}
    while left:
        found = [left.pop()]
        for row, column in found:
            near = {
                (row + down, column + across) for down in (-2, -1, 0, 1, 2) for across in (-2, -1, 0, 1, 2)
            }
            found += sorted(near & left)
            left -= near
        cluster = np.array(sorted(found))
        strength = cells[cluster[:, 0], cluster[:, 1]].sum()
        letters = (sight.our_letters, sight.their_letters)
        if strength > _ART or any(within(each, [box_of(cluster)]).any() for each in letters):
            yield cluster


def _line_at(places: Sequence[NamedPlace], row: int, column: int) -> tuple[int, int] | None:
    """The place and the line of ours that a square belongs to."""
    across, down = ((each + 0.5) * CELL / PER_POINT for each in (column, row))
    near: list[tuple[float, int, int]] = []
    for at, place in enumerate(places):
        for number, line in enumerate(place.lines):
            left, top, right, bottom = line.box
            away = max(left - across, across - right, 0.0) + max(top - down, down - bottom, 0.0)
            if away <= AROUND:
                near.append((away, at, number))
    return min(near)[1:] if near else None


def _of_place(
    sight: PagePair, place: NamedPlace, held: dict[int, LineChange], moved: list[str]
) -> PageDifference:
    """The difference of a place from those of its lines."""
    kinds = [kind for kind, _ in held.values()]
    kind = max(dict.fromkeys(kinds), key=kinds.count)
    first, what = next((line, words) for line, (each, words) in held.items() if each is kind)
    if kind is DifferenceKind.MISSING and (away := _moved_by(sight, place, held, moved)):
        return PageDifference(DifferenceKind.MOVED, sight.number, away, place.name)
    # The number or the heading does not belong to the text below it.
    where = lines_in_words([line - 1 for line in held], len(place.lines) - 1) if place.is_running else ""
    words = f"{what}{where}" if kind is not DifferenceKind.LETTERS else what
    is_reset = kind in {DifferenceKind.SIZE, DifferenceKind.FACE, DifferenceKind.MOVED}
    if place.is_running and is_reset and [*held] == [0]:
        words, what = f"{quoted(place.lines[0].text)} is {what}", ""
    if kind is DifferenceKind.MISSING and not place.is_running:
        words, what = f"{quoted(place.lines[first].text)} is missing", ""
    return PageDifference(kind, sight.number, words, place.name, what=what)


def _moved_by(sight: PagePair, place: NamedPlace, lines: Iterable[int], moved: list[str]) -> str:
    """How far the lines of a place are away from where they should be; empty if they are nowhere on the page."""
    in_place = {(line.text, *_rounded(line)) for each in sight.places for line in each.lines}
    theirs = {
        each.text: each
        for each in lines_of(sight.their_letters, turned=sight.turned)
        if (each.text, *_rounded(each)) not in in_place
    }
    gone = [place.lines[at] for at in lines]
    found = [(line, theirs[line.text]) for line in gone if line.text in theirs]
    width, height = sight.size
    if len(found) < len(gone):
        return ""
    across, down = (found[0][1].box[at] - found[0][0].box[at] for at in (0, 1))
    middle = [(found[0][1].box[at] + found[0][1].box[at + 2]) / 2 for at in (0, 1)]
    if not (0 <= middle[0] <= width and 0 <= middle[1] <= height):
        return "moved off the page"
    if max(abs(across), abs(down)) < NEAR:
        return ""
    moved += [line.text for line in gone]
    return f"moved by {max(abs(across), abs(down)) / 72 * 25.4:.0f} mm"


def _rounded(line: PrintedLine) -> tuple[int, int]:
    return round(line.box[0] / NEAR), round(line.box[1] / NEAR)


def _tints(sight: PagePair) -> tuple[list[PageDifference], list[Squares]]:
    """A difference for each tint on a part of the page, which lines of text divide; and the squares that differ otherwise."""
    tints = grouped((_tint_words(sight, squares), squares) for squares in _clusters(sight))
    others = tints.pop("", [])
    found = [
        PageDifference(
            DifferenceKind.COLOUR, sight.number, words, _name_of(sight, box_of(np.concatenate(held)))
        )
        for words, held in tints.items()
    ]
    return found, others


def _tint_words(sight: PagePair, squares: Squares) -> str:
    """The words for an area that is even on both pictures, and nearly alike; empty if it is not."""
    one, other = (dots_of(each, squares) for each in (sight.ours, sight.theirs.picture))
    if not (is_plain(one) and is_plain(other)):
        return ""
    apart = np.median(one, axis=0) - np.median(other, axis=0)
    strongest = float(np.abs(apart).max())
    if strongest >= PLAIN:
        return ""
    way = "darker" if apart.sum() > 0 else "lighter"
    return f"printed on a ground that is about {100 * strongest / 255:.0f} % {way}"


def _of_area(sight: PagePair, squares: Squares) -> PageDifference:
    """The difference of an area where we have no text."""
    box = box_of(squares)
    there = some(sight.their_letters, within(sight.their_letters, [box]))
    text = joined(unlike(sight.our_letters, there)[1], turned=sight.turned)
    one, other = (dots_of(each, squares) for each in (sight.ours, sight.theirs.picture))
    changes = {
        (DifferenceKind.ADDED, f"{quoted(text)} is added"): text,
        (DifferenceKind.ADDED, "something is added that should not be there"): is_bare(one),
        (DifferenceKind.MISSING, "a drawing or a rule is missing"): is_bare(other),
        (DifferenceKind.COVERED, "a drawing is covered"): is_plain(other),
        (DifferenceKind.DRAWING, "what is drawn or printed here looks different"): True,
    }
    kind, words = present(changes)[0]
    return PageDifference(kind, sight.number, words, _name_of(sight, box))


def _name_of(sight: PagePair, box: Box) -> str:
    """The place that an area is in, or the part of the page."""
    down, across = (box[1] + box[3]) / 2, (box[0] + box[2]) / 2
    names = (
        place.name
        for place in sight.places
        if len(place.lines) > 1
        and min(line.box[1] for line in place.lines) <= down <= max(line.box[3] for line in place.lines)
    )
    return next(names, "") or _part_of_page(sight, down, across)
