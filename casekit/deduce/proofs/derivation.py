"""A proof as steps: single lines as far as they go, a supposition where they do not suffice.

Unit steps come first; then what is to be proved is denied, and each other answer is supposed; then these suppositions
are helped by further ones inside them (failed literals, Freeman 1995). The order is fixed, so the same theory gives
the same steps.
"""

from collections.abc import Iterator, Sequence

from casekit.deduce.encoding.circuit import TRUE
from casekit.deduce.proofs.chaining import ChainState, Desk, Refuted
from casekit.deduce.proofs.slicing import needed_events, steps_of
from casekit.deduce.solving.knowledge import Knowledge
from casekit.model.proof import Assertion, Inference, Step, last_number

DEPTH = 4
"""At most this many suppositions inside each other are tried before a proof is given in one step."""

_FEW = 2
"""This many lines may be put together before suppositions inside each other are tried."""

_TRIALS = 24
"""At most this many suppositions that seem to fail are tried out to find the one that makes the shortest proof."""


def derive(knowledge: Knowledge, lines: Sequence[str], goal: Sequence[Assertion]) -> tuple[Step, ...]:
    """Steps from lines to each assertion of the goal in turn; together the lines must entail it.

    A value of a term that has no other comes last, in steps that rest on nothing. No law of
    the theory may have the weight 0, or it would be used without being cited.
    """
    state = ChainState(Desk(knowledge, lines))
    wanted = [node for assertion in goal if (node := knowledge.node(assertion)) != TRUE]
    for literal in wanted:
        _prove(state, literal)
    steps = steps_of(state, wanted)
    plain = [assertion for assertion in goal if knowledge.node(assertion) == TRUE]
    first = last_number(steps) + 1
    return (
        *steps,
        *(Inference(number, (), (), (), (assertion,)) for number, assertion in enumerate(plain, first)),
    )


def _prove(state: ChainState, goal: int) -> None:
    state.chain()
    for depth in range(DEPTH):
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
        _conclude(state, goal, len(state.desk.lines))


def _conclude(state: ChainState, goal: int, most: int) -> None:
    """Learn the goal from lines put together, if they are not more than that."""
    event = state.desk.together(list(state.known), goal)
    if event is not None and len(event.lines) <= most:
        state.learn(event)


def _denials(state: ChainState, goal: int) -> Iterator[int]:
    """The literals to suppose in order to prove one: its opposite, then every other value the term may have."""
    yield -goal
    term = state.desk.term_of.get(abs(goal))
    if term is not None and state.desk.is_choice(term):
        yield from (node for node in state.desk.values[term].values() if node != goal)


def _refute(state: ChainState, literal: int, depth: int) -> bool:
    """Suppose a literal; if that ends in a contradiction within ``depth`` further suppositions, learn it."""
    if state.desk.effort <= 0:
        return False
    state.desk.effort -= 1
    inside = state.supposing(literal)
    inside.chain()
    if inside.contradiction is None and depth:
        _corner(inside, depth)
    if inside.contradiction is None:
        return False
    state.learn(Refuted(literal, inside))
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
    for literal in state.desk.literals():
        if (
            literal not in state.known
            and -literal not in state.known
            and state.desk.contradicts([*state.known, literal])
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
    return any(
        _refute(state, literal, depth - 1)
        for literal in state.desk.literals()
        if literal not in state.known and -literal not in state.known
    )
