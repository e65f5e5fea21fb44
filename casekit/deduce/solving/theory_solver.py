"""The joint knowledge of some lines of a theory: whether they have a world, and what is so in all of them.

The theory is in one incremental solver that gives up in time, and counts before it does.
"""

from collections.abc import Iterable, Mapping, Sequence, Set as AbstractSet
from copy import copy
from itertools import islice
from typing import Literal, Self

from pysat.solvers import Minisat22

# The error of Ctrl-C inside the solver. pysat has no other name for it; without it, Ctrl-C shows a traceback.
from pysolvers import error as SolverError  # noqa: N812 - its name says too little

from casekit.deduce.encoding.cardinality import Counting
from casekit.deduce.encoding.circuit import NO, NONE, Cases, Key, range_of
from casekit.deduce.encoding.encoded_theory import (
    CONFLICTS_BEFORE_OPTIONAL_END,
    CONFLICTS_BEFORE_REQUIRED_END,
    EASY_CONFLICTS,
    OPTIONAL_CONFLICTS,
    REQUIRED_CONFLICTS,
    EncodedTheory,
)
from casekit.deduce.encoding.grounding import Meaning
from casekit.logic.formulas import Formula, Function
from casekit.logic.theory import OutOfBudgetError, World
from casekit.system.interruptions import reachable
from casekit.values import replace

MOST_VAIN_COUNTS = 10
"""The most questions in a row in which counting adds nothing before it is given up."""

MOST_PROBED_VALUES = 2_000
"""The most values that are tried one by one before a count."""

_MOST_NODES_DOUBTED = 256
"""The most nodes that are doubted at once: the cost of one step grows with their number."""

_MOST_DOUBTS = 3
"""The most values that may remain undecided before a world is taken as it is."""

TruthValue = Literal["true", "false", "open"]
"""What a formula is in all worlds of some lines in which it is not void; ``open`` if that differs."""

Standing = Literal["true", "false", "void", "open"]
"""What a formula is in all worlds of some lines; ``open`` if that differs."""


