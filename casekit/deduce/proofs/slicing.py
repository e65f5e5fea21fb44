"""From all that was found out to the steps that a proof needs, numbered."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count

from casekit.deduce.proofs.chaining import FALSUM, ChainState, Deduced, Event, Refuted
from casekit.model.proof import Assertion, Inference, Step, Supposition

Needs = dict[Event, set[int]]
"""Events and those of their conclusions that something later rests on."""


def needed_events(state: ChainState) -> Needs:
    """The events on which the contradiction of a state rests, those inside suppositions included."""
    needs: Needs = {}
    if state.contradiction is not None:
        _require(state.contradiction, FALSUM, state, needs)
    return needs


def _require(event: Event, literal: int, state: ChainState, needs: Needs) -> None:
    """Note that a conclusion of an event in a state, and what it rests on, is needed."""
    wanted = needs.setdefault(event, set())
    if literal in wanted:
        return
    wanted.add(literal)
    if isinstance(event, Refuted):
        if event.state.contradiction is not None:
            _require(event.state.contradiction, FALSUM, event.state, needs)
        return
    for premise in event.reasons[literal]:
        origin = state.known[premise]
        if origin is not None:
            _require(origin, premise, state, needs)


def steps_of(state: ChainState, goal: Sequence[int]) -> tuple[Step, ...]:
    """The steps by which a state came to know the literals of the goal, numbered from 1."""
    needs: Needs = {}
    for literal in goal:
        origin = state.known[literal]
        if origin is not None:
            _require(origin, literal, state, needs)
    return _Writer(state, needs).steps(state, goal, {})


class _Writer:
    """Numbers steps in the order they are read."""

    def __init__(self, state: ChainState, needs: Needs) -> None:
        self._desk = state.desk
        self._needs = needs
        self._numbers = count(1)

    def steps(self, state: ChainState, goal: Sequence[int], cited: Mapping[int, int]) -> tuple[Step, ...]:
        """The needed events of a state, each after those it rests on; ``cited`` are numbers of steps before them."""
        numbers = dict(cited)
        return tuple(
            self._refuted(event, numbers) if isinstance(event, Refuted) else self._deduced(event, numbers)
            for event in self._in_reading_order(state, goal)
        )

    def _in_reading_order(self, state: ChainState, goal: Sequence[int]) -> Iterator[Event]:
        """The needed events of this state alone: what serves the first goal first, nothing before it is used."""
        own = set(state.events)
        written: set[Event] = set()

        def visit(event: Event) -> Iterator[Event]:
            if event in written or event not in own:
                return
            written.add(event)
            for origin in self._origins(event, state):
                yield from visit(origin)
            yield event

        ends = [state.known[literal] for literal in goal]
        for end in [*ends, state.contradiction]:
            if end is not None:
                yield from visit(end)

    def _origins(self, event: Event, state: ChainState) -> Iterator[Event]:
        """The events that an event rests on, in the order of what it uses."""
        if isinstance(event, Refuted):
            inside = event.state
            for inner in inside.events:
                if inner in self._needs:
                    yield from self._origins(inner, inside)
            return
        for literal, premises in event.reasons.items():
            if literal in self._needs[event]:
                for premise in premises:
                    origin = state.known[premise]
                    if origin is not None:
                        yield origin

    def _deduced(self, event: Deduced, numbers: dict[int, int]) -> Inference:
        concluded = [literal for literal in event.reasons if literal in self._needs[event]]
        used = dict.fromkeys(premise for literal in concluded for premise in event.reasons[literal])
        number = next(self._numbers)
        premises = tuple(sorted({numbers[literal] for literal in used}))
        for literal in concluded:
            if literal != FALSUM:
                numbers.setdefault(literal, number)
        return Inference(number, event.lines, premises, self._told(used), self._told(concluded))

    def _refuted(self, event: Refuted, numbers: dict[int, int]) -> Supposition:
        number = next(self._numbers)
        steps = self.steps(event.state, (), numbers | {event.supposed: number})
        closing = next(self._numbers)
        numbers[-event.supposed] = closing
        desk = self._desk
        return Supposition(
            number, desk.assertion(event.supposed), steps, closing, desk.assertion(-event.supposed)
        )

    def _told(self, literals: Iterable[int]) -> tuple[Assertion, ...]:
        return tuple(sorted(self._desk.assertion(literal) for literal in literals if literal != FALSUM))


def lines_in(steps: Sequence[Step]) -> frozenset[str]:
    """The lines that steps use, those inside suppositions included."""
    used: set[str] = set()
    for step in steps:
        used |= lines_in(step.steps) if isinstance(step, Supposition) else set(step.lines)
    return frozenset(used)
