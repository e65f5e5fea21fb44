"""The verdict: grounding and questions beside bare solvers that are handed the finished clauses."""

from collections.abc import Iterator, Sequence

import clingo
from pysat.solvers import Solver

from bench.example import FILE, SHELF, typed
from bench.measure import Row, Scale
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.deduce.verdicts import analyse
from casekit.games.midnight.theory.wording import build_theory
from casekit.pipeline import checking

Clauses = Sequence[Sequence[int]]


def rows(scale: Scale) -> Iterator[Row]:
    """The verdict alone, then all of the analysis."""
    theory, _ = build_theory(typed())
    clauses, questions = _problem(TheorySolver(theory))

    def verdict() -> None:
        analyse(TheorySolver(theory))

    yield scale.compare(
        "ground and give the verdict",
        verdict,
        "clingo, clauses given",
        lambda: _clingo(clauses, questions),
        rounds=25,
    )
    peer = "glucose, clauses given"
    yield scale.compare(
        "ground and give the verdict", verdict, peer, lambda: _glucose(clauses, questions), rounds=25
    )
    data = FILE.read_bytes()
    yield scale.compare(
        "check in process: parse, type, all checks",
        lambda: checking.check_bytes(data, FILE.name, SHELF),
        peer,
        lambda: _glucose(clauses, questions),
        rounds=25,
    )


def _problem(solver: TheorySolver) -> tuple[Clauses, Clauses]:
    """The clauses of a theory, and the assumptions of every question its verdict has to ask."""
    clauses = tuple(tuple(clause) for clause in solver.circuit.pending)
    told = solver.assume(solver.everything)
    questions = [told, solver.assume(solver.truth_told)]
    for target in solver.theory.targets:
        questions += [[*told, node] for node in solver.vocabulary.cases(target, ()).values()]
    return clauses, questions


def _glucose(clauses: Clauses, questions: Clauses) -> list[bool | None]:
    with Solver(name="glucose4", bootstrap_with=clauses) as solver:
        return [solver.solve(assumptions=question) for question in questions]


def _clingo(clauses: Clauses, questions: Clauses) -> list[bool | None]:
    control = clingo.Control(["--warn=none"])
    with control.backend() as backend:
        atoms = {
            literal: backend.add_atom() for literal in {abs(one) for clause in clauses for one in clause}
        }
        backend.add_rule(list(atoms.values()), [], choice=True)
        for clause in clauses:
            backend.add_rule([], [-_literal(one, atoms) for one in clause])
    return [
        control.solve(assumptions=[_literal(one, atoms) for one in question]).satisfiable
        for question in questions
    ]


def _literal(literal: int, atoms: dict[int, int]) -> int:
    return atoms[literal] if literal > 0 else -atoms[-literal]
