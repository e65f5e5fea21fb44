"""The choice of a document's clues: one is taken against each counterexample, and needless ones go again.

As long as some world fits all clues and has another solution, a clue is taken that is false in that world
(counterexample-guided inductive synthesis: Solar-Lezama, "Program Synthesis by Sketching", 2008). Then each
clue is removed that the solution does not need. A second and a third way to the solution are found in the
same manner, each with paragraphs of its own as far as there are any.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from random import Random
from typing import Generic, Literal, TypeVar

from casekit.deduce.minimal_sources import Goal, otherwise
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.values import frozen

_SAMPLED_READERS = 40
"""The number of readers of a part of the paragraphs who say what else they would need."""

P = TypeVar("P", bound=Hashable)


@frozen
class ClueCandidate(Generic[P]):
    """A clue that a path may be given."""

    path: P
    """The path."""

    line: str
    """Its line of logic."""

    sentence: str
    """A sentence that says what its paragraph must carry."""

    about: str
    """The slug of its situation."""

    mode: Literal["plain", "lie"] = "plain"
    """Whether somebody says it truly, or lies."""

    hint: str = ""
    """A formula that the paragraph suggests, or empty."""

    weight: float = 1.0
    """How gladly it is taken, beside 1.0 for most."""

    due: bool = False
    """Whether it is always taken."""


Stock = Mapping[str, ClueCandidate[P]]
"""Clues by the identifiers of their lines in the theory."""


@frozen(slots=True)
class SelectionLimits:
    """The requirements of a choice of clues."""

    ways: int
    """The number of ways to the solution."""

    idle: float
    """The share of paths that may be without clues."""

    lines: int = 2
    """The most clues of a path, as far as there is a choice."""

    idly: bool = True
    """Whether a path may be given a clue that rules out nothing."""


@frozen(slots=True)
class RequiredProof(Generic[P]):
    """Something that readers of some paths must be able to prove."""

    node: int
    """The node that must be true in all their worlds."""

    paths: frozenset[P]
    """The paths."""

    given: Sequence[str]
    """Lines that they have besides."""


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
    fitting_clues: dict[str, ClueCandidate[P]] = {}
    for name, clue in stock.items():
        meaning = solver.lines[name].meaning
        node = meaning.true if clue.mode == "plain" else meaning.false
        if node in world:
            fitting_clues[name] = clue
    return fitting_clues


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

    Args:
        solver: a solver of the theory that has all clues.
        stock: the clues.
        goal: the solution.
        measures: what is asked of the choice.
        random: the chance by which clues are drawn.
        given: lines that every reader has, such as those that are written already.
        wanted: what readers of some paths have to prove besides.

    Raises:
        UndecidedError: if the stock does not show the goal.
    """
    return _Chooser(solver, stock, goal, measures, random, given).choose(wanted)


