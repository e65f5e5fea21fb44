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

EFFORT = 300
"""At most this many suppositions are tried for one proof.

A conclusion that they do not reach has a proof of fewer steps.
"""

EXHAUSTION = 12_000_000
"""Nor are more tried after this much work of the solvers (``CostMeter.work``): a second or two."""

_SPACIOUS = 2_000
"""In a theory with more inputs and gates than this, each line is read in a theory of its own.

A question there does not grow with the whole theory.
"""


@frozen(eq=False, slots=True)
class Propagation:
    """Conclusions from ``lines`` (mostly one) for somebody who knows some literals.

    ``reasons`` has each literal concluded, with the literals it rests on. ``FALSUM`` is never among others.
    """

    lines: tuple[str, ...]
    reasons: Mapping[int, tuple[int, ...]]


@frozen(eq=False, slots=True)
class FailedLiteral:
    """A literal that was supposed, and the state in which the supposition ended in a contradiction."""

    supposed: int
    state: "ChainState"


Event = Propagation | FailedLiteral


class ProofContext:
    """Some lines of a theory and the ground terms they speak of: what a proof is made from.

    Each law of the theory must have a weight: one without would be used and not cited. Where there are
    many lines, they are read ``apart``, and nothing is supposed inside a supposition.

    ``terms`` has the undecided terms of each line, ``values`` the literal of each value of each term, and
    ``term_of`` the term of each such literal. ``literals_of`` has the literals, true and false, that matter
    to a line, ``about`` the lines that mention a term. ``read`` keeps what a line says to somebody who knows
    certain literals.
    """

    def __init__(self, solver: TheorySolver, lines: Sequence[str], *, apart: bool = False) -> None:
        self.solver = solver
        self.apart = apart
        self.singly = apart or solver.circuit.size > _SPACIOUS
        self._alone: dict[str, IsolatedLine] = {}
        self.effort = EFFORT
        self._enough = solver.meter.work + EXHAUSTION
        self.read: dict[tuple[str, tuple[int, ...]], Mapping[int, tuple[int, ...]]] = {}
        self.lines = tuple(lines)
        self.assumed = tuple(solver.assume(lines))
        self.terms: dict[str, tuple[Key, ...]] = {}
        self.values: dict[Key, Mapping[str, int]] = {}
        self.term_of: dict[int, Key] = {}
        self.literals_of: dict[str, frozenset[int]] = {}
        self.about: dict[Key, list[str]] = {}
        for line in self.lines:
            self._take_up(line)
        if apart:
            # Each value is supposed but once, each time with few lines.
            self.effort += sum(map(len, self.values.values()))

    def _take_up(self, line: str) -> None:
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
    def _untaught(self) -> TheorySolver:
        # A solver sees more at first sight by the clauses that it has learnt; this one never solves anything.
        return self.solver.fresh()

    @property
    def exhausted(self) -> bool:
        """Whether no more suppositions are tried."""
        if self.effort <= 0:
            return True
        if self.apart:
            return False
        work = self.solver.meter.work
        for isolated in self._alone.values():
            work += isolated.desk.solver.meter.work
        return work > self._enough

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
        isolated = self._alone.get(line)
        if isolated is None:
            theory = replace(self.solver.theory.only((line,)), targets=())
            desk = ProofContext(TheorySolver(theory, self.solver.limits), (line,))
            there_of: dict[int, int] = {}
            for term in self.terms[line]:
                there = desk.values[term]
                for value, node in self.values[term].items():
                    there_of[node] = there[value]
                    there_of[-node] = -there[value]
            here_of = {there: here for here, there in there_of.items()}
            isolated = self._alone[line] = IsolatedLine(desk, there_of, here_of)
        return isolated

    def contradicts(self, literals: Iterable[int]) -> bool:
        """Whether all lines and the literals contradict each other at first sight, by unit propagation."""
        return self._untaught.propagation([*self.assumed, *literals]) is None

    def needed(self, given: Sequence[int], pool: Sequence[int]) -> tuple[int, ...] | None:
        """Some literals of the pool that contradict the given nodes; ``None`` if the whole pool does not.

        None of them can go. Early literals are preferred. Where it makes fewer, a term's one value is taken
        rather than the values that it has not.
        """
        decided = {self.term_of[literal] for literal in pool if literal in self.term_of and literal > 0}
        plain = [literal for literal in pool if literal > 0 or self.term_of[-literal] not in decided]
        first = self._minimal(given, pool)
        if first is None or len(first) == 1 or len(plain) == len(pool):
            return first
        second = self._minimal(given, plain)
        if second is None or len(second) >= len(first):
            return first
        return second

    def _minimal(self, given: Sequence[int], pool: Sequence[int]) -> tuple[int, ...] | None:
        solve = self.solver.solve
        if solve([*given, *pool]):
            return None
        parts = {literal: (literal,) for literal in pool}
        return tuple(shrunk(self.solver, given, parts, pool, solve, backwards=True)[0])


class IsolatedLine(NamedTuple):
    """A line in a theory of its own.

    ``there`` has the literal in that theory for each literal of the whole, ``here`` the other way round.
    """

    desk: ProofContext
    there: Mapping[int, int]
    here: Mapping[int, int]


