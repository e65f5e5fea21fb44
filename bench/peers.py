"""Clingo and z3 as peers: they hold finished clauses, and are asked again and again what these leave possible.

Clauses are sequences of integers as in the DIMACS format. Questions are made ready before the clock starts
(``ready``), so that a peer's time is its solver's and its library's alone.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import clingo
import z3

Clauses = Sequence[Sequence[int]]


class Peer(Protocol):
    """A solver that holds clauses."""

    def ready(self, literals: Iterable[int]) -> Any:
        """Literals as the solver's library takes them."""

    def possible(self, question: Any) -> bool:
        """Whether all clauses and all literals of a question that is ready can be true together."""


class Clingo:
    """Clingo, with a choice for each variable and a constraint for each clause."""

    def __init__(self, clauses: Clauses) -> None:
        self._control = clingo.Control(["--warn=none"])
        with self._control.backend() as backend:
            variables = sorted({abs(literal) for clause in clauses for literal in clause})
            self._atoms = {variable: backend.add_atom() for variable in variables}
            backend.add_rule(list(self._atoms.values()), [], choice=True)
            for clause in clauses:
                backend.add_rule([], [-self._literal(literal) for literal in clause])

    def _literal(self, literal: int) -> int:
        atom: int = self._atoms[abs(literal)]
        return atom if literal > 0 else -atom

    def ready(self, literals: Iterable[int]) -> list[int]:
        """Literals of the program."""
        return [self._literal(literal) for literal in literals]

    def possible(self, question: list[int]) -> bool:
        """Solve under assumptions."""
        return bool(self._control.solve(assumptions=question).satisfiable)


class Z3:
    """Z3's solver for finite domains, which beats its general one on clauses."""

    def __init__(self, clauses: Clauses) -> None:
        self._solver = z3.SolverFor("QF_FD")
        self._variables: dict[int, Any] = {}
        for clause in clauses:
            self._solver.add(z3.Or(self.ready(clause)))

    def ready(self, literals: Iterable[int]) -> list[Any]:
        """Boolean terms."""
        return [self._term(literal) for literal in literals]

    def _term(self, literal: int) -> Any:
        variable = self._variables.setdefault(abs(literal), z3.Bool(f"v{abs(literal)}"))
        return variable if literal > 0 else z3.Not(variable)

    def possible(self, question: list[Any]) -> bool:
        """Check under assumptions."""
        return bool(self._solver.check(question) == z3.sat)
