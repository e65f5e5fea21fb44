"""A theory in one incremental solver: what some of its lines say together."""

from collections.abc import Iterable, Mapping, Sequence, Set as AbstractSet
from functools import cached_property
from itertools import islice
from typing import Literal, NamedTuple

from pysat.solvers import Solver
from pysolvers import error as SolverError  # noqa: N812 - the library's name says too little

from casekit.deduce.circuit import FALSE, Circuit
from casekit.deduce.counting import Counting
from casekit.deduce.ground import Grounder, Meaning
from casekit.deduce.size import GroundingTooLargeError, ground_size
from casekit.deduce.vocabulary import NO, NONE, Cases, Key, Vocabulary, range_of
from casekit.model.logic import Formula, Function
from casekit.model.proof import Assertion
from casekit.model.theory import Claim, Law, Theory, World

CONFLICTS = 5_000
"""The solver's budget for one step of a search that can do without the answer; a hand-written case needs few."""

EASY = 500
"""A question that takes more conflicts than that may be one about numbers, so that counting helps."""

PATIENCE = 20_000
"""The solver's budget for a question that must be answered: seconds, where a hand-written case takes none."""

ENDURANCE = 30_000
"""So many conflicts all hard questions together may take; from then on only easy ones are answered."""

LEISURE = 15_000
"""After so many conflicts in hard questions those that need no answer are given up as soon as they turn out hard."""

_DOUBTS = 3
"""So many values may remain undecided before a world is taken as it is."""

_VAIN = 10
"""After so many questions where counting added nothing it is not tried again."""

_PROBES = 2_000
"""So many values are tried one by one before a count."""

_CHUNK = 256  # so many nodes are doubted at once: the cost of one step grows with their number

TruthValue = Literal["true", "false", "open"]


class OutOfBudgetError(Exception):
    """A question was too hard; the message says what was given up after how much."""

    @classmethod
    def after(cls, conflicts: int) -> "OutOfBudgetError":
        """The solver met so many conflicts."""
        return cls(f"the solver gave up after {conflicts:,} conflicts")


class Limits(NamedTuple):
    """How many ground instances one line, and all lines together, may come to."""

    line: int = 100_000
    total: int = 200_000


class EncodedLine(NamedTuple):
    """A grounded line: ``meaning`` of its formula, ``holds`` where it is as it should be, guard included.

    ``exempt`` is true where nothing follows from it. ``terms`` are the ground terms its formula mentions and
    ``guards`` those its guard mentions.
    """

    meaning: Meaning
    holds: int
    exempt: int
    terms: tuple[Key, ...]
    guards: tuple[Key, ...]


