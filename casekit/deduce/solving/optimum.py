"""Worlds in which as many wishes as possible come true."""

from collections.abc import Sequence, Set as AbstractSet
from typing import NamedTuple

from casekit.deduce.solving.knowledge import Knowledge


class Optimum(NamedTuple):
    """The best world found: how many wishes fail, the true literals of the world, and a node ``bound``.

    ``bound`` is true in all worlds in which no more wishes fail. ``exact`` is false if the search was given up and
    a better world may exist.
    """

    failed: int
    model: AbstractSet[int]
    bound: int
    exact: bool


def best_world(knowledge: Knowledge, assumptions: Sequence[int], wishes: Sequence[int]) -> Optimum | None:
    """The world of the assumptions in which the fewest wishes (nodes) fail; ``None`` if there is no world.

    Core-guided from below (MSU3, Marques-Silva and Planes 2007): wishes are assumed until they turn out to
    contradict each other; from then on one more of those met so far may fail. Each step has the solver's budget.
    """
    circuit = knowledge.circuit
    if not knowledge.solve(assumptions):
        return None
    model = knowledge.model()
    assumed = dict.fromkeys(wishes)
    met: list[int] = []
    for failed in range(len(wishes) + 1):
        bound = -circuit.at_least(failed + 1, met)
        answer = knowledge.solve_within([*assumptions, bound, *assumed])
        if answer is None:
            break
        if answer:
            return Optimum(failed, knowledge.model(), _bound(knowledge, failed, wishes), exact=True)
        core = set(knowledge.core())
        met.extend(-wish for wish in wishes if wish in core and wish in assumed)
        assumed = {wish: None for wish in assumed if wish not in core}
    failed = sum(wish not in model for wish in wishes)
    return Optimum(failed, model, _bound(knowledge, failed, wishes), exact=False)


def _bound(knowledge: Knowledge, failed: int, wishes: Sequence[int]) -> int:
    return -knowledge.circuit.at_least(failed + 1, [-wish for wish in wishes])
