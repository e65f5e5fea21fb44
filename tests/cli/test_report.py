"""``casekit report`` and ``casekit check --balance``."""

import json

import pytest

from casekit.kit.code_registry import base_of
from tests.overlay import overlay

pytestmark = pytest.mark.usefixtures("boat")

BASE = base_of()
HINTED = overlay(
    BASE,
    "== BRUNO witness\nMy tin of rat poison was gone.\n~ hint culprit = BRUNO\n\n"
    "== CLARA motive\nANNA never liked him, and I did.\n~ hint culprit = ANNA\n\n"
    "== 02\nCLARA's purse, empty.\n~ hint culprit = CLARA\n",
)


@pytest.fixture(scope="module")
def valid(answers_of):
    return answers_of("report")


def test_the_figures_of_a_case_with_small_charts(run, put, golden, request):
    put("hinted.case", HINTED)
    status, out, err = run("report", "hinted.case")
    assert 0 == status
    golden(request.path.parent / "report.txt", out)
    assert "1 warning, 5 notes in 1 file\n" == err


def test_what_the_figures_show_counts_and_is_not_told_again(run, put):
    put(
        "base.case",
        BASE.replace("method blow", "method  blow").replace("ANNA and I stood", "TODO ANNA and I stood"),
    )
    _, out, err = run("report", "base.case")
    assert "CK6" not in out + err
    assert "warning[CK120 todo]" in err
    found = json.loads(run("report", "base.case", "--json")[1])["diagnostics"]
    warnings = sum(one["severity"] == "warning" for one in found)
    assert err.endswith(f"{warnings} warnings, {len(found) - warnings} notes in 1 file\n")
    assert 1 == run("report", "base.case", "--strict")[0]


def test_suspects_whom_no_hint_accuses_are_one_finding(run):
    found = json.loads(run("check", "base.case", "--balance", "--json")[1])["diagnostics"]
    told = [one["message"] for one in found if one["code"] == "CK606"]
    assert ["no hint ever accuses ANNA and BRUNO"] == told


def test_one_case_is_an_object_of_its_own(run, valid):
    answer = valid(run("report", "base.case", "--json")[1])
    assert answer["measured"]
    assert ["01"] == answer["essential"]
    assert ["ANNA motive", "BRUNO witness", "BRUNO motive", "CLARA motive", "02"] == answer["wrong"]
    assert 1 == answer["robustness"]["paths"]
    assert (3, True) == (answer["proof"]["size"], answer["proof"]["minimum"])
    assert (1, True) == (answer["ways"]["count"], answer["ways"]["complete"])
    assert {"culprit": 2, "motive": 3, "method": 1} == answer["proof"]["elements"]
    assert {"CK601", "CK602", "CK604", "CK605", "CK606"} == {one["code"] for one in answer["diagnostics"]}


def test_several_cases_are_compared(run, put, valid):
    put("other.case", HINTED.replace("The Last Soup", "The Other Soup"))
    status, out, _ = run("report", ".")
    assert 0 == status
    head, *rows = out.strip().split("\n\n")[-1].splitlines()
    assert ["case", "claims", "measures"] == head.split()[:3]
    assert ["The Last Soup", "The Other Soup"] == [" ".join(row.split()[:3]) for row in rows]
    answer = valid(run("report", ".", "--json")[1])
    assert ["base.case", "other.case"] == [case["file"] for case in answer["cases"]]


def test_thresholds_come_from_the_edition(run, put, boat):
    put("edition.toml", (boat / "edition.toml").read_text() + "\n[levels.amateur]\nwrong_max = 0.5\n")
    assert "all thresholds met" in run("report", "base.case")[1]
    put("edition.toml", (boat / "edition.toml").read_text() + "wrongs_max = 0.5\n")
    status, _, err = run("report", "base.case")
    assert 1 == status
    assert "CK801" in err


@pytest.mark.parametrize(
    "text", ["== ANNA alibi\n~ culprit =\n", overlay(BASE, "== 02\nAprons.\n~ not owes(CLARA)\n")]
)
def test_what_cannot_be_reasoned_about_has_no_figures(text, run, put, valid):
    put("bad.case", text)
    status, out, err = run("report", "bad.case")
    assert (1, "") == (status, out)
    assert "error[" in err
    assert {"file", "measured", "diagnostics"} == set(valid(run("report", "bad.case", "--json")[1]))


def test_what_is_open_is_told_and_the_rest_is_measured(run, put, valid):
    put("open.case", "\n".join(line for line in BASE.splitlines() if not line.startswith("~ tin")))
    status, out, _ = run("report", "open.case", "--json")
    assert 1 == status
    assert {"culprit": "CLARA", "motive": "debt"} == valid(out)["answers"]
    assert "CK502" in run("report", "open.case")[2]


def test_warnings_fail_under_strict(run):
    assert 0 == run("report", "base.case")[0]
    assert 1 == run("report", "base.case", "--strict")[0]


@pytest.mark.parametrize(
    "arguments",
    [("nowhere.case",), ("base.case", "--budget", "0"), ("base.case", "--budget", "-1"), ("empty/",)],
)
def test_misuse(arguments, run, boat):
    (boat / "empty").mkdir()
    assert 2 == run("report", *arguments)[0]


def test_check_tells_of_balance_only_when_asked(run):
    assert "CK6" not in run("check", "base.case")[1]
    assert "CK602" in run("check", "base.case", "--balance")[1]
    found = json.loads(run("check", "base.case", "--balance", "--json")[1])["diagnostics"]
    assert any(one["code"] == "CK606" for one in found)


def test_a_silence_of_balance_counts_where_balance_is_asked_for(run, put):
    silenced = BASE.replace("level:  amateur", "level:  amateur  // casekit: allow CK601 it is only a tour")
    put("silenced.case", silenced)
    assert "CK129" not in run("check", "silenced.case", "--strict")[1]
    _, out, _ = run("check", "silenced.case", "--balance")
    assert "CK601" not in out
    assert "CK129" not in out
    put("idle.case", BASE.replace("== 02\n", "== 02 // casekit: allow CK603 nobody is named here\n"))
    assert "CK129" not in run("check", "idle.case")[1]
    assert "nothing here is reported as CK603" in run("check", "idle.case", "--balance")[1]


def test_rules_that_every_reader_takes_for_granted_are_listed(run, put):
    text = BASE.replace("method = poison iff tin = suite", "common method = poison iff tin = suite", 1)
    put("common.case", text)
    rule = "method = poison iff tin = suite"
    assert f"Rules that every reader takes for granted\n  {rule}\n" in run("report", "common.case")[1]
    assert [rule] == json.loads(run("report", "common.case", "--json")[1])["common"]
    assert [] == json.loads(run("report", "base.case", "--json")[1])["common"]


def test_the_distance_from_a_level_is_told_in_words_and_as_json(run, valid):
    status, out, _ = run("report", "base.case", "--level", "amateur")
    assert 0 == status
    assert "Distance from amateur: " in out
    answer = valid(run("report", "base.case", "--level", "amateur", "--json")[1])
    distance = answer["distance"]
    assert "amateur" == distance["level"]
    assert distance["misses"]
    for change in distance["changes"]:
        assert f"`{change['line']}`" in out
    assert ("What remains" in out) == bool(distance["remains"]) == (not distance["reached"])


def test_a_case_that_nobody_can_solve_is_nowhere(run, put):
    put("open.case", BASE.replace('~ tin = suite "has rolled under the bed"\n', ""))
    status, out, err = run("report", "open.case", "--level", "expert")
    assert 1 == status
    assert "CK502" in err
    assert "Distance" not in out
