"""A finished file beside the one that casekit sets now: what a reader of the one would see otherwise.

``compare(ours, theirs, posts, span)``. Whatever is wrong with a file of a stranger's, it is looked at in other processes,
which may be lost. However many there are, the findings are the same.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from pypdfium2 import PdfiumError

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.print.preflight.comparing.file_pair import Comparing, listen, look, look_at_pages, side_by_side
from casekit.print.preflight.comparing.page_differences import PageDifference, told
from casekit.print.preflight.comparing.pairing import Pairing
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


WorkDone = TypeVar("WorkDone")


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
            return self._alone(look)
        found = self._of_pages(count)
        return (*found, *self._alone(listen, found))

    def _of_pages(self, count: int) -> tuple[PageDifference, ...]:
        """The differences of the pages, found by several processes."""
        told = self._each(_unlike, [(first, count) for first in range(1, count + 1)])
        if any(each is None for each in told):
            return self._alone(look_at_pages)
        unlike = sorted(page for each in told for page in each or ())
        if not unlike:
            return ()
        count = max(1, min(count, len(unlike) // _WORTH))
        if count == 1:
            return self._alone(_differences, unlike)
        paired = self._alone(_paired, unlike)
        found = self._each(_between, [(paired.pairs[at::count],) for at in range(count)])
        return (*paired.differences, *(each for part in found for each in part))

    def _alone(self, work: Callable[..., WorkDone], *given: Any) -> WorkDone:
        """The result of one process."""
        return self._each(work, [given])[0]

    def _each(self, work: Callable[..., WorkDone], givens: list[tuple[Any, ...]]) -> list[WorkDone]:
        """The results of several processes at a time."""
        last = [""] * len(givens)
        listeners = [partial(self._hear, last, at) for at in range(len(givens))]
        shares = [partial(work, self._task, *given) for given in givens]
        try:
            return all_apart(_limited, shares, PATIENCE, listeners)
        except LostProcessError as lost:
            self.page = last[lost.task]
            raise
        except TaskError:
            self.page = next(filter(None, last), "")
            raise

    def _hear(self, last: list[str], at: int, page: str) -> None:
        """Remember the page that one of several processes looked at last."""
        last[at] = page
        self._progress(page)


def _unlike(task: Comparing, first: int, step: int, progress: Listener) -> list[int] | None:
    """The pages, every one of ``step`` from a first on, that are not alike; ``None`` if that says nothing."""
    with suppress(PdfiumError), side_by_side(task, progress) as pair:
        return pair.unlike_of(first, step)
    return None


def _differences(task: Comparing, pages: list[int], progress: Listener) -> tuple[PageDifference, ...]:
    with side_by_side(task, progress) as pair:
        return tuple(pair.differences_of(pages, pages))


def _paired(task: Comparing, pages: list[int], progress: Listener) -> Pairing:
    with side_by_side(task, progress) as pair:
        return pair.paired(pages, pages)


def _between(task: Comparing, pairs: tuple[tuple[int, int], ...], progress: Listener) -> list[PageDifference]:
    with side_by_side(task, progress) as pair:
        return list(pair.between(pairs))


def _limited(share: Callable[[Listener], Any], progress: Listener) -> Any:
    """Do some work within limits that are set to this process; the time begins again with each page that is reported."""
    limit_memory(MEGABYTES)
    limit_time(ENDURANCE)

    def tell(page: str) -> None:
        limit_time(ENDURANCE)
        progress(page)

    return share(tell)
