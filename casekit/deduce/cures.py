"""Cures: true facts that would rule out rivals if a paragraph stated them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from casekit.deduce.encoding.vocabulary import Key
from casekit.deduce.solving.cores import Core, check_minimal, smallest_core
from casekit.deduce.solving.knowledge import Knowledge
from casekit.deduce.verdicts import true_facts
from casekit.model.theory import Cure, Fact, Verdict

Pair = tuple[str, str]


class Cures(NamedTuple):
    """True facts that would rule out rivals.

    ``rivals`` are those left to rule out; ``ranked`` each rule out some rival with nothing else beside them. ``closing`` together leave no rival, and none of
    them can go; what each ``removes`` by itself may be nothing. ``minimum`` if no fewer facts would leave no rival,
    or if not even all together do, so that ``closing`` is empty.
    """

    ranked: tuple[Cure, ...]
    closing: tuple[Cure, ...]
    minimum: bool
    rivals: tuple[Pair, ...] = ()


def cures(knowledge: Knowledge, verdict: Verdict, count: int = 3, excluded: Sequence[Pair] = ()) -> Cures:
    """The statements to add: the ``count`` best single facts, and the fewest that settle every element.

    Single facts that rule out more rivals come first, then the order is by name. A cure is a fact that the truth fixes
    and that does not follow from all sources; a target is not a cure. Without a possible truth there are no cures.
    Rivals of an element that the truth leaves open do not count, nor do those that are ruled out where the ``excluded``
    are stated to be false.
    """
    held = [*knowledge.assume(knowledge.everything), *_excluding(knowledge, excluded)]
    rivals = [
        (element.name, rival)
        for element in verdict.elements
        for rival in element.rivals
        if element.value is not None
        and knowledge.solve([*held, knowledge.vocabulary.node((element.name, ()), rival)])
    ]
    if not verdict.truth_possible or not rivals:
        return Cures((), (), minimum=True)
    candidates = _candidates(knowledge)
    removed = _removed(knowledge, held, candidates, rivals)
    # candidates are sorted, and so are those that rule out equally many
    helpful = sorted((key for key in candidates if removed[key]), key=lambda key: -len(removed[key]))[:count]
    core = _closing(knowledge, candidates, rivals, excluded)
    closing = {
        key: knowledge.vocabulary.node(key, value)
        for key, value in candidates.items()
        if _line((key, value)) in core.names
    }

    def cure(key: Key, pairs: Sequence[Pair], beside: Sequence[int]) -> Cure:
        sources = _could_carry(knowledge, key, candidates[key], pairs, [*held, *beside])
        return Cure(Fact(*key, candidates[key]), tuple(removed[key]), sources)

    return Cures(
        tuple(cure(key, removed[key], ()) for key in helpful),
        tuple(
            cure(key, rivals, [node for other, node in closing.items() if other != key]) for key in closing
        ),
        core.minimum,
        tuple(rivals),
    )


def _excluding(knowledge: Knowledge, excluded: Sequence[Pair]) -> list[int]:
    return [-knowledge.vocabulary.node((name, ()), value) for name, value in excluded]


def _closing(
    knowledge: Knowledge, candidates: Mapping[Key, str], rivals: Sequence[Pair], excluded: Sequence[Pair]
) -> Core:
    """A smallest set of facts, by the names of their lines, that leaves none of the rivals; empty if there is none."""
    facts = {_line(fact): knowledge.vocabulary.node(*fact) for fact in candidates.items()}
    groups = {name: (name,) for name in facts}
    other, held = _told(knowledge, facts, rivals, excluded)
    if other.solve([*held, *facts.values()]):
        return Core((), minimum=True)
    core = smallest_core(*_told(knowledge, facts, rivals, excluded), groups, many=len(facts))
    check_minimal(other, held, groups, core.names)
    return core


def _told(
    knowledge: Knowledge, facts: Mapping[str, int], rivals: Sequence[Pair], excluded: Sequence[Pair]
) -> tuple[Knowledge, list[int]]:
    """The same theory in a solver of its own, with a line for each of some facts, and nodes that leave one of the rivals."""
    told = knowledge.fresh()
    told.selectors.update(facts)
    left = told.circuit.any_of([told.vocabulary.node((name, ()), rival) for name, rival in rivals])
    return told, [*told.assume(knowledge.everything), *_excluding(told, excluded), left]


def _line(fact: tuple[Key, str]) -> str:
    (name, arguments), value = fact
    return f"cure: {Fact(name, arguments, value)}"


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


def _could_carry(
    knowledge: Knowledge, term: Key, value: str, removes: Sequence[Pair], held: Sequence[int]
) -> tuple[str, ...]:
    """The sources that speak of a term or, if none does, of a term that some line mentions together with it.

    Only those are left whose word rules out all rivals of ``removes``: one that may lie if a rival is true
    does not help, nor does one whose claims are all exempt in truth.
    """
    lines = knowledge.lines
    truth = knowledge.assume(knowledge.truth)
    claims = [claim for claim in knowledge.theory.claims if claim.id in lines]
    exempt = dict.fromkeys(lines[claim.id].exempt for claim in claims)
    told = {node for node in exempt if knowledge.solve([*truth, -node])}
    claims = [claim for claim in claims if lines[claim.id].exempt in told]
    fact = knowledge.vocabulary.node(term, value)
    rivals = knowledge.circuit.any_of(
        [knowledge.vocabulary.node((name, ()), rival) for name, rival in removes]
    )
    trusted = {
        exempt: not knowledge.solve([*held, rivals, knowledge.circuit.either(exempt, fact)])
        for exempt in dict.fromkeys(lines[claim.id].exempt for claim in claims)
    }
    about = [
        claim.source for claim in claims if term in lines[claim.id].terms and trusted[lines[claim.id].exempt]
    ]
    if not about:
        near = {other for line in lines.values() if term in line.terms for other in line.terms}
        about = [
            claim.source
            for claim in claims
            if not near.isdisjoint(lines[claim.id].terms) and trusted[lines[claim.id].exempt]
        ]
    return tuple(dict.fromkeys(about))
