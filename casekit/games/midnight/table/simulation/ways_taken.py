"""Which sets of paths decide at tables: looked at on a few tables of each crew, since each takes many questions."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from casekit.games.midnight.table.batch.batches import player
from casekit.games.midnight.table.batch.diary import NEVER
from casekit.games.midnight.table.readers.case_evidence import Evidence
from casekit.games.midnight.table.readers.oracles import bits
from casekit.games.midnight.table.simulation.table_plan import TablePlan

SAMPLE = 6
"""So many tables of each crew are looked at."""

COMMONEST = 12
"""So many ways are listed."""


@dataclass(frozen=True)
class Way:
    """Paths that decided an element, how often, and whether the writer's solution tells of them.

    A way is ``told`` if some proof of the solution has all its paths, a ``shortcut`` if it is shorter than all of them.
    """

    element: int
    paths: int
    count: int
    kind: str


def ways_taken(evidence: Evidence, plan: TablePlan) -> tuple[Way, ...]:
    """The ways of some tables, the commonest first; the same whatever else was played.

    Raises:
        OutOfBudgetError: if a question is too hard.
    """
    counts: Counter[tuple[int, int]] = Counter()
    remembered: dict[tuple[int, int], int] = {}
    for element, read in _decisive(evidence, plan):
        if (element, read) not in remembered:
            remembered[element, read] = _thinned(evidence, element, read)
        counts[element, remembered[element, read]] += 1
    ordered = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return tuple(
        Way(element, paths, count, _kind(evidence, element, paths)) for (element, paths), count in ordered
    )


def _decisive(evidence: Evidence, plan: TablePlan) -> Iterator[tuple[int, int]]:
    """What seats had read when they came to know an element, at the first tables of the fullest games."""
    case = player(evidence)
    step = len(plan.crews)
    for place, crew in enumerate(plan.crews):
        numbers = range(place, plan.tables, step)[:SAMPLE]
        if not len(numbers) or any(reader.reasoning == "hasty" for reader in crew):
            continue  # those who believe everybody have no proofs
        crowd, diary = case.play(crew, plan.players[-1], plan.seed, numbers)
        knows = (diary.since_round != NEVER) & crowd.right()[:, :, :, 0]
        for table, seat, element in np.argwhere(knows).tolist():
            yield element, int(diary.since_set[table, seat, element])


def _thinned(evidence: Evidence, element: int, read: int) -> int:
    """The part of a set of paths that decides an element, none of which can go; the last paths go first."""
    rivals = evidence.masks[element] & ~(1 << _true(evidence, element))
    for path in sorted(bits(read), reverse=True):
        without = read & ~(1 << path)
        if _excludes(evidence, without, rivals):
            read = without
    return read


def _excludes(evidence: Evidence, read: int, rivals: int) -> bool:
    return all(evidence.oracles.exact(read, 1 << rival) for rival in bits(rivals))


def _true(evidence: Evidence, element: int) -> int:
    answer = evidence.mystery.answers[element]
    options = evidence.mystery.options[element]
    return evidence.offsets[element] + (options.index(answer) if answer in options else 0)


def way_from(evidence: Evidence, element: int, read: int) -> tuple[int, str] | None:
    """The part of what was read that decides an element, and its kind; ``None`` if what was read does not decide it.

    Raises:
        OutOfBudgetError: if a question is too hard.
    """
    rivals = evidence.masks[element] & ~(1 << _true(evidence, element))
    if not _excludes(evidence, read, rivals):
        return None
    paths = _thinned(evidence, element, read)
    return paths, _kind(evidence, element, paths)


def _kind(evidence: Evidence, element: int, paths: int) -> str:
    told = [mask for about, mask in evidence.told if about == element]
    if any(paths & ~mask == 0 for mask in told):
        return "told"
    shortest = min((mask.bit_count() for mask in told), default=0)
    return "shortcut" if paths.bit_count() < shortest else "other"
