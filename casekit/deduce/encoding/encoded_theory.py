"""The lines of a theory as nodes of one circuit, each guarded by a selector; and the costs of deduction.

Costs are counted in units that are the same on every machine.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from casekit.deduce.encoding.circuit import FALSE, Circuit, Key, VariableTable, ground_size
from casekit.deduce.encoding.grounding import Grounder, Meaning
from casekit.logic.formulas import FALSE as NEVER, Formula
from casekit.logic.theory import Assertion, Claim, Law, Theory

# The solver learns from conflicts, and its budgets are numbers of them.

EASY_CONFLICTS = 500
"""A question that takes more than this is hard. It may be one about numbers, so that counting helps."""

OPTIONAL_CONFLICTS = 5_000
"""The budget for a question of a search that can do without the answer; hand-written cases need few."""

REQUIRED_CONFLICTS = 20_000
"""The budget for a question that must be answered: seconds, where a hand-written case takes none."""

CONFLICTS_BEFORE_OPTIONAL_END = 15_000
"""After this many in hard questions together, one that can do without the answer is answered only if easy."""

CONFLICTS_BEFORE_REQUIRED_END = 30_000
"""After this many in hard questions together, one that must be answered is answered only if easy."""

PROPAGATIONS_PER_CONFLICT = 1_000
"""A conflict is as much work as this many propagations: the solver learns a clause from it."""

MOST_COUNTED_INSTANCES = 10**18
"""No greater number of ground instances is written out: Python writes none of some thousand digits."""


class GroundingTooLargeError(ValueError):
    """A formula comes to more ground instances than the ``limit`` allows: to ``size`` of them."""

    def __init__(self, size: int, limit: int) -> None:
        self.size = min(size, MOST_COUNTED_INSTANCES)
        super().__init__(f"{self.size} ground instances, the limit is {limit}")
        self.limit = limit


class Limits(NamedTuple):
    """How many ground instances formulas may come to."""

    line: int = 100_000
    """Those of one line."""
    total: int = 200_000
    """Those of all lines together."""


class LineCost(NamedTuple):
    """The costs of a line."""

    instances: int
    """Its ground instances, counted before any is made."""
    clauses: int = 0
    """The clauses that were made of them; 0 for a line that is refused."""


class CostMeter:
    """The costs of a theory."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.lines: dict[str, LineCost] = {}
        """The cost of each line by its identifier."""
        self.solving: Counter[str] = Counter()
        """How many ``questions`` its solvers were asked, with their ``propagations`` and ``conflicts``."""
        self._instances_made = 0

    def afford(self, line: str, instances: int) -> None:
        """Charge the instances of a line, before any is made; what a refused line would cost is noted.

        Raises:
            GroundingTooLargeError: if there would be too many.
        """
        instances_left = min(self.limits.line, self.limits.total - self._instances_made)
        if instances > instances_left:
            self.lines[line] = LineCost(min(instances, MOST_COUNTED_INSTANCES))
            raise GroundingTooLargeError(instances, instances_left)
        self._instances_made += instances

    def solved(self, before: Mapping[str, int], after: Mapping[str, int]) -> None:
        """Charge a question, by what its solver had done before it and after."""
        self.solving["questions"] += 1
        for unit in ("propagations", "conflicts"):
            self.solving[unit] += after[unit] - before[unit]

    @property
    def work(self) -> int:
        """The work of the solvers, in propagations."""
        return self.solving["propagations"] + PROPAGATIONS_PER_CONFLICT * self.solving["conflicts"]


class EncodedLine(NamedTuple):
    """A grounded line. Its guard says where it is exempt, as that of a guess is, or inverted, as a lie is."""

    meaning: Meaning
    """The nodes of its formula alone."""
    holds: int
    """The node that is true where the line is as it should be, guard included."""
    exempt: int
    """The node that is true where nothing follows from the line."""
    terms: tuple[Key, ...]
    """The ground terms that its formula mentions."""
    guards: tuple[Key, ...]
    """The ground terms that its guard mentions."""


