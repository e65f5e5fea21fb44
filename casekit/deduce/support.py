"""The sources a conclusion rests on."""

from casekit.deduce.cores import minimal_core
from casekit.deduce.knowledge import Knowledge
from casekit.model.logic import Function


def claims_by_source(knowledge: Knowledge) -> dict[str, list[str]]:
    """The claims of each source that have force, sources in the order of their first claim."""
    sources: dict[str, list[str]] = {}
    for claim in knowledge.theory.claims:
        if not claim.hint:
            sources.setdefault(claim.source, []).append(claim.id)
    return sources


def support(knowledge: Knowledge, target: Function, value: str) -> tuple[str, ...]:
    """A minimal set of sources that rule out every other value of a target, in the order of their first claim.

    Raises:
        ValueError: If all sources together leave the target another value.
    """
    fresh = Knowledge(knowledge.theory, knowledge.limits)
    given = [*fresh.assume(fresh.laws), -fresh.vocabulary.cases(target, ())[value]]
    return minimal_core(fresh, given, claims_by_source(fresh))
