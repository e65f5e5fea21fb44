"""A theory in one incremental solver that gives up in time, and counts before it does."""

from collections.abc import Iterable, Sequence, Set as AbstractSet
from copy import copy
from functools import cached_property
from typing import Self

from pysat.solvers import Solver
from pysolvers import error as SolverError  # noqa: N812 - the library's name says too little

from casekit.deduce.encoding.counting import Counting
from casekit.deduce.encoding.encoded_theory import EncodedTheory, Limits
from casekit.model.theory import OutOfBudgetError, Theory

CONFLICTS = 5_000
"""The solver's budget for one step of a search that can do without the answer; a hand-written case needs few."""

EASY = 500
"""A question that takes more conflicts than that may be one about numbers, so that counting helps."""

PATIENCE = 20_000
"""The solver's budget for a question that must be answered: seconds, where a hand-written case takes none."""

ENDURANCE = 30_000
"""All hard questions together may take this many conflicts; from then on only easy ones are answered."""

LEISURE = 15_000
"""After this many conflicts in hard questions those that need no answer are given up as soon as they turn out hard."""

_VAIN = 10
"""After this many questions where counting added nothing it is not tried again."""

_PROBES = 2_000
"""This many values are tried one by one before a count."""

_PROBING = 500_000
"""Fewer, if all these questions together would assume more nodes than this."""

_CHUNK = 256  # nodes doubted at once: the cost of one step grows with their number


