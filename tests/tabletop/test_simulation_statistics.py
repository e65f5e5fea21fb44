"""Figures of simulated tables: what chance explains of them, thresholds, and what a revision changed."""

from base64 import b64encode
from types import SimpleNamespace

import numpy as np
import pytest

from casekit.diagnostics import Source
from casekit.tabletop.simulation_findings import _skill_against_ease
from casekit.tabletop.simulation_statistics import compared, gradient, interval, quartiles, reached_by
from casekit.tabletop.simulation_thresholds import missed_simulation_thresholds, simulation_threshold_of

MEASURES = {"done in time": "solved", "score": "score"}
SKILL = (("steady/random", "steady/clairvoyant"), ("hasty/leads", "perfect/leads"))


def test_quartiles_and_intervals():
    assert [2, 3, 3] == quartiles(np.array([0, 1, 2, 4, 1]))
    assert None is quartiles(np.array([0, 0]))
    low, high = interval(50, 100)
    assert (0.4, 0.6) == (round(low, 1), round(high, 1))
    assert [0.0, 1.0] == interval(0, 0)
    assert 0 == interval(0, 100)[0] < interval(0, 100)[1]


def test_a_gate_is_about_the_tables_that_it_names():
    found = simulation_threshold_of("done in time, leads, 4 players >= 0.6", MEASURES)
    assert found.concerns({"reader": "steady/leads", "players": 4})
    assert not found.concerns({"reader": "steady/leads", "players": 3})
    assert not found.concerns({"reader": "steady/near", "players": 4})
    assert (True, False) == (found.threshold.met(0.6), found.threshold.met(0.59))
    assert simulation_threshold_of("score <= 50", MEASURES).threshold.met(40)
    for text in ("done >= 1", "score", "score > 3", ""):
        with pytest.raises(ValueError, match="is not a threshold"):
            simulation_threshold_of(text, MEASURES)


def test_a_gate_for_a_change_is_about_the_difference_from_earlier_tables():
    now = [
        {"reader": "steady/leads", "players": 4, "done": 0.5},
        {"reader": "hasty", "players": 4, "done": 0.1},
    ]
    earlier = [{"reader": "steady/leads", "players": 4, "done": 0.625}]
    measures = {"done in time": "done"}
    lost = simulation_threshold_of("change of done in time >= -0.1", measures)
    assert [(lost, "steady/leads, 4 players: -0.125")] == [
        *missed_simulation_thresholds([lost], now, earlier)
    ]
    assert [] == [
        *missed_simulation_thresholds(
            [simulation_threshold_of("change of done in time >= -0.125", measures)], now, earlier
        )
    ]
    assert [] == [*missed_simulation_thresholds([lost], now)]


def test_who_never_got_there_counts_in_the_median():
    histogram = np.array([0, 0, 3, 3, 0])
    assert [2, 3, None] == reached_by(histogram, 10)
    assert [None] * 3 == reached_by(np.zeros(5, np.int64), 10)
    assert [2, 2, 3] == reached_by(histogram, 6)


def simulated(solved, seed=1, readers=("steady/leads",), early=(), **group):
    """An answer about tables of four, of which some are solved."""
    told = b64encode(np.packbits(np.array(solved, bool)).tobytes()).decode()
    row = {"players": 4, "reader": "steady/leads", "tables": len(solved), "solved": sum(solved) / len(solved)}
    skill = [{"reader": reader, "earliness": value} for reader, value in early]
    return {"seed": seed, "readers": readers, "groups": [{**row, "outcomes": told, **group}], "skill": skill}


HALF = [1, 0] * 500
MORE = [1, 0] * 460 + [1, 1] * 40


def test_a_change_at_the_same_tables_is_compared_in_pairs():
    (row,) = compared(simulated(MORE), simulated(HALF))
    assert (1000, True, 0.5, 0.54, 0.04, True) == tuple(
        row[name] for name in ("tables", "paired", "before", "now", "change", "certain")
    )
    (apart,) = compared(simulated(MORE, seed=2), simulated(HALF))
    assert (False, 0.04, False) == (apart["paired"], apart["change"], apart["certain"])
    assert row["give_or_take"] < apart["give_or_take"] / 2
    (same,) = compared(simulated(HALF), simulated(HALF))
    assert (0, False) == (same["change"], same["certain"])
    assert 0 < same["give_or_take"] < 0.01


def test_only_tables_of_the_same_number_are_pairs():
    two = ("hasty/near", "steady/leads")
    # Of two kinds of readers, the second has the tables 1, 3, 5, ..., which were not solved.
    (row,) = compared(simulated([1] * 400, readers=two), simulated(HALF))
    assert (400, 0.0, 1.0) == (row["tables"], row["before"], row["now"])
    (row,) = compared(simulated([1] * 400, readers=two), simulated([1] * 400, readers=two[::-1]))
    assert not row["paired"]


@pytest.mark.parametrize(
    "group", [{"outcomes": "?"}, {"outcomes": "AAAA"}, {"outcomes": None}, {"tables": 8_001}]
)
def test_an_answer_that_does_not_tell_its_outcomes_is_not_paired(group):
    (row,) = compared(simulated(MORE), simulated(HALF, **group))
    assert not row["paired"]


@pytest.mark.parametrize(
    ("solved", "hasty", "notes"), [(MORE, 0.6, 1), (MORE, 0.5, 0), (HALF, 0.6, 0), (MORE, 0.51, 0)]
)
def test_more_solutions_and_less_skill_are_at_odds(solved, hasty, notes):
    old = simulated(HALF, early=[("hasty/leads", 0.5), ("perfect/leads", 0.7)])
    new = simulated(solved, early=[("hasty/leads", hasty), ("perfect/leads", 0.7)])
    content = {"compared": list(compared(new, old)), "gradient": gradient(new, old, SKILL)}
    found = [*_skill_against_ease(None, SimpleNamespace(source=Source("a.case", "")), content)]
    assert notes == len(found)
    for each in found:
        assert "more tables solve the case than before (+4.0 %), but skill counts for less" in each.message


def test_skill_is_compared_where_it_was_simulated():
    both = simulated(HALF, early=[("steady/random", 0.25), ("steady/clairvoyant", 0.75)])
    assert {"before": 0.5, "now": 0.5} == gradient(both, both, SKILL)
    assert None is gradient(both, simulated(HALF, early=[("steady/random", 0.25)]), SKILL)


def test_a_change_is_certain_only_beyond_chance():
    old = {"groups": [{"players": 4, "reader": "steady/leads", "tables": 1000, "solved": 0.5}]}
    for solved, certain in ((0.52, False), (0.6, True)):
        (row,) = compared({"seed": 1, "groups": [{**old["groups"][0], "solved": solved}]}, old)
        assert (certain, round(solved - 0.5, 4)) == (row["certain"], row["change"])
