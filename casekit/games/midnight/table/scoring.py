"""Points for hypotheses (rulebook, "Solving the case")."""

from casekit.games.midnight.table.board import HYPOTHESES
from casekit.games.midnight.table.state import State

REWARDS = ((50, 30), (30, 20), (20, 10))
"""For culprit, motive and modus operandi: as first and as second hypothesis."""

FALSE_REVELATION = 10
"""The cost of each false first hypothesis to the detective who made revelations."""

TRUE_REVELATION = 5
"""The cost of each true one to everybody else."""

LOWEST, HIGHEST = -45, 160
"""No score is lower or higher."""


def scores(state: State) -> tuple[int, ...]:
    """The points of each seat.

    Raises:
        ValueError: if somebody has not written all hypotheses yet.
    """
    if state.phase != "over":
        raise ValueError("the game is not over yet")
    hits = [right(state, seat) for seat in range(state.table.players)]
    plain = [
        sum(
            reward
            for pair, hit in zip(REWARDS, own, strict=True)
            for reward, so in zip(pair, hit, strict=True)
            if so
        )
        for own in hits
    ]
    if state.revealer is None:
        return tuple(plain)
    true = sum(first for first, _ in hits[state.revealer])
    false = len(REWARDS) - true
    return tuple(
        points - (FALSE_REVELATION * false if seat == state.revealer else TRUE_REVELATION * true)
        for seat, points in enumerate(plain)
    )


def right(state: State, seat: int) -> list[tuple[bool, bool]]:
    """For each element whether the first and the second hypothesis are right."""
    mystery, own = state.table.mystery, state.written[seat]
    values = [
        None if option is None else mystery.options[slot // HYPOTHESES][option]
        for slot, option in enumerate(own)
    ]
    pairs = [(values[slot], values[slot + 1]) for slot in range(0, len(values), HYPOTHESES)]
    return [
        (answer is not None and first == answer, answer is not None and second == answer != first)
        for (first, second), answer in zip(pairs, mystery.answers, strict=True)
    ]
