"""``casekit report --against`` and ``--gate``: figures as gates."""

import json

import pytest

from casekit.kit.code_registry import base_of
from tests.overlay import overlay

pytestmark = pytest.mark.usefixtures("boat")

BASE = base_of()
OPEN = "\n".join(line for line in BASE.splitlines() if not line.startswith("~ tin")) + "\n"
CONTRADICTORY = overlay(BASE, "== 02\nAprons.\n~ not owes(CLARA)\n")
# Without the wet paint there is one way less to who did it.
FEWER_WAYS = "\n".join(line for line in BASE.splitlines() if not line.startswith("~ no suspect")) + "\n"


@pytest.fixture(scope="module")
def valid(answers_of):
    return answers_of("report")


@pytest.fixture
def main_json(run, put):
    """The figures of the base case, as the main branch has them."""
    return put("main.json", run("report", ".", "--json")[1])


def codes_of(out):
    return [one["code"] for one in json.loads(out)["diagnostics"] if one["code"].startswith("CK94")]


def test_a_case_that_is_as_it_was_passes(run, main_json):
    status, out, err = run("report", "base.case", "--against", main_json)
    assert 0 == status
    assert "The figures of 1 case are as before." in out
    assert "CK94" not in err


def test_a_case_that_can_no_longer_be_solved_fails(run, put, main_json, valid):
    put("base.case", OPEN)
    status, out, err = run("report", ".", "--against", main_json)
    assert 1 == status
    assert "CK940 lost-figure" in err
    assert "solved fell from 3 to 2; the threshold is `change of solved >= 0`" in err
    assert ["solved", "3", "2", "-1"] in [row.split() for row in out.splitlines()]
    rows = valid(run("report", ".", "--against", main_json, "--json")[1])["against"]
    solved = {
        "measure": "solved",
        "of": "",
        "before": 3,
        "now": 2,
        "change": -1,
        "comparable": True,
        "certain": True,
    }
    assert solved == rows[0]
    # Two answers can be had in more ways than three: that is no gain.
    ways = next(row for row in rows if (row["measure"], row["of"]) == ("ways", ""))
    assert (None, False) == (ways["change"], ways["comparable"])


def test_a_lost_way_fails_although_the_case_is_clean(run, put, main_json):
    put("base.case", FEWER_WAYS)
    assert 0 == run("check", "base.case")[0]
    status, out, _ = run("report", "base.case", "--against", main_json, "--json")
    assert 1 == status
    told = [one["message"] for one in json.loads(out)["diagnostics"] if one["code"] == "CK940"]
    assert [
        "ways, culprit fell from 2 to 1; the threshold is `change of ways, culprit >= 0`",
        "ways, motive fell from 2 to 1; the threshold is `change of ways, motive >= 0`",
    ] == told


def test_a_threshold_for_the_change_takes_the_place_of_the_usual_one(run, put, main_json):
    put("base.case", FEWER_WAYS)
    arguments = ("report", "base.case", "--against", main_json, "--gate")
    assert 0 == run(*arguments, "change of ways >= -1")[0]
    status, _, err = run(*arguments, "change of ways, culprit >= -1")
    assert 1 == status
    assert ["motive"] == [element for element in ("culprit", "motive") if f"ways, {element} fell" in err]


def test_thresholds_need_no_earlier_figures(run):
    assert 0 == run("report", "base.case", "--gate", "ways, culprit >= 2", "--gate", "wrong <= 5")[0]
    status, _, err = run("report", "base.case", "--gate", "ways >= 2")
    assert 1 == status
    # All ways, to the whole solution and to each part of it.
    assert "ways is 1; the threshold is `ways >= 2`" in err


def test_a_case_that_cannot_be_measured_now_fails(run, put, main_json):
    put("base.case", CONTRADICTORY)
    status, out, _ = run("report", ".", "--against", main_json, "--json")
    assert (1, ["CK941"]) == (status, codes_of(out))
    put("base.case", "title: The Last Soup\n== ANNA alibi\n~ culprit =\n")
    assert ["CK941"] == codes_of(run("report", ".", "--against", main_json, "--json")[1])


def test_a_case_that_is_gone_is_a_warning_where_it_would_be_looked_for(run, put, boat, main_json):
    put("sub/other.case", BASE.replace("The Last Soup", "The Other Soup"))
    (boat / "base.case").unlink()
    status, out, _ = run("report", ".", "--against", main_json, "--json")
    assert (0, ["CK942"]) == (status, codes_of(out))
    assert 1 == run("report", ".", "--against", main_json, "--strict")[0]
    assert [] == codes_of(run("report", "sub", "--against", main_json, "--json")[1])


def test_a_renamed_case_is_known_by_its_title(run, put, boat, main_json):
    (boat / "base.case").unlink()
    put("first.case", OPEN)
    status, out, _ = run("report", ".", "--against", main_json, "--json")
    assert (1, ["CK940"]) == (status, codes_of(out))


def test_a_new_case_has_nothing_to_lose(run, put, main_json):
    put("new.case", OPEN.replace("The Last Soup", "The New Soup"))
    _, out, _ = run("report", "new.case", "--against", main_json, "--json")
    assert [] == codes_of(out)
    assert {None} == {row["before"] for row in json.loads(out)["against"]}


def test_names_with_backslashes_are_those_with_slashes(run, put, main_json):
    put("sub/other.case", BASE.replace("The Last Soup", "The Other Soup"))
    old = run("report", ".", "--json")[1].replace("sub/other.case", "sub\\\\other.case")
    put("main.json", old)
    assert [] == codes_of(run("report", ".", "--against", main_json, "--json")[1])


def test_puzzles_are_compared_too(run, put, answers_of):
    text = base_of("clue")
    put("puzzles/one.case", text)
    main = put("main.json", run("report", "puzzles", "--json")[1])
    assert 0 == run("report", "puzzles", "--against", main)[0]
    out = run("report", "puzzles", "--against", main, "--json")[1]
    answer = answers_of("puzzle-report")(out)
    assert ["solved", "proofs"] == [row["measure"] for row in answer["against"]][:2]
    one_solved = json.loads(main.read_text())
    one_solved["answers"] |= {"another": one_solved["answers"].popitem()[1], "and": {}, "more": {}}
    main.write_text(json.dumps(one_solved))
    assert "CK940" in run("report", "puzzles", "--against", main)[2]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "is not an answer of `casekit report --json`"),
        ("[]", "is not an answer"),
        ("{}", "is not an answer"),
        ('{"cases": 7}', "is not an answer"),
        ('{"cases": [{"file": 1, "measured": true}]}', "is not an answer"),
        ("[" * 100_000, "is not an answer"),
        ('{"file": "base.case", "measured": true, "title": "x"}', "another version of casekit"),
        (
            '{"file": "base.case", "measured": true, "answers": {}, "ways": {"count": "many"}}',
            "another version of casekit",
        ),
    ],
)
def test_what_is_no_earlier_answer_is_misuse(content, told, run, put):
    put("main.json", content)
    status, _, err = run("report", "base.case", "--against", "main.json")
    assert 2 == status
    assert told in err


@pytest.mark.parametrize(
    "gate", ["", "ways", "ways > 2", "solved by port >= 0.6", "luck >= 2", "ways, butler >= 1", "; rm >= 1"]
)
def test_what_is_no_threshold_is_misuse(gate, run):
    assert 2 == run("report", "base.case", "--gate", gate)[0]


def test_an_earlier_answer_that_is_not_there_is_misuse(run):
    assert 2 == run("report", "base.case", "--against", "nowhere.json")[0]
    assert 2 == run("report", "base.case", "--against", ".")[0]
