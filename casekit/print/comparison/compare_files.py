"""A finished file compared with the one that casekit sets now: what readers see differently in it.

``compare(task, span)`` is the way in. Their file is read in a process with limits, which may be lost if
something is wrong with the file.
"""

from collections.abc import Iterator, Mapping
from math import prod

import numpy as np
from pypdfium2 import PdfiumError

from casekit.diagnostics import Finding, Span, codes
from casekit.print.comparison import (
    accessible_text_diff,
    image_diff,
    line_diff,
    page_alignment,
    page_matching,
    region_diff,
    released_comparison,
)
from casekit.print.comparison.differences import DifferenceKind, PageDifference, findings_on
from casekit.print.comparison.landmarks import Landmarks, lines_of, places_on
from casekit.print.comparison.placing import Placing
from casekit.print.comparison.rendering import Leaf, Rendering, rendering, same_text
from casekit.print.comparison.whole_pages import WholePageDifference, whole_page_difference
from casekit.print.preflight import ink_checks
from casekit.system.executors import TaskError
from casekit.system.sandbox import OnProgress, SandboxError, read, report_progress
from casekit.values import frozen

_MOST_PAGES_PER_PAGE_OF_OURS = 4
"""The most pages for each of ours, beside ``_MOST_FURTHER_PAGES``, that a file may have to be compared."""

_MOST_FURTHER_PAGES = 50
"""The most pages beyond a multiple of ours that a file may have to be compared."""

_MOST_TIMES_AS_LARGE = 4
"""The most times that a page may be as large as our first page to be compared."""

_SIZE_ROUNDING_MM = 0.5
"""Millimetres by which the sides of two pages of one size may differ."""


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
    """The pages of ours with which some of their pages are compared, by these; all others count as the same.

    Pages count from 0. ``None`` if all pages are compared.
    """


def find_differences(task: FilePair) -> tuple[PageDifference, ...]:
    """All differences, found in this process, which a file can crash.

    A file that cannot be opened is a difference.
    """
    their_pdf = ink_checks.without_profiles(task.theirs) if task.for_press else task.theirs
    our_pdf = task.ours
    if task.instead is not None:
        our_pdf = released_comparison.with_pages(their_pdf, task.ours, task.instead)
    try:
        with rendering(our_pdf) as ours, rendering(their_pdf) as theirs:
            differences = tuple(_FilePair(ours, theirs, task.landmarks).differences())
    except PdfiumError:
        return (PageDifference(DifferenceKind.PAGE, 0, "the file, or a page of it, cannot be shown"),)
    moved = any(difference.kind is DifferenceKind.PAGE and not difference.page for difference in differences)
    report_progress("what the file says beside its pages")
    return (*differences, *accessible_text_diff.said_otherwise(our_pdf, their_pdf, moved=moved))


@frozen
class _FilePair:
    """Two open files. Pages count from 1."""

    ours: Rendering
    """The pages of our file."""

    theirs: Rendering
    """The pages of theirs."""

    landmarks: Landmarks
    """What names the places on our pages."""

    def differences(self) -> Iterator[PageDifference]:
        """Everything that is different."""
        our_count, their_count = len(self.ours), len(self.theirs)
        if their_count > _MOST_PAGES_PER_PAGE_OF_OURS * our_count + _MOST_FURTHER_PAGES:
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

    def _is_same_page(self, our_number: int, their_number: int) -> bool:
        """Whether a page of theirs is seen and read as a page of ours."""
        report_progress(f"page {their_number}")
        with self.ours.leaf(our_number - 1) as our_page, self.theirs.leaf(their_number - 1) as their_page:
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

    def _page_differences(self, our_number: int, their_number: int) -> Iterator[PageDifference]:
        """The differences of a page of ours and the page of theirs that belongs to it."""
        with self.ours.leaf(our_number - 1) as our_page, self.theirs.leaf(their_number - 1) as their_page:
            sizes = _sizes(our_page, their_page)
            whole = WholePageDifference("", "", our_page)
            if not sizes:
                whole = whole_page_difference(our_page, their_page)
            if whole.words:
                yield PageDifference(DifferenceKind.PAGE, our_number, whole.words, hint=whole.hint)
            if whole.comparable is not None:
                yield from self._differences_over(our_number, whole.comparable, their_page, sizes)

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
    (our_width, our_height), (their_width, their_height) = our_page.size, their_page.size
    if turned:
        their_width, their_height = their_height, their_width
    if max(abs(our_width - their_width), abs(our_height - their_height)) <= _SIZE_ROUNDING_MM:
        return ""
    shown = f"{their_width:.0f} x {their_height:.0f} mm"
    return f": {shown} of it are shown instead of {our_width:.0f} x {our_height:.0f} mm"


def _placing_differences(
    page: int, our_page: Leaf, their_page: Leaf, placing: Placing, sizes: str
) -> Iterator[PageDifference]:
    """Whether a page has another size, is turned, or has its content elsewhere as a whole."""
    if placing.quarters:
        hint = "Ghostscript turns pages by their text unless it is given `-dAutoRotatePages=/None`"
        yield PageDifference(DifferenceKind.PAGE, page, f": turned by {placing.quarters} degrees", hint=hint)
    if sizes:
        yield PageDifference(DifferenceKind.PAGE, page, sizes)
    words = placing.words(resized=bool(sizes))
    follows_from_size = sizes and placing.fills(our_page.points, their_page.points)
    if words and not follows_from_size:
        hint = ""
        if placing.is_scaled:
            hint = (
                "print in actual size, at 100 %, and do not let a printer or a program fit pages to its paper"
            )
        yield PageDifference(DifferenceKind.PAGE, page, f": {words}", hint=hint, placing=placing)


def compare(task: FilePair, span: Span, progress: OnProgress = lambda _: None) -> tuple[Finding, ...]:
    """Findings on everything that looks or reads differently in their file and in ours.

    Args:
        task: the files.
        span: the place of the findings.
        progress: called with the page that is looked at, which has the time of a file to itself.
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
