"""Crews that help to print long booklets, called together as early as they are of use."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from casekit.building.planning import BOOKLET, BoundBooklet, Plan, paragraphs_in
from casekit.games.editions import cases_of
from casekit.games.game import Document
from casekit.system.crew import Crew

_WORTH = 200
"""Paragraphs of a booklet that several processes set faster than one."""

_BULK = 100_000
"""Bytes of cases that have about as many paragraphs."""

_MOST_HELPERS = 4
"""A booklet has no work for more."""


def is_worth_several(paragraphs: int) -> bool:
    """Whether several processes set a booklet of ``paragraphs`` paragraphs faster than one."""
    return paragraphs >= _WORTH


def crew_for(outline: Plan, jobs: int) -> AbstractContextManager[Crew | None]:
    """A crew for the long booklets of a plan, called together before their cases are read; ``None`` if it would be of no use."""
    sizes = [
        sum(case.stat().st_size for case in cases_of(each.table, outline.file)) for each in outline.bindings
    ]
    alone = sum(size >= _BULK for size in sizes) if BOOKLET in outline.wanted else 0
    return helpers(jobs) if 0 < alone < jobs else nullcontext()


def crew_of(binding: BoundBooklet, jobs: int) -> AbstractContextManager[Crew | None]:
    """The same for a booklet whose cases were read."""
    worth = jobs > 1 and is_worth_several(sum(1 for _ in paragraphs_in(binding, binding.documents)))
    return helpers(jobs) if worth else nullcontext()


def helpers(jobs: int) -> Crew:
    """As many helpers as there is work for, who get ready to set pages."""
    crew = Crew(min(jobs - 1, _MOST_HELPERS))
    crew.prepare(_get_ready)
    return crew


def _get_ready() -> None:
    from casekit.print.pages.beforehand import get_ready

    get_ready()


def begin(crew: Crew, binding: BoundBooklet, documents: Sequence[Document]) -> None:
    """Let a crew begin with a booklet whose cases are read, while this process checks them.

    Only the texts of their paragraphs are set, which cannot fail for what a check may find; if something is found, they are lost.
    """
    from casekit.print.pages.beforehand import foresee

    texts = [each.text for each in paragraphs_in(binding, documents)]
    if len(documents) > 1 and is_worth_several(len(texts)):
        foresee(texts, documents[0].settings.language, binding.paper, crew)
