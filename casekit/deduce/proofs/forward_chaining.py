"""Reasoning forward, one line at a time, the way a reader with a pencil does."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from casekit.deduce.encoding.circuit import Key
from casekit.deduce.solving.cores import shrunk
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.theory import Assertion, Fact
from casekit.values import frozen

FALSUM = 0
"""Stands for the contradiction among literals, where no node is."""


EFFORT = 300
"""At most this many suppositions are tried for one proof; a conclusion not found by then has a proof of fewer steps."""

EXHAUSTION = 12_000_000
"""Nor are others tried after this much work of the solvers, as their meters count it: a second or two."""

_SPACIOUS = 2_000
"""In a theory with more inputs and gates each line is asked in one of its own, where a question does not grow with the whole."""


@frozen(eq=False, slots=True)
class Propagation:
    """Conclusions from ``lines`` (one as a rule) for somebody who knows some literals.

    ``reasons`` are the literals that are known then, each with those it rests on; ``FALSUM`` is alone.
    """

    lines: tuple[str, ...]
    reasons: Mapping[int, tuple[int, ...]]


@frozen(eq=False, slots=True)
class FailedLiteral:
    """A literal that was supposed, and the state in which this ended in a contradiction."""

    supposed: int
    state: "ChainState"


Event = Propagation | FailedLiteral


class ProofContext:
    """Some lines of a theory and the ground terms they speak of: what a proof is made from.

    The laws of the theory must all have a weight, or else they would be used without being cited. Lines are read ``apart``
    where there are many: nothing is supposed inside a supposition then.
    """

    def __init__(self, knowledge: TheorySolver, lines: Sequence[str], *, apart: bool = False) -> None:
        self.knowledge = knowledge
        self.apart = apart
        self.singly = apart or knowledge.circuit.size > _SPACIOUS
        self._alone: dict[str, IsolatedLine] = {}
        self.effort = EFFORT
        self._enough = knowledge.meter.work + EXHAUSTION
        self.read: dict[tuple[str, tuple[int, ...]], Mapping[int, tuple[int, ...]]] = {}
        self.lines = tuple(lines)
        self.assumed = tuple(knowledge.assume(lines))
        self.terms: dict[str, tuple[Key, ...]] = {line: tuple(self._terms(line)) for line in self.lines}
        self.values: dict[Key, Mapping[str, int]] = {
            term: knowledge.vocabulary[term] for line in self.lines for term in self.terms[line]
        }
        # Each value is supposed but once, each time with few lines.
        self.effort += sum(map(len, self.values.values())) if apart else 0
        self.term_of = {abs(node): term for term, cases in self.values.items() for node in cases.values()}
        self.literals_of = {
            line: frozenset(
                literal for term in terms for node in self.values[term].values() for literal in (node, -node)
            )
            for line, terms in self.terms.items()
        }
        self.about: dict[Key, list[str]] = {}
        for line, terms in self.terms.items():
            for term in terms:
                self.about.setdefault(term, []).append(line)

    @cached_property
    def _untaught(self) -> TheorySolver:
        # The clauses that a solver has learnt make it see too much at once; this one is never asked to solve anything.
        return self.knowledge.fresh()

    @property
    def exhausted(self) -> bool:
        """Whether no more suppositions are tried."""
        asked = (self.knowledge, *(line.desk.knowledge for line in self._alone.values()))
        return self.effort <= 0 or (not self.apart and sum(one.meter.work for one in asked) > self._enough)

    def _terms(self, line: str) -> Iterator[Key]:
        grounded = self.knowledge.lines[line]
        for term in dict.fromkeys((*grounded.terms, *grounded.guards)):
            if len(self.knowledge.vocabulary[term]) > 1:
                yield term

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
        """Every value of every term, as what may be supposed; then that it is not so, where that is another thing."""
        for cases in self.values.values():
            yield from cases.values()
        for term, cases in self.values.items():
            if self.is_choice(term):
                yield from (-node for node in cases.values())

    def together(self, literals: Sequence[int], goal: int) -> Propagation | None:
        """Lines that, with some of what is known, leave nothing but the goal; ``None`` if all do not suffice."""
        selectors = {self.knowledge.selectors[line]: line for line in self.lines}
        needed = self._minimal([-goal], [*selectors, *literals])
        if needed is None:
            return None
        lines = tuple(selectors[node] for node in needed if node in selectors)
        return Propagation(lines, {goal: tuple(node for node in needed if node not in selectors)})

    def alone(self, line: str) -> "IsolatedLine":
        """A line in a theory of its own."""
        if line not in self._alone:
            theory = replace(self.knowledge.theory.only((line,)), targets=())
            desk = ProofContext(TheorySolver(theory, self.knowledge.limits), (line,))
            nodes = {
                sign * node: sign * desk.values[term][value]
                for term in self.terms[line]
                for value, node in self.values[term].items()
                for sign in (1, -1)
            }
            self._alone[line] = IsolatedLine(desk, nodes, {there: here for here, there in nodes.items()})
        return self._alone[line]

    def contradicts(self, literals: Iterable[int]) -> bool:
        """Whether all lines and the literals contradict each other at first sight, by unit propagation."""
        return self._untaught.propagation([*self.assumed, *literals]) is None

    def needed(self, given: Sequence[int], pool: Sequence[int]) -> tuple[int, ...] | None:
        """Some of the pool that contradict the given nodes, none of which can go; ``None`` if all do not.

        Early ones are preferred, but that a term has one value to all that it has not.
        """
        decided = {self.term_of[literal] for literal in pool if literal in self.term_of and literal > 0}
        plain = [literal for literal in pool if literal > 0 or self.term_of[-literal] not in decided]
        first = self._minimal(given, pool)
        if first is None or len(first) == 1:
            return first
        second = self._minimal(given, plain) if len(plain) < len(pool) else None
        return second if second is not None and len(second) < len(first) else first

    def _minimal(self, given: Sequence[int], pool: Sequence[int]) -> tuple[int, ...] | None:
        solve = self.knowledge.solve
        if solve([*given, *pool]):
            return None
        parts = {literal: (literal,) for literal in pool}
        return tuple(shrunk(self.knowledge, given, parts, pool, solve, backwards=True)[0])


class IsolatedLine(NamedTuple):
    """A line by itself, and its literals: those there of those here, and the other way round."""

    desk: ProofContext
    there: Mapping[int, int]
    here: Mapping[int, int]


class ChainState:
    """The knowledge at one moment of a proof, and how it came about.

    ``known`` are literals in the order they became known, each with the event that made it so; what is supposed
    has none. ``contradiction`` is the event that showed that all this cannot be.
    """

    def __init__(self, desk: ProofContext) -> None:
        self.desk = desk
        self.known: dict[int, Event | None] = {}
        self.events: list[Event] = []
        self.contradiction: Propagation | None = None
        self._lines: Collection[str] = desk.terms
        self._unread = set(desk.lines)

    def supposing(self, literal: int, lines: Sequence[str] | None = None) -> "ChainState":
        """The knowledge here and one thing more, which is only supposed; its events are its own.

        Given some ``lines``, no others are read.
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
        """Take an event's conclusions for known."""
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
        """Read the lines again that speak of something."""
        about = self.desk.about.get(self.desk.term_of[abs(literal)], ())
        self._unread.update(line for line in about if line in self._lines)

    def chain(self) -> None:
        """Learn all that single lines say, until nothing new comes of it or a contradiction does."""
        progress = self.contradiction is None
        while progress:
            progress = False
            for line in self._lines:
                event = self._read(line) if line in self._unread else None
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
        if reasons is None:  # states that differ elsewhere ask the same again and again
            reasons = (self._reasons_alone if desk.singly else self._reasons)(line, relevant)
            desk.read[line, relevant] = reasons
        return Propagation((line,), reasons) if reasons else None

    def _reasons_alone(self, line: str, relevant: Sequence[int]) -> Mapping[int, tuple[int, ...]]:
        """The same, found out in a theory that has no other line."""
        desk, there, here = self.desk.alone(line)
        state = ChainState(desk)
        state.known = {there[literal]: None for literal in relevant}
        return {
            here.get(literal, FALSUM): tuple(here[each] for each in reason)
            for literal, reason in state._reasons(line, tuple(state.known)).items()
        }

    def _reasons(self, line: str, relevant: Sequence[int]) -> Mapping[int, tuple[int, ...]]:
        """The conclusions from a line, each with its reasons, for somebody who knows the literals that matter to it."""
        given = self.desk.knowledge.assume((line,))
        clash = self.desk.needed(given, relevant)
        if clash is not None:
            return {FALSUM: clash}
        world = self.desk.knowledge.model(self.desk.literals_of[line])  # no other values can follow
        reasons: dict[int, tuple[int, ...]] = {}
        for term in self._touched(given, relevant, line):
            reasons |= self._conclude(given, relevant, term, world)
        return reasons

    def _touched(self, given: Sequence[int], relevant: Sequence[int], line: str) -> Iterator[Key]:
        """The terms of which a line says something new at first sight, perhaps only with what is known of them."""
        seen = self.desk.knowledge.propagation([*given, *relevant]) or frozenset()
        new = (seen & self.desk.literals_of[line]) - self.known.keys()
        touched = {self.desk.term_of[abs(literal)] for literal in new}
        for term in self.desk.terms[line]:
            if term in touched and self.known.keys().isdisjoint(self.desk.values[term].values()):
                yield term

    def _conclude(
        self, given: Sequence[int], relevant: Sequence[int], term: Key, world: AbstractSet[int]
    ) -> dict[int, tuple[int, ...]]:
        """The conclusions from a line, which holds in a world, on a term for somebody who knows nothing of that term yet.

        To exclude the last other value is a step of its own, so what is known of the term must not count here.
        """
        desk = self.desk
        pool = [literal for literal in relevant if desk.term_of[abs(literal)] != term]
        for node in desk.values[term].values():
            if node in world and (reason := desk.needed([*given, -node], pool)) is not None:
                return {node: reason}
        if not desk.is_choice(term):
            return {}
        excluded = [-node for node in desk.values[term].values() if -node not in self.known]
        found = desk.knowledge.entailed([*given, *pool], excluded)
        reasons = {literal: desk.needed([*given, -literal], pool) for literal in excluded if literal in found}
        return {literal: reason for literal, reason in reasons.items() if reason is not None}

    def _eliminate(self, terms: Iterable[Key]) -> None:
        """Where all values of a term but one are excluded, it has that one; where all are, that cannot be."""
        for term in terms:
            cases = self.desk.values[term].values()
            left = [node for node in cases if -node not in self.known]
            if not left:
                self.learn(Propagation((), {FALSUM: tuple(-node for node in cases)}))
            elif len(left) == 1 and left[0] not in self.known and self.desk.is_choice(term):
                self.learn(Propagation((), {left[0]: tuple(-node for node in cases if node != left[0])}))
