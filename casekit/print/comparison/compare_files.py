"""A finished file beside the one that casekit sets now: what a reader of the one would see otherwise.

``compare(task, span)``. A stranger's file is looked at in a process with limits, which may be lost, whatever
is wrong with the file.
"""

from collections.abc import Iterator, Mapping
from math import prod

import numpy as np
from numpy.typing import NDArray
from pypdfium2 import PdfiumError

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.print.comparison import (
    accessible_text_diff,
    image_diff,
    landmarks,
    line_diff,
    page_alignment,
    page_distances,
    page_matching,
    region_diff,
)
from casekit.print.comparison.differences import DifferenceKind, PageDifference, Placing, told
from casekit.print.comparison.rendering import Leaf, Picture, Rendering, rendering, same_text
from casekit.print.preflight import ink_checks
from casekit.system.executors import TaskError
from casekit.system.sandbox import OnProgress, SandboxError, read, report_progress
from casekit.values import frozen

_SMALLER = 4
"""The part of its size in which two pages are laid over each other."""
_SAME = 0.8
"""The correlation of two pictures that may be the same but for edges."""
_BETTER = 3
"""How many times less two pictures must differ if one of them is shown in another way."""
_GROUND = 30.0
"""Shades by which the mean of a page may be away from that of its negative."""
_COLOURLESS = 12
"""Shades by which the colours of a grey dot differ."""
_COLOURED, _GREY = 0.0005, 0.0001
"""The part of a page that is coloured if a little thing on it is, and the most of a page without colours."""
_BRIGHTNESS = (0.114, 0.587, 0.299)
"""How bright blue, green and red are, of 1 for white (ITU-R BT.601)."""
_OTHER_GREY = 60
"""Shades by which programs differ in the grey that they take for a colour."""
_MOSTLY = 0.8

_MANY_TIMES, _MANY = 4, 50
_LARGE = 4
_ROUNDING = 0.5


@frozen
class FilePair:
    """Two files, of which anybody made the second, and what shows the way in ours.

    Of a file for a press the inks count, and its objects show that they have a profile. If pages of ours are
    to be looked at ``instead`` of some of theirs (by their places, from 0), the others are taken for the
    same.
    """

    ours: bytes
    theirs: bytes
    posts: landmarks.Landmarks
    press: bool = False
    instead: Mapping[int, int] | None = None


def look(task: FilePair) -> tuple[PageDifference, ...]:
    """All differences, found in this process, which a file may end.

    A file that cannot be opened is a difference.
    """
    shown = ink_checks.without_profiles(task.theirs) if task.press else task.theirs
    wanted = task.ours if task.instead is None else page_matching.with_pages(shown, task.ours, task.instead)
    try:
        with rendering(wanted) as ours, rendering(shown) as theirs:
            differences = tuple(_FilePair(ours, theirs, task.posts).differences())
    except PdfiumError:
        return (PageDifference(DifferenceKind.PAGE, 0, "the file, or a page of it, cannot be shown"),)
    moved = any(difference.kind is DifferenceKind.PAGE and not difference.page for difference in differences)
    report_progress("what the file says beside its pages")
    return (*differences, *accessible_text_diff.said_otherwise(wanted, shown, moved=moved))


