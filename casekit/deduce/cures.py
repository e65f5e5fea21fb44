"""What is missing: true facts that would rule out rivals if a paragraph told them."""

from collections.abc import Sequence

from casekit.deduce.knowledge import Knowledge
from casekit.deduce.rivals import true_facts
from casekit.deduce.vocabulary import Key
from casekit.model.theory import Cure, Fact, Verdict

Pair = tuple[str, str]


def cures(knowledge: Knowledge, verdict: Verdict, count: int = 3) -> tuple[Cure, ...]:
    """At most ``count`` facts, each the one that removes most of the rivals those before it leave; then by name.

    A cure is a fact that the truth fixes and that does not follow from all sources; a target is none. Without a
    possible truth there are no cures, and none is found where only several facts together would help.
    """
    if not verdict.truth_possible:
        return ()
    held = knowledge.assume(knowledge.everything)
    left = [
        (element.name, rival)
        for element in verdict.elements
        if element.value is not None
        for rival in element.rivals
    ]
    candidates = _candidates(knowledge) if left else {}
    found: list[Cure] = []
    while left and len(found) < count:
        removed = _removed(knowledge, held, candidates, left)
        best = max(candidates, key=lambda key: len(removed[key]), default=None)
        if best is None or not removed[best]:
            break
        fact = Fact(*best, candidates[best])
        found.append(Cure(fact, tuple(removed[best]), _could_carry(knowledge, best)))
        held.append(knowledge.vocabulary.node(best, candidates[best]))
        left = [pair for pair in left if pair not in removed[best]]
    return tuple(found)


def _candidates(knowledge: Knowledge) -> dict[Key, str]:
    known = knowledge.fixed(knowledge.everything)
    targets = {(target.name, ()) for target in knowledge.theory.targets}
    return {
        key: value for key, value in true_facts(knowledge).items() if key not in targets and key not in known
    }


def _removed(
    knowledge: Knowledge, held: Sequence[int], candidates: dict[Key, str], pairs: Sequence[Pair]
) -> dict[Key, list[Pair]]:
    """The pairs each candidate would rule out on top of what is held."""
    nodes = {key: knowledge.vocabulary.node(key, value) for key, value in candidates.items()}
    removed: dict[Key, list[Pair]] = {key: [] for key in candidates}
    for name, rival in pairs:
        impossible = knowledge.entailed(
            [*held, knowledge.vocabulary.node((name, ()), rival)], [-node for node in nodes.values()]
        )
        for key, node in nodes.items():
            if -node in impossible:
                removed[key].append((name, rival))
    return removed


def _could_carry(knowledge: Knowledge, term: Key) -> tuple[str, ...]:
    """The sources that speak of a term or, if none does, of a term that some line mentions together with it.

    Sources that tell the reader nothing in truth, because all they claim is exempt there, are no help.
    """
    lines = knowledge.lines
    truth = knowledge.assume(knowledge.truth)
    claims = [
        claim
        for claim in knowledge.theory.claims
        if claim.id in lines and knowledge.solve([*truth, -lines[claim.id].exempt])
    ]
    about = [claim.source for claim in claims if term in lines[claim.id].terms]
    if not about:
        near = {other for line in lines.values() if term in line.terms for other in line.terms}
        about = [claim.source for claim in claims if not near.isdisjoint(lines[claim.id].terms)]
    return tuple(dict.fromkeys(about))
