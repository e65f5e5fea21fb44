"""A proof as steps: single lines as far as they go, a supposition where they do not suffice.

Unit steps come first; then the goal is denied, and each other answer is supposed; then further suppositions
inside these help (failed literals, Freeman 1995). The order is fixed, so the same theory gives the same
steps. Only the steps that the proof needs are kept, and numbered.

A theory may name a target whose values are struck off instead: then each step says which lines strike off
which of them, until those are left that prove the goal.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count

from casekit.deduce.encoding.circuit import TRUE
from casekit.deduce.proofs.forward_chaining import (
    FALSUM,
    ChainState,
    Event,
    FailedLiteral,
    ProofContext,
    Propagation,
)
from casekit.deduce.solving.cores import shrunk_core, smallest_core
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.theory import Assertion, Fact, Inference, Step, Supposition, last_number

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
    if isinstance(event, FailedLiteral):
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
        self._context = state.context
        self._needs = needs
        self._numbers = count(1)

    def steps(self, state: ChainState, goal: Sequence[int], cited: Mapping[int, int]) -> tuple[Step, ...]:
        """The needed events of a state as steps, each after those it rests on.

        ``cited`` has the number of the step before them that says a literal.
        """
        numbers = dict(cited)
        steps: list[Step] = []
        for event in self._in_reading_order(state, goal):
            if isinstance(event, FailedLiteral):
                steps.append(self._supposition(event, numbers))
            else:
                steps.append(self._inference(event, numbers))
        return tuple(steps)

    def _in_reading_order(self, state: ChainState, goal: Sequence[int]) -> Iterator[Event]:
        """The needed events of this state alone.

        What serves the first goal comes first, and everything as late as what uses it allows.
        """
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
        if isinstance(event, FailedLiteral):
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

    def _inference(self, event: Propagation, numbers: dict[int, int]) -> Inference:
        concluded = [literal for literal in event.reasons if literal in self._needs[event]]
        used: dict[int, None] = {}
        for literal in concluded:
            used |= dict.fromkeys(event.reasons[literal])
        number = next(self._numbers)
        premises = tuple(sorted({numbers[literal] for literal in used}))
        for literal in concluded:
            if literal != FALSUM:
                numbers.setdefault(literal, number)
        return Inference(number, event.lines, premises, self._assertions(used), self._assertions(concluded))

    def _supposition(self, event: FailedLiteral, numbers: dict[int, int]) -> Supposition:
        number = next(self._numbers)
        steps = self.steps(event.state, (), numbers | {event.supposed: number})
        closing = next(self._numbers)
        numbers[-event.supposed] = closing
        context = self._context
        return Supposition(
            number, context.assertion(event.supposed), steps, closing, context.assertion(-event.supposed)
        )

    def _assertions(self, literals: Iterable[int]) -> tuple[Assertion, ...]:
        return tuple(sorted(self._context.assertion(literal) for literal in literals if literal != FALSUM))


def lines_in(steps: Sequence[Step]) -> frozenset[str]:
    """The lines that steps use, those inside suppositions included."""
    used = [lines_in(step.steps) if isinstance(step, Supposition) else step.lines for step in steps]
    return frozenset[str]().union(*used)


DEPTH = 4
"""At most this many suppositions inside each other are tried before a proof is given in one step."""

_FEW = 2
"""This many lines may be put together before suppositions inside each other are tried."""

_TRIALS = 24
"""At most this many suppositions that seem to fail are tried for the one that makes the shortest proof."""


def derive(
    solver: TheorySolver, lines: Sequence[str], goal: Sequence[Assertion], *, apart: bool = False
) -> tuple[Step, ...]:
    """Steps from lines to each assertion of the goal in turn; together the lines must entail it.

    The value of a term that can have no other comes last, in a step that rests on nothing. No law of the
    theory may have the weight 0, or it would be used without being cited. Many lines are read ``apart``.
    """
    state = ChainState(ProofContext(solver, lines, apart=apart))
    wanted = [node for assertion in goal if (node := solver.node(assertion)) != TRUE]
    for literal in wanted:
        _prove(state, literal)
    steps = steps_of(state, wanted)
    plain = [assertion for assertion in goal if solver.node(assertion) == TRUE]
    first = last_number(steps) + 1
    evident = [Inference(number, (), (), (), (assertion,)) for number, assertion in enumerate(plain, first)]
    return (*steps, *evident)


def _prove(state: ChainState, goal: int) -> None:
    state.chain()
    if state.context.apart:
        _rule_out(state, goal)
    for depth in range(0 if state.context.apart else DEPTH):
        for literal in _denials(state, goal):
            if goal in state.known:
                return
            if -literal not in state.known and _refute(state, literal, depth):
                state.chain()
                # Perhaps the direct way lacked only the fact learnt.
                _refute(state, -goal, 0)
        # Two lines at once are easier to follow than suppositions inside each other.
        if goal not in state.known:
            _conclude(state, goal, _FEW)
    if goal not in state.known:
        _conclude(state, goal, len(state.context.lines))


def _rule_out(state: ChainState, goal: int) -> None:
    """Rule out each other value in turn by the lines that do it together.

    They do it one after the other or, where that does not suffice, in one step.
    """
    denials = list(_denials(state, goal))
    for literal in denials[1:] or denials:
        if goal in state.known:
            return
        if -literal in state.known:
            continue
        event = state.context.together(list(state.known), -literal)
        if event is not None and not _refute(state, literal, 0, event.lines):
            state.learn(event)
    state.chain()


def _conclude(state: ChainState, goal: int, most: int) -> None:
    """Learn the goal from lines put together, if there are at most that many."""
    event = state.context.together(list(state.known), goal)
    if event is not None and len(event.lines) <= most:
        state.learn(event)


def _denials(state: ChainState, goal: int) -> Iterator[int]:
    """The literals to suppose in order to prove one: its opposite, then every other value of its term."""
    yield -goal
    term = state.context.term_of.get(abs(goal))
    if term is not None and state.context.is_choice(term):
        yield from (node for node in state.context.values[term].values() if node != goal)


def _refute(state: ChainState, literal: int, depth: int, lines: Sequence[str] | None = None) -> bool:
    """Suppose a literal; if that ends in a contradiction within ``depth`` further suppositions, learn it.

    It may have to end so by some ``lines`` alone.
    """
    if state.context.exhausted:
        return False
    state.context.suppositions_left -= 1
    inside = state.supposing(literal, lines)
    inside.chain()
    if inside.contradiction is None and depth:
        _corner(inside, depth)
    if inside.contradiction is None:
        return False
    state.learn(FailedLiteral(literal, inside))
    return True


def _corner(state: ChainState, depth: int) -> None:
    """Drive a state into a contradiction by suppositions inside it, as shortly as can be found."""
    while state.contradiction is None:
        failing = list(_failing(state))
        shortest = _shortest(state, failing[:_TRIALS])
        if shortest is not None:
            state.events, state.known = shortest.events, shortest.known
            state.contradiction = shortest.contradiction
            return
        refuted = [literal for literal in failing if _refute(state, literal, 0)]
        if not refuted and not _deeper(state, depth):
            return
        state.chain()


def _failing(state: ChainState) -> Iterator[int]:
    """The literals that cannot be at first sight, though that is not known yet."""
    for literal in state.context.literals():
        if (
            literal not in state.known
            and -literal not in state.known
            and state.context.contradicts([*state.known, literal])
        ):
            yield literal


def _shortest(state: ChainState, literals: Sequence[int]) -> ChainState | None:
    """The state with the shortest contradiction that refuting one of the literals leads to."""
    best: tuple[int, ChainState] | None = None
    for literal in literals:
        trial = state.copy()
        if _refute(trial, literal, 0):
            trial.chain()
            if trial.contradiction is not None:
                size = len(needed_events(trial))
                if best is None or size < best[0]:
                    best = (size, trial)
    return None if best is None else best[1]


def _deeper(state: ChainState, depth: int) -> bool:
    """Refute one more literal with the help of suppositions inside its own."""
    if depth < 2:  # noqa: PLR2004 - without a supposition to spare
        return False
    for literal in state.context.literals():
        if literal in state.known or -literal in state.known:
            continue
        if _refute(state, literal, depth - 1):
            return True
    return False


def struck_off(
    solver: TheorySolver, lines: Sequence[str], goal: Sequence[Assertion], rules: Sequence[str]
) -> tuple[Inference, ...]:
    """The proof of a goal by striking off values: each step has the fewest claims that strike off its own.

    Steps are in the order of the claims; ``rules`` say what the values of the target mean for the goal. Where
    the values of the target do not decide the goal, the proof is one step.
    """
    denial = -solver.circuit.all_of(map(solver.node, goal))
    ruled = [denial, *solver.assume(rules)]
    needed: list[Assertion] = []
    for value in solver.vocabulary[solver.theory.struck, ()]:
        exclusion = Assertion(Fact(solver.theory.struck, (), value), holds=False)
        if solver.solve([*ruled, -solver.node(exclusion)]):
            needed.append(exclusion)
    every_line = tuple(dict.fromkeys((*rules, *lines)))
    read = solver.assume(every_line)
    if not needed or any(solver.solve([*read, -solver.node(exclusion)]) for exclusion in needed):
        return (Inference(1, tuple(lines), (), (), tuple(goal)),)
    laws = {line: (line,) for line in every_line if line in solver.laws}
    steps: list[Inference] = []
    for claims, struck in _grounds(solver, every_line, needed).items():
        every = solver.circuit.all_of(map(solver.node, struck))
        known = shrunk_core(solver, [-every, *solver.assume(claims)], laws).names
        steps.append(Inference(len(steps) + 1, (*known, *claims), (), (), tuple(struck)))
    if set(goal) <= set(needed):
        return tuple(steps)
    given = [denial, *map(solver.node, needed)]
    last = shrunk_core(solver, given, {line: (line,) for line in rules}).names
    numbers = tuple(step.number for step in steps)
    return (*steps, Inference(len(steps) + 1, last, numbers, tuple(sorted(needed)), tuple(goal)))


def _grounds(
    solver: TheorySolver, lines: Sequence[str], needed: Sequence[Assertion]
) -> dict[tuple[str, ...], list[Assertion]]:
    """Claims with the values that they strike off, beside the laws: all claims of the same sources together.

    Values that take no claim come first, then those of the first source.
    """
    laws = solver.assume(line for line in lines if line in solver.laws)
    source_of = {claim.id: claim.source for claim in solver.theory.claims if claim.id in lines}
    struck_by: dict[tuple[str, ...], list[Assertion]] = {}
    claims_of: dict[tuple[str, ...], set[str]] = {}
    for exclusion in needed:
        core = _ground(solver, [*laws, -solver.node(exclusion)], source_of)
        sources = tuple(dict.fromkeys(source_of[claim] for claim in core))
        struck_by.setdefault(sources, []).append(exclusion)
        claims_of.setdefault(sources, set()).update(core)
    places = {source: place for place, source in enumerate(dict.fromkeys(source_of.values()))}
    grounds: dict[tuple[str, ...], list[Assertion]] = {}
    for sources in sorted(struck_by, key=lambda sources: [places[source] for source in reversed(sources)]):
        claims = tuple([claim for claim in source_of if claim in claims_of[sources]])
        grounds[claims] = struck_by[sources]
    return grounds


def _ground(solver: TheorySolver, supposed: Sequence[int], claims: Iterable[str]) -> tuple[str, ...]:
    """The fewest claims that contradict what is supposed; of single claims the first."""
    if not solver.solve(supposed):
        return ()
    for claim in claims:
        if not solver.solve([*supposed, *solver.assume([claim])]):
            return (claim,)
    return smallest_core(solver, supposed, {claim: (claim,) for claim in claims}).names
