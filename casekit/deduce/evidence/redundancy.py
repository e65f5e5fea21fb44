"""Claims of no use to readers: already given, or irrelevant to every question."""

from casekit.deduce.encoding.vocabulary import Key
from casekit.deduce.evidence.links import Links
from casekit.deduce.solving.knowledge import Knowledge
from casekit.model.logic import FALSE


def idle(knowledge: Knowledge) -> tuple[str, ...]:
    """The claims, hints apart, that hold under their guards in every world of the laws alone.

    None if the laws contradict each other, since then everything would follow.
    """
    laws = knowledge.assume(knowledge.laws)
    if not knowledge.solve(laws):
        return ()
    nodes = {claim: knowledge.lines[claim].holds for claim in knowledge.claims if claim in knowledge.lines}
    given = knowledge.entailed(laws, nodes.values())
    return tuple(claim for claim, node in nodes.items() if node in given)


def unusable(knowledge: Knowledge) -> tuple[str, ...]:
    """The claims, hints and idle ones apart, that can help to refute nothing, whatever else is read.

    Ground terms are linked if a law or the formula of a claim mentions both. If no target is linked to a claim,
    and all claims about the terms linked to it can hold at once, then they hold in some world whatever the targets
    are. A guard that inverts a claim counts as mentioned. None if lines were refused or the laws contradict each
    other.
    """
    laws = knowledge.assume(knowledge.laws)
    if knowledge.refused or not knowledge.solve(laws):
        return ()
    islands = _islands(knowledge)
    useless = {
        claim
        for claims in islands.values()
        if knowledge.solve([*laws, *(-knowledge.lines[claim].meaning.false for claim in claims)])
        for claim in claims
    }
    already = set(idle(knowledge)) if useless else set()
    return tuple(claim for claim in knowledge.claims if claim in useless and claim not in already)


def _islands(knowledge: Knowledge) -> dict[Key, list[str]]:
    """The claims about terms that are linked to no target, by what links them."""
    lines = knowledge.lines
    inverted = {claim.id for claim in knowledge.theory.claims if claim.inverted != FALSE}
    mentioned = {
        claim: lines[claim].terms + (lines[claim].guards if claim in inverted else ())
        for claim in knowledge.claims
    }
    links = Links([*(lines[law].terms for law in knowledge.laws), *mentioned.values()])
    mainland = {links.representative((target.name, ())) for target in knowledge.theory.targets}
    islands: dict[Key, list[str]] = {}
    for claim, terms in mentioned.items():
        if terms and (island := links.representative(terms[0])) not in mainland:
            islands.setdefault(island, []).append(claim)
    return islands
