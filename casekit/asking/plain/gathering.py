"""The conclusions of several steps as few clauses: facts that differ in one place are put together."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from casekit.deduce.encoding.vocabulary import NO, YES
from casekit.model.proof import Assertion
from casekit.model.theory import Fact


@dataclass(frozen=True, slots=True)
class Gathered:
    """That a function has one of some ``values``, or none of them, at arguments.

    Where several ``others`` are so too, they are what is at ``place`` instead. A predicate has the values ``yes``.
    """

    function: str
    arguments: tuple[str, ...]
    values: tuple[str, ...]
    holds: bool
    place: int = -1
    others: tuple[str, ...] = ()

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts at the first arguments."""
        return tuple(Fact(self.function, self.arguments, value) for value in self.values)


def gathered(assertions: Iterable[Assertion]) -> Sequence[Gathered]:
    """Assertions in as few groups as possible, in the order in which each begins."""
    found: list[Gathered] = []
    for one in _by_term(assertions):
        at = next((index for index, before in enumerate(found) if _joint(before, one) >= 0), None)
        if at is None:
            found.append(one)
        else:
            place = _joint(found[at], one)
            found[at] = replace(found[at], place=place, others=(*found[at].others, one.arguments[place]))
    return found


def _by_term(assertions: Iterable[Assertion]) -> Iterator[Gathered]:
    """The values of each term together: those that it has not, or the one that it has."""
    grouped: dict[tuple[str, tuple[str, ...], bool], list[str]] = {}
    for one in assertions:
        fact, holds = one.fact, one.holds
        value = fact.value
        if value in {YES, NO}:
            value, holds = YES, (fact.value == YES) == holds
        grouped.setdefault((fact.function, fact.arguments, holds), []).append(value)
    for (function, arguments, holds), values in grouped.items():
        yield Gathered(function, arguments, tuple(values), holds)


def _joint(one: Gathered, other: Gathered) -> int:
    """The one place in which the arguments of two differ that say the same, or -1."""
    if (one.function, one.values, one.holds) != (other.function, other.values, other.holds):
        return -1
    differing = [
        place
        for place, (first, second) in enumerate(zip(one.arguments, other.arguments, strict=True))
        if first != second
    ]
    return differing[0] if len(differing) == 1 and one.place in {-1, differing[0]} else -1