class BudgetedSolver(EncodedTheory):
    """Questions of what lines and other nodes say together, as far as the budgets reach."""

    def __init__(self, theory: Theory, limits: Limits = Limits()) -> None:  # noqa: B008 - it is immutable
        super().__init__(theory, limits)
        self._begin()

    def fresh(self) -> Self:
        """The same theory in a solver that was asked nothing yet: what it answers depends on the theory alone."""
        other = copy(self)  # its lines are encoded already
        other.forget()
        return other

    def knowing(self, lines: Iterable[str]) -> Self:
        """The same theory for somebody who knows some lines for good, so that they cost a question nothing."""
        other = self.fresh()
        known = dict.fromkeys(lines)
        for node in self.assume(known):
            other.circuit.settle(node)
        other.selectors = {line: node for line, node in self.selectors.items() if line not in known}
        return other

    @cached_property
    def reader(self) -> Self:
        """The same theory for somebody who has read everything."""
        return self.knowing(self.everything)

    def forget(self) -> None:
        """Forget all that was asked and learnt; copies remember it."""
        super().forget()
        self._begin()

    def _begin(self) -> None:
        self.__dict__.pop("reader", None)  # a copy has one of its own
        self._counting = Counting(self.circuit, self.vocabulary, self._grounder.nested)
        self._vain = 0
        self._strain = 0
        self._solver = Solver(name="minisat22")

    def solve(self, assumptions: Sequence[int]) -> bool:
        """Whether some world satisfies all assumptions (nodes).

        Raises:
            OutOfBudgetError: if the solver meets more than ``PATIENCE`` conflicts over it, or it is a hard one after
                others that took ``ENDURANCE`` together.
        """
        answer = self._ask(assumptions, PATIENCE, ENDURANCE)
        if answer is None:
            raise OutOfBudgetError.after(ENDURANCE if self._strain >= ENDURANCE else PATIENCE)
        return answer

    def solve_within(self, assumptions: Sequence[int]) -> bool | None:
        """The same, but ``None`` if the solver meets more than ``CONFLICTS`` conflicts, or met ``LEISURE`` before."""
        return self._ask(assumptions, CONFLICTS, LEISURE)

    def _ask(self, assumptions: Sequence[int], conflicts: int, enough: int) -> bool | None:
        answer = self._ask_solver(assumptions, min(conflicts, EASY))
        if answer is None and self._learn_to_count(assumptions):
            answer = self._ask_solver(assumptions, min(conflicts, EASY))
        left = min(conflicts - EASY, enough - self._strain)
        if answer is None and left > 0:
            before = self.conflicts
            answer = self._ask_solver(assumptions, left)
            self._strain += self.conflicts - before
        return answer

    def _learn_to_count(self, assumptions: Sequence[int]) -> bool:
        """Add what counting says to somebody who knows the assumptions; whether anything new was found."""
        if self._vain >= _VAIN:
            return False
        self._exclude_values(assumptions)
        known = self.propagation(assumptions)
        new = known is not None and self._counting.teach(known)
        self._vain = 0 if new else self._vain + 1
        return new

    def _exclude_values(self, assumptions: Sequence[int]) -> None:
        """Let the solver see at first sight which values the assumptions exclude one by one.

        Without that it would not see of ``cab(ANNA) in { ... }`` that the other values are excluded.
        """
        known = self.propagation(assumptions) or frozenset()
        choices = (self.vocabulary[key].values() for key in self.vocabulary)
        open_nodes = [node for nodes in choices for node in nodes if not {node, -node} & known]
        for node in open_nodes[: min(_PROBES, _PROBING // (len(assumptions) + 1))]:
            if self.propagation([*assumptions, node]) is not None:
                continue
            if self._ask_solver([*assumptions, node], EASY) is False:
                self.circuit.pending.append([-literal for literal in self.core()])

    def _ask_solver(self, assumptions: Sequence[int], conflicts: int) -> bool | None:
        self._flush()
        self._solver.conf_budget(conflicts)
        try:
            answer: bool | None = self._solver.solve_limited(assumptions=assumptions)
        except SolverError as error:
            # The solver takes the signal for itself and raises an error of its own.
            raise KeyboardInterrupt from error
        return answer

    def model(self) -> AbstractSet[int]:
        """The true literals of the world that the last ``solve`` found."""
        known = self._solver.get_model()
        return frozenset(
            [*known, *range(-self.circuit.size, -len(known))]
        )  # it omits what no clause is about

    @property
    def conflicts(self) -> int:
        """How many conflicts the solver has met so far: what its answers have cost."""
        return int((self._solver.accum_stats() or {}).get("conflicts", 0))

    def core(self) -> tuple[int, ...]:
        """Assumptions of the last ``solve``, some of which contradict each other; not minimal."""
        return tuple(self._solver.get_core() or ())

    def _flush(self) -> None:
        if self.circuit.pending:
            self._solver.append_formula(self.circuit.pending)
            self.circuit.pending.clear()

    def entailed(self, assumptions: Sequence[int], nodes: Iterable[int]) -> AbstractSet[int]:
        """The nodes that are true in all worlds that satisfy the assumptions; all of them, if there is no world."""
        asked = dict.fromkeys(nodes)
        propagated = self.propagation(assumptions)
        if propagated is None:
            return asked.keys()
        plain = asked.keys() & propagated
        left = [node for node in asked if node not in plain]
        chunks = [left[start : start + _CHUNK] for start in range(0, len(left), _CHUNK)]
        return plain | {node for chunk in chunks for node in self._entailed(assumptions, chunk)}

    def propagation(self, assumptions: Sequence[int]) -> AbstractSet[int] | None:
        """The literals that follow from nodes by unit propagation alone, which costs next to nothing.

        ``None`` if it meets a contradiction. Other literals may still follow.
        """
        self._flush()
        possible, literals = self._solver.propagate(assumptions=assumptions)
        return frozenset(literals) if possible else None

    def _entailed(self, assumptions: Sequence[int], nodes: Sequence[int]) -> list[int]:
        """The same for a few nodes: first one world in which many of them are false, then each of the others."""
        tried = dict.fromkeys(nodes)
        doubtful: list[int] = []
        found: list[int] = []
        while tried and not self.solve([*assumptions, *[-node for node in tried]]):
            core = {-literal for literal in self.core()} & tried.keys()
            if not core:
                return list(nodes)
            last = next(node for node in reversed(tried) if node in core)
            del tried[last]
            (found if len(core) == 1 else doubtful).append(last)
        found.extend(node for node in doubtful if not self.solve([*assumptions, -node]))
        return found
