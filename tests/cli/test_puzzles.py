"""The commands on a puzzle, and the schemas of what they print."""

import pytest
from pypdf import PdfReader

from casekit.kit.code_registry import base_of

OPEN = "MUSTARD suggests green, rope, kitchen: WHITE shows\n"


@pytest.fixture(autouse=True)
def table(tmp_path, monkeypatch):
    """A folder with the catalogue's puzzle and one that stays open."""
    text = base_of("clue")
    (tmp_path / "base.case").write_text(text, encoding="utf-8")
    (tmp_path / "open.case").write_text(text.replace(OPEN, ""), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_check_says_since_which_line(run, answers_of):
    status, out, _ = run("check", "base.case")
    assert 0 == status
    assert "solved since line 4" in out
    status, out, _ = run("check", "--json", "base.case", "open.case")
    assert 1 == status
    answer = answers_of("diagnostics")(out)
    first, second = (case["verdict"] for case in answer["cases"])
    assert ("4", "3") == (first["since"], first["elements"]["who"]["since"])
    assert "since" not in second
    assert ["CK871"] == [found["code"] for found in answer["diagnostics"]]


def test_prove(run, answers_of):
    status, out, _ = run("ask", "--json", "base.case", "--all")
    assert 0 == status
    answer = answers_of("answers")(out)
    assert ("4", ["1", "3", "4"]) == (answer["since"], answer["proof"]["paths"])
    assert [["1", "3", "4"]] == answer["proofs"]
    quoted = {line["quotation"] for step in answer["proof"]["steps"] for line in step["lines"]}
    assert "SCARLET suggests green, pipe, dining: ... WHITE passes" in quoted


def test_prove_what_is_open(run):
    status, out, err = run("ask", "open.case", "--element", "weapon")
    assert (1, "") == (status, out)
    assert "the weapon may be revolver or rope" in err
    status, out, err = run("ask", "open.case", "--element", "who")
    assert 0 == status
    assert "Green is the suspect" in out


@pytest.mark.parametrize(
    ("read", "answer", "since"),
    [("1-3", "open", None), ("3-4", "true", "4"), ("", "open", None), (None, "true", "4")],
)
def test_ask(run, answers_of, read, answer, since):
    given = () if read is None else ("--read", read)
    status, out, _ = run("ask", "--json", "base.case", "holder(rope) = WHITE", *given)
    assert 0 == status
    reply = answers_of("answers")(out)
    assert (answer, since) == (reply["answer"], reply.get("since"))


def test_why_not(run, answers_of):
    refuted = answers_of("answers")(run("ask", "--json", "base.case", "--not", "rope")[1])
    assert ("weapon", False, "4") == (refuted["element"], refuted["possible"], refuted["since"])
    possible = answers_of("answers")(run("ask", "--json", "open.case", "--not", "rope")[1])
    assert (True, "envelope") == (possible["possible"], possible["world"]["facts"]["holder(rope)"])
    status, _, err = run("ask", "base.case", "--not", "rop")
    assert 1 == status
    assert "write `rope`" in err


def test_report(run, table, answers_of):
    read = answers_of("puzzle-report")
    one = read(run("report", "--json", "base.case")[1])
    assert (["1", "3", "4"], ["2"], "4") == (one["essential"], one["spare"], one["since"])
    several = read(run("report", "--json", "base.case", "open.case")[1])
    assert 2 == len(several["cases"])
    _, out, _ = run("report", "base.case", "open.case", "--html", "figures.html")
    assert "puzzle" in out
    assert "2 puzzles" in (table / "figures.html").read_text(encoding="utf-8")


def test_what_breaks_the_rules_has_no_verdict(run, table, answers_of):
    text = (table / "base.case").read_text(encoding="utf-8").replace("MUSTARD 6", "MUSTARD 5")
    (table / "bad.case").write_text(text, encoding="utf-8")
    status, out, _ = run("check", "--json", "bad.case")
    answer = answers_of("diagnostics")(out)
    assert (1, None) == (status, answer["cases"][0]["verdict"])
    assert {"CK852", "CK854"} == {found["code"] for found in answer["diagnostics"]}


def test_a_contradiction_names_the_fewest_lines(run, table):
    text = (table / "base.case").read_text(encoding="utf-8")
    more = OPEN + "SCARLET suggests plum, rope, study: MUSTARD shows rope\n"
    truth = "WHITE: mustard, plum, rope, wrench, billiard, library\n"
    hand = "MUSTARD: peacock, white, ballroom, conservatory, hall, lounge\n"
    text = text.replace(OPEN, more).replace(truth, "").replace(hand, "")
    (table / "bad.case").write_text(text, encoding="utf-8")
    status, out, _ = run("check", "bad.case")
    assert 1 == status
    assert "CK868 contradictory-play" in out
    assert "these are the fewest lines that contradict each other" in out
    status, _, err = run("ask", "bad.case")
    assert 1 == status
    assert "contradicts itself" in err


SHEET = "out/base-sheet.pdf"
BUILD = ("build", "base.case", "--only", "sheet", "--output", "out")


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("place", "pages"), [("back", 2), ("foot", 1), ("none", 1)])
def test_the_solution_of_a_sheet_is_where_it_is_wanted(run, place, pages, paper):
    wanted = ("--solution", place, "--sheet-paper", paper)
    assert 0 == run(*BUILD, *wanted)[0]
    assert pages == len(PdfReader(SHEET).pages)
    assert 0 == run("preflight", SHEET, "base.case")[0]
    assert 0 == run("preflight", SHEET, "base.case", *wanted)[0]
    others = {"back": "none", "foot": "none", "none": "foot"}
    status, out, _ = run("preflight", SHEET, "base.case", "--solution", others[place])
    assert (1, True) == (status, "error[CK7" in out)


def test_another_place_of_the_solution_prints_again(run):
    said = "nothing has changed since the last build"
    assert said not in run(*BUILD)[2]
    assert said in run(*BUILD, "--solution", "back")[2]
    assert said not in run(*BUILD, "--solution", "foot")[2]
    assert 1 == len(PdfReader(SHEET).pages)


def test_a_place_of_solutions_is_refused_where_no_sheet_has_any(run, table):
    assert 2 == run("build", "base.case", "--solution", "front")[0]
    status, _, err = run("build", "base.case", "--only", "booklet,notes", "--solution", "none")
    assert 2 == status
    assert "'--solution': no product to print has solutions on its sheets: booklet, notes." in err
    (table / "other.case").write_text(base_of("midnight"), encoding="utf-8")
    assert "'--solution'" in run("build", "other.case", "--solution", "foot")[2]
    assert not (table / "build").exists()