@frozen
class _FilePair:
    """Two open files. Pages count from 1."""

    ours: Rendering
    theirs: Rendering
    posts: landmarks.Landmarks

    def differences(self) -> Iterator[PageDifference]:
        """Everything that is different."""
        mine, yours = len(self.ours), len(self.theirs)
        if yours > _MANY_TIMES * mine + _MANY:
            yield PageDifference(DifferenceKind.PAGE, 0, f"the file has {yours:,} pages instead of {mine}")
            return
        if large := [*self._large()]:
            yield from large
            return
        unlike = self._unlike()
        if not unlike[0] and not unlike[1]:
            return
        if mine != yours:
            # The pages before and after may be there twice.
            unlike = (
                _with_neighbours(unlike[0], mine, unlike[1]),
                _with_neighbours(unlike[1], yours, unlike[0]),
            )
        our_sketches = [self._sketch(self.ours, page) for page in unlike[0]]
        their_sketches = [self._sketch(self.theirs, page) for page in unlike[1]]
        pairs, elsewhere = page_matching.pair(our_sketches, their_sketches)
        yield from elsewhere
        for one, other in pairs:
            report_progress(f"page {other}")
            yield from self._between(one, other)

    def _large(self) -> Iterator[PageDifference]:
        """Pages so large that their pictures would say nothing, and fill the memory."""
        most = _LARGE * prod(self.ours.dots(0))
        for at in range(len(self.theirs)):
            if prod(self.theirs.dots(at)) <= most:
                continue
            with self.ours.leaf(min(at, len(self.ours) - 1)) as mine, self.theirs.leaf(at) as yours:
                yield PageDifference(DifferenceKind.PAGE, at + 1, _sizes(mine, yours))

    def _unlike(self) -> tuple[list[int], list[int]]:
        """The pages that are not the same as those that are as far from the beginning or from the end."""
        mine, yours = len(self.ours), len(self.theirs)
        shared = min(mine, yours)
        if mine == yours:
            unlike = [page for page in range(1, mine + 1) if not self._alike(page, page)]
            return unlike, unlike
        first = next((at for at in range(shared) if not self._alike(at + 1, at + 1)), shared)
        last = next(
            (at for at in range(shared - first) if not self._alike(mine - at, yours - at)), shared - first
        )
        return [*range(first + 1, mine - last + 1)], [*range(first + 1, yours - last + 1)]

    def _alike(self, one: int, other: int) -> bool:
        """Whether a page is seen and read as ours is."""
        report_progress(f"page {other}")
        with self.ours.leaf(one - 1) as mine, self.theirs.leaf(other - 1) as yours:
            if _sizes(mine, yours) or mine.dots != yours.dots or not same_text(mine.text(), yours.text()):
                return False
            return bool(
                np.array_equal(mine.picture, yours.picture)
                or (
                    page_alignment.in_place(mine, yours)
                    and not image_diff.differing(mine.picture, yours.picture).any()
                )
            )

    def _sketch(self, file: Rendering, page: int) -> page_matching.PageFingerprint:
        report_progress(f"page {page}")
        with file.leaf(page - 1) as leaf:
            return page_matching.sketch(page, leaf.picture, leaf.text())

    def _between(self, one: int, other: int) -> Iterator[PageDifference]:
        """The differences of two pages."""
        with self.ours.leaf(one - 1) as mine, self.theirs.leaf(other - 1) as yours:
            sizes = _sizes(mine, yours)
            words, hint, beside = ("", "", mine) if sizes else _as_a_whole(mine, yours)
            if words:
                yield PageDifference(DifferenceKind.PAGE, one, words, hint=hint)
            if beside is not None:
                yield from self._over(one, beside, yours, sizes)

    def _over(self, page: int, mine: Leaf, yours: Leaf, sizes: str) -> Iterator[PageDifference]:
        """The differences of a page of ours and theirs laid over it; ``sizes`` says how these differ."""
        aligned, pairs = page_alignment.lay_over(mine, yours, resized=bool(sizes))
        placing = Placing.of(aligned.place, mine.points, yours.points)
        if placing.quarters % 180 and not _sizes(mine, yours, turned=True):
            sizes = ""
        yield from _placed(page, mine, yours, placing, sizes)
        if aligned.ground:
            words = f": printed on a tint of about {100 * aligned.ground:.0f} % instead of white paper"
            yield PageDifference(DifferenceKind.GROUND, page, words)
        letters, turned = mine.letters, mine.is_upside_down()
        places = landmarks.places_on(
            landmarks.lines_of(letters, turned=turned),
            self.posts,
            self._solution_before(page) if turned else "",
        )
        reset = page_alignment.reset_lines(places, page_alignment.LetterChanges.of(pairs, aligned.place))
        theirs = aligned.laid(yours.letters)
        sight = line_diff.PagePair(page, mine.picture, aligned, letters, theirs, places, turned, reset)
        seen = list(region_diff.spots(sight))
        yield from seen
        if not same_text(mine.text(), yours.text()):
            yield from region_diff.texts(sight, seen)

    def _solution_before(self, page: int) -> str:
        """The solution that goes on at the top of a page that is read upside down.

        Read upside down, the file has the next page before this one.
        """
        for following in range(page, len(self.ours)):
            with self.ours.leaf(following) as leaf:
                for line in landmarks.lines_of(leaf.letters, turned=True):
                    if line.text in self.posts.solutions:
                        return line.text
        return ""


def _with_neighbours(pages: list[int], count: int, others: list[int]) -> list[int]:
    """A run of pages with the one before and the one after it; of ``others`` if it is empty."""
    first, last = (pages[0], pages[-1]) if pages else (others[0], others[0] - 1)
    return [*range(max(1, first - 1), min(count, last + 1) + 1)]


def _sizes(mine: Leaf, yours: Leaf, *, turned: bool = False) -> str:
    """The words on a page of another size; empty if it has ours, or has it if it is ``turned``."""
    one, other = mine.size, yours.size[::-1] if turned else yours.size
    if all(abs(ours - theirs) <= _ROUNDING for ours, theirs in zip(one, other, strict=True)):
        return ""
    shown, wanted = (f"{width:.0f} x {height:.0f} mm" for width, height in (other, one))
    return f": {shown} of it are shown instead of {wanted}"


