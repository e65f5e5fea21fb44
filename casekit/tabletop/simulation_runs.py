"""Simulated tables: which are played, the counts of all of them, and which sets of paths decide at a few.

Counts are whole numbers, so that parts add up to the same whatever the parts are.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import reduce
from operator import call
from typing import Any

import numpy as np

from casekit.system.executors import Executor, Job, run_tasks
from casekit.tabletop.game_rules import Crew, ReaderModel, SimulatedTables, bits, named, thinned
from casekit.tabletop.simulated_readers import Bools, EvidenceArrays, Ints, ReaderBatch, Words
from casekit.values import frozen
from casekit.values.grouping import grouped

NOBODY = -1
"""The seat of nobody."""

NEVER = 0
"""The round in which something happens that never does."""


class TableLog:
    """Notes on each table of a batch, at which ``case`` is played for at most ``rounds`` rounds.

    For each seat and element ``since_round`` and ``since_read`` are the round and the number of paths read
    when it became certain (``NEVER``), and ``since_set`` the paragraphs read then. ``taken`` and ``when``
    count by path how often a seat read it and add up the rounds, ``told`` the answers that this crossed off,
    ``useful`` how often it crossed one off. ``suspected`` counts by round whom seats suspected first at its
    end. ``words`` are those read aloud at each table.
    """

    def __init__(self, case: EvidenceArrays, tables: int, players: int, rounds: int) -> None:
        self.case = case
        self.since_round, self.since_read = np.zeros((2, tables, players, len(case.masks)), np.int64)
        self.since_set = np.zeros(self.since_round.shape, np.uint64)
        self.taken, self.when, self.told, self.useful = np.zeros((4, len(case.first)), np.int64)
        self.suspected = np.zeros((rounds + 1, case.evidence.offsets[1]), np.int64)
        self.words = np.zeros(tables, np.int64)
        self._lengths = np.array(case.evidence.words)

    def learnt(
        self, mind: ReaderBatch, rounds: Ints, rows: Ints, seat: int, path: Ints, changed: Words
    ) -> None:
        """A seat read a path in some round at some tables, which crossed off some answers."""
        told = np.bitwise_count(changed).astype(np.int64)
        for counts, added in (
            (self.taken, 1),
            (self.when, rounds),
            (self.told, told),
            (self.useful, told > 0),
        ):
            np.add.at(counts, path, added)
        left = mind.left(rows)
        at, elements = np.nonzero((left == 1) & (self.since_round[rows, seat] == NEVER))
        now = rows[at]
        self.since_round[now, seat, elements] = rounds[at]
        self.since_read[now, seat, elements] = mind.known[now].sum(axis=1)
        self.since_set[now, seat, elements] = mind.read[now]
        # Reasoning that believes too much may lose what it was certain of.
        at, elements = np.nonzero((left != 1) & (self.since_round[rows, seat] != NEVER))
        self.since_round[rows[at], seat, elements] = NEVER

    def read_out(self, rows: Ints, path: Ints) -> None:
        """A paragraph was read aloud at some tables."""
        np.add.at(self.words, rows, self._lengths[path])

    def suspects(self, rounds: Ints, options: Ints) -> None:
        """Whom somebody suspects first at the end of some rounds."""
        np.add.at(self.suspected, (rounds, options), 1)


Tally = Mapping[str, Ints]
"""Counts of the tables of one crew with one number of players.

