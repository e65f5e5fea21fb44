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

_MOST_TOLD = 10**18


class GroundingTooLargeError(ValueError):
    """A formula comes to more ground instances than the limit allows."""

    def __init__(self, size: int, limit: int) -> None:
        # Python writes out no number of more than some thousand digits.
        self.size = min(size, _MOST_TOLD)
        super().__init__(f"{self.size} ground instances, the limit is {limit}")
        self.limit = limit


class Limits(NamedTuple):
    """How many ground instances one line, and all lines together, may come to."""

    line: int = 100_000
    total: int = 200_000


class LineCost(NamedTuple):
    """The ground instances of a line, counted before any is made, and the clauses made of them."""

    instances: int
    clauses: int = 0


CONFLICTS = 5_000
"""The solver's budget for a step of a search that can do without the answer; hand-written cases need few."""

EASY = 500
"""A question that takes more conflicts than that may be one about numbers, so that counting helps."""

PATIENCE = 20_000
"""The solver's budget for a question that must be answered: seconds, where a hand-written case takes none."""

ENDURANCE = 30_000
"""All hard questions together may take this many conflicts; from then on only easy ones are answered."""

LEISURE = 15_000
"""After this many conflicts in hard questions, a hard one that needs no answer is given up at once."""

CONFLICT = 1_000
"""A conflict is as much work as this many propagations: the solver learns a clause from it."""


class CostMeter:
    """The costs of a theory: of each line, by identifier, and of all that its solvers were asked.

    ``solving`` counts ``questions``, ``propagations`` and ``conflicts``.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.lines: dict[str, LineCost] = {}
        self.solving: Counter[str] = Counter()
        self._made = 0

    def afford(self, line: str, instances: int) -> None:
        """Charge the instances of a line, before any is made; what a refused line would cost is noted.

        Raises:
            GroundingTooLargeError: if there would be too many.
        """
        left = min(self.limits.line, self.limits.total - self._made)
        if instances > left:
            self.lines[line] = LineCost(min(instances, _MOST_TOLD))
            raise GroundingTooLargeError(instances, left)
        self._made += instances

    def solved(self, before: Mapping[str, int], after: Mapping[str, int]) -> None:
        """Charge a question, by what its solver had done before it and after."""
        self.solving["questions"] += 1
        for unit in ("propagations", "conflicts"):
            self.solving[unit] += after[unit] - before[unit]

    @property
    def work(self) -> int:
        """The work of the solvers, in propagations."""
        return self.solving["propagations"] + CONFLICT * self.solving["conflicts"]


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


class EncodedTheory:
    """All lines of a theory, grounded, each guarded by a selector, so that any of them can be put together.

    ``selectors`` are by identifier, without those of the ``settled`` lines, which always hold; ``refused``
    are the lines that come to more than the ``limits``, with the number of their ground instances; ``meter``
    has what every line costs.

    Lines by whom they are known to: ``laws`` to everybody from the start, ``claims`` (all but hints, which
    have no force) with them to a reader of every source (``everything``). The writer has fixed laws and the
    lines of the ``truth``, which are ``truth_alone`` by themselves; ``truth_told`` is the truth and what the
    claims add to it under their guards.
    """

    def __init__(self, theory: Theory, limits: Limits = Limits()) -> None:  # noqa: B008 - it is immutable
        self.theory = theory
        self.laws = tuple(law.id for law in theory.laws)
        self.claims = tuple(claim.id for claim in theory.claims if not claim.hint)
        self.everything = (*self.laws, *self.claims)
        self.truth_alone = tuple(line.id for line in theory.truth)
        self.truth = (*self.laws, *self.truth_alone)
        self.truth_told = (*self.truth, *self.claims)
        self.circuit = Circuit()
        self.vocabulary = VariableTable(self.circuit, {})
        self._grounder = Grounder(self.circuit, self.vocabulary, {})
        self.limits = limits
        self.meter = CostMeter(limits)
        self.lines: dict[str, EncodedLine] = {}
        self._selecting: dict[str, int] = {}
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
        self.settled = dict.fromkeys(
            law.id for law in theory.laws if law.weight == 0 and law.id in self.lines
        )
        self._begun = (self.circuit, self.vocabulary, self._grounder.nested)
        self.forget()

    def forget(self) -> None:
        """Forget all that was asked, so that only the lines are left; copies of the theory remember it."""
        circuit, terms, nested = self._begun
        self._joint: dict[tuple[int, ...], int] = {}
        self.circuit = Circuit(circuit)
        self.vocabulary = VariableTable(self.circuit, terms)
        self._grounder = Grounder(self.circuit, self.vocabulary, nested)
        for line in self.settled:
            self.circuit.settle(self.lines[line].holds)
        self.selectors = {line: node for line, node in self._selecting.items() if line not in self.settled}

    def _add(self, line: Law | Claim) -> None:
        if line.id in self.lines:
            raise ValueError(f"two lines are called {line.id!r}")
        exemption, inversion = (line.exempt, line.inverted) if isinstance(line, Claim) else (NEVER, NEVER)
        size = ground_size(line.formula) + ground_size(exemption) + ground_size(inversion)
        self.meter.afford(line.id, size)
        before = len(self.circuit.pending)
        meaning, terms = self._grounder.line(line.formula)
        (exempt, _), mentioned = self._grounder.line(exemption)
        (inverted, _), more = self._grounder.line(inversion)
        total = isinstance(line, Law) and line.total
        holds = meaning.true if total else self._guarded(meaning, exempt, inverted)
        about = tuple(dict.fromkeys((*mentioned, *more))) if more else mentioned
        self.lines[line.id] = EncodedLine(meaning, holds, exempt, terms, about)
        self._selecting[line.id] = selector = self.circuit.fresh()
        self.circuit.pending.append((-selector, holds))
        self.meter.lines[line.id] = LineCost(size, len(self.circuit.pending) - before)

    def _guarded(self, meaning: Meaning, exempt: int, inverted: int) -> int:
        circuit, kept = self.circuit, -meaning.false
        if inverted != FALSE:
            kept = circuit.both(circuit.implies(inverted, -meaning.true), circuit.either(inverted, kept))
        return circuit.either(exempt, kept)

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
        node = self._joint.get(selectors)
        if node is None:
            node = self._joint[selectors] = self.circuit.fresh()
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
