"""Levels: thresholds of the edition, or the usual ones, against what was measured."""

from dataclasses import replace

import pytest

from casekit.games.midnight.document import GAUGES, LEVELS
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.games.midnight.theory.metrics import DEFAULT_THRESHOLDS, measure, measure_level


@pytest.fixture(scope="module")
def figures(check):
    return measure(CaseAnalysis(check().document), 2_000)


@pytest.fixture
def level(loaded_edition, figures):
    def run(**levels):
        return measure_level(replace(loaded_edition.settings, levels=levels), figures)

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
