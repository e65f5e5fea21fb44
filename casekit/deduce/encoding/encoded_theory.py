"""The lines of a theory as nodes of one circuit, each guarded by a selector."""

from collections.abc import Iterable
from typing import NamedTuple

from casekit.deduce.encoding.circuit import FALSE, Circuit
from casekit.deduce.encoding.ground import Grounder, Meaning
from casekit.deduce.encoding.meter import GroundingTooLargeError, Limits, Meter
from casekit.deduce.encoding.vocabulary import Key, Vocabulary, ground_size
from casekit.model.logic import FALSE as NEVER, Formula
from casekit.model.theory import Assertion, Claim, Law, Theory


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

    ``selectors`` are by identifier, without those of the ``settled`` lines, which always hold; ``refused`` are the lines that come to more
    than the ``limits``, with the number of their ground instances; ``meter`` has what every line costs.

    Lines by whom they are known to: ``laws`` to everybody from the start, ``claims`` (all but hints, which have no force) with
    them to a reader of every source (``everything``). The writer has fixed laws and the lines of the ``truth``, which are
    ``truth_alone`` by themselves; ``truth_told`` is the truth and what the claims add to it under their guards.
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
        self.vocabulary = Vocabulary(self.circuit, {})
        self._grounder = Grounder(self.circuit, self.vocabulary, {})
        self.limits = limits
        self.meter = Meter(limits)
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
        self._begun = (self.circuit.size, self.circuit.counts.copy(), tuple(self.circuit.pending))
        self._met = (self.vocabulary.copy(), self._grounder.nested.copy())
        self.forget()

    def forget(self) -> None:
        """Forget all that was asked, so that there are only the lines again; copies of the theory remember it."""
        terms, nested = self._met
        self._joint: dict[tuple[int, ...], int] = {}
        self.circuit = self.circuit.earlier(*self._begun)
        self.vocabulary = Vocabulary(self.circuit, terms)
        self._grounder = Grounder(self.circuit, self.vocabulary, nested)
        for line in self.settled:
            self.circuit.settle(self.lines[line].holds)
        self.selectors = {line: node for line, node in self._selecting.items() if line not in self.settled}

    def _add(self, line: Law | Claim) -> None:
        if line.id in self.lines:
            raise ValueError(f"two lines are called {line.id!r}")
        guards = (line.exempt, line.inverted) if isinstance(line, Claim) else (NEVER, NEVER)
        self.meter.afford(line.id, sum(map(ground_size, (line.formula, *guards))))
        before = len(self.circuit.pending)
        (meaning, terms), *told = map(self._grounder.line, (line.formula, *guards))
        exempt, inverted = (guard.true for guard, _ in told)
        total = isinstance(line, Law) and line.total
        holds = meaning.true if total else self._guarded(meaning, exempt, inverted)
        about = tuple(dict.fromkeys(term for _, mentioned in told for term in mentioned))
        self.lines[line.id] = EncodedLine(meaning, holds, exempt, terms, about)
        self._selecting[line.id] = selector = self.circuit.fresh()
        self.circuit.pending.append((-selector, holds))
        self.meter.encoded(line.id, len(self.circuit.pending) - before)

    def _guarded(self, meaning: Meaning, exempt: int, inverted: int) -> int:
        circuit, kept = self.circuit, -meaning.false
        if inverted != FALSE:
            broken = -meaning.true
            kept = circuit.both(circuit.implies(inverted, broken), circuit.either(inverted, kept))
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
