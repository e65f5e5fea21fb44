"""Simulated tables: which are played, the counts of all of them, and which sets of paths decide at a few."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field

from casekit.system.spreading import Duty, Workplace, spread
from casekit.tabletop.simulation.tally import Tally
from casekit.tabletop.table_rules import Crew, Subject, Tables, bits

MOST, LEAST = 4_000, 50
"""The numbers of tables that are played together: more take more memory, fewer take nearly as long as these."""

SEVERAL = 3
"""The number of pieces for each of those who play, so that none waits long for the last one."""


@dataclass(frozen=True)
class Sitting:
    """Tables of one crew with one number of players, by their numbers."""

    crew: int
    players: int
    numbers: range


@dataclass(frozen=True)
class TablePlan:
    """``tables`` for each number of players, shared among the crews: table *n* has the crew *n* modulo their number."""

    crews: tuple[Crew, ...]
    players: tuple[int, ...]
    tables: int
    seed: int

    def pieces(self, workers: int = 1) -> Iterator[Sitting]:
        """The tables to play, in pieces for a number of ``workers``. No table depends on the piece that it is in."""
        step = len(self.crews)
        shared = -(-self.tables * len(self.players) // (SEVERAL * workers))
        most = min(max(shared, LEAST), MOST)
        for players in self.players:
            for crew in range(min(step, self.tables)):
                numbers = range(crew, self.tables, step)
                for start in range(0, len(numbers), most):
                    yield Sitting(crew, players, numbers[start : start + most])


Step = Callable[[int], None]


@dataclass
class Played:
    """Counts by number of players and place of the crew. ``whole`` unless it was interrupted."""

    plan: TablePlan
    tallies: dict[tuple[int, int], Tally] = field(default_factory=dict)
    whole: bool = True

    def add(self, piece: Sitting, tally: Tally) -> None:
        """Count a piece in."""
        key = (piece.players, piece.crew)
        self.tallies[key] = self.tallies[key] + tally if key in self.tallies else tally


def play_all(tables: Callable[[], Tables], plan: TablePlan, where: Workplace, step: Step) -> Played:
    """Play everything at ``tables``, which each process makes; ``step`` is called with the number of tables done after each piece.

    Raises:
        OutOfBudgetError: if a question of a reader is too hard.
        SpreadingError: if it cannot be played there.
    """
    played = Played(plan)
    pieces = list(plan.pieces(where.count))
    try:
        with closing(spread(Duty(_play, _seated, (tables, plan)), pieces, where)) as tallies:
            for piece, tally in zip(pieces, tallies, strict=True):
                played.add(piece, tally)
                step(len(piece.numbers))
    except KeyboardInterrupt:
        played.whole = False
    return played


def _seated(given: tuple[Callable[[], Tables], TablePlan]) -> tuple[Tables, TablePlan]:
    """Tables made ready: their players learn about the document, and answers do not depend on that."""
    tables, plan = given
    return tables(), plan


def _play(seated: tuple[Tables, TablePlan], piece: Sitting) -> Tally:
    tables, plan = seated
    return tables.tally(plan.crews[piece.crew], piece.players, plan.seed, piece.numbers)


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
