"""What a seat may see of a game."""

from types import SimpleNamespace

from casekit.tabletop.game_json import _belief
from casekit.tabletop.match import Belief


def test_a_seat_sees_its_own_last_hypotheses_and_no_others():
    course = SimpleNamespace(beliefs=[Belief(seat, steps, 0, ()) for steps, seat in enumerate((0, 1, 0, 1))])
    assert [2, 3] == [_belief(course, seat)["steps"] for seat in (0, 1)]
    assert None is _belief(course, 2)
