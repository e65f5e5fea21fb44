"""The points of a finished game (rulebook, "Solving the case")."""

from collections.abc import Sequence
from typing import NamedTuple

from casekit.games.midnight.board.board import HYPOTHESES
from casekit.games.midnight.board.state import State
from casekit.games.midnight.board_figures import FALSE_REVELATION, REWARDS, TRUE_REVELATION

LOWEST_SCORE = -45
"""No score is lower."""

HIGHEST_SCORE = 160
"""No score is higher."""


def scores(state: State) -> tuple[int, ...]:
    """The points of each seat.

    Raises:
        ValueError: if somebody has not written all hypotheses yet.
    """
    if state.phase != "over":
        raise ValueError("the game is not over yet")
    hypotheses_by_seat = [right_hypotheses(state, seat) for seat in range(state.table.players)]
    points = [_rewards(hypotheses) for hypotheses in hypotheses_by_seat]
    if state.revealer is None:
        return tuple(points)
    true_count = sum(pair.first for pair in hypotheses_by_seat[state.revealer])
    for seat in range(state.table.players):
        if seat == state.revealer:
            points[seat] -= FALSE_REVELATION * (len(REWARDS) - true_count)
        else:
            points[seat] -= TRUE_REVELATION * true_count
    return tuple(points)


class RightHypotheses(NamedTuple):
    """Whether the hypotheses of a seat for one element are right."""

    first: bool
    second: bool
    """Not so if the first is right."""


def _rewards(hypotheses: Sequence[RightHypotheses]) -> int:
    """The points for right hypotheses, before those of revelations are taken off."""
    points = 0
    for (first_reward, second_reward), right in zip(REWARDS.values(), hypotheses, strict=True):
        if right.first:
            points += first_reward
        if right.second:
            points += second_reward
    return points


def right_hypotheses(state: State, seat: int) -> list[RightHypotheses]:
    """For each element, whether the first and the second hypothesis of a seat are right."""
    mystery = state.table.mystery
    values: list[str | None] = []
    for slot, option in enumerate(state.written[seat]):
        values.append(None if option is None else mystery.options[slot // HYPOTHESES][option])
    pairs = zip(values[::HYPOTHESES], values[1::HYPOTHESES], mystery.answers, strict=True)
    hypotheses = []
    for first, second, answer in pairs:
        is_first_right = answer is not None and first == answer
        is_second_right = answer is not None and second == answer and first != answer
        hypotheses.append(RightHypotheses(is_first_right, is_second_right))
    return hypotheses