def _placed(page: int, mine: Leaf, yours: Leaf, placing: Placing, sizes: str) -> Iterator[PageDifference]:
    """Whether a page has another size, is turned, or has its content elsewhere as a whole."""
    if placing.quarters:
        hint = "Ghostscript turns pages by their text unless it is given `-dAutoRotatePages=/None`"
        yield PageDifference(DifferenceKind.PAGE, page, f": turned by {placing.quarters} degrees", hint=hint)
    if sizes:
        yield PageDifference(DifferenceKind.PAGE, page, sizes)
    if (words := placing.words(resized=bool(sizes))) and not (
        sizes and placing.fills(mine.points, yours.points)
    ):
        fit = "print in actual size, at 100 %, and do not let a printer or a program fit pages to its paper"
        hint = fit if placing.is_scaled else ""
        yield PageDifference(DifferenceKind.PAGE, page, f": {words}", hint=hint, placing=placing)


def _as_a_whole(mine: Leaf, yours: Leaf) -> tuple[str, str, Leaf | None]:
    """How their page, which has the size of ours, differs from it as a whole.

    Returns:
        Words that follow its number, empty if it does not differ; what can be done; and what more of it can
        be compared with.
    """
    ours, theirs = mine.picture, image_diff.on_canvas(yours.picture, *mine.dots)
    if theirs.min() >= line_diff.PAPER and ours.min() < line_diff.PAPER and not yours.letters.characters:
        return ": blank", "", None
    one, other = _even(ours), _even(theirs)
    likeness = max(_likeness(one, other), _likeness(one, other[::-1, ::-1]))
    # From here on, another way to show it explains it better than the way it is, or upside down.
    least = max(_SAME, 1 - (1 - likeness) / _BETTER)
    mirrors = {"left and right": other[:, ::-1], "top and bottom": other[::-1]}
    mirrored = next((sides for sides, way in mirrors.items() if _likeness(one, way) >= least), "")
    # Letters that are in their places are not mirrored. They are asked last, for it takes longest.
    if (
        mirrored
        and page_distances.registered(page_distances.letter_pairs(mine.letters, yours.letters)) is None
    ):
        hint = "switch off mirrored or emulsion-side-down printing, or ask for a new file"
        return f": mirrored, so that {mirrored} are exchanged", hint, None
    is_inverted = abs(float(theirs.mean()) + float(ours.mean()) - 255) <= _GROUND
    if is_inverted and _likeness(one, -other) >= least:
        hint = "switch off negative printing, or ask for a new file"
        return ": printed as a negative, light for dark", hint, None
    bleached = _as_grey(ours, theirs)
    if bleached is None:
        return "", "", mine
    hint = "convert no colours, or ask for a new file"
    return ": printed without colours", hint, mine.repainted(bleached)


def _even(picture: Picture) -> NDArray[np.float64]:
    """A small grey picture whose shades are 0 on the average."""
    small = np.asarray(image_diff.grey(picture).reduce(_SMALLER)).astype(np.float64)
    return np.asarray(small - small.mean())


def _likeness(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """The correlation of two even pictures: 1 if they are the same, 0 if one says nothing of the other."""
    strength = float(np.sqrt((one * one).sum() * (other * other).sum()))
    return float((one * other).sum()) / strength if strength else 0.0


def _as_grey(ours: Picture, theirs: Picture) -> Picture | None:
    """Our page in the greys that theirs has instead of colours; ``None`` if it is not ours without them."""
    coloured = _is_coloured(ours)
    if coloured.mean() <= _COLOURED or _is_coloured(theirs).mean() > _GREY:
        return None
    bright = ours.astype(np.float64) @ np.array(_BRIGHTNESS)
    shades = theirs.mean(axis=2)
    # Paper is not a grey of a colour: something is missing there.
    taken = coloured & (np.abs(bright - shades) <= _OTHER_GREY) & (shades < line_diff.PAPER)
    inked = coloured & (bright < line_diff.PAPER)
    if not inked.any() or np.mean(taken[inked]) < _MOSTLY:
        return None
    return np.repeat(np.where(taken, shades, bright).round().astype(np.uint8)[:, :, None], 3, axis=2)


def _is_coloured(picture: Picture) -> NDArray[np.bool_]:
    return np.asarray(picture.max(axis=2).astype(np.int16) - picture.min(axis=2) > _COLOURLESS)


def compare(task: FilePair, span: Span, progress: OnProgress = lambda _: None) -> tuple[Diagnostic, ...]:
    """Findings for everything that a reader sees otherwise in their file than in ours.

    ``progress`` is called with the page that is looked at, which has the time of a file to itself.
    """
    if task.ours == task.theirs:
        return ()
    last = "its first page"

    def hear(page: str) -> None:
        nonlocal last
        last = page
        progress(page)

    try:
        return told(map(PageDifference.of, read(look, task, progress=hear)), span)
    except SandboxError as error:
        why = str(error)
    except TaskError:
        why = "cannot be shown"
    message = f"this PDF cannot be compared: {last} {why}"
    return (codes.UNREADABLE_PDF.at(span, message, hint="ask for a new file, or build it again"),)
