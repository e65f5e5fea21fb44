"""A finished file compared with the one that casekit sets now: what readers see differently in it.

``compare(task, span)`` is the way in. Their file is read in a process with limits, which may be lost if
something is wrong with the file.
"""

from collections.abc import Iterator, Mapping
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pypdfium2 import PdfiumError

from casekit.diagnostics import Finding, Span, codes
from casekit.print.comparison import (
    accessible_text_diff,
    image_diff,
    line_diff,
    page_alignment,
    page_distances,
    page_matching,
    region_diff,
    released_comparison,
)
from casekit.print.comparison.differences import DifferenceKind, PageDifference, Placing, findings_on
from casekit.print.comparison.landmarks import Landmarks, lines_of, places_on
from casekit.print.comparison.rendering import Leaf, Picture, Rendering, rendering, same_text
from casekit.print.preflight import ink_checks
from casekit.system.executors import TaskError
from casekit.system.sandbox import OnProgress, SandboxError, read, report_progress
from casekit.values import frozen

# A file with more pages than this many times ours, and so many more, is not compared.
_MOST_PAGES_TIMES = 4
_MOST_MORE_PAGES = 50
# A page that is so many times as large as our first page is not compared.
_MOST_TIMES_AS_LARGE = 4
# Millimetres by which the sides of two pages of one size may differ.
_SIZE_ROUNDING = 0.5

# How many times smaller the pictures of two whole pages are compared.
_REDUCTION = 4
# The least correlation of two pictures that may be the same but for edges.
_LEAST_CORRELATION = 0.8
# How many times less two pictures must differ if one of them is shown in another way.
_TIMES_BETTER = 3
# The most shades between the mean of a page and that of its negative.
_MOST_SHADES_FROM_NEGATIVE = 30.0

# The most shades by which the colours of a grey dot differ.
_MOST_GREY_SPREAD = 12
# The least part of a page that is coloured if a little thing on it is, and the most of a page without
# colours.
_LEAST_COLOURED_PART = 0.0005
_MOST_COLOURED_PART_OF_GREY = 0.0001
# How bright blue, green and red are, of 1 for white (ITU-R BT.601).
_BRIGHTNESS_OF_BGR = (0.114, 0.587, 0.299)
# The most shades by which programs differ in the grey that they take for a colour.
_MOST_GREY_DIFFERENCE = 60
# The least part of coloured dots that are such a grey on a page that is ours without colours.
_LEAST_PART_IN_GREY = 0.8


@frozen
class FilePair:
    """Two files to be compared."""

    ours: bytes
    """The file as casekit sets it now."""
    theirs: bytes
    """The file that is checked, which anybody may have made."""
    landmarks: Landmarks
    """What names the places on our pages."""
    for_press: bool = False
    """Whether it is a file for a print shop, where the inks count and not the colours of a profile."""
    instead: Mapping[int, int] | None = None
    """For some of their pages the pages of ours to compare; all others are taken for the same.

    Pages count from 0. ``None`` if all pages are compared.
    """


