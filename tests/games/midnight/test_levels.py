"""Levels: thresholds of the edition, or the usual ones, against what was measured."""

from dataclasses import replace

import pytest

from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.asking.figures import measure
from casekit.games.midnight.asking.levels import DEFAULT_THRESHOLDS, Threshold, measure_level
from casekit.games.midnight.edition import GAUGES, LEVELS


@pytest.fixture(scope="module")
def figures(check):
    return measure(CaseInquiry(check().document.case), 2_000)


@pytest.fixture
def level(shelf, figures):
    def run(**levels):
        return measure_level(replace(shelf.edition, levels=levels), figures)

    return run


def test_every_gauge_is_measured(level):
    # By hand, see test_figures: 5 of 12 wrong, 1 essential, 1 to leave unread, 3 paths for all, 2 for the culprit,
    # 2 + 2 + 2 + 1 ways to four conclusions, all of them thin, no supposition.
    expected = {"wrong": 5 / 12, "essential": 1, "robustness": 1, "proof": 3, "culprit": 2, "ways": 1.75}
    assert {**expected, "thin": 1, "suppositions": 0, "solved": None} == level().gauges
    assert set(GAUGES) == set(level().gauges)


def test_the_usual_thresholds_stand_in_for_those_an_edition_lacks(level):
    assert list(LEVELS) == list(level().bounds)
    assert list(DEFAULT_THRESHOLDS["expert"]) == [bound.name for bound in level(amateur={}).bounds["expert"]]
    assert () == level(amateur={}).bounds["amateur"]


def test_the_easiest_level_whose_thresholds_are_all_met(level):
    assert None is level().level
    assert "amateur" == level(amateur={}).level
    assert "expert" == level(amateur={"wrong_max": 0.4}, expert={"wrong_max": 0.5}).level
    assert None is level(amateur={"wrong_max": 0.4}, expert={"ways_min": 2}).level


@pytest.mark.parametrize(
    ("name", "limit", "value", "met"),
    [
        ("wrong_max", 0.5, 0.5, True),
        ("wrong_max", 0.5, 0.51, False),
        ("ways_min", 2, 2.0, True),
        ("ways_min", 2, 1.99, False),
        ("robustness_min", 2, None, True),
    ],
)
def test_a_bound_is_met_on_its_side_and_at_it(name, limit, value, met):
    assert met == Threshold(name, limit, "figure", value).met


def test_a_bound_is_told_with_its_figure():
    assert "share: 0.42, at most 0.3" == str(Threshold("wrong_max", 0.3, "share", 5 / 12))
    assert "paths: 2, at least 3" == str(Threshold("culprit_min", 3, "paths", 2))
    assert "ways: ?, at least 3" == str(Threshold("ways_min", 3, "ways", None))
