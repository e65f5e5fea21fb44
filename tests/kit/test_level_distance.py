"""How far something is from a level, told of documents that have no game."""

from dataclasses import dataclass, field

import pytest

from casekit.kit.level_distance import MOST_CHANGES, LevelDistance, ThresholdGap, nearest


@dataclass(frozen=True)
class Held:
    gap: float
    missed: tuple[ThresholdGap, ...] = ()
    values: dict[str, float] = field(default_factory=dict)
    level: str = "expert"


@dataclass(frozen=True)
class Nearer:
    by: float

    def told(self, before):
        return f"take {self.by:g} from {before.gap:g}"

    def as_json(self):
        return {"by": self.by}


def taken(held, change, gap):
    """The document after a change, if it is nearer than a gap."""
    then = held.gap - change.by
    return Held(then, values={"length": then}) if then < gap else None


@pytest.mark.parametrize(
    ("low", "past", "told"),
    [
        (True, False, "length: 3, at least 4.5"),
        (False, False, "length: 3, at most 4.5"),
        (True, True, "length: 3; it has to be above 4.5"),
        (False, True, "length: 3; it has to be below 4.5"),
    ],
)
def test_the_end_of_a_missed_threshold_is_told(low, past, told):
    missed = ThresholdGap("length_min", "length", 3, 4.5, low, 1, past)
    distance = LevelDistance(Held(1, (missed,)), (), 0)
    assert f"  {told}" in distance.in_words(80).splitlines()
    (as_json,) = distance.as_json()["misses"]
    assert ("least" if low else "most") == as_json["at"]


def test_the_best_change_is_taken_first_and_no_more_than_it_takes():
    changes = [Nearer(1), Nearer(3), Nearer(2)]
    steps = []
    distance = nearest(Held(5, values={"length": 5}), lambda *_: changes, taken, steps.append)
    assert [3, 3] == [step.change.by for step in distance.steps][:2]
    assert [("length", 5, 2)] == list(distance.steps[0].effects)
    # There is nothing left to do below a gap of 0 only where it is 0.
    assert 3 * len(distance.steps) == distance.tried == len(steps)
    assert [f"change {number}" for number in range(1, distance.tried + 1)] == steps


def test_there_are_no_more_changes_than_are_looked_for():
    distance = nearest(Held(100), lambda *_: [Nearer(1)], taken, lambda _: None)
    assert MOST_CHANGES == len(distance.steps) == distance.tried
    assert 97 == distance.steps[-1].after.gap


def test_where_nothing_brings_it_nearer_none_is_taken():
    assert () == nearest(Held(1), lambda *_: [Nearer(-1)], taken, lambda _: None).steps
    assert 0 == nearest(Held(0), lambda *_: [Nearer(1)], taken, lambda _: None).tried
