"""Skeletons are cases that their level's thresholds, the checks and the simulated tables accept."""

from dataclasses import replace

import pytest

from casekit import Severity, read_text
from casekit.cli.commands.new import draft_of
from casekit.diagnostics import codes
from casekit.games.midnight.codes import NO_SKELETON, SMALL_FOR_SKELETON
from casekit.games.midnight.generator import search
from casekit.kit.editions import LoadedEdition
from casekit.kit.registry import game_called
from casekit.pipeline import checking
from casekit.pipeline.conversion import format_bytes

GAME = game_called("midnight")
EDITION = GAME.language.default_edition()
TO_WRITE = {codes.TODO}
SEEDS = {
    ("amateur", "murder"): 7,
    ("expert", "murder"): 6,
    ("amateur", "accident"): 1,
    ("amateur", "suicide"): 2,
}


def made(**given):
    return draft_of(GAME, "The Silent Lift", EDITION, given or {"seed": 1})


def checked(text, edition=EDITION):
    return checking.check_bytes(
        text.encode(), "x.case", LoadedEdition(edition), checking.CheckOptions(balance=2_000)
    )


@pytest.fixture(scope="module")
def skeletons():
    # With these seeds the first plot fits, which saves the tests a minute.
    return {kind: made(level=kind[0], ending=kind[1], seed=seed) for kind, seed in SEEDS.items()}


@pytest.fixture(scope="module")
def reports(skeletons):
    return {kind: checked(skeleton.text) for kind, (skeleton, _) in skeletons.items()}


def test_the_solution_follows_and_nothing_is_left_to_do_but_the_prose(skeletons, reports):
    assert {()} == {problems for _, problems in skeletons.values()}
    for (level, ending), report in reports.items():
        weighty = {each.code for each in report.diagnostics if Severity.NOTE != each.severity}
        assert TO_WRITE == weighty, (level, ending)
        elements = report.verdict["elements"]
        assert {"certain"} == {element["status"] for element in elements.values()}
        culprit = {"accident": "nobody", "suicide": "victim"}.get(ending, elements["culprit"]["value"])
        assert culprit == elements["culprit"]["value"]


def test_a_murderer_lies_and_nobody_else_does(reports):
    for (level, ending), report in reports.items():
        lies = report.verdict["lies"]
        assert all(lie["marked"] and "false" == lie["status"] for lie in lies)
        expected = 0 if ending != "murder" else 2 if level == "expert" else 1
        assert expected == len(lies)


def test_the_level_is_the_one_that_was_asked_for(skeletons):
    for (level, ending), (skeleton, _) in skeletons.items():
        case = read_text(skeleton.text)
        assert level == case.figures().as_json()["level"]["measured"], (level, ending)


def test_each_paragraph_says_what_it_must_carry_and_no_two_say_the_same(reports):
    for report in reports.values():
        proses = [" ".join(map(str, one.prose)) for one in report.document.paragraphs]
        assert len(EDITION.paths) == len(proses) == len(set(proses))
        assert all("TODO" in prose and "$" not in prose for prose in proses)


def test_the_text_is_canonical_and_the_same_for_a_seed(skeletons):
    expected, _ = skeletons["amateur", "accident"]
    again, _ = made(level="amateur", ending="accident", seed=1)
    assert expected.text == again.text
    assert expected.text == format_bytes(again.text.encode(), "x.case")[0]
    assert 4 == len({skeleton.text for skeleton, _ in skeletons.values()})


def test_a_refused_seed_gives_the_nearest_and_says_what_it_lacks(monkeypatch):
    monkeypatch.setattr(search, "MOST_TRIES", 1)
    edition = replace(EDITION, levels={"amateur": {"wrong_max": 0.0}})
    skeleton, (refused,) = draft_of(GAME, "T", edition, {"level": "amateur", "seed": 5})
    assert NO_SKELETON == refused.code
    assert "share of wrong paths" in refused.message
    assert "--seed 6" in refused.hint
    assert skeleton.text.startswith("title: T\n")


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        ({"ways_min": 3, "ways_max": 2}, "`ways_min` is 3 and `ways_max` is 2"),
        ({"solved_min": 0.9}, "`solved_min` is 0.9 and `solved_max` of a skeleton is 0.35"),
        ({"culprit_max": 2}, "`culprit_min` of a skeleton is 3 and `culprit_max` is 2"),
        ({"culprit_min": 7, "proof_max": 6}, "`culprit_min` is 7 and `proof_max` is 6"),
    ],
)
def test_thresholds_that_contradict_each_other_are_named(limits, told):
    edition = replace(EDITION, levels={"expert": limits})
    skeleton, (found,) = draft_of(GAME, "T", edition, {"level": "expert", "seed": 1})
    assert (None, NO_SKELETON) == (skeleton, found.code)
    assert told in found.message


def test_an_edition_that_is_too_small_is_told():
    small = replace(EDITION, suspects=EDITION.suspects[:3])
    skeleton, (found,) = draft_of(GAME, "T", small, {"level": "amateur", "seed": 1})
    assert (None, SMALL_FOR_SKELETON) == (skeleton, found.code)
