"""Two open files, page beside page: which of their pages are not alike, and what is different about these."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from pypdfium2 import PdfiumError

from casekit.print.preflight.comparing.aligning import Aligned, in_place, lay_over
from casekit.print.preflight.comparing.line_judging import Sight
from casekit.print.preflight.comparing.page_differences import DifferenceKind, PageDifference
from casekit.print.preflight.comparing.page_placing import Placing
from casekit.print.preflight.comparing.pairing import PageRun, Pairing, Sketch, pair, sketch
from casekit.print.preflight.comparing.pictures import differing
from casekit.print.preflight.comparing.reading_apart import same_text
from casekit.print.preflight.comparing.registering import LetterPairs
from casekit.print.preflight.comparing.rendering import Leaf, Rendering, rendering
from casekit.print.preflight.comparing.signposts import Signposts, lines_of, places_on, solution_on
from casekit.print.preflight.comparing.spotting import spots, texts
from casekit.print.preflight.comparing.typesetting_differences import LetterChanges, reset_lines
from casekit.print.preflight.comparing.whole_pages import as_a_whole
from casekit.print.preflight.objects.spoken_differences import said_otherwise
from casekit.system.processes import Listener

_MANY_TIMES, _MANY = 4, 50
_LARGE = 4
_ROUNDING = 0.5
_ROTATING = "Ghostscript turns pages by their text unless it is given `-dAutoRotatePages=/None`"
_UNSEEN = "the file, or a page of it, cannot be shown"
_FITTING = "print in actual size, at 100 %, and do not let a printer or a program fit pages to its paper"


@dataclass(frozen=True)
class Comparing:
    """Two files, and what shows the way in ours."""

    ours: bytes
    theirs: bytes
    posts: Signposts


def look(task: Comparing, progress: Listener) -> tuple[PageDifference, ...]:
    """What is different, found in this process, which a file may end; what cannot be opened is a difference."""
    found = look_at_pages(task, progress)
    return (*found, *listen(task, found, progress))


def look_at_pages(task: Comparing, progress: Listener) -> tuple[PageDifference, ...]:
    """What is different about the pages."""
    with rendering(task.ours) as ours:
        try:
            with rendering(task.theirs) as theirs:
                return tuple(FilePair(ours, theirs, task.posts, progress).differences())
        except PdfiumError:
            return (PageDifference(DifferenceKind.PAGE, 0, _UNSEEN),)


def listen(
    task: Comparing, found: Iterable[PageDifference], progress: Listener
) -> tuple[PageDifference, ...]:
    """What is said otherwise beside the pages, about which all of ``found`` is different."""
    whole = [each.words for each in found if each.kind is DifferenceKind.PAGE and not each.page]
    if _UNSEEN in whole:
        return ()
    progress("what the file says beside its pages")
    return tuple(said_otherwise(task.ours, task.theirs, moved=bool(whole)))


@contextmanager
def side_by_side(task: Comparing, progress: Listener) -> "Iterator[FilePair]":
    """Open two files.

    Raises:
        PdfiumError: if one of them cannot be opened.
    """
    with rendering(task.ours) as ours, rendering(task.theirs) as theirs:
        yield FilePair(ours, theirs, task.posts, progress)


@dataclass(frozen=True)
class FilePair:
    """Two open files. Pages count from 1."""

    ours: Rendering
    theirs: Rendering
    posts: Signposts
    progress: Listener

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
            # The pages before and behind may be there twice.
            unlike = (
                _with_neighbours(unlike[0], mine, unlike[1]),
                _with_neighbours(unlike[1], yours, unlike[0]),
            )
        yield from self.differences_of(*unlike)

    def unlike_of(self, first: int, step: int) -> list[int] | None:
        """The pages, every one of ``step`` from a first on, that are not alike; ``None`` if pages are missing, added or too large."""
        count = len(self.ours)
        if len(self.theirs) != count or any(self._large()):
            return None
        return [page for page in range(first, count + 1, step) if not self._alike(page, page)]

    def differences_of(self, ours: list[int], theirs: list[int]) -> Iterator[PageDifference]:
        """Everything that is different about pages that are not alike."""
        pairing = self.paired(ours, theirs)
        yield from pairing.differences
        yield from self.between(pairing.pairs)

    def paired(self, ours: list[int], theirs: list[int]) -> Pairing:
        """Which of these pages are each other's."""
        return pair(self._run(self.ours, ours), self._run(self.theirs, theirs))

    def between(self, pairs: Iterable[tuple[int, int]]) -> Iterator[PageDifference]:
        """The differences of pages that are each other's."""
        for one, other in pairs:
            self.progress(f"page {other}")
            yield from self._between(one, other)

    def _large(self) -> Iterator[PageDifference]:
        """Pages of such a size that nothing on them is compared."""
        for page in range(1, len(self.theirs) + 1):
            if not _too_large(self.theirs.dots(page - 1), self.ours.dots(0)):
                continue
            at = min(page, len(self.ours)) - 1
            with self.ours.leaf(at) as mine, self.theirs.leaf(page - 1) as yours:
                yield PageDifference(DifferenceKind.PAGE, page, _sizes(mine, yours))

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
        self.progress(f"page {other}")
        with self.ours.leaf(one - 1) as mine, self.theirs.leaf(other - 1) as yours:
            if _sizes(mine, yours) or mine.dots != yours.dots or not same_text(mine.text(), yours.text()):
                return False
            one_picture, other_picture = mine.picture(), yours.picture()
            if np.array_equal(one_picture, other_picture):
                return True
            return in_place(mine, yours) and not differing(one_picture, other_picture).any()

    def _run(self, file: Rendering, pages: list[int]) -> PageRun:
        return PageRun([self._sketch(file, page) for page in pages], pages)

    def _sketch(self, file: Rendering, page: int) -> Sketch:
        self.progress(f"page {page}")
        with file.leaf(page - 1) as leaf:
            return sketch(leaf.picture(), leaf.text())

    def _between(self, one: int, other: int) -> Iterator[PageDifference]:
        """The differences of two pages."""
        with self.ours.leaf(one - 1) as mine, self.theirs.leaf(other - 1) as yours:
            sizes = _sizes(mine, yours)
            whole = None if sizes else as_a_whole(mine, yours)
            if whole is not None:
                yield PageDifference(DifferenceKind.PAGE, one, whole.words, hint=whole.hint)
            beside = mine if whole is None else whole.beside
            if beside is not None:
                yield from self._over(one, beside, yours, sizes)

    def _over(self, page: int, mine: Leaf, yours: Leaf, sizes: str) -> Iterator[PageDifference]:
        """The differences of a page of ours and theirs laid over it; ``sizes`` says how these differ."""
        aligned, pairs = lay_over(mine, yours, resized=bool(sizes))
        placing = Placing.of(aligned.place, (mine.width, mine.height), (yours.width, yours.height))
        if placing.quarters % 180 and not _sizes(mine, yours, turned=True):
            sizes = ""
        yield from _placed(page, mine, yours, placing, sizes)
        if aligned.ground:
            words = f": printed on a tint of about {100 * aligned.ground:.0f} % instead of white paper"
            yield PageDifference(DifferenceKind.GROUND, page, words)
        sight = self._sight(page, mine, yours, aligned, pairs)
        seen = list(spots(sight))
        yield from seen
        if not same_text(mine.text(), yours.text()):
            yield from texts(sight, seen)

    def _sight(self, page: int, mine: Leaf, yours: Leaf, aligned: Aligned, pairs: LetterPairs) -> Sight:
        our_letters, turned = mine.letters(), mine.is_upside_down()
        lines = lines_of(our_letters, turned=turned)
        places = places_on(lines, self.posts, self._solution_before(page) if turned else "")
        return Sight(
            page,
            mine.picture(),
            aligned,
            our_letters,
            aligned.laid(yours.letters()),
            places,
            turned,
            reset_lines(places, LetterChanges.of(pairs, aligned.place)),
        )

    def _solution_before(self, page: int) -> str:
        """The solution that goes on at the top of a page that is read upside down: from the page that follows it."""
        for following in range(page, len(self.ours)):
            with self.ours.leaf(following) as leaf:
                if name := solution_on(lines_of(leaf.letters(), turned=True), self.posts, ""):
                    return name
        return ""


