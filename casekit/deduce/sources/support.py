"""The sources a conclusion rests on."""

from collections.abc import Sequence

from casekit.deduce.solving.cores import minimal_core, smallest_core
from casekit.deduce.solving.goals import otherwise
from casekit.deduce.solving.knowledge import Knowledge
from casekit.deduce.solving.out_of_budget import TooManySourcesError
from casekit.model.logic import Function
from casekit.model.theory import Theory

MOST_SOURCES = 400
"""Proofs are looked for among at most this many sources: each of them may cost a question of its own."""


def few_enough(theory: Theory) -> None:
    """See that a theory is small enough to look for proofs in it; before anything is asked, which may take long.

    Raises:
        TooManySourcesError: if it has more than ``MOST_SOURCES`` sources.
    """
    count = len({claim.source for claim in theory.claims if not claim.hint})
    if count > MOST_SOURCES:
        message = f"proofs are looked for among at most {MOST_SOURCES} paths, but {count:,} paths make statements here"
        raise TooManySourcesError(message)


def claims_by_source(knowledge: Knowledge) -> dict[str, list[str]]:
    """The claims of each source that have force, sources in the order of their first claim."""
    sources: dict[str, list[str]] = {}
    for claim in knowledge.theory.claims:
        if not claim.hint:
            sources.setdefault(claim.source, []).append(claim.id)
    return sources


def support(knowledge: Knowledge, target: Function, value: str) -> tuple[str, ...]:
    """A smallest set of sources that rule out every other value of a target, in the order of their first claim.

    Where the search for it is given up, the set is minimal: no source can go. Which of several it is depends on
    what the solver was asked before; a fresh ``Knowledge`` always gives the same.

    Raises:
        ValueError: If all sources together leave the target another value.
    """
    given = [*knowledge.assume(knowledge.laws), otherwise(knowledge, {target.name: value})]
    return smallest_core(knowledge, given, claims_by_source(knowledge)).names


def supporting_lines(knowledge: Knowledge, target: Function, value: str) -> tuple[str, ...]:
    """A minimal set of claims of such sources, and of laws that are needed beside them.

    Raises:
        ValueError: If all sources together leave the target another value.
    """
    unless = otherwise(knowledge, {target.name: value})
    by_source = claims_by_source(knowledge)
    claims = [claim for source in support(knowledge, target, value) for claim in by_source[source]]
    laws = [law for law in knowledge.laws if law in knowledge.selectors]
    read = _needed(knowledge, [unless, *knowledge.assume(laws)], claims)
    return (*read, *_needed(knowledge, [unless, *knowledge.assume(read)], laws))


def _needed(knowledge: Knowledge, given: Sequence[int], lines: Sequence[str]) -> tuple[str, ...]:
    return minimal_core(knowledge, given, {line: (line,) for line in lines})
