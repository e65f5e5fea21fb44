"""Which sets of paths decide at tables: looked at on a few tables of each crew, since each takes many questions."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from casekit.tabletop.simulation.table_plan import TablePlan
from casekit.tabletop.table_rules import Subject, bits

SAMPLE = 6
"""The number of tables of each crew that are looked at."""

COMMONEST = 12
"""The number of ways that are listed."""


@dataclass(frozen=True)
class Way:
    """Paths that decided an element, how often, and whether the writer's solution gives them.

    A way is ``told`` if some proof of the solution has all its paths, a ``shortcut`` if it is shorter than all of them.
    """

    element: int
    paths: int
    count: int
    kind: str


def ways_taken(subject: Subject, plan: TablePlan) -> tuple[Way, ...]:
    """The ways of some tables, the commonest first; the same whatever else was played.

    Raises:
        OutOfBudgetError: if a question is too hard.
    """
    counts: Counter[tuple[int, int]] = Counter()
    remembered: dict[tuple[int, int], int] = {}
    for element, read in _decisive(subject, plan):
        if (element, read) not in remembered:
            remembered[element, read] = _thinned(subject, element, read)
        counts[element, remembered[element, read]] += 1
    ordered = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return tuple(
        Way(element, paths, count, _kind(subject, element, paths)) for (element, paths), count in ordered
    )


def _decisive(subject: Subject, plan: TablePlan) -> Iterator[tuple[int, int]]:
    """The paths that seats had read when they came to know an element, at the first tables of the fullest games."""
    tables, step = subject.tables(), len(plan.crews)
    for place, crew in enumerate(plan.crews):
        numbers = range(place, plan.tables, step)[:SAMPLE]
        if numbers:
            yield from tables.decisive(crew, plan.players[-1], plan.seed, numbers)


def _thinned(subject: Subject, element: int, read: int) -> int:
    """The part of a set of paths that decides an element, none of which can go; the last paths go first."""
    for path in sorted(bits(read), reverse=True):
        without = read & ~(1 << path)
        if subject.decides(element, without):
            read = without
    return read


def way_from(subject: Subject, element: int, read: int) -> tuple[int, str] | None:
    """The part of what was read that decides an element, and its kind; ``None`` if what was read does not decide it.

    Raises:
        OutOfBudgetError: if a question is too hard.
    """
    if not subject.decides(element, read):
        return None
    paths = _thinned(subject, element, read)
    return paths, _kind(subject, element, paths)


def _kind(subject: Subject, element: int, paths: int) -> str:
    told = [mask for about, mask in subject.told if about == element]
    if any(paths & ~mask == 0 for mask in told):
        return "told"
    shortest = min((mask.bit_count() for mask in told), default=0)
    return "shortcut" if paths.bit_count() < shortest else "other"