class Knowledge:
    """All lines of a theory, grounded, each behind a selector, so that any of them can be put together.

    Lines are named by their identifiers. Laws of weight 0 always hold and have no selector; naming them changes
    nothing. Lines that come to more than the ``limits`` are left out and listed in ``refused`` with the number
    of their ground instances; naming them changes nothing either.
    """

    def __init__(self, theory: Theory, limits: Limits = Limits()) -> None:  # noqa: B008 - it is immutable
        self.theory = theory
        self.circuit = Circuit()
        self.vocabulary = Vocabulary(self.circuit)
        self._grounder = Grounder(self.circuit, self.vocabulary)
        self.limits = limits
        self._counting = Counting(self.circuit, self.vocabulary, self._grounder.nested)
        self._vain = 0
        self._spent = 0
        self._strain = 0
        self._solver = Solver(name="minisat22")
        self.lines: dict[str, EncodedLine] = {}
        self.selectors: dict[str, int] = {}
        refused: list[tuple[str, int]] = []
        for target in theory.targets:
            self.vocabulary.cases(target, ())
        lines: tuple[Law | Claim, ...] = (*theory.laws, *theory.truth, *theory.claims)
        for line in lines:
            try:
                self._add(line)
            except GroundingTooLargeError as error:
                refused.append((line.id, error.size))
        self.refused = tuple(refused)
        for law in theory.laws:
            if law.weight == 0 and law.id in self.lines:
                self.circuit.settle(self.lines[law.id].holds)
                del self.selectors[law.id]

    def _add(self, line: Law | Claim) -> None:
        if line.id in self.lines:
            raise ValueError(f"two lines are called {line.id!r}")
        formulas = (line.formula, line.exempt, line.inverted) if isinstance(line, Claim) else (line.formula,)
        self._afford(formulas)
        self._grounder.mentioned = {}
        meaning = self._grounder.ground(line.formula)
        terms = tuple(self._grounder.mentioned)
        self._grounder.mentioned = {}
        exempt, inverted = (
            (self._plainly(guard) for guard in formulas[1:]) if len(formulas) > 1 else (FALSE, FALSE)
        )
        total = isinstance(line, Law) and line.total
        holds = self.circuit.all_of(meaning) if total else self._guarded(meaning, exempt, inverted)
        self.lines[line.id] = EncodedLine(meaning, holds, exempt, terms, tuple(self._grounder.mentioned))
        self.selectors[line.id] = selector = self.circuit.fresh()
        self.circuit.pending.append((-selector, holds))

    def _afford(self, formulas: Sequence[Formula]) -> None:
        size = sum(ground_size(formula) for formula in formulas)
        left = min(self.limits.line, self.limits.total - self._spent)
        if size > left:
            raise GroundingTooLargeError(size, left)
        self._spent += size

    def _plainly(self, formula: Formula) -> int:
        """The node that is true where a formula is defined and true."""
        return self.circuit.all_of(self._grounder.ground(formula))

    def _guarded(self, meaning: Meaning, exempt: int, inverted: int) -> int:
        circuit = self.circuit
        kept = circuit.implies(meaning.defined, meaning.true)
        if inverted != FALSE:
            broken = circuit.implies(meaning.defined, -meaning.true)
            kept = circuit.all_of((circuit.implies(inverted, broken), circuit.any_of((inverted, kept))))
        return circuit.any_of((exempt, kept))

    def fresh(self) -> "Knowledge":
        """The same theory in a solver that was asked nothing yet: what it answers depends on the theory alone."""
        return Knowledge(self.theory, self.limits)

    @cached_property
    def laws(self) -> tuple[str, ...]:
        """The lines everybody knows from the start."""
        return tuple(law.id for law in self.theory.laws)

    @cached_property
    def claims(self) -> tuple[str, ...]:
        """The claims that have force, that is, all but hints."""
        return tuple(claim.id for claim in self.theory.claims if not claim.hint)

    @cached_property
    def everything(self) -> tuple[str, ...]:
        """What a reader of every source knows: laws and claims."""
        return (*self.laws, *self.claims)

    @cached_property
    def truth(self) -> tuple[str, ...]:
        """What the writer has fixed: laws and the lines of the truth."""
        return (*self.laws, *(line.id for line in self.theory.truth))

    @cached_property
    def truth_alone(self) -> tuple[str, ...]:
        """The lines of the truth by themselves."""
        return tuple(line.id for line in self.theory.truth)

    @cached_property
    def truth_told(self) -> tuple[str, ...]:
        """What the writer has fixed and what the claims add to it under their guards."""
        return (*self.truth, *self.claims)

    def reading(self, sources: Iterable[str]) -> tuple[str, ...]:
        """What a reader of some sources knows: the laws and the claims of these sources."""
        read = set(sources)
        return (
            *self.laws,
            *(claim.id for claim in self.theory.claims if not claim.hint and claim.source in read),
        )

    def assume(self, lines: Iterable[str]) -> list[int]:
        """The selectors of lines, as assumptions for ``solve``."""
        return [self.selectors[line] for line in lines if line in self.selectors]

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
        for node in open_nodes[:_PROBES]:
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

    def meaning(self, formula: Formula) -> Meaning:
        """The nodes of a formula that is not a line of the theory.

        Raises:
            GroundingTooLargeError: If it comes to more ground instances than one line may.
        """
        size = ground_size(formula)
        if size > self.limits.line:
            raise GroundingTooLargeError(size, self.limits.line)
        return self._grounder.ground(formula)

    def node(self, assertion: Assertion) -> int:
        """The node that is true where an assertion about a mentioned term holds."""
        fact = assertion.fact
        node = self.vocabulary.node((fact.function, fact.arguments), fact.value)
        return node if assertion.holds else -node

    def consistent(self, lines: Iterable[str]) -> bool:
        """Whether the lines have a world."""
        return self.solve(self.assume(lines))

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

        ``None`` if it meets a contradiction. What does not follow so may still follow.
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

    def ask(self, lines: Iterable[str], formula: Formula) -> TruthValue:
        """Whether a formula is true, or false, in every world of the lines in which it is defined.

        ``open`` if neither, and if it is defined in no world.
        """
        return self._answer(self.assume(lines), self.meaning(formula))

    def status(self, claim: str, lines: Iterable[str] | None = None) -> TruthValue:
        """Whether what a claim says is true, or false, in every world of the lines; ``open`` if it was refused."""
        return self.standing(self.lines[claim].meaning, lines) if claim in self.lines else "open"

    def standing(self, meaning: Meaning, lines: Iterable[str] | None = None) -> TruthValue:
        """Whether a formula is true, or false, in every world of the lines.

        A world in which it is undefined is neither. The lines are ``truth_told`` if none are given; if they
        have no world the answer is ``open``.
        """
        assumptions = self.assume(self.truth_told if lines is None else lines)
        if not self.solve(assumptions):
            return "open"
        defined, true = meaning
        if not self.solve([*assumptions, -self.circuit.all_of((defined, true))]):
            return "true"
        return "open" if self.solve([*assumptions, -self.circuit.all_of((defined, -true))]) else "false"

    def _answer(self, assumptions: Sequence[int], meaning: Meaning) -> TruthValue:
        defined, true = meaning
        can_be_true = self.solve([*assumptions, defined, true])
        can_be_false = self.solve([*assumptions, defined, -true])
        if can_be_true == can_be_false:
            return "open"
        return "true" if can_be_true else "false"

    def values(
        self, lines: Iterable[str], function: Function, arguments: tuple[str, ...] = ()
    ) -> tuple[str, ...]:
        """The values a function has at some arguments in worlds of the lines, in their declared order.

        Those of a predicate are ``yes`` and ``no``; ``none`` is among those of an optional function. There are no values if the lines
        have no world, or if the function never has a value there.

        Raises:
            ValueError: if the function does not take such arguments.
            OutOfBudgetError: if the question is too hard.
        """
        assumptions = self.assume(lines)
        cases = self._known_cases(function, arguments)
        if cases is None:
            return range_of(function) if self.solve(assumptions) else ()
        return tuple(value for value, node in cases.items() if self.solve([*assumptions, node]))

    def value(self, lines: Iterable[str], function: Function, arguments: tuple[str, ...] = ()) -> str | None:
        """The value a function has at some arguments in all worlds of the lines, if there is such a value.

        Raises:
            ValueError: if the function does not take such arguments.
            OutOfBudgetError: if the question is too hard.
        """
        assumptions = self.assume(lines)
        cases = self._known_cases(function, arguments)
        if cases is None:
            values = range_of(function)
            return values[0] if len(values) == 1 and self.solve(assumptions) else None
        if not cases or not self.solve(assumptions):
            return None
        model = self.model()
        value = next(value for value, node in cases.items() if node in model)
        return None if self.solve([*assumptions, -cases[value]]) else value

    def _known_cases(self, function: Function, arguments: tuple[str, ...]) -> Cases | None:
        """The values of a function at some arguments; ``None`` if nothing mentions this term.

        Such a term may have any value. It gets no variable, so that worlds do not depend on what was asked before.
        """
        sorts = function.arguments
        if len(arguments) != len(sorts):
            plural = "" if len(sorts) == 1 else "s"
            raise ValueError(f"{function.name} takes {len(sorts)} argument{plural}, not {len(arguments)}")
        for argument, sort in zip(arguments, sorts, strict=True):
            if argument not in sort.values:
                raise ValueError(f"{function.name} takes a {sort.name}, and {argument!r} is not one")
        if function.table is None and (function.name, arguments) not in self.vocabulary:
            return None
        return self.vocabulary.cases(function, arguments)

    def fixed(self, lines: Iterable[str]) -> dict[Key, str]:
        """The ground terms that have the same value in all worlds of the lines, sorted, with that value.

        Nothing is fixed if the lines have no world.
        """
        assumptions = self.assume(lines)
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
        declared one, after the ``preferred`` value of the term, ``none`` and ``no``; values the solver cannot decide
        on within its budget are skipped, and after ``_DOUBTS`` of them the world found so far will do. Where one term
        could have its first value, twice as many are asked for together next time: of thousands most can have theirs.
        """
        wanted = preferred or {}
        orders = {key: self._in_order(key, wanted.get(key)) for key in sorted(self.vocabulary)}
        self._lean_towards(orders)
        held = list(assumptions)
        if not self.solve(held):
            return None
        model = self.model()
        terms = list(orders.values())
        doubts, together = 0, 1
        for number, order in enumerate(terms):
            at = _place(order, model)
            if at and together > 1 and doubts < _DOUBTS:
                best = self.solve_within([*held, *_first_choices(terms[number:], model, together)])
                doubts += best is None
                if best:
                    model, at, together = self.model(), 0, 2 * together
                else:
                    together = 1
            better: bool | None = bool(at)
            while at and better and doubts < _DOUBTS:
                better = self.solve_within([*held, *[-node for node in order[at:]]])
                doubts += better is None
                if better:
                    model = self.model()
                    at = _place(order, model)
                    together = 1 if at else 2
            held.append(order[at])
        return model

    def _in_order(self, key: Key, first: str | None) -> list[int]:
        """The nodes of a term's values, those to be preferred first."""
        cases = self.vocabulary[key]
        values = sorted(cases, key=lambda value: (value != first, value not in (NO, NONE)))
        return [cases[value] for value in values]

    def _lean_towards(self, orders: Mapping[Key, Sequence[int]]) -> None:
        """Let the solver guess the preferred values first, so that few of them have to be asked for."""
        self._flush()
        others = [-node for nodes in orders.values() for node in nodes[1:]]
        self._solver.set_phases([*others, *[nodes[0] for nodes in orders.values()]])

    def world(self, lines: Iterable[str]) -> World | None:
        """One world of the lines, always the same, or ``None`` if there is none."""
        model = self.first_model(self.assume(lines))
        return None if model is None else self.vocabulary.world(model)


def _place(order: Sequence[int], model: AbstractSet[int]) -> int:
    """Which of a term's values it has in a world."""
    return next(place for place, node in enumerate(order) if node in model)


def _first_choices(terms: Sequence[Sequence[int]], model: AbstractSet[int], many: int) -> Sequence[int]:
    """The first values of terms, up to the last of so many that have another one in a world."""
    others = (number for number, order in enumerate(terms) if order[0] not in model)
    last = max(islice(others, many))
    return [order[0] for order in terms[: last + 1]]