class EncodedTheory:
    """All lines of a theory, grounded, each with a selector, so that any of them can be put together."""

    def __init__(self, theory: Theory, limits: Limits = Limits()) -> None:  # noqa: B008 - it is immutable
        """Lines that come to more than the ``limits`` are ``refused``."""
        self.theory = theory
        self.laws = tuple(law.id for law in theory.laws)
        """The lines that everybody knows from the start."""
        self.claims = tuple(claim.id for claim in theory.claims if not claim.hint)
        """The claims of sources, without hints, which have no force."""
        self.everything = (*self.laws, *self.claims)
        """What a reader of every source knows."""
        self.truth_alone = tuple(line.id for line in theory.truth)
        """The lines that the writer alone knows."""
        self.truth = (*self.laws, *self.truth_alone)
        """What the writer has fixed."""
        self.truth_told = (*self.truth, *self.claims)
        """The truth, and what the claims add to it under their guards."""
        self.circuit = Circuit()
        self.vocabulary = VariableTable(self.circuit, {})
        self._grounder = Grounder(self.circuit, self.vocabulary, {})
        self.limits = limits
        self.meter = CostMeter(limits)
        self.lines: dict[str, EncodedLine] = {}
        """The lines that are not refused, by identifier."""
        self._selector_of_line: dict[str, int] = {}
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
        """The lines that come to more than the limits, with the number of their ground instances."""
        self.settled = dict.fromkeys(
            law.id for law in theory.laws if law.weight == 0 and law.id in self.lines
        )
        """The lines that always hold, which have no selectors."""
        self._state_before_questions = (self.circuit, self.vocabulary, self._grounder.nested)
        self.forget()

    def forget(self) -> None:
        """Forget all that was asked, so that only the lines are left; copies of the theory remember it."""
        circuit, terms, nested = self._state_before_questions
        self._joint_selectors: dict[tuple[int, ...], int] = {}
        self.circuit = Circuit(circuit)
        self.vocabulary = VariableTable(self.circuit, terms)
        self._grounder = Grounder(self.circuit, self.vocabulary, nested)
        for line in self.settled:
            self.circuit.settle(self.lines[line].holds)
        self.selectors = {
            line: node for line, node in self._selector_of_line.items() if line not in self.settled
        }
        """The node that selects each line that is not settled, by its identifier."""

    def _add(self, line: Law | Claim) -> None:
        if line.id in self.lines:
            raise ValueError(f"two lines are called {line.id!r}")
        exemption, inversion = (line.exempt, line.inverted) if isinstance(line, Claim) else (NEVER, NEVER)
        size = ground_size(line.formula) + ground_size(exemption) + ground_size(inversion)
        self.meter.afford(line.id, size)
        clauses_before = len(self.circuit.pending)
        meaning, terms = self._grounder.line(line.formula)
        (exempt, _), exemption_terms = self._grounder.line(exemption)
        (inverted, _), inversion_terms = self._grounder.line(inversion)
        is_total = isinstance(line, Law) and line.total
        holds = meaning.true if is_total else self._guarded(meaning, exempt, inverted)
        guard_terms = exemption_terms
        if inversion_terms:
            guard_terms = tuple(dict.fromkeys((*exemption_terms, *inversion_terms)))
        self.lines[line.id] = EncodedLine(meaning, holds, exempt, terms, guard_terms)
        self._selector_of_line[line.id] = selector = self.circuit.fresh()
        self.circuit.pending.append((-selector, holds))
        self.meter.lines[line.id] = LineCost(size, len(self.circuit.pending) - clauses_before)

    def _guarded(self, meaning: Meaning, exempt: int, inverted: int) -> int:
        """The node of: exempt, or (if inverted, not true; else, not false)."""
        circuit, not_false = self.circuit, -meaning.false
        if inverted == FALSE:
            return circuit.either(exempt, not_false)
        not_true_if_inverted = circuit.implies(inverted, -meaning.true)
        not_false_unless_inverted = circuit.either(inverted, not_false)
        return circuit.either(exempt, circuit.both(not_true_if_inverted, not_false_unless_inverted))

    def reading(self, sources: Iterable[str]) -> tuple[str, ...]:
        """The knowledge of a reader of some sources: the laws and the claims of these sources."""
        read = set(sources)
        return (
            *self.laws,
            *(claim.id for claim in self.theory.claims if not claim.hint and claim.source in read),
        )

    def assume(self, lines: Iterable[str]) -> list[int]:
        """The selectors of lines, as assumptions for ``solve``."""
        return [self.selectors[line] for line in lines if line in self.selectors]

    def selecting(self, lines: Iterable[str]) -> int:
        """One node that selects several lines, the same whenever it is asked for."""
        selectors = tuple(self.assume(lines))
        node = self._joint_selectors.get(selectors)
        if node is None:
            node = self._joint_selectors[selectors] = self.circuit.fresh()
            self.circuit.pending.extend((-node, selector) for selector in selectors)
        return node

    def meaning(self, formula: Formula) -> Meaning:
        """Where a formula that is not a line of the theory is true, and where it is false.

        Raises:
            GroundingTooLargeError: If it comes to more ground instances than one line may.
        """
        size = ground_size(formula)
        if size > self.limits.line:
            raise GroundingTooLargeError(size, self.limits.line)
        return self._grounder.meaning(formula)

    def node(self, assertion: Assertion) -> int:
        """The node that is true where an assertion about a mentioned term holds."""
        fact = assertion.fact
        node = self.vocabulary.node((fact.function, fact.arguments), fact.value)
        return node if assertion.holds else -node