def find_differences(task: FilePair) -> tuple[PageDifference, ...]:
    """All differences, found in this process, which a file can crash.

    A file that cannot be opened is a difference.
    """
    shown = ink_checks.without_profiles(task.theirs) if task.for_press else task.theirs
    wanted = (
        task.ours if task.instead is None else released_comparison.with_pages(shown, task.ours, task.instead)
    )
    try:
        with rendering(wanted) as ours, rendering(shown) as theirs:
            differences = tuple(_FilePair(ours, theirs, task.landmarks).differences())
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
    landmarks: Landmarks

    def differences(self) -> Iterator[PageDifference]:
        """Everything that is different."""
        our_count, their_count = len(self.ours), len(self.theirs)
        if their_count > _MOST_PAGES_TIMES * our_count + _MOST_MORE_PAGES:
            words = f"the file has {their_count:,} pages instead of {our_count}"
            yield PageDifference(DifferenceKind.PAGE, 0, words)
            return
        large_pages = list(self._large_pages())
        if large_pages:
            yield from large_pages
            return
        our_pages, their_pages = self._differing_pages()
        if not our_pages and not their_pages:
            return
        if our_count != their_count:
            # The pages before and after may be there twice.
            our_pages, their_pages = (
                _with_neighbours(our_pages, our_count, their_pages),
                _with_neighbours(their_pages, their_count, our_pages),
            )
        our_fingerprints = [self._fingerprint(self.ours, page) for page in our_pages]
        their_fingerprints = [self._fingerprint(self.theirs, page) for page in their_pages]
        pairs, differences_of_order = page_matching.pair(our_fingerprints, their_fingerprints)
        yield from differences_of_order
        for our_page, their_page in pairs:
            report_progress(f"page {their_page}")
            yield from self._page_differences(our_page, their_page)

    def _large_pages(self) -> Iterator[PageDifference]:
        """Find pages so large that their pictures would say nothing, and fill the memory."""
        most_dots = _MOST_TIMES_AS_LARGE * prod(self.ours.dots(0))
        for index in range(len(self.theirs)):
            if prod(self.theirs.dots(index)) <= most_dots:
                continue
            our_index = min(index, len(self.ours) - 1)
            with self.ours.leaf(our_index) as our_page, self.theirs.leaf(index) as their_page:
                yield PageDifference(DifferenceKind.PAGE, index + 1, _sizes(our_page, their_page))

    def _differing_pages(self) -> tuple[list[int], list[int]]:
        """Pages of ours and of theirs that are not the same, but for the same ones at both ends.

        If there are as many pages in both files, each is compared with the one that has its number.
        """
        our_count, their_count = len(self.ours), len(self.theirs)
        if our_count == their_count:
            pages = [page for page in range(1, our_count + 1) if not self._is_same_page(page, page)]
            return pages, pages
        shared_count = min(our_count, their_count)
        same_at_start = 0
        while same_at_start < shared_count and self._is_same_page(same_at_start + 1, same_at_start + 1):
            same_at_start += 1
        same_at_end = 0
        while same_at_end < shared_count - same_at_start and self._is_same_page(
            our_count - same_at_end, their_count - same_at_end
        ):
            same_at_end += 1
        return (
            list(range(same_at_start + 1, our_count - same_at_end + 1)),
            list(range(same_at_start + 1, their_count - same_at_end + 1)),
        )

    def _is_same_page(self, one: int, other: int) -> bool:
        """Whether page ``other`` of theirs is seen and read as page ``one`` of ours."""
        report_progress(f"page {other}")
        with self.ours.leaf(one - 1) as our_page, self.theirs.leaf(other - 1) as their_page:
            if (
                _sizes(our_page, their_page)
                or our_page.dots != their_page.dots
                or not same_text(our_page.text(), their_page.text())
            ):
                return False
            return bool(
                np.array_equal(our_page.picture, their_page.picture)
                or (
                    page_alignment.in_place(our_page, their_page)
                    and not image_diff.differing(our_page.picture, their_page.picture).any()
                )
            )

    def _fingerprint(self, file: Rendering, page: int) -> page_matching.PageFingerprint:
        report_progress(f"page {page}")
        with file.leaf(page - 1) as leaf:
            return page_matching.fingerprint(page, leaf.picture, leaf.text())

    def _page_differences(self, one: int, other: int) -> Iterator[PageDifference]:
        """The differences of two pages."""
        with self.ours.leaf(one - 1) as our_page, self.theirs.leaf(other - 1) as their_page:
            sizes = _sizes(our_page, their_page)
            whole = _WholePage("", "", our_page) if sizes else _whole_page_difference(our_page, their_page)
            if whole.words:
                yield PageDifference(DifferenceKind.PAGE, one, whole.words, hint=whole.hint)
            if whole.comparable is not None:
                yield from self._differences_over(one, whole.comparable, their_page, sizes)

    def _differences_over(
        self, page: int, our_page: Leaf, their_page: Leaf, sizes: str
    ) -> Iterator[PageDifference]:
        """The differences of a page of ours and theirs laid over it; ``sizes`` says how these differ."""
        aligned, pairs = page_alignment.lay_over(our_page, their_page, resized=bool(sizes))
        placing = Placing.of(aligned.place, our_page.points, their_page.points)
        if placing.quarters % 180 and not _sizes(our_page, their_page, turned=True):
            sizes = ""
        yield from _placing_differences(page, our_page, their_page, placing, sizes)
        if aligned.ground:
            words = f": printed on a tint of about {100 * aligned.ground:.0f} % instead of white paper"
            yield PageDifference(DifferenceKind.GROUND, page, words)
        letters, turned = our_page.letters, our_page.is_upside_down()
        places = places_on(
            lines_of(letters, turned=turned),
            self.landmarks,
            self._solution_before(page) if turned else "",
        )
        reset = page_alignment.reset_lines(places, page_alignment.LetterChanges.of(pairs, aligned.place))
        theirs = aligned.laid(their_page.letters)
        page_pair = line_diff.PagePair(
            page, our_page.picture, aligned, letters, theirs, places, turned, reset
        )
        seen = list(region_diff.visible_differences(page_pair))
        yield from seen
        if not same_text(our_page.text(), their_page.text()):
            yield from region_diff.text_differences(page_pair, seen)

    def _solution_before(self, page: int) -> str:
        """The solution that goes on at the top of a page that is read upside down.

        Read upside down, the file has the next page before this one.
        """
        for following in range(page, len(self.ours)):
            with self.ours.leaf(following) as leaf:
                for line in lines_of(leaf.letters, turned=True):
                    if line.text in self.landmarks.solutions:
                        return line.text
        return ""


