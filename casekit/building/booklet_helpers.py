"""Helpers for long booklets: processes that set pages beside the one that builds."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from casekit.building.plan import Plan
from casekit.building.planned_booklets import BOOKLET, PlannedBooklet, paragraph_count, paragraphs_in
from casekit.kit import editions
from casekit.kit.interface import Document
from casekit.print.pages.measuring import foresee, get_ready
from casekit.system.worker_processes import ALONE, HelperPool

PARAGRAPHS_WORTH_HELPERS = 200
"""With this many paragraphs or more, several processes set a booklet faster than one."""

BYTES_WORTH_HELPERS = 100_000
"""Bytes of cases that have about as many paragraphs."""

MOST_HELPERS = 4
"""A booklet has no work for more."""


def are_worth_helpers(paragraphs: int) -> bool:
    """Whether several processes set a number of paragraphs faster than one."""
    return paragraphs >= PARAGRAPHS_WORTH_HELPERS


def helpers_for_plan(plan: Plan, jobs: int) -> AbstractContextManager[HelperPool | None]:
    """Helpers for the long booklets of a plan, started before their cases are read.

    ``None`` if they would be of no use: no booklet is long, or there are as many long booklets as ``jobs``,
    so that each process prints one by itself.
    """
    if BOOKLET not in plan.products:
        return nullcontext()
    long_booklets = 0
    for booklet in plan.booklets:
        case_files = editions.cases_of(booklet.settings, plan.file)
        if sum(file.stat().st_size for file in case_files) >= BYTES_WORTH_HELPERS:
            long_booklets += 1
    return start_helpers(jobs) if 0 < long_booklets < jobs else nullcontext()


def helpers_for_booklet(booklet: PlannedBooklet, jobs: int) -> AbstractContextManager[HelperPool]:
    """Helpers for a booklet whose cases were read; none if they would be of no use."""
    if jobs > 1 and are_worth_helpers(paragraph_count(booklet)):
        return start_helpers(jobs)
    return nullcontext(ALONE)


def start_helpers(jobs: int) -> HelperPool:
    """Helpers that get ready to set pages; with this process there are at most ``jobs`` processes."""
    helpers = HelperPool(min(jobs - 1, MOST_HELPERS))
    helpers.prepare(get_ready)
    return helpers


def begin_booklet(helpers: HelperPool, booklet: PlannedBooklet, documents: Sequence[Document]) -> None:
    """Let helpers set the paragraphs of a booklet whose cases were read, while this process checks them.

    Only the texts are set: this cannot fail for a reason that a check would find. If a check finds an error,
    what they have set is lost.
    """
    texts = [paragraph.text for paragraph in paragraphs_in(booklet, documents)]
    if len(documents) > 1 and are_worth_helpers(len(texts)):
        foresee(texts, documents[0].settings.language, booklet.paper, helpers)
