"""A theory with over ten thousand minimal refutations: what is found within the budgets, and what is left open."""

from collections.abc import Iterator
from random import Random

from pysat.solvers import Solver

from bench.agreement import agree
from bench.crowds import ABSENT, CROWD, CROWDS, Dense, dense
from bench.measure import Row, Scale
from casekit.deduce.minimal_sources import claims_by_source, having, membership
from casekit.deduce.solving.cores import group_nodes
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.deduce.source_sets import MOST_SETS, Enumeration, all_proofs, independent_ways

_GOAL = {"culprit": "S00"}


def rows(scale: Scale) -> Iterator[Row]:
    """Refutations, useful sources and independent ways, each with its own budget, beside bare questions."""
    made = dense(7, *scale.of((CROWDS, CROWD, ABSENT), (2, 6, 4)))
    solver = TheorySolver(made.theory)
    found = all_proofs(solver, _GOAL)
    known = {frozenset(names) for names in found.sets} & made.refutations
    agree("refutations of S01 that are minimal", len(found.sets), "by construction", len(known))
    sorted_out = membership(solver, _GOAL)
    useful = set().union(*made.refutations)
    agree("sources that are of no use", set(sorted_out.wrong) & useful, "by construction", set())
    ways = _ways(made)
    asker = _Asker(made)
    peer = f"glucose, {MOST_SETS:,} random sets"
    refutations = (
        f"{len(found.sets)} of {len(made.refutations):,} refutations, {_told(complete=found.complete)}"
    )
    sources = f"{len(sorted_out.useful)} useful, {len(sorted_out.undecided)} undecided"
    for work, ours in (
        (f"dense theory: {refutations}", lambda: _refutations(solver)),
        (f"dense theory: sources, {sources}", lambda: membership(solver, _GOAL)),
        (f"dense theory: {len(ways.sets)} ways, {_told(complete=ways.complete)}", lambda: _ways(made)),
    ):
        yield scale.compare(work, ours, peer, asker.ask, rounds=3)


def _told(*, complete: bool) -> str:
    return "complete" if complete else "says incomplete"


def _refutations(solver: TheorySolver) -> Enumeration:
    return all_proofs(solver, _GOAL)


def _ways(made: Dense) -> Enumeration:
    solver = TheorySolver(made.theory)
    given = [*solver.assume(solver.laws), having(solver, "culprit", "S01")]
    return independent_ways(solver, given, claims_by_source(solver))


class _Asker:
    """Asks a bare solver whether readers of random sets of sources hold the rival possible."""

    def __init__(self, made: Dense) -> None:
        solver = TheorySolver(made.theory)
        nodes = list(group_nodes(solver, claims_by_source(solver)).values())
        given = [*solver.assume(solver.laws), having(solver, "culprit", "S01")]
        # Not a secret: the same questions in every run.
        chance = Random(11)  # noqa: S311
        sizes = [chance.randrange(len(nodes)) for _ in range(MOST_SETS)]
        self._questions = [[*given, *chance.sample(nodes, size)] for size in sizes]
        self._clauses = tuple(map(tuple, solver.circuit.pending))

    def ask(self) -> list[bool | None]:
        """All questions, from a solver that has learnt nothing yet."""
        with Solver(name="glucose4", bootstrap_with=self._clauses) as solver:
            return [solver.solve(assumptions=question) for question in self._questions]