def _with_neighbours(pages: list[int], count: int, others: list[int]) -> list[int]:
    """A run of pages with the one before and the one after it; an empty one is where ``others`` begin."""
    first, last = (pages[0], pages[-1]) if pages else (others[0], others[0] - 1)
    return [*range(max(1, first - 1), min(count, last + 1) + 1)]


def _sizes(our_page: Leaf, their_page: Leaf, *, turned: bool = False) -> str:
    """The words on a page of another size; empty if it has ours, or has it if it is ``turned``."""
    one, other = our_page.size, their_page.size[::-1] if turned else their_page.size
    if all(abs(ours - theirs) <= _SIZE_ROUNDING for ours, theirs in zip(one, other, strict=True)):
        return ""
    shown, wanted = (f"{width:.0f} x {height:.0f} mm" for width, height in (other, one))
    return f": {shown} of it are shown instead of {wanted}"


def _placing_differences(
    page: int, our_page: Leaf, their_page: Leaf, placing: Placing, sizes: str
) -> Iterator[PageDifference]:
    """Whether a page has another size, is turned, or has its content elsewhere as a whole."""
    if placing.quarters:
        hint = "Ghostscript turns pages by their text unless it is given `-dAutoRotatePages=/None`"
        yield PageDifference(DifferenceKind.PAGE, page, f": turned by {placing.quarters} degrees", hint=hint)
    if sizes:
        yield PageDifference(DifferenceKind.PAGE, page, sizes)
    if (words := placing.words(resized=bool(sizes))) and not (
        sizes and placing.fills(our_page.points, their_page.points)
    ):
        fit = "print in actual size, at 100 %, and do not let a printer or a program fit pages to its paper"
        hint = fit if placing.is_scaled else ""
        yield PageDifference(DifferenceKind.PAGE, page, f": {words}", hint=hint, placing=placing)


class _WholePage(NamedTuple):
    """How their page differs from ours as a whole."""

    words: str
    """What follows the number of the page in a message; empty if it does not differ."""
    hint: str
    comparable: Leaf | None
    """What their page can be compared with, place by place; ``None`` if that would say nothing."""


