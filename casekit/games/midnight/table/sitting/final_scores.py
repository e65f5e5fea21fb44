"""The end of a game: who was right about what, and the points."""

from dataclasses import replace

from casekit.asking.playing.scene import FinalAnswer, FinalSeat
from casekit.games.midnight.table.board import HYPOTHESES
from casekit.games.midnight.table.scoring import scores
from casekit.games.midnight.table.sitting.table_names import TableNames
from casekit.games.midnight.table.state import State


def final_seats(state: State, names: TableNames) -> tuple[FinalSeat, ...]:
    """The seats with their points. Whoever has the most wins; all of them, if several have.

    Raises:
        ValueError: if the game is not over.
    """
    points = scores(state)
    plain = scores(replace(state, revealer=None))
    return tuple(
        FinalSeat(
            names.chair(seat),
            score,
            score - plain[seat],
            score == max(points),
            tuple(_answer(state, names, seat, element) for element in range(len(names.questions))),
        )
        for seat, score in enumerate(points)
    )


def _answer(state: State, names: TableNames, seat: int, element: int) -> FinalAnswer:
    first, second = state.written[seat][HYPOTHESES * element : HYPOTHESES * (element + 1)]
    options, truth = names.table.mystery.options[element], names.table.mystery.answers[element]
    values = [None if option is None else options[option] for option in (first, second)]
    return FinalAnswer(
        names.questions[element].question,
        names.option(element, first),
        names.option(element, second),
        values[0] is not None and values[0] == truth,
        values[1] is not None and values[1] == truth != values[0],
    )
