"""The choice of a document's clues: by counterexample, and pruned.

As long as some world fits all clues and has another solution, a clue is taken that is false in that world
(counterexample-guided inductive synthesis: Solar-Lezama, "Program Synthesis by Sketching", 2008). What is
then not needed goes again. A second and a third way to the solution are found likewise, each with paragraphs
of its own as far as there are any.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from random import Random
from typing import Generic, Literal, TypeVar

from casekit.deduce.minimal_sources import Goal, otherwise
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.values import frozen

_SAMPLES = 40
"""The number of readers of a part of the paragraphs who say what else they would need."""

P = TypeVar("P", bound=Hashable)


@frozen
class ClueCandidate(Generic[P]):
    """A line for a path, and a sentence that says what its paragraph must carry.

    ``about`` is the slug of its situation. ``hint`` is a formula that the paragraph suggests, or empty.
    ``weight`` is how gladly it is taken; a clue that is ``due`` always is.
    """

    path: P
    line: str
    sentence: str
    about: str
    mode: Literal["plain", "lie"] = "plain"
    hint: str = ""
    weight: float = 1.0
    due: bool = False


Stock = Mapping[str, ClueCandidate[P]]
"""Clues by the identifiers of their lines in the theory."""


@frozen(slots=True)
class SelectionLimits:
    """How many ``ways`` to the solution are looked for, and the limits of paths.

    ``idle`` is the share of paths that may be without clues, ``lines`` the most of a paragraph.

    ``idly`` if a path may be given something that rules out nothing.
    """

    ways: int
    idle: float
    lines: int = 2
    idly: bool = True


@frozen(slots=True)
class RequiredProof(Generic[P]):
    """A node that readers of some ``paths`` must know to be true; they have some ``given`` lines besides."""

    node: int
    paths: frozenset[P]
    given: Sequence[str]


class UndecidedError(Exception):
    """Not even all clues of a stock show the solution."""


def truthful(solver: TheorySolver, stock: Stock[P]) -> dict[str, ClueCandidate[P]]:
    """The clues that fit the one world of a truth that leaves nothing open: true ones and lies.

    Raises:
        UndecidedError: if the truth has no world.
    """
    if not solver.solve(solver.assume(solver.truth)):
        raise UndecidedError("what happened contradicts itself")
    world = solver.model()
    fitting: dict[str, ClueCandidate[P]] = {}
    for name, clue in stock.items():
        true, false = solver.lines[name].meaning
        if (true if clue.mode == "plain" else false) in world:
            fitting[name] = clue
    return fitting


def choose(
    solver: TheorySolver,
    stock: Stock[P],
    goal: Goal,
    measures: SelectionLimits,
    random: Random,
    given: Sequence[str] = (),
    wanted: Sequence[RequiredProof[P]] = (),
) -> tuple[str, ...]:
    """The identifiers of the clues that a case takes, in the order of the stock.

    ``given`` are lines that every reader has, such as those that are written already, and ``wanted`` is what
    else readers of some paths have to know.

    Raises:
        UndecidedError: if the stock does not show the goal.
    """
    return _Choice(solver, stock, goal, measures, random, given).choose(wanted)


class _Choice(Generic[P]):
    def __init__(
        self,
        solver: TheorySolver,
        stock: Stock[P],
        goal: Goal,
        measures: SelectionLimits,
        random: Random,
        given: Sequence[str],
    ) -> None:
        self.solver, self.stock, self.measures, self.random = solver, stock, measures, random
        self.laws = solver.assume((*solver.laws, *given))
        self.otherwise = otherwise(solver, goal)
        self.due = [name for name, clue in stock.items() if clue.due]
        self.load: Counter[P] = Counter(stock[name].path for name in self.due)
        self.said: Counter[str] = Counter()

    def choose(self, wanted: Sequence[RequiredProof[P]]) -> tuple[str, ...]:
        taken: dict[str, None] = dict.fromkeys(self.due)
        for proof in wanted:
            self._take([name for name in self._showing(proof, taken) if name not in taken], taken)
        self.due = list(taken)
        for number in range(self.measures.ways):
            # What gives a lie away the first time is not there the second time: nothing may rest on one
            # paragraph.
            known = [name for name in self.due if number == 0 or self.stock[name].mode == "lie"]
            way = self._pruned(known, self._way(known, {self.stock[name].path for name in taken}))
            self._take([name for name in way if name not in taken], taken)
        self._fill(taken)
        return tuple(name for name in self.stock if name in taken)

    def _way(self, known: Sequence[str], used: Collection[P]) -> list[str]:
        """Clues that show the goal to those who know some others, of unused paths if that is possible."""
        way: list[str] = []
        while (world := self._rival([*known, *way])) is not None:
            false = [name for name in self._false_in(world) if name not in self.due]
            against = [name for name in false if self.stock[name].mode == "plain"]
            load = self.load + Counter(self.stock[name].path for name in way)
            room = [name for name in against if load[self.stock[name].path] < self.measures.lines]
            fresh = [name for name in room if self.stock[name].path not in used]
            choice = fresh or room or against
            if not choice:
                raise UndecidedError("no clue rules out every other solution")
            way.append(self._one_of(choice))
        return way

    def _showing(self, wanted: RequiredProof[P], taken: Collection[str]) -> list[str]:
        """Clues of some paths that show something to readers of these alone.

        None, where they cannot show it.
        """
        laws = self.solver.assume((*self.solver.laws, *wanted.given))
        known = [name for name in taken if self.stock[name].path in wanted.paths]
        way: list[str] = []
        while self.solver.solve([*laws, *self.solver.assume([*known, *way]), -wanted.node]):
            world = self.solver.model()
            against = [name for name in self._false_in(world) if self.stock[name].path in wanted.paths]
            if not against:
                return []
            way.append(self._one_of(against))
        for name in list(way):
            rest = [other for other in way if other != name]
            if not self.solver.solve([*laws, *self.solver.assume([*known, *rest]), -wanted.node]):
                way = rest
        return way

    def _rival(self, known: Iterable[str]) -> Collection[int] | None:
        """A world that fits what is known and has another solution, as its true literals."""
        if not self.solver.solve([*self.laws, *self.solver.assume(known), self.otherwise]):
            return None
        return self.solver.model()

    def _false_in(self, world: Collection[int]) -> list[str]:
        return [name for name in self.stock if -self.solver.lines[name].holds in world]

    def _one_of(self, names: Sequence[str]) -> str:
        weights = [self._weight(name) / (1 + 2 * self.load[self.stock[name].path]) for name in names]
        return self.random.choices(names, weights)[0]

    def _weight(self, name: str) -> float:
        """The weight of a clue: less if its line, or others about the same, have been used."""
        clue = self.stock[name]
        return clue.weight / (1 + 3 * self.said[clue.line]) / (1 + 0.2 * self.said[clue.about])

    def _take(self, names: Iterable[str], taken: dict[str, None]) -> None:
        for name in names:
            clue = self.stock[name]
            taken[name] = None
            self.load[clue.path] += 1
            self.said.update((clue.line, clue.about))

    def _pruned(self, known: Sequence[str], way: list[str]) -> list[str]:
        """The needed part of a way: without any of it there would be another solution."""
        for name in self.random.sample(way, len(way)):
            rest = [other for other in way if other != name]
            if self._rival([*known, *rest]) is None:
                way = rest
        return way

    def _fill(self, taken: dict[str, None]) -> None:
        """Give clues to more paths, those that rule out most worlds, until few enough are idle."""
        paths = list(dict.fromkeys(clue.path for clue in self.stock.values()))
        most = int(self.measures.idle * len(paths))
        power: Counter[str] = Counter()
        for world in self._worlds(list(taken)):
            power.update(self._false_in(world))
        idle = {path for path in paths if not self.load[path]}
        plain = [name for name, clue in self.stock.items() if clue.mode == "plain" and not clue.due]
        while len(idle) > most:
            likely = [name for name in plain if self.stock[name].path in idle]
            if not likely:
                break
            best = max(
                likely,
                key=lambda name: (1 + power[name]) * self._weight(name) * self.random.uniform(0.5, 1),
            )
            if power[best] or self.measures.idly:
                self._take([best], taken)
            idle.discard(self.stock[best].path)

    def _worlds(self, taken: Sequence[str]) -> list[Collection[int]]:
        """Worlds with another solution for readers of some of what is taken."""
        readers = (
            self.random.sample(taken, int(len(taken) * self.random.uniform(0.3, 0.9)))
            for _ in range(_SAMPLES)
        )
        return [world for world in map(self._rival, readers) if world is not None]