def _whole_page_difference(our_page: Leaf, their_page: Leaf) -> _WholePage:
    """How their page, which has the size of ours, differs from it as a whole."""
    ours, theirs = our_page.picture, image_diff.on_canvas(their_page.picture, *our_page.dots)
    if (
        theirs.min() >= line_diff.LEAST_PAPER_SHADE
        and ours.min() < line_diff.LEAST_PAPER_SHADE
        and not their_page.letters.characters
    ):
        return _WholePage(": blank", "", None)
    one, other = _even_greys(ours), _even_greys(theirs)
    likeness = max(_likeness(one, other), _likeness(one, other[::-1, ::-1]))
    # From here on, another way to show it explains it better than the way it is, or upside down.
    least = max(_LEAST_CORRELATION, 1 - (1 - likeness) / _TIMES_BETTER)
    mirrors = {"left and right": other[:, ::-1], "top and bottom": other[::-1]}
    mirrored = next((sides for sides, way in mirrors.items() if _likeness(one, way) >= least), "")
    # A page whose letters are in their places is not mirrored. That is asked last, because it takes longest.
    if (
        mirrored
        and page_distances.registered(page_distances.letter_pairs(our_page.letters, their_page.letters))
        is None
    ):
        hint = "switch off mirrored or emulsion-side-down printing, or ask for a new file"
        return _WholePage(f": mirrored, so that {mirrored} are exchanged", hint, None)
    is_inverted = abs(float(theirs.mean()) + float(ours.mean()) - 255) <= _MOST_SHADES_FROM_NEGATIVE
    if is_inverted and _likeness(one, -other) >= least:
        hint = "switch off negative printing, or ask for a new file"
        return _WholePage(": printed as a negative, light for dark", hint, None)
    our_greys = _in_their_greys(ours, theirs)
    if our_greys is None:
        return _WholePage("", "", our_page)
    hint = "convert no colours, or ask for a new file"
    return _WholePage(": printed without colours", hint, our_page.repainted(our_greys))


def _even_greys(picture: Picture) -> NDArray[np.float64]:
    """A small grey picture whose shades are 0 on the average."""
    small = np.asarray(image_diff.grey(picture).reduce(_REDUCTION)).astype(np.float64)
    return np.asarray(small - small.mean())


def _likeness(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """The correlation of two even pictures: 1 if they are the same, 0 if one says nothing of the other."""
    strength = float(np.sqrt((one * one).sum() * (other * other).sum()))
    return float((one * other).sum()) / strength if strength else 0.0


def _in_their_greys(ours: Picture, theirs: Picture) -> Picture | None:
    """Our page in the greys that theirs has instead of colours; ``None`` if it is not ours without them."""
    coloured = _is_coloured(ours)
    if coloured.mean() <= _LEAST_COLOURED_PART or _is_coloured(theirs).mean() > _MOST_COLOURED_PART_OF_GREY:
        return None
    bright = ours.astype(np.float64) @ np.array(_BRIGHTNESS_OF_BGR)
    shades = theirs.mean(axis=2)
    # Paper is not a grey of a colour: something is missing there.
    taken = (
        coloured & (np.abs(bright - shades) <= _MOST_GREY_DIFFERENCE) & (shades < line_diff.LEAST_PAPER_SHADE)
    )
    inked = coloured & (bright < line_diff.LEAST_PAPER_SHADE)
    if not inked.any() or np.mean(taken[inked]) < _LEAST_PART_IN_GREY:
        return None
    return np.repeat(np.where(taken, shades, bright).round().astype(np.uint8)[:, :, None], 3, axis=2)


def _is_coloured(picture: Picture) -> NDArray[np.bool_]:
    return np.asarray(picture.max(axis=2).astype(np.int16) - picture.min(axis=2) > _MOST_GREY_SPREAD)


def compare(task: FilePair, span: Span, progress: OnProgress = lambda _: None) -> tuple[Finding, ...]:
    """Findings on everything that looks or reads differently in their file and in ours.

    ``progress`` is called with the page that is looked at, which has the time of a file to itself.
    """
    if task.ours == task.theirs:
        return ()
    last_page = "its first page"

    def note_progress(page: str) -> None:
        nonlocal last_page
        last_page = page
        progress(page)

    try:
        return findings_on(map(PageDifference.of, read(find_differences, task, progress=note_progress)), span)
    except SandboxError as error:
        why = str(error)
    except TaskError:
        why = "cannot be shown"
    message = f"this PDF cannot be compared: {last_page} {why}"
    return (codes.UNREADABLE_PDF.at(span, message, hint="ask for a new file, or build it again"),)