def _with_neighbours(pages: list[int], count: int, others: list[int]) -> list[int]:
    """A run of pages with the one before and the one behind it; of ``others`` if it is empty."""
    first, last = (pages[0], pages[-1]) if pages else (others[0], others[0] - 1)
    return [*range(max(1, first - 1), min(count, last + 1) + 1)]


def _sizes(mine: Leaf, yours: Leaf, *, turned: bool = False) -> str:
    """What is to be told of a page of another size; empty if it has ours, or has it if it is ``turned``."""
    one, other = mine.size, yours.size[::-1] if turned else yours.size
    if all(abs(ours - theirs) <= _ROUNDING for ours, theirs in zip(one, other, strict=True)):
        return ""
    shown, wanted = (f"{each[0]:.0f} x {each[1]:.0f} mm" for each in (other, one))
    return f": {shown} of it are shown instead of {wanted}"


def _too_large(dots: tuple[int, int], ours: tuple[int, int]) -> bool:
    """Whether a page is so large that its picture would say nothing, and fill the memory."""
    return dots[0] * dots[1] > _LARGE * ours[0] * ours[1]


def _placed(page: int, mine: Leaf, yours: Leaf, placing: Placing, sizes: str) -> Iterator[PageDifference]:
    """Whether a page has another size, is turned, or has its content elsewhere as a whole."""
    if placing.quarters:
        turned = f": turned by {placing.quarters} degrees"
        yield PageDifference(DifferenceKind.PAGE, page, turned, hint=_ROTATING)
    if sizes:
        yield PageDifference(DifferenceKind.PAGE, page, sizes)
    if (words := placing.words(resized=bool(sizes))) and not (
        sizes and placing.fills((mine.width, mine.height), (yours.width, yours.height))
    ):
        hint = _FITTING if placing.is_scaled else ""
        yield PageDifference(DifferenceKind.PAGE, page, f": {words}", hint=hint, placing=placing)