class TheorySolver(EncodedTheory):
    """A theory that is asked what some of its lines say: what readers know, or what the truth fixes.

    Lines are named by their identifiers. Laws of weight 0 always hold and have no selector; naming them
    changes nothing. Lines that come to more than the ``limits`` are left out and listed in ``refused`` with
    the number of their ground instances; naming them changes nothing either.
    """

    def fresh(self) -> Self:
        """The same theory in a solver that was asked nothing yet: its answers depend on the theory alone."""
        other = copy(self)  # its lines are encoded already
        other.forget()
        return other

    def knowing(self, lines: Iterable[str]) -> Self:
        """The same theory for somebody who knows some lines for good: they cost a question nothing."""
        other = copy(self)
        other.settled = self.settled | dict.fromkeys(line for line in lines if line in self.selectors)
        other.forget()
        return other

    def citable(self) -> Self:
        """The same theory in a solver of its own, where every law has a weight: none is used uncited."""
        other = copy(self)
        laws = tuple(replace(law, weight=max(law.weight, 1)) for law in self.theory.laws)
        other.theory = replace(self.theory, laws=laws)
        other.settled = {}
        other.forget()
        return other

    def forget(self) -> None:
        """Forget all that was asked and learnt; copies remember it."""
        super().forget()
        self._counting = Counting(self.circuit, self.vocabulary, self._grounder.nested)
        # The number of questions in a row in which counting has added nothing.
        self._vain_counts = 0
        # The conflicts that hard questions have taken.
        self._hard_conflicts = 0
        # The answers that are kept, by the nodes that were assumed.
        self._answers: dict[tuple[int, ...], bool | None] = {}
        # What the solver has counted of its work up to the last answer.
        self._stats: Mapping[str, int] = {"propagations": 0, "conflicts": 0}
        # The clauses that the solver has.
        self._clauses: list[Sequence[int]] = []
        self._solver = Minisat22()

    def solve(self, assumptions: Sequence[int]) -> bool:
        """Whether some world satisfies all assumptions (nodes).

        Raises:
            OutOfBudgetError: if it takes the solver more than ``REQUIRED_CONFLICTS``, or if it is hard and
                hard questions have taken ``CONFLICTS_BEFORE_REQUIRED_END`` before.
        """
        answer = self._ask(assumptions, REQUIRED_CONFLICTS, CONFLICTS_BEFORE_REQUIRED_END)
        if answer is None:
            all_spent = self._hard_conflicts >= CONFLICTS_BEFORE_REQUIRED_END
            raise OutOfBudgetError.after(CONFLICTS_BEFORE_REQUIRED_END if all_spent else REQUIRED_CONFLICTS)
        return answer

    def possible_at_all(self, assumptions: Sequence[int]) -> bool | None:
        """Whether some world satisfies all assumptions; ``None`` if ``solve_within`` gives up.

        The answer is kept. There may be no world to look at afterwards.
        """
        key = tuple(assumptions)
        if key not in self._answers:
            self._answers[key] = self.solve_within(assumptions)
        return self._answers[key]

    def solve_within(self, assumptions: Sequence[int]) -> bool | None:
        """Whether some world satisfies all assumptions, for somebody who can do without the answer.

        It is ``None`` if that takes the solver more than ``OPTIONAL_CONFLICTS``, or if it is hard and hard
        questions have taken ``CONFLICTS_BEFORE_OPTIONAL_END`` before.
        """
        return self._ask(assumptions, OPTIONAL_CONFLICTS, CONFLICTS_BEFORE_OPTIONAL_END)

    def _ask(self, assumptions: Sequence[int], budget: int, budget_of_all: int) -> bool | None:
        """The answer to a question within two budgets: its own, and that of all hard questions."""
        easy_budget = min(budget, EASY_CONFLICTS)
        answer = self._ask_solver(assumptions, easy_budget)
        if answer is None and self._learn_to_count(assumptions):
            answer = self._ask_solver(assumptions, easy_budget)
        if answer is not None:
            return answer
        hard_budget = min(budget - EASY_CONFLICTS, budget_of_all - self._hard_conflicts)
        if hard_budget > 0:
            conflicts_before = self.conflicts
            answer = self._ask_solver(assumptions, hard_budget)
            self._hard_conflicts += self.conflicts - conflicts_before
        return answer

    def _learn_to_count(self, assumptions: Sequence[int]) -> bool:
        """Add what counting says to somebody who knows the assumptions; whether anything new was found."""
        if self._vain_counts >= MOST_VAIN_COUNTS:
            return False
        self._exclude_values(assumptions)
        known = self.propagation(assumptions)
        has_learnt = known is not None and self._counting.teach(known)
        self._vain_counts = 0 if has_learnt else self._vain_counts + 1
        return has_learnt

    def _exclude_values(self, assumptions: Sequence[int]) -> None:
        """Let the solver see at first sight which values the assumptions exclude one by one.

        Without that it would not see of ``cab(ANNA) in { ... }`` that the other values are excluded.
        """
        known = self.propagation(assumptions) or frozenset()
        open_nodes: list[int] = []
        for cases in self.vocabulary.values():
            open_nodes += [node for node in cases.values() if node not in known and -node not in known]
        # A solver that has the assumptions as clauses looks only at what follows from the value.
        clauses = [*self._clauses, *([node] for node in assumptions)]
        impossible_nodes: list[int] = []
        with Minisat22(bootstrap_with=clauses) as solver:
            for node in open_nodes[:MOST_PROBED_VALUES]:
                is_possible, _ = solver.propagate([node])
                if not is_possible:
                    impossible_nodes.append(node)
        for node in impossible_nodes:
            if self._ask_solver([*assumptions, node], EASY_CONFLICTS) is False:
                self.circuit.pending.append([-literal for literal in self.core()])

    def _ask_solver(self, assumptions: Sequence[int], conflicts: int) -> bool | None:
        """Whether some world satisfies all assumptions; ``None`` if that takes more conflicts."""
        self._flush()
        self._solver.conf_budget(conflicts)
        solver = self._solver
        try:
            with reachable(solver.interrupt) as can_stop:
                answer: bool | None = solver.solve_limited(assumptions, expect_interrupt=can_stop)
        except SolverError as error:
            # The solver takes the signal for itself and raises an error of its own.
            raise KeyboardInterrupt from error
        stats: Mapping[str, int] = self._solver.accum_stats()
        self.meter.solved(self._stats, stats)
        self._stats = stats
        return answer

    def model(self, among: Iterable[int] | None = None) -> AbstractSet[int]:
        """The true literals, all or those ``among`` some, of the world that the last ``solve`` found."""
        literals = self._solver.get_model()
        # It omits the nodes that no clause is about, which count as false.
        literals += range(-len(literals) - 1, -self.circuit.size - 1, -1)
        if among is None:
            return frozenset(literals)
        return frozenset([node for node in among if literals[abs(node) - 1] == node])

    @property
    def conflicts(self) -> int:
        """The conflicts that the solvers of this theory have met so far: what its answers have cost."""
        return self.meter.solving["conflicts"]

    def core(self) -> tuple[int, ...]:
        """Assumptions of the last ``solve``, some of which contradict each other; not minimal."""
        return tuple(self._solver.get_core() or ())

    def _flush(self) -> None:
        """Give the solver the clauses that it does not have yet."""
        if self.circuit.pending:
            self._solver.append_formula(self.circuit.pending)
            self._clauses += self.circuit.pending
            self.circuit.pending.clear()

    def entailed(self, assumptions: Sequence[int], nodes: Iterable[int]) -> AbstractSet[int]:
        """The nodes that are true in all worlds of the assumptions; all of them, if there is no world."""
        distinct_nodes = dict.fromkeys(nodes)
        propagated = self.propagation(assumptions)
        if propagated is None:
            return distinct_nodes.keys()
        entailed = set(distinct_nodes.keys() & propagated)
        undecided = [node for node in distinct_nodes if node not in entailed]
        for start in range(0, len(undecided), _MOST_NODES_DOUBTED):
            entailed.update(self._entailed(assumptions, undecided[start : start + _MOST_NODES_DOUBTED]))
        return entailed

    def propagation(self, assumptions: Sequence[int]) -> AbstractSet[int] | None:
        """The literals that follow from nodes by unit propagation alone, which costs next to nothing.

        ``None`` if it meets a contradiction. Other literals may still follow.
        """
        self._flush()
        possible, literals = self._solver.propagate(assumptions=assumptions)
        return frozenset(literals) if possible else None

    def _entailed(self, assumptions: Sequence[int], nodes: Sequence[int]) -> list[int]:
        """Those of a few nodes that are true in all worlds of the assumptions.

        First a world is looked for in which all are false. Of nodes that cannot be false together, the last
        is put aside, and tried by itself in the end.
        """
        denied = dict.fromkeys(nodes)
        doubtful: list[int] = []
        entailed: list[int] = []
        while denied and not self.solve([*assumptions, *[-node for node in denied]]):
            core = {-literal for literal in self.core()} & denied.keys()
            if not core:
                return list(nodes)
            last_in_core = next(node for node in reversed(denied) if node in core)
            del denied[last_in_core]
            if len(core) == 1:
                entailed.append(last_in_core)
            else:
                doubtful.append(last_in_core)
        entailed += [node for node in doubtful if not self.solve([*assumptions, -node])]
        return entailed

    def consistent(self, lines: Iterable[str]) -> bool:
        """Whether the lines have a world."""
        return self.solve(self.assume(lines))

    def ask(self, lines: Iterable[str], formula: Formula) -> TruthValue:
        """Whether a formula is true, or false, in every world of the lines in which it is not void.

        ``open`` if neither, and if it is void in all.
        """
        return self.answer(self.assume(lines), self.meaning(formula))

    def answer(self, assumptions: Sequence[int], meaning: Meaning) -> TruthValue:
        """Whether a formula with these nodes is true, or false, in every world where it is not void.

        The worlds are those of the assumptions. ``open`` if neither, and if it is void in all.
        """
        can_be_true = self.solve([*assumptions, meaning.true])
        can_be_false = self.solve([*assumptions, meaning.false])
        if can_be_true == can_be_false:
            return "open"
        return "true" if can_be_true else "false"

    def status(self, claim: str) -> Standing:
        """Whether the truth makes a claim true or false; ``open`` if it was refused."""
        return self.standing(self.lines[claim].meaning) if claim in self.lines else "open"

    def standing(self, meaning: Meaning, lines: Iterable[str] | None = None) -> Standing:
        """Whether a formula is true, or false, or void, in every world of the lines, without exception.

        The lines are ``truth_told`` if none are given; if they have no world the answer is ``open``.
        """
        assumptions = self.assume(self.truth_told if lines is None else lines)
        if not self.solve(assumptions):
            return "open"
        if not self.solve([*assumptions, -meaning.true]):
            return "true"
        if not self.solve([*assumptions, -meaning.false]):
            return "false"
        return "open" if any(self.solve([*assumptions, node]) for node in meaning) else "void"

    def values(
        self,
        lines: Iterable[str],
        function: Function,
        arguments: tuple[str, ...] = (),
        held: Iterable[int] = (),
    ) -> tuple[str, ...]:
        """The values a function has at some arguments in worlds of the lines, in their declared order.

        Those of a predicate are ``yes`` and ``no``; ``none`` is among those of an optional function. There
        are no values if the lines have no world, or if the function never has a value there.

        Args:
            lines: the lines.
            function: the function.
            arguments: its arguments.
            held: nodes; only worlds in which they are true count.

        Raises:
            ValueError: if the function does not take such arguments.
            OutOfBudgetError: if the question is too hard.
        """
        assumptions, cases = [*self.assume(lines), *held], self._known_cases(function, arguments)
        if cases is None:
            return range_of(function) if self.solve(assumptions) else ()
        known = self.propagation(assumptions)
        if known is None:
            return ()
        # Most are excluded at first sight.
        open_nodes = [node for node in cases.values() if -node not in known]
        possible_nodes: set[int] = set()
        for node in open_nodes:
            if node not in possible_nodes and self.solve([*assumptions, node]):
                possible_nodes |= self.model(open_nodes)
        return tuple(value for value, node in cases.items() if node in possible_nodes)

    def value(self, lines: Iterable[str], function: Function, arguments: tuple[str, ...] = ()) -> str | None:
        """The value a function has at some arguments in all worlds of the lines, if there is such a value.

        Raises:
            ValueError: if the function does not take such arguments.
            OutOfBudgetError: if the question is too hard.
        """
        assumptions, cases = self.assume(lines), self._known_cases(function, arguments)
        if cases is None:
            values = range_of(function)
            return values[0] if len(values) == 1 and self.solve(assumptions) else None
        if not cases or not self.solve(assumptions):
            return None
        model = self.model(cases.values())
        value = next(value for value, node in cases.items() if node in model)
        return None if self.solve([*assumptions, -cases[value]]) else value

    def _known_cases(self, function: Function, arguments: tuple[str, ...]) -> Cases | None:
        """The values of a function at some arguments; ``None`` if nothing mentions this term.

        Such a term may have any value. It gets no variable, so that worlds do not depend on what was asked
        before.
        """
        sorts = function.arguments
        if len(arguments) != len(sorts):
            plural = "" if len(sorts) == 1 else "s"
            raise ValueError(f"{function.name} takes {len(sorts)} argument{plural}, not {len(arguments)}")
        for argument, sort in zip(arguments, sorts, strict=True):
            if argument not in sort.values:
                raise ValueError(f"{function.name} takes a {sort.name}, and {argument!r} is not one")
        if function.table is None and function.term(arguments) not in self.vocabulary:
            return None
        return self.vocabulary.cases(function, arguments)

    def fixed(self, lines: Iterable[str], held: Iterable[int] = ()) -> dict[Key, str]:
        """The ground terms that have the same value in all worlds of the lines, sorted, with that value.

        Only worlds in which nodes are ``held`` true count; if there are none, nothing is fixed.
        """
        assumptions = [*self.assume(lines), *held]
        if not self.solve(assumptions):
            return {}
        model = self.model()
        values = {key: self.vocabulary.value(key, model) for key in sorted(self.vocabulary)}
        nodes = {key: self.vocabulary.node(key, value) for key, value in values.items()}
        entailed = self.entailed(assumptions, nodes.values())
        return {key: values[key] for key, node in nodes.items() if node in entailed}

    def first_model(
        self, assumptions: Sequence[int], preferred: Mapping[Key, str] | None = None
    ) -> AbstractSet[int] | None:
        """The true literals of one world that satisfies the assumptions, always the same, or ``None``.

        Of all such worlds it is the first, comparing the ground terms in sorted order and their values in the
        declared one, after the ``preferred`` value of the term, ``none`` and ``no``. Values the solver cannot
        decide on within its budget are skipped, and after ``_MOST_DOUBTS`` of them the world found so far is
        taken. Where one term could have its first value, the first values of twice as many terms are asked
        for together next time: of thousands of terms most can have theirs.
        """
        preferred = preferred or {}
        # The nodes of the values of each term, the best first.
        terms = [self._in_order(key, preferred.get(key)) for key in sorted(self.vocabulary)]
        self._prefer(terms)
        fixed_nodes = list(assumptions)
        if not self.solve(fixed_nodes):
            return None
        model = self.model()
        doubts = 0
        terms_at_once = 1
        for number, nodes in enumerate(terms):
            rank = _rank(nodes, model)
            if rank and terms_at_once > 1 and doubts < _MOST_DOUBTS:
                first_choices = _first_choices(terms[number:], model, terms_at_once)
                has_world = self.solve_within([*fixed_nodes, *first_choices])
                if has_world:
                    model = self.model()
                    rank = 0
                    terms_at_once *= 2
                else:
                    terms_at_once = 1
                if has_world is None:
                    doubts += 1
            if rank:
                model, doubts = self._with_better_value(fixed_nodes, nodes, model, doubts)
                rank = _rank(nodes, model)
                if rank == 0:
                    terms_at_once = 2
            fixed_nodes.append(nodes[rank])
        return model

    def _with_better_value(
        self, fixed_nodes: Sequence[int], nodes: Sequence[int], model: AbstractSet[int], doubts: int
    ) -> tuple[AbstractSet[int], int]:
        """A world in which a term has the best value that is found, and the number of doubts so far.

        Args:
            fixed_nodes: what is true in that world in any case.
            nodes: those of the values of the term, the best first.
            model: the world found so far.
            doubts: the number of questions so far that the solver could not decide.
        """
        rank = _rank(nodes, model)
        while rank and doubts < _MOST_DOUBTS:
            has_world = self.solve_within([*fixed_nodes, *[-node for node in nodes[rank:]]])
            if has_world is None:
                doubts += 1
            if not has_world:
                break
            model = self.model()
            rank = _rank(nodes, model)
        return model, doubts

    def _prefer(self, terms: Sequence[Sequence[int]]) -> None:
        """Let the solver guess the first values of terms first, so that few of them have to be asked for."""
        self._flush()
        phases: list[int] = []
        for nodes in terms:
            phases += [-node for node in nodes[1:]]
        phases += [nodes[0] for nodes in terms]
        self._solver.set_phases(phases)

    def _in_order(self, key: Key, first: str | None) -> list[int]:
        """The nodes of a term's values, those to be preferred first."""
        cases = self.vocabulary[key]
        values = sorted(cases, key=lambda value: (value != first, value not in (NO, NONE)))
        return [cases[value] for value in values]

    def world(self, lines: Iterable[str]) -> World | None:
        """One world of the lines, always the same, or ``None`` if there is none."""
        model = self.first_model(self.assume(lines))
        return None if model is None else self.vocabulary.world(model)


def _rank(nodes: Sequence[int], model: AbstractSet[int]) -> int:
    """The rank, from 0, of the value of a term in a world; ``nodes`` are those of its values in order."""
    return next(rank for rank, node in enumerate(nodes) if node in model)


def _first_choices(terms: Sequence[Sequence[int]], model: AbstractSet[int], count: int) -> Sequence[int]:
    """The first values of terms, up to the last of a number of them that have another one in a world."""
    numbers = (number for number, nodes in enumerate(terms) if nodes[0] not in model)
    last = max(islice(numbers, count))
    return [nodes[0] for nodes in terms[: last + 1]]


Knowledge = TheorySolver
"""The name that it had in the first version of the public interface (``docs/library.md``)."""