class _Chooser(Generic[P]):
    """Chooses clues, and counts what paths have been given."""

    def __init__(
        self,
        solver: TheorySolver,
        stock: Stock[P],
        goal: Goal,
        measures: SelectionLimits,
        random: Random,
        given: Sequence[str],
    ) -> None:
        self._solver, self._stock, self._limits, self._random = solver, stock, measures, random
        self._selectors_of_laws = solver.assume((*solver.laws, *given))
        self._denial_of_goal = otherwise(solver, goal)
        # The clues that are taken in any case.
        self._due = [name for name, clue in stock.items() if clue.due]
        # All clues that are taken, in order.
        self._taken: dict[str, None] = dict.fromkeys(self._due)
        self._clue_counts: Counter[P] = Counter(stock[name].path for name in self._due)
        # The number of clues with each line, and about each situation.
        self._use_counts: Counter[str] = Counter()

    def choose(self, required_proofs: Sequence[RequiredProof[P]]) -> tuple[str, ...]:
        """The identifiers of the clues, in the order of the stock."""
        for proof in required_proofs:
            self._take(self._clues_for(proof))
        self._due = list(self._taken)
        for number in range(self._limits.ways):
            # What gives a lie away the first time is not there the second time: nothing may rest on one
            # paragraph.
            known = [name for name in self._due if number == 0 or self._stock[name].mode == "lie"]
            used_paths = {self._stock[name].path for name in self._taken}
            self._take(self._without_needless(known, self._way(known, used_paths)))
        self._give_clues_to_idle_paths()
        return tuple(name for name in self._stock if name in self._taken)

    def _way(self, known: Sequence[str], used_paths: Collection[P]) -> list[str]:
        """Clues that show the goal to those who know some others, of unused paths if that is possible."""
        way: list[str] = []
        while (world := self._rival_world([*known, *way])) is not None:
            plain_clues = [name for name in self._false_in(world) if self._stock[name].mode == "plain"]
            against_world = [name for name in plain_clues if name not in self._due]
            clue_counts = self._clue_counts + Counter(self._stock[name].path for name in way)
            of_paths_with_room = [
                name for name in against_world if clue_counts[self._stock[name].path] < self._limits.lines
            ]
            of_unused_paths = [
                name for name in of_paths_with_room if self._stock[name].path not in used_paths
            ]
            candidates = of_unused_paths or of_paths_with_room or against_world
            if not candidates:
                raise UndecidedError("no clue rules out every other solution")
            way.append(self._draw(candidates))
        return way

    def _clues_for(self, proof: RequiredProof[P]) -> list[str]:
        """Clues of some paths that prove something to readers of these alone; empty if they cannot."""
        solver = self._solver
        laws = solver.assume((*solver.laws, *proof.given))
        known = [name for name in self._taken if self._stock[name].path in proof.paths]
        clues: list[str] = []
        while solver.solve([*laws, *solver.assume([*known, *clues]), -proof.node]):
            world = solver.model()
            candidates = [name for name in self._false_in(world) if self._stock[name].path in proof.paths]
            if not candidates:
                return []
            clues.append(self._draw(candidates))
        for name in list(clues):
            others = [other for other in clues if other != name]
            if not solver.solve([*laws, *solver.assume([*known, *others]), -proof.node]):
                clues = others
        return clues

    def _rival_world(self, known: Iterable[str]) -> Collection[int] | None:
        """A world that fits what is known and has another solution, as its true literals."""
        selectors = [*self._selectors_of_laws, *self._solver.assume(known)]
        if not self._solver.solve([*selectors, self._denial_of_goal]):
            return None
        return self._solver.model()

    def _false_in(self, world: Collection[int]) -> list[str]:
        """The clues that are false in a world."""
        return [name for name in self._stock if -self._solver.lines[name].holds in world]

    def _draw(self, names: Sequence[str]) -> str:
        """One of some clues by chance, rather of a path that has few."""
        weights: list[float] = []
        for name in names:
            clue_count = self._clue_counts[self._stock[name].path]
            weights.append(self._weight(name) / (1 + 2 * clue_count))
        return self._random.choices(names, weights)[0]

    def _weight(self, name: str) -> float:
        """The weight of a clue: less if its line, or others about the same, have been used."""
        clue = self._stock[name]
        return clue.weight / (1 + 3 * self._use_counts[clue.line]) / (1 + 0.2 * self._use_counts[clue.about])

    def _take(self, names: Iterable[str]) -> None:
        """Take those of some clues that are not taken yet."""
        for name in [name for name in names if name not in self._taken]:
            clue = self._stock[name]
            self._taken[name] = None
            self._clue_counts[clue.path] += 1
            self._use_counts.update((clue.line, clue.about))

    def _without_needless(self, known: Sequence[str], way: list[str]) -> list[str]:
        """The needed part of a way: without any of it there would be another solution."""
        for name in self._random.sample(way, len(way)):
            others = [other for other in way if other != name]
            if self._rival_world([*known, *others]) is None:
                way = others
        return way

    def _give_clues_to_idle_paths(self) -> None:
        """Give clues to more paths, those that rule out most worlds, until few enough are idle."""
        paths = list(dict.fromkeys(clue.path for clue in self._stock.values()))
        most_idle = int(self._limits.idle * len(paths))
        ruled_out_counts: Counter[str] = Counter()
        for world in self._worlds_of_sampled_readers():
            ruled_out_counts.update(self._false_in(world))
        idle_paths = {path for path in paths if not self._clue_counts[path]}
        plain_clues = [name for name, clue in self._stock.items() if clue.mode == "plain" and not clue.due]

        def worth(name: str) -> float:
            return (1 + ruled_out_counts[name]) * self._weight(name) * self._random.uniform(0.5, 1)

        while len(idle_paths) > most_idle:
            candidates = [name for name in plain_clues if self._stock[name].path in idle_paths]
            if not candidates:
                break
            best = max(candidates, key=worth)
            if ruled_out_counts[best] or self._limits.idly:
                self._take([best])
            idle_paths.discard(self._stock[best].path)

    def _worlds_of_sampled_readers(self) -> list[Collection[int]]:
        """Worlds with another solution for readers of some of what is taken."""
        taken = list(self._taken)
        worlds: list[Collection[int]] = []
        for _ in range(_SAMPLED_READERS):
            part = self._random.uniform(0.3, 0.9)
            world = self._rival_world(self._random.sample(taken, int(len(taken) * part)))
            if world is not None:
                worlds.append(world)
        return worlds
