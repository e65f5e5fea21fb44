"""Hints of the paragraphs: the weaker verdict *best supported*."""

from collections.abc import Sequence

from casekit.deduce.solving.knowledge import Knowledge
from casekit.deduce.solving.optimum import best_world
from casekit.model.logic import Function


def best_supported(knowledge: Knowledge, target: Function, value: str, rivals: Sequence[str]) -> bool:
    """Whether a value of a target lets more hints hold than each rival does.

    Compared are the worlds of all lines that respect most hints, each hint under its guard. A comparison that
    cannot be finished within the solver's budget does not count as support.
    """
    hints = [
        knowledge.lines[claim.id].holds
        for claim in knowledge.theory.claims
        if claim.hint and claim.id in knowledge.lines
    ]
    if not hints:
        return False
    everything = knowledge.assume(knowledge.everything)
    cases = knowledge.vocabulary.cases(target, ())
    true = best_world(knowledge, [*everything, cases[value]], hints)
    if true is None or not true.exact:
        return False
    for rival in rivals:
        other = best_world(knowledge, [*everything, cases[rival]], hints)
        if other is None or not other.exact or other.failed <= true.failed:
            return False
    return True
