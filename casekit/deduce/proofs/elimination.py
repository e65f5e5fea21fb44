"""Proofs by elimination: which lines strike off which values of one target, until those are left that prove the goal."""

from collections.abc import Sequence

from casekit.deduce.goals import target_named
from casekit.deduce.solving.cores import minimal_core, smallest_core
from casekit.deduce.solving.knowledge import Knowledge
from casekit.model.theory import Assertion, Fact, Inference


def struck_off(
    knowledge: Knowledge, lines: Sequence[str], goal: Sequence[Assertion], rules: Sequence[str]
) -> tuple[Inference, ...]:
    """The proof of a goal from lines that prove it: each step has the fewest claims that strike off its values.

    Steps are in the order of the claims; ``rules`` say what the values of the target mean for the goal. Where the values of the target do not decide the goal, the proof is one step.
    """
    told = tuple(lines)
    target = target_named(knowledge, knowledge.theory.struck)
    denial = -knowledge.circuit.all_of(map(knowledge.node, goal))
    ruled = [denial, *knowledge.assume(rules)]
    out = [
        Assertion(Fact(target.name, (), each), holds=False) for each in knowledge.vocabulary[target.name, ()]
    ]
    needed = [one for one in out if knowledge.solve([*ruled, -knowledge.node(one)])]
    lines = tuple(dict.fromkeys((*rules, *lines)))
    read = knowledge.assume(lines)
    if not needed or any(knowledge.solve([*read, -knowledge.node(one)]) for one in needed):
        return (Inference(1, told, (), (), tuple(goal)),)
    steps: list[Inference] = []
    for claims, struck in _grounds(knowledge, lines, needed).items():
        every = knowledge.circuit.all_of(map(knowledge.node, struck))
        laws = {line: (line,) for line in lines if line in knowledge.laws}
        known = minimal_core(knowledge, [-every, *knowledge.assume(claims)], laws)
        steps.append(Inference(len(steps) + 1, (*known, *claims), (), (), tuple(struck)))
    if set(goal) <= set(needed):
        return tuple(steps)
    given = [denial, *map(knowledge.node, needed)]
    last = minimal_core(knowledge, given, {line: (line,) for line in rules})
    numbers = tuple(step.number for step in steps)
    return (*steps, Inference(len(steps) + 1, last, numbers, tuple(sorted(needed)), tuple(goal)))


def _grounds(
    knowledge: Knowledge, lines: Sequence[str], needed: Sequence[Assertion]
) -> dict[tuple[str, ...], list[Assertion]]:
    """The values that claims of the same sources strike off, beside the laws; those that take none come first, then by source."""
    laws = knowledge.assume(line for line in lines if line in knowledge.laws)
    source = {claim.id: claim.source for claim in knowledge.theory.claims if claim.id in lines}
    groups = {claim: (claim,) for claim in source}
    found: dict[tuple[str, ...], list[Assertion]] = {}
    claims: dict[tuple[str, ...], set[str]] = {}
    for one in needed:
        supposed = [*laws, -knowledge.node(one)]
        alone = ((claim,) for claim in source if not knowledge.solve([*supposed, *knowledge.assume([claim])]))
        known = not knowledge.solve(supposed)
        core = () if known else next(alone, ()) or smallest_core(knowledge, supposed, groups).names
        told = tuple(dict.fromkeys(source[claim] for claim in core))
        found.setdefault(told, []).append(one)
        claims.setdefault(told, set()).update(core)
    order = {each: at for at, each in enumerate(dict.fromkeys(source.values()))}
    ranked = sorted(found, key=lambda told: [order[each] for each in reversed(told)])
    return {tuple(each for each in source if each in claims[told]): found[told] for told in ranked}
