"""A finished file beside the one that casekit sets now: what a reader of the one would see otherwise.

``compare(ours, theirs, posts, span)``. Whatever is wrong with a file of a stranger's, it is looked at in other processes,
which may be lost. However many there are, the findings are the same.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from pypdfium2 import PdfiumError

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.print.preflight.comparing.file_pair import Comparing, listen, look, look_at_pages, side_by_side
from casekit.print.preflight.comparing.page_differences import PageDifference, told
from casekit.print.preflight.comparing.rendering import rendering
from casekit.print.preflight.comparing.signposts import Signposts
from casekit.system.own_limits import limit_memory, limit_time, out_of_time
from casekit.system.processes import Listener, LostProcessError, TaskError, all_apart

ENDURANCE = 30
"""Seconds of processor time in which a page must be looked at. The most that one of ours takes is a second."""
PATIENCE = 600.0
"""Seconds by the clock after which nobody waits any longer for a page, on a machine that has other things to do too."""
MEGABYTES = 2_000
"""The most memory that a process may take."""
_WORTH = 40
"""Pages that take longer to compare than another process takes to start."""

Told = TypeVar("Told")


@dataclass(frozen=True)
class _Share:
    """The work of one of several processes: every page from ``first`` on, or every pair of ``pairs``, in steps of ``step``; what was ``found`` before."""

    task: Comparing
    first: int = 1
    step: int = 1
    pairs: tuple[tuple[int, int], ...] = ()
    found: tuple[PageDifference, ...] = ()


def compare(
    ours: bytes,
    theirs: bytes,
    posts: Signposts,
    span: Span,
    progress: Listener = lambda _: None,
    jobs: int = 1,
) -> tuple[Diagnostic, ...]:
    """Findings for everything that a reader sees otherwise in their file than in ours.

    Args:
        ours: the file as casekit sets it.
        theirs: the file as it is, made by anybody.
        posts: what shows the way in a booklet.
        span: the place of the findings.
        progress: called with the page that is looked at.
        jobs: how many processes there may be.
    """
    if ours == theirs:
        return ()
    comparing = _Comparison(Comparing(ours, theirs, posts), progress)
    try:
        return told(comparing.everything(jobs), span)
    except LostProcessError as lost:
        why = (
            f"takes more than {ENDURANCE} seconds"
            if out_of_time(lost.exit_code)
            else "breaks the program that shows it"
        )
    except TaskError:
        why = "cannot be shown"
    message = f"this PDF cannot be compared: {comparing.page or 'its first page'} {why}"
    return (Diagnostic(codes.UNREADABLE_PDF, message, span, hint="ask for a new file, or build it again"),)


def page_count(ours: bytes) -> int:
    """The number of pages of a file of ours."""
    with rendering(ours) as file:
        return len(file)


class _Comparison:
    """Two files that are compared in other processes. ``page`` is the one that a lost process looked at last."""

    def __init__(self, task: Comparing, progress: Listener) -> None:
        self.page = ""
        self._task = task
        self._progress = progress

    def everything(self, jobs: int) -> tuple[PageDifference, ...]:
        """All differences, found by one process, or by several if there are pages enough."""
        with rendering(self._task.ours) as file:
            count = min(jobs, len(file) // _WORTH)
        if count <= 1:
            return self._each(_compare, [_Share(self._task)])[0]
        found = self._of_pages(count)
        return (*found, *self._each(_listen, [_Share(self._task, found=found)])[0])

    def _of_pages(self, count: int) -> tuple[PageDifference, ...]:
        """The differences of the pages, found by several processes."""
        shares = [_Share(self._task, at + 1, count) for at in range(count)]
        told = self._each(_compare_share, shares)
        if any(each is None for each in told):
            return self._each(_compare_pages, [_Share(self._task)])[0]
        unlike = tuple(sorted(page for each in told if each is not None for page in each))
        if not unlike:
            return ()
        count = max(1, min(count, len(unlike) // _WORTH))
        if count == 1:
            return self._each(_compare_unlike, [_Share(self._task, pairs=_same(unlike))])[0]
        (paired,) = self._each(_pair_unlike, [_Share(self._task, pairs=_same(unlike))])
        shares = [_Share(self._task, pairs=paired[1][at::count]) for at in range(count)]
        return (*paired[0], *(each for found in self._each(_compare_pairs, shares) for each in found))

    def _each(self, work: Callable[[_Share, Listener], Told], shares: list[_Share]) -> list[Told]:
        heard = [_Heard(self._progress) for _ in shares]
        try:
            return all_apart(work, shares, PATIENCE, heard)
        except LostProcessError as lost:
            self.page = heard[lost.task].last
            raise
        except TaskError:
            self.page = next((each.last for each in heard if each.last), "")
            raise


class _Heard:
    """Remembers the page that was looked at last."""

    def __init__(self, progress: Listener) -> None:
        self.last = ""
        self._progress = progress

    def __call__(self, page: str) -> None:
        self.last = page
        self._progress(page)


def _same(pages: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Pages that may be each other's."""
    return tuple((page, page) for page in pages)


def _compare(share: _Share, progress: Listener) -> tuple[PageDifference, ...]:
    progress = _limited(progress)
    return look(share.task, progress)


def _compare_pages(share: _Share, progress: Listener) -> tuple[PageDifference, ...]:
    progress = _limited(progress)
    return look_at_pages(share.task, progress)


def _listen(share: _Share, progress: Listener) -> tuple[PageDifference, ...]:
    progress = _limited(progress)
    return listen(share.task, share.found, progress)


def _compare_share(share: _Share, progress: Listener) -> list[int] | None:
    """The pages of a share that are not alike; ``None`` if that says nothing."""
    progress = _limited(progress)
    with suppress(PdfiumError), side_by_side(share.task, progress) as pair:
        return pair.unlike_of(share.first, share.step)
    return None


def _compare_unlike(share: _Share, progress: Listener) -> tuple[PageDifference, ...]:
    progress = _limited(progress)
    with side_by_side(share.task, progress) as pair:
        pages = [page for page, _ in share.pairs]
        return tuple(pair.differences_of(pages, pages))


def _pair_unlike(
    share: _Share, progress: Listener
) -> tuple[tuple[PageDifference, ...], tuple[tuple[int, int], ...]]:
    progress = _limited(progress)
    with side_by_side(share.task, progress) as pair:
        pages = [page for page, _ in share.pairs]
        paired = pair.paired(pages, pages)
        return tuple(paired.differences), tuple(paired.pairs)


def _compare_pairs(share: _Share, progress: Listener) -> list[PageDifference]:
    progress = _limited(progress)
    with side_by_side(share.task, progress) as pair:
        return list(pair.between(share.pairs))


def _limited(progress: Listener) -> Listener:
    """Set limits to this process; the time begins again with each page that ``progress`` reports."""
    limit_memory(MEGABYTES)
    limit_time(ENDURANCE)

    def tell(page: str) -> None:
        limit_time(ENDURANCE)
        progress(page)

    return tell
