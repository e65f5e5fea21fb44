"""Crews that help to print long booklets, called together as early as they are of use."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from casekit.building.planning import BoundBooklet, Plan, cases_in, paragraphs_in
from casekit.games.editions import EDITION, cases_of
from casekit.games.game import Document

if TYPE_CHECKING:
    from casekit.system.crew import Crew

_WORTH = 200
"""Paragraphs of a booklet that several processes set faster than one."""

_BULK = 100_000
"""Bytes of cases that have about as many paragraphs."""

MOST_HELPERS = 4
"""A booklet has no work for more."""


def is_worth_several(paragraphs: int) -> bool:
    """Whether several processes set a booklet of ``paragraphs`` paragraphs faster than one."""
    return paragraphs >= _WORTH


@contextmanager
def crew_for(outline: Plan, target: Path, jobs: int) -> "Iterator[Crew | None]":
    """A crew for the long booklets of a plan, called together before their cases are read; ``None`` if it would be of no use."""
    file = target / EDITION if target.is_dir() else target
    sizes = [sum(case.stat().st_size for case in cases_of(each.table, file)) for each in outline.bindings]
    alone = sum(size >= _BULK for size in sizes) if "booklet" in outline.wanted else 0
    if not 0 < alone < jobs:
        yield None
        return
    from casekit.system.crew import Crew

    with Crew(min(jobs - 1, MOST_HELPERS)) as crew:
        crew.prepare(_get_ready)
        yield crew


def begin(crew: "Crew", binding: BoundBooklet, documents: Sequence[Document]) -> None:
    """Let a crew begin with a booklet whose cases are read, while this process checks them.

    Only the texts of their paragraphs are set, which cannot fail for what a check may find; if something is found, they are lost.
    """
    from casekit.print.pages.booklets.beforehand import foresee

    texts = [each.text for each in paragraphs_in(binding, documents)]
    if len(documents) > 1 and is_worth_several(len(texts)):
        foresee(texts, documents[0].settings.language, binding.paper, crew)


@contextmanager
def crew_of(binding: BoundBooklet, jobs: int) -> "Iterator[Crew | None]":
    """The same for a booklet whose cases were read."""
    from casekit.system.crew import Crew

    worth = is_worth_several(sum(1 for _ in paragraphs_in(binding, cases_in(binding))))
    if jobs == 1 or not worth:
        yield None
        return
    with Crew(min(jobs - 1, MOST_HELPERS)) as crew:
        crew.prepare(_get_ready)
        yield crew


def _get_ready() -> None:
    from casekit.print.pages.booklets.beforehand import get_ready

    get_ready()
