"""Thresholds of levels: on which side of them a figure is, and in which words."""

import pytest

from casekit.analysis.level_report import LevelBound, LevelMatch


def bound(least, most, value):
    return LevelBound("name", "figure", least, most, value)


@pytest.mark.parametrize(
    ("least", "most", "value", "met"),
    [
        (None, 0.5, 0.5, True),
        (None, 0.5, 0.51, False),
        (2, None, 2.0, True),
        (2, None, 1.99, False),
        (2, None, None, True),
        (3, 8, 8, True),
        (3, 8, 9, False),
        (3, 8, 2, False),
    ],
)
def test_a_bound_is_met_on_its_side_and_at_it(least, most, value, met):
    assert met == bound(least, most, value).met


@pytest.mark.parametrize(
    ("least", "most", "value", "told"),
    [
        (None, 0.3, 5 / 12, "figure: 0.42, at most 0.3"),
        (3, None, 2, "figure: 2, at least 3"),
        (3, None, None, "figure: ?, at least 3"),
        (3, 8, 2, "figure: 2, but 3 to 8 wanted"),
        (0, 8, 9, "figure: 9, but at most 8 wanted"),
    ],
)
def test_a_bound_is_told_with_its_figure(least, most, value, told):
    assert told == str(bound(least, most, value))


def test_a_single_limit_and_two_are_told_to_machines():
    common = {"name": "name", "value": 2, "met": True}
    assert {**common, "limit": 0} == bound(0, None, 2).as_json()
    assert {**common, "least": 1, "most": 3} == bound(1, 3, 2).as_json()


def test_the_easiest_level_whose_thresholds_are_all_met():
    measured = LevelMatch({"easy": (bound(1, 2, 3),), "hard": (bound(3, None, 3),)}, {})
    assert "hard" == measured.level
    assert measured.bounds["easy"] == measured.missed("easy")
