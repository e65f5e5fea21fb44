"""What a seat may see of a game."""

import json
from copy import deepcopy
from types import SimpleNamespace

import pytest

from casekit.tabletop.game_json import _belief, _parsed
from casekit.tabletop.match import Belief


def test_a_seat_sees_its_own_last_hypotheses_and_no_others():
    course = SimpleNamespace(beliefs=[Belief(seat, steps, 0, ()) for steps, seat in enumerate((0, 1, 0, 1))])
    assert [2, 3] == [_belief(course, seat)["steps"] for seat in (0, 1)]
    assert None is _belief(course, 2)


GAME = {
    "format": "casekit-game",
    "version": 1,
    "case": {"title": "Soup", "file": "soup.case", "hash": "0" * 64},
    "table": "0" * 64,
    "id": "0" * 16,
    "began": "2026-01-02T20:15:00.000Z",
    "seconds": 30,
    "seed": 1,
    "seats": [{"name": "Ada", "reader": None}],
    "steps": [{"seat": 0, "key": "stay", "seconds": 10}],
    "beliefs": [{"seat": 0, "steps": 1, "seconds": 20, "final": False, "answers": []}],
    "desks": [{"notes": "", "marks": {}, "remarks": {}, "general": ""}],
    "seal": "0" * 64,
}
NUMBERS = {
    "seconds": lambda game, number: game.update(seconds=number),
    "seed": lambda game, number: game.update(seed=number),
    "steps.0.seat": lambda game, number: game["steps"][0].update(seat=number),
    "steps.0.seconds": lambda game, number: game["steps"][0].update(seconds=number),
    "beliefs.0.seat": lambda game, number: game["beliefs"][0].update(seat=number),
    "beliefs.0.steps": lambda game, number: game["beliefs"][0].update(steps=number),
    "beliefs.0.seconds": lambda game, number: game["beliefs"][0].update(seconds=number),
}


@pytest.mark.parametrize("place", NUMBERS)
@pytest.mark.parametrize("number", [1e308, float("nan"), float("inf"), 5.0, -1, 10**300], ids=str)
def test_a_number_that_no_game_has_is_refused_by_name(place, number):
    assert "" == _parsed(json.dumps(GAME).encode())[1]
    game = deepcopy(GAME)
    NUMBERS[place](game, number)
    content, problem = _parsed(json.dumps(game).encode())
    assert {} == content
    assert problem.startswith(f"this is not a saved game: {place}: {str(number)[:20]}")