``by_round`` counts by element (and last, all of them) tables where somebody is certain, and right, since a
round; ``by_read`` seats by element and the number of paths they had read then, and ``at_end`` those by the
number of paths that lasted until the game ends of itself. ``outcomes`` are tables, in the order of their
numbers: whether somebody knows everything at the end. ``certain`` are seats that do, ``mistaken`` seats that
are certain of something false. ``revealed`` are tables where somebody ended the game early, ``best`` those of
them where that seat has the highest score; ``points`` counts seats by score from ``lowest`` on. By path:
``taken`` by how many seats, ``rounds`` when added up, ``told`` answers crossed off, ``useful`` how often it
crossed one off, ``again`` how often a seat read a paragraph that it had read on another path;
``read_by_solvers`` and ``read_by_others`` count seats. ``suspected`` counts by round whom seats suspect
first, ``blamed`` whom those blame at the end who are wrong."""


def together(one: Tally, other: Tally) -> Tally:
    """The counts of different tables of one crew, added up."""
    outcomes = np.concatenate([one["outcomes"], other["outcomes"]])
    added = {name: count + other[name] for name, count in one.items() if name != "outcomes"}
    return {**added, "outcomes": outcomes, "lowest": one["lowest"]}


def solved_at(tally: Tally) -> int:
    """The number of tables where somebody knows everything at the end."""
    return int(tally["outcomes"].sum())


def tallied(
    diary: TableLog,
    limits: tuple[int, int],
    *,
    right: Bools,
    known: Bools,
    guessed: Ints,
    claimant: Ints,
    scores: Ints,
    rounds: Ints,
) -> Tally:
    """Count what happened at the tables of a batch, by table first and by seat next.

    No score is beyond the ``limits``. ``right`` says by element whether the first hypothesis at the end is
    right, ``known`` are the paths that a seat has read, ``guessed`` its first hypothesis for the first
    element. ``claimant`` is the seat that ended the game early, or ``NOBODY``. ``rounds`` are by table.
    """
    settled, (lowest, highest) = diary.since_round != NEVER, limits
    knows = settled & right
    everything = knows.all(axis=2)
    revealed = np.flatnonzero(claimant != NOBODY)
    winners = scores[revealed, claimant[revealed]] == scores[revealed].max(axis=1)
    read, span = known.shape[2] + 1, highest - lowest
    return {
        "tables": _number(len(settled)),
        "seats": _number(settled.shape[0] * settled.shape[1]),
        "rounds": _number(rounds.sum()),
        "by_round": _by_round(diary, knows, everything),
        "by_read": _by_read(diary, knows, read),
        "at_end": np.bincount(known.sum(axis=2)[claimant == NOBODY].ravel(), minlength=read),
        "outcomes": everything.any(axis=1),
        "certain": _number(everything.sum()),
        "mistaken": _number((settled & ~right).any(axis=2).sum()),
        "revealed": _number(len(revealed)),
        "best": _number(winners.sum()),
        "score": _number(scores.sum()),
        "points": np.bincount(np.clip(scores.ravel() - lowest, 0, span), minlength=span + 1),
        "words": _number(diary.words.sum()),
        "taken": diary.taken,
        "when": diary.when,
        "told": diary.told,
        "useful": diary.useful,
        "again": _again(diary, known),
        "read_by_solvers": known[everything].sum(axis=0),
        "read_by_others": known[~everything].sum(axis=0),
        "suspected": diary.suspected,
        "blamed": np.bincount(guessed[~right[:, :, 0]], minlength=diary.suspected.shape[1]),
        "lowest": _number(lowest),
    }


def _number(value: int | np.integer) -> Ints:
    return np.array(int(value))


def _by_round(diary: TableLog, knows: Bools, everything: Bools) -> Ints:
    """Tables by the first round since which some seat knows an element, and all of them."""
    never = len(diary.suspected)
    since = np.where(knows, diary.since_round, never)
    whole = np.where(everything, diary.since_round.max(axis=2), never)
    columns = [*since.min(axis=1).T, whole.min(axis=1)]
    return np.stack([np.bincount(column, minlength=never + 1)[:never] for column in columns])


def _by_read(diary: TableLog, knows: Bools, most: int) -> Ints:
    """Seats by the number of paths that they had read when they came to know an element, and all of them."""
    since = diary.since_read
    columns = [
        *(since[:, :, element][knows[:, :, element]] for element in range(knows.shape[2])),
        since.max(axis=2)[knows.all(axis=2)],
    ]
    return np.stack([np.bincount(column, minlength=most) for column in columns])


def _again(diary: TableLog, known: Bools) -> Ints:
    """How often a path was read besides another one that leads to the same paragraph."""
    counts = (known & known[:, :, diary.case.canonical]).sum(axis=(0, 1))
    return np.where(diary.case.canonical == np.arange(len(counts)), 0, counts)


MOST, LEAST = 4_000, 50
"""The numbers of tables that are played together: more take more memory, fewer take nearly as long as
these."""

SEVERAL = 3
"""The number of pieces for each of those who play, so that none waits long for the last one."""


@frozen
class TablePlan:
    """The pieces of ``tables`` for each number of players; table *n* has crew *n* modulo their number."""

    crews: tuple[Crew, ...]
    players: tuple[int, ...]
    tables: int
    seed: int

    def pieces(self, workers: int = 1) -> Iterator[tuple[int, int, range]]:
        """The tables to play, in pieces for a number of ``workers``.

        No table depends on the piece that it is in. A piece is of one crew with one number of players, and
        has the numbers of its tables.
        """
        step = len(self.crews)
        shared = -(-self.tables * len(self.players) // (SEVERAL * workers))
        most = min(max(shared, LEAST), MOST)
        for players in self.players:
            for crew in range(min(step, self.tables)):
                numbers = range(crew, self.tables, step)
                for start in range(0, len(numbers), most):
                    yield crew, players, numbers[start : start + most]


Step = Callable[[int], None]


@dataclass
class SimulationCounts:
    """Counts by number of players and place of the crew. ``whole`` unless it was interrupted."""

    plan: TablePlan
    tallies: dict[tuple[int, int], Tally] = field(default_factory=dict)
    whole: bool = True

    @property
    def in_all(self) -> Tally | None:
        """The counts of all tables; ``None`` if none was played."""
        return reduce(together, self.tallies.values()) if self.tallies else None

    @property
    def by_crew(self) -> Iterator[tuple[str, Tally]]:
        """The counts for all numbers of players, by what crews are called that were at a table."""
        tallies = grouped((crew, tally) for (_, crew), tally in self.tallies.items())
        return ((named(self.plan.crews[crew]), reduce(together, tallies[crew])) for crew in sorted(tallies))


def play_all(
    tables: Callable[[], SimulatedTables], plan: TablePlan, where: Executor, step: Step
) -> SimulationCounts:
    """Play everything at ``tables``, which each process makes.

    ``step`` is called with the number of tables done after each piece.

    Raises:
        OutOfBudgetError: if a question of a reader is too hard.
        SpreadingError: if it cannot be played there.
    """
    played = SimulationCounts(plan)
    pieces = list(plan.pieces(where.count))
    tasks = [(plan.crews[crew], players, plan.seed, numbers) for crew, players, numbers in pieces]
    # Players learn about the document in each process, and answers do not depend on that.
    try:
        with closing(run_tasks(Job(_play, call, tables), tasks, where)) as tallies:
            for (crew, players, numbers), tally in zip(pieces, tallies, strict=True):
                before = played.tallies.get((players, crew))
                played.tallies[players, crew] = tally if before is None else together(before, tally)
                step(len(numbers))
    except KeyboardInterrupt:
        played.whole = False
    return played


def _play(tables: SimulatedTables, task: tuple[Any, ...]) -> Tally:
    return tables.tally(*task)


SAMPLE = 6
"""The number of tables of each crew that are looked at."""

COMMONEST = 12
"""The number of ways that are listed."""

Way = tuple[int, int, str]
"""A way: the element that it decides, its paths as a set of bits, and its kind."""


def ways_taken(subject: ReaderModel, plan: TablePlan) -> list[dict[str, Any]]:
    """The ways of some tables, the commonest first.

    A way is the paths that decided an element, how often, and whether the solution gives them.

    A way is ``told`` if some proof of the solution has all its paths, a ``shortcut`` if it is shorter than
    all of them. They are the same whatever else was played.

    Raises:
        OutOfBudgetError: if a question is too hard.
    """
    counts: Counter[Way] = Counter()
    for (element, read), count in Counter(_decisive(subject, plan)).items():
        counts[_way(subject, element, read)] += count
    return ways_in_order(subject, counts)[:COMMONEST]


def ways_in_order(subject: ReaderModel, counts: Counter[Way]) -> list[dict[str, Any]]:
    """Ways as ``schemas/simulation.schema.json`` has them, the commonest first."""
    ways = []
    for (element, paths, kind), count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        names = [subject.paths[path] for path in bits(paths)]
        ways.append({"element": subject.elements[element], "paths": names, "count": count, "kind": kind})
    return ways


def _decisive(subject: ReaderModel, plan: TablePlan) -> Iterator[tuple[int, int]]:
    """The paths that seats had read when they knew an element, at the first tables of the fullest games."""
    tables, step = subject.tables(), len(plan.crews)
    for place, crew in enumerate(plan.crews):
        numbers = range(place, plan.tables, step)[:SAMPLE]
        if numbers:
            yield from tables.decisive(crew, plan.players[-1], plan.seed, numbers)


def way_from(subject: ReaderModel, element: int, read: int) -> Way | None:
    """The way of somebody who has read a set of paths, if that decides an element.

    Raises:
        OutOfBudgetError: if a question is too hard.
    """
    return _way(subject, element, read) if subject.evidence.decides(element, read) else None


def _way(subject: ReaderModel, element: int, read: int) -> Way:
    """The part of a set of paths that decides an element, none of which can go; the last paths go first."""
    last_first = sorted(bits(read), reverse=True)
    paths = thinned(read, last_first, lambda some: subject.evidence.decides(element, some))
    told = [mask for about, mask in subject.evidence.told if about == element]
    if any(paths & ~mask == 0 for mask in told):
        return element, paths, "told"
    shortest = min((mask.bit_count() for mask in told), default=0)
    return element, paths, "shortcut" if paths.bit_count() < shortest else "other"