class ChainState:
    """The knowledge at one moment of a proof, and how it came about.

    ``known`` has literals in the order they became known, each with the event that made it known; a supposed
    literal has none. ``contradiction`` is the event that showed that all this cannot be.
    """

    def __init__(self, desk: ProofContext) -> None:
        self.desk = desk
        self.known: dict[int, Event | None] = {}
        self.events: list[Event] = []
        self.contradiction: Propagation | None = None
        self._lines: Collection[str] = desk.terms
        self._unread = set(desk.lines)

    def supposing(self, literal: int, lines: Sequence[str] | None = None) -> "ChainState":
        """A state that knows what this one does and supposes one literal more; it has events of its own.

        If ``lines`` are given, no others are read.
        """
        state = ChainState(self.desk)
        state.known = self.known | {literal: None}
        state._lines = self._lines if lines is None else lines
        state._unread = self._unread.intersection(state._lines)
        state._look_into(literal)
        return state

    def copy(self) -> "ChainState":
        """The same state, to try something on."""
        state = ChainState(self.desk)
        state.known, state.events = dict(self.known), list(self.events)
        state._unread = {*self._unread}
        return state

    def learn(self, event: Event) -> None:
        """Note an event, and its conclusions as known."""
        self.events.append(event)
        if isinstance(event, FailedLiteral):
            self._know(-event.supposed, event)
            self._eliminate((self.desk.term_of[abs(event.supposed)],))
        elif FALSUM in event.reasons:
            self.contradiction = event
        else:
            for literal in event.reasons:
                self._know(literal, event)

    def _know(self, literal: int, event: Event) -> None:
        if literal not in self.known:
            self.known[literal] = event
            self._look_into(literal)

    def _look_into(self, literal: int) -> None:
        """Have the lines read again that mention the term of a literal."""
        for line in self.desk.about.get(self.desk.term_of[abs(literal)], ()):
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
                self._eliminate(self.desk.terms[line])

    def _read(self, line: str) -> Propagation | None:
        """The conclusions from a line for somebody who knows this."""
        self._unread.discard(line)
        desk, literals = self.desk, self.desk.literals_of[line]
        relevant = tuple([literal for literal in self.known if literal in literals])
        reasons = desk.read.get((line, relevant))
        # States that differ elsewhere ask the same again and again.
        if reasons is None:
            reasons = self._reasons_alone(line, relevant) if desk.singly else self._reasons(line, relevant)
            desk.read[line, relevant] = reasons
        return Propagation((line,), reasons) if reasons else None

    def _reasons_alone(self, line: str, relevant: Sequence[int]) -> Mapping[int, tuple[int, ...]]:
        """The same as ``_reasons``, found in a theory that has no other line."""
        desk, there, here = self.desk.alone(line)
        state = ChainState(desk)
        state.known = {there[literal]: None for literal in relevant}
        reasons: dict[int, tuple[int, ...]] = {}
        for literal, reason in state._reasons(line, tuple(state.known)).items():
            conclusion = here.get(literal, FALSUM)
            reasons[conclusion] = tuple([here[premise] for premise in reason])
        return reasons

    def _reasons(self, line: str, relevant: Sequence[int]) -> Mapping[int, tuple[int, ...]]:
        """The conclusions from a line, each with its reasons, if the ``relevant`` literals are known."""
        given = self.desk.solver.assume((line,))
        clash = self.desk.needed(given, relevant)
        if clash is not None:
            return {FALSUM: clash}
        # Only values that the line has in this world can follow from it.
        world = self.desk.solver.model(self.desk.literals_of[line])
        reasons: dict[int, tuple[int, ...]] = {}
        for term in self._touched(given, relevant, line):
            reasons |= self._conclude(given, relevant, term, world)
        return reasons

    def _touched(self, given: Sequence[int], relevant: Sequence[int], line: str) -> Iterator[Key]:
        """The terms of which a line says something new at first sight, if only with what is known of them."""
        propagated = self.desk.solver.propagation([*given, *relevant]) or frozenset()
        new = (propagated & self.desk.literals_of[line]) - self.known.keys()
        touched = {self.desk.term_of[abs(literal)] for literal in new}
        for term in self.desk.terms[line]:
            if term in touched and self.known.keys().isdisjoint(self.desk.values[term].values()):
                yield term

    def _conclude(
        self, given: Sequence[int], relevant: Sequence[int], term: Key, world: AbstractSet[int]
    ) -> dict[int, tuple[int, ...]]:
        """The conclusions on a term, whose value is not known, from a line that holds in ``world``.

        To exclude the last other value is a step of its own, so what is known of the term must not count
        here.
        """
        desk = self.desk
        pool = [literal for literal in relevant if desk.term_of[abs(literal)] != term]
        for node in desk.values[term].values():
            if node not in world:
                continue
            reason = desk.needed([*given, -node], pool)
            if reason is not None:
                return {node: reason}
        if not desk.is_choice(term):
            return {}
        excluded = [-node for node in desk.values[term].values() if -node not in self.known]
        entailed = desk.solver.entailed([*given, *pool], excluded)
        reasons: dict[int, tuple[int, ...]] = {}
        for literal in excluded:
            if literal not in entailed:
                continue
            reason = desk.needed([*given, -literal], pool)
            if reason is not None:
                reasons[literal] = reason
        return reasons

    def _eliminate(self, terms: Iterable[Key]) -> None:
        """A term has the one value that is not excluded; to have none is a contradiction."""
        for term in terms:
            nodes = self.desk.values[term].values()
            left = [node for node in nodes if -node not in self.known]
            if not left:
                self.learn(Propagation((), {FALSUM: tuple([-node for node in nodes])}))
            elif len(left) == 1 and left[0] not in self.known and self.desk.is_choice(term):
                others = tuple([-node for node in nodes if node != left[0]])
                self.learn(Propagation((), {left[0]: others}))
