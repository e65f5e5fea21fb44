"""Since when something can be known, in games whose sources are read in an order."""

from collections.abc import Callable, Sequence

from casekit.deduce.solving.knowledge import Knowledge
from casekit.model.logic import Formula
from casekit.model.proof import Assertion

START = ""
"""In place of a source: certain before anything was read."""

Known = Callable[[Sequence[str]], bool]
"""Whether something is certain to readers of some sources."""


def assertions_known(knowledge: Knowledge, assertions: Sequence[Assertion]) -> Known:
    """Asks whether assertions hold in every world."""
    denial = -knowledge.circuit.all_of(map(knowledge.node, assertions))
    return lambda read: not knowledge.solve([*knowledge.assume(knowledge.reading(read)), denial])


def answer_known(knowledge: Knowledge, formula: Formula, answer: str) -> Known:
    """Asks whether a formula has an answer."""
    return lambda read: knowledge.ask(knowledge.reading(read), formula) == answer


def since(sources: Sequence[str], known: Known) -> str:
    """The source since which something is certain that is so after all of them; ``START`` for the start.

    Whatever is certain stays so as long as the sources do not contradict each other; so half of those left are looked
    at in each turn.
    """
    low, high = 0, len(sources)
    while low < high:
        middle = (low + high) // 2
        if known(sources[:middle]):
            high = middle
        else:
            low = middle + 1
    return sources[low - 1] if low else START
