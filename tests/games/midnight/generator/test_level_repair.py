"""How far a case is from a level: what is said of a change is what is measured when it is made."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from casekit.games.midnight.generator import level_repair, search
from casekit.games.midnight.generator.level_repair import MOST_WORLDS_OF_CHANGE, StatementChange, distance
from casekit.games.midnight.generator.measured_case import SHORT_PROOF, SOLVED, held_case
from casekit.games.midnight.language.edition_file import built_in
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.kit.editions import LoadedEdition
from casekit.pipeline import loading

SMALL = """\
title: Half
level: amateur
author: A
victim: Leopold Strand

== presentation
Whoever did it had a card.
~ card(culprit)  "had a card"

== terms
motive greed "Greed"
method push "A push"
method poison "Poison"

== facts
card(suspect)
tasted

== rules
common culprit != victim
common culprit != nobody
common method = poison implies not tasted

== truth
culprit = ANNA
motive = greed
method = push
every suspect X: card(X) iff X = ANNA
tasted

== 01
~ every suspect X: card(X) iff X = ANNA
Hers.

== 02
Harmless.
~ tasted

== 03
Nobody else.
~ every suspect X except ANNA: not card(X)

== solution
ANNA.
"""


@pytest.fixture(autouse=True)
def without_tables(monkeypatch):
    monkeypatch.setattr(search, "solved_share", lambda *_: 0.5)


def _asked():
    examined = loading.load_bytes_for_analysis(SMALL.encode(), "x.case", LoadedEdition(built_in()))
    return examined.analyzer.analysis


def test_a_level_asks_what_a_skeleton_of_it_meets():
    now = held_case(_asked(), "amateur", 4, 500)
    assert SHORT_PROOF in {each.figure for each in now.missed}
    assert now.gap > 0
    assert 0.5 == now.values[SOLVED]


def test_tables_that_solve_too_seldom_are_a_shortfall(monkeypatch):
    monkeypatch.setattr(search, "solved_share", lambda *_: 0.1)
    missed = {each.name: each for each in held_case(_asked(), "amateur", 4, 500).missed}
    assert (0.1, 0.45, True) == tuple(
        getattr(missed["solved_min"], name) for name in ("value", "limit", "low")
    )
    assert 3 == round(missed["solved_min"].gap)


def test_what_is_said_of_changes_is_what_they_do():
    found = distance(_asked(), "amateur", 4, 500, lambda _: None)
    assert found.steps
    assert len(found.steps) <= 3
    case = found.start.analysis.case
    for step in found.steps:
        assert step.after.gap < step.before.gap
        case = step.change.apply(case)
        again = held_case(CaseAnalysis(case), "amateur", 4, MOST_WORLDS_OF_CHANGE)
        assert step.after.values == again.values
        assert all(step.before.values[name] == before for name, before, _ in step.effects)
    assert found.rest == found.steps[-1].after.missed


def test_it_is_told_in_words_and_as_json():
    answer = distance(_asked(), "amateur", 4, 500, lambda _: None)
    words, content = answer.in_words(80), answer.as_json()
    assert words.startswith("Distance from amateur: ")
    assert content["reached"] == (not content["remains"])
    assert ("What remains" in words) == bool(content["remains"])
    for change in content["changes"]:
        assert f"`{change['line']}`" in words
        assert change["effects"]


def test_a_case_that_is_there_needs_no_change(monkeypatch):
    monkeypatch.setattr(
        level_repair, "held_case", lambda *_: SimpleNamespace(gap=0, missed=(), level="amateur")
    )
    found = distance(_asked(), "amateur", 4, 500, lambda _: None)
    assert ((), (), 0) == (found.steps, found.rest, found.tried)
    assert "none" in found.in_words(80)


def test_changes_change_one_line():
    case = _asked().case
    statement = case.paragraphs[1].statements[0]
    without = StatementChange("02", statement).apply(case)
    assert () == without.paragraphs[1].statements
    back = StatementChange("02", statement, new=True).apply(without)
    assert [statement.text] == [each.text for each in back.paragraphs[1].statements]
    assert replace(case, paragraphs=()) == replace(back, paragraphs=())
