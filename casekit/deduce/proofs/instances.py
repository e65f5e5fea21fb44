"""The instances that a proof needs of laws on each thing of a kind: a rule of travel speaks of every minute."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from casekit.deduce.solving.cores import minimal_core
from casekit.deduce.solving.knowledge import Knowledge
from casekit.model.logic import And, Formula, Quantified, Sort, Variable
from casekit.model.proof import Assertion
from casekit.model.theory import Theory


def needed_instances(knowledge: Knowledge, lines: Sequence[str], goal: Sequence[Assertion]) -> Knowledge:
    """Some lines by themselves, each law among them with no more of its instances than the goal takes.

    The lines must entail the goal. The result knows less than the whole, in far fewer clauses.
    """
    theory = _only(knowledge.theory, lines)
    pieces = {
        f"{law.id} {number}": (law, formula)
        for law in theory.laws
        for number, formula in enumerate(_instances(law.formula), 1)
    }
    split = tuple(replace(law, id=name, formula=formula) for name, (law, formula) in pieces.items())
    apart = Knowledge(replace(theory, laws=split), knowledge.limits)
    if apart.refused or not _mentions(apart, goal):
        return knowledge
    denial = -apart.circuit.all_of(apart.node(assertion) for assertion in goal)
    told = [denial, *apart.assume(claim.id for claim in theory.claims)]
    needed = set(minimal_core(apart, told, {name: (name,) for name in pieces}))
    kept: dict[str, list[Formula]] = {law.id: [] for law in theory.laws}
    for name, (law, formula) in pieces.items():
        if name in needed:
            kept[law.id].append(formula)
    laws = tuple(replace(law, formula=And(tuple(kept[law.id]))) for law in theory.laws)
    alone = Knowledge(replace(theory, laws=laws), knowledge.limits)
    return alone if _mentions(alone, goal) else knowledge


def _only(theory: Theory, lines: Sequence[str]) -> Theory:
    kept = set(lines)
    return replace(
        theory,
        laws=tuple(law for law in theory.laws if law.id in kept),
        claims=tuple(claim for claim in theory.claims if claim.id in kept),
        truth=(),
    )


def _mentions(knowledge: Knowledge, goal: Sequence[Assertion]) -> bool:
    return all((each.fact.function, each.fact.arguments) in knowledge.vocabulary for each in goal)


def _instances(formula: Formula) -> Iterator[Formula]:
    """Formulas that together say what the formula says: one for each value of its outer universal quantifiers."""
    if not isinstance(formula, Quantified) or formula.quantifier != "every":
        yield formula
        return
    for value in formula.variable.sort.values:
        one = Variable(formula.variable.name, Sort(formula.variable.sort.name, (value,)))
        for body in _instances(formula.body):
            yield replace(formula, variable=one, body=body)
