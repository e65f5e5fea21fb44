"""Reasoning forward, one line at a time, the way a reader with a pencil does."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from functools import cached_property
from typing import NamedTuple

from casekit.deduce.encoding.circuit import Key
from casekit.deduce.solving.cores import shrunk
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.theory import Assertion, Fact
from casekit.values import frozen, replace

FALSUM = 0
"""The contradiction, as a literal; no node has this number."""

MOST_SUPPOSITIONS = 300
"""The most suppositions that are tried for one proof.

A conclusion that they do not reach has a proof of fewer steps.
"""

MOST_WORK = 12_000_000
"""The work of the solvers (``CostMeter.work``) after which no more are tried: a second or two."""

_LARGE_CIRCUIT = 2_000
"""The inputs and gates beyond which each line is read in a theory of its own.

A question there does not grow with the whole theory.
"""


@frozen(eq=False, slots=True)
class Propagation:
    """Conclusions from some lines for somebody who knows some literals."""

    lines: tuple[str, ...]
    """The lines, mostly one."""

    reasons: Mapping[int, tuple[int, ...]]
    """The literals that each concluded literal rests on. If ``FALSUM`` is concluded, nothing else is."""


@frozen(eq=False, slots=True)
class FailedLiteral:
    """A supposition that ended in a contradiction."""

    supposed: int
    """The literal that was supposed."""

    state: "ChainState"
    """The state in which the contradiction was met."""


Event = Propagation | FailedLiteral
"""What makes a literal known."""


class ProofContext:
    """Some lines of a theory and the ground terms they speak of: what a proof is made from.

    Each law of the theory must have a weight: one without would be used and not cited.
    """

    solver: TheorySolver
    """The theory in a solver."""

    apart: bool
    """Whether lines are read in theories of their own, and nothing is supposed inside a supposition.

    So it is where there are many lines.
    """

    reads_lines_in_own_theories: bool
    """Whether lines are read in theories of their own, also because the theory is large."""

    suppositions_left: int
    """The number of suppositions that may still be tried."""

    lines: tuple[str, ...]
    """The lines."""

    terms: dict[str, tuple[Key, ...]]
    """The undecided terms of each line."""

    values: dict[Key, Mapping[str, int]]
    """The literal of each value of each term."""

    term_of: dict[int, Key]
    """The term of each such literal."""

    literals_of: dict[str, frozenset[int]]
    """The literals, true and false, that matter to a line."""

    about: dict[Key, list[str]]
    """The lines that mention a term."""

    read: dict[tuple[str, tuple[int, ...]], Mapping[int, tuple[int, ...]]]
    """The conclusions found so far, with reasons, from a line for somebody who knows certain literals."""

    def __init__(self, solver: TheorySolver, lines: Sequence[str], *, apart: bool = False) -> None:
        self.solver = solver
        self.apart = apart
        self.reads_lines_in_own_theories = apart or solver.circuit.size > _LARGE_CIRCUIT
        self._isolated_lines: dict[str, IsolatedLine] = {}
        self.suppositions_left = MOST_SUPPOSITIONS
        self._work_limit = solver.meter.work + MOST_WORK
        self.read = {}
        self.lines = tuple(lines)
        self._selectors = tuple(solver.assume(lines))
        self.terms = {}
        self.values = {}
        self.term_of = {}
        self.literals_of = {}
        self.about = {}
        for line in self.lines:
            self._add_line(line)
        if apart:
            # Each value is supposed but once, each time with few lines.
            self.suppositions_left += sum(map(len, self.values.values()))

    def _add_line(self, line: str) -> None:
        """Note the undecided terms of a line, and the literals of their values."""
        if line in self.terms:
            return
        grounded = self.solver.lines[line]
        terms: list[Key] = []
        literals: list[int] = []
        for term in dict.fromkeys((*grounded.terms, *grounded.guards)):
            values = self.solver.vocabulary[term]
            if len(values) <= 1:
                continue
            terms.append(term)
            self.about.setdefault(term, []).append(line)
            for node in values.values():
                literals += (node, -node)
            if term not in self.values:
                self.values[term] = values
                for node in values.values():
                    self.term_of[abs(node)] = term
        self.terms[line] = tuple(terms)
        self.literals_of[line] = frozenset(literals)

    @cached_property
    def _solver_without_learnt_clauses(self) -> TheorySolver:
        # A solver sees more at first sight by the clauses that it has learnt; this one never solves anything.
        return self.solver.fresh()

    @property
    def exhausted(self) -> bool:
        """Whether no more suppositions are tried."""
        if self.suppositions_left <= 0:
            return True
        if self.apart:
            return False
        work = self.solver.meter.work
        for isolated in self._isolated_lines.values():
            work += isolated.context.solver.meter.work
        return work > self._work_limit

    def is_choice(self, term: Key) -> bool:
        """Whether a term has more than two values, so that excluding one leaves several."""
        return len(self.values[term]) > 2  # noqa: PLR2004 - with two, excluding one decides

    def assertion(self, literal: int) -> Assertion:
        """A literal as what it says of a fact."""
        term = self.term_of[abs(literal)]
        values = {node: value for value, node in self.values[term].items()}
        if literal in values:
            return Assertion(Fact(*term, values[literal]))
        return Assertion(Fact(*term, values[-literal]), holds=False)

    def literals(self) -> Iterator[int]:
        """All that may be supposed: every value of every term, then that a term has not a value.

        Where a term has two values, not to have the one is to have the other; that comes once.
        """
        for nodes in self.values.values():
            yield from nodes.values()
        for term, nodes in self.values.items():
            if self.is_choice(term):
                for node in nodes.values():
                    yield -node

    def together(self, literals: Sequence[int], goal: int) -> Propagation | None:
        """Lines that leave nothing but the goal, with some known literals; ``None`` if all do not suffice."""
        selectors = {self.solver.selectors[line]: line for line in self.lines}
        needed = self._minimal([-goal], [*selectors, *literals])
        if needed is None:
            return None
        lines = tuple(selectors[node] for node in needed if node in selectors)
        return Propagation(lines, {goal: tuple(node for node in needed if node not in selectors)})

    def alone(self, line: str) -> "IsolatedLine":
        """A line in a theory of its own."""
        isolated = self._isolated_lines.get(line)
        if isolated is None:
            theory = replace(self.solver.theory.only((line,)), targets=())
            context = ProofContext(TheorySolver(theory, self.solver.limits), (line,))
            literal_there: dict[int, int] = {}
            for term in self.terms[line]:
                there = context.values[term]
                for value, node in self.values[term].items():
                    literal_there[node] = there[value]
                    literal_there[-node] = -there[value]
            literal_here = {there: here for here, there in literal_there.items()}
            isolated = self._isolated_lines[line] = IsolatedLine(context, literal_there, literal_here)
        return isolated

    def contradicts(self, literals: Iterable[int]) -> bool:
        """Whether all lines and the literals contradict each other at first sight, by unit propagation."""
        return self._solver_without_learnt_clauses.propagation([*self._selectors, *literals]) is None

    def needed(self, given: Sequence[int], pool: Sequence[int]) -> tuple[int, ...] | None:
        """Some literals of the pool that contradict the given nodes; ``None`` if the whole pool does not.

        None of them can go. Early literals are preferred. Where it makes fewer, a term's one value is taken
        rather than the values that it has not.
        """
        decided = {self.term_of[literal] for literal in pool if literal in self.term_of and literal > 0}
        plain = [literal for literal in pool if literal > 0 or self.term_of[-literal] not in decided]
        smallest = self._minimal(given, pool)
        if smallest is None or len(smallest) == 1 or len(plain) == len(pool):
            return smallest
        smallest_of_plain = self._minimal(given, plain)
        if smallest_of_plain is None or len(smallest_of_plain) >= len(smallest):
            return smallest
        return smallest_of_plain

    def _minimal(self, given: Sequence[int], pool: Sequence[int]) -> tuple[int, ...] | None:
        solve = self.solver.solve
        if solve([*given, *pool]):
            return None
        parts = {literal: (literal,) for literal in pool}
        return tuple(shrunk(self.solver, given, parts, pool, solve, backwards=True)[0])


class IsolatedLine(NamedTuple):
    """A line in a theory of its own."""

    context: ProofContext
    """That theory."""

    there: Mapping[int, int]
    """The literal in that theory for each literal of the whole theory."""

    here: Mapping[int, int]
    """The literal of the whole theory for each literal in that theory."""


class ChainState:
    """The knowledge at one moment of a proof, and how it came about."""

    context: ProofContext
    """What the proof is made from."""

    known: dict[int, Event | None]
    """The literals in the order they became known, each with the event that made it known.

    A supposed literal has no event.
    """

    events: list[Event]
    """The events, in order."""

    contradiction: Propagation | None
    """The event that showed that all this cannot be."""

    def __init__(self, context: ProofContext) -> None:
        self.context = context
        self.known = {}
        self.events = []
        self.contradiction = None
        self._lines: Collection[str] = context.terms
        self._unread = set(context.lines)

    def supposing(self, literal: int, lines: Sequence[str] | None = None) -> "ChainState":
        """A state that knows what this one does and supposes one literal more; it has events of its own.

        If ``lines`` are given, no others are read.
        """
        state = ChainState(self.context)
        state.known = self.known | {literal: None}
        state._lines = self._lines if lines is None else lines
        state._unread = self._unread.intersection(state._lines)
        state._read_again_lines_about(literal)
        return state

    def copy(self) -> "ChainState":
        """The same state, to try something on."""
        state = ChainState(self.context)
        state.known, state.events = dict(self.known), list(self.events)
        state._unread = {*self._unread}
        return state

    def learn(self, event: Event) -> None:
        """Note an event, and its conclusions as known."""
        self.events.append(event)
        if isinstance(event, FailedLiteral):
            self._know(-event.supposed, event)
            self._eliminate((self.context.term_of[abs(event.supposed)],))
        elif FALSUM in event.reasons:
            self.contradiction = event
        else:
            for literal in event.reasons:
                self._know(literal, event)

    def _know(self, literal: int, event: Event) -> None:
        if literal not in self.known:
            self.known[literal] = event
            self._read_again_lines_about(literal)

    def _read_again_lines_about(self, literal: int) -> None:
        """Have the lines read again that mention the term of a literal."""
        for line in self.context.about.get(self.context.term_of[abs(literal)], ()):
            if line in self._lines:
                self._unread.add(line)

    def chain(self) -> None:
        """Learn what single lines say, until they say nothing new or contradict what is known."""
        progress = self.contradiction is None
        while progress:
            progress = False
            for line in self._lines:
                if line not in self._unread:
                    continue
                event = self._read(line)
                if event is None:
                    continue
                self.learn(event)
                if event is self.contradiction:
                    return
                progress = True
                self._eliminate(self.context.terms[line])

    def _read(self, line: str) -> Propagation | None:
        """The conclusions from a line for somebody who knows this."""
        self._unread.discard(line)
        context, literals = self.context, self.context.literals_of[line]
        relevant = tuple([literal for literal in self.known if literal in literals])
        reasons = context.read.get((line, relevant))
        # States that differ elsewhere ask the same again and again.
        if reasons is None:
            reasons = (
                self._reasons_in_own_theory(line, relevant)
                if context.reads_lines_in_own_theories
                else self._reasons(line, relevant)
            )
            context.read[line, relevant] = reasons
        return Propagation((line,), reasons) if reasons else None

    def _reasons_in_own_theory(self, line: str, relevant: Sequence[int]) -> Mapping[int, tuple[int, ...]]:
        """The conclusions from a line, each with its reasons, found in a theory that has no other line."""
        context, there, here = self.context.alone(line)
        state = ChainState(context)
        state.known = {there[literal]: None for literal in relevant}
        reasons: dict[int, tuple[int, ...]] = {}
        for literal, reason in state._reasons(line, tuple(state.known)).items():
            conclusion = here.get(literal, FALSUM)
            reasons[conclusion] = tuple([here[premise] for premise in reason])
        return reasons

    def _reasons(self, line: str, relevant: Sequence[int]) -> Mapping[int, tuple[int, ...]]:
        """The conclusions from a line, each with its reasons, if the ``relevant`` literals are known."""
        given = self.context.solver.assume((line,))
        contradicting = self.context.needed(given, relevant)
        if contradicting is not None:
            return {FALSUM: contradicting}
        # Only values that the line has in this world can follow from it.
        world = self.context.solver.model(self.context.literals_of[line])
        reasons: dict[int, tuple[int, ...]] = {}
        for term in self._terms_with_news(given, relevant, line):
            reasons |= self._conclude(given, relevant, term, world)
        return reasons

    def _terms_with_news(self, given: Sequence[int], relevant: Sequence[int], line: str) -> Iterator[Key]:
        """The terms of which a line says something new at first sight, if only with what is known of them."""
        propagated = self.context.solver.propagation([*given, *relevant]) or frozenset()
        new = (propagated & self.context.literals_of[line]) - self.known.keys()
        touched = {self.context.term_of[abs(literal)] for literal in new}
        for term in self.context.terms[line]:
            if term in touched and self.known.keys().isdisjoint(self.context.values[term].values()):
                yield term

    def _conclude(
        self, given: Sequence[int], relevant: Sequence[int], term: Key, world: AbstractSet[int]
    ) -> dict[int, tuple[int, ...]]:
        """The conclusions on a term, whose value is not known, from a line that holds in ``world``.

        To exclude the last other value is a step of its own, so what is known of the term must not count
        here.
        """
        context = self.context
        pool = [literal for literal in relevant if context.term_of[abs(literal)] != term]
        for node in context.values[term].values():
            if node not in world:
                continue
            reason = context.needed([*given, -node], pool)
            if reason is not None:
                return {node: reason}
        if not context.is_choice(term):
            return {}
        excluded = [-node for node in context.values[term].values() if -node not in self.known]
        entailed = context.solver.entailed([*given, *pool], excluded)
        reasons: dict[int, tuple[int, ...]] = {}
        for literal in excluded:
            if literal not in entailed:
                continue
            reason = context.needed([*given, -literal], pool)
            if reason is not None:
                reasons[literal] = reason
        return reasons

    def _eliminate(self, terms: Iterable[Key]) -> None:
        """A term has the one value that is not excluded; to have none is a contradiction."""
        for term in terms:
            nodes = self.context.values[term].values()
            open_nodes = [node for node in nodes if -node not in self.known]
            if not open_nodes:
                self.learn(Propagation((), {FALSUM: tuple([-node for node in nodes])}))
            elif len(open_nodes) == 1 and open_nodes[0] not in self.known and self.context.is_choice(term):
                exclusions = tuple([-node for node in nodes if node != open_nodes[0]])
                self.learn(Propagation((), {open_nodes[0]: exclusions}))
