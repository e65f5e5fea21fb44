"""``casekit review``."""

import json

import pytest

from casekit.kit.code_registry import base_of
from tests.overlay import overlay

pytestmark = pytest.mark.usefixtures("boat")

BASE = base_of()


@pytest.fixture(scope="module")
def valid(answers_of):
    return answers_of("review")


def test_each_paragraph_has_its_lines_in_words_and_its_marks(run, put):
    put(
        "other.case",
        BASE.replace("in the galley with BRUNO from", "in the galley with CLARA from").replace(
            '"in the galley with BRUNO"', '"in the galley with CLARA"'
        ),
    )
    status, out, err = run("review", "other.case")
    assert 0 == status
    block = out[out.index("ANNA, alibi") : out.index("ANNA, witness")]
    assert "“in the galley with CLARA”" in block
    assert "! The words name CLARA; the line is about BRUNO." in block
    assert "room(ANNA)" not in out
    assert "warning[CK127 unmentioned-suspect]" in err


def test_a_case_that_is_right_has_no_contradiction(run):
    status, out, _ = run("review", "base.case")
    assert 0 == status
    assert out.startswith("base.case: The Last Soup\n12 paragraphs, 8 lines.")
    assert "  ! " not in out
    assert "In truth: " in out


def test_the_only_case_of_a_folder_need_not_be_named(run, put):
    assert run("review", "base.case") == run("review")
    put("second.case", BASE)
    assert 2 == run("review")[0]


@pytest.mark.parametrize(("option", "name"), [("--html", "base.review.html"), ("--blind", "base.blind.html")])
def test_a_page_is_written_beside_and_named(option, name, run, boat):
    status, out, err = run("review", "base.case", option)
    assert (0, "") == (status, out)
    assert err.startswith(f"{name}\n")
    assert (boat / name).read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("option", ["--html", "--blind"])
def test_a_page_goes_where_it_is_wanted(option, run, boat):
    assert 0 == run("review", "base.case", option, "--output", "deep/down/page.html")[0]
    page = (boat / "deep" / "down" / "page.html").read_text(encoding="utf-8")
    assert page == run("review", "base.case", option, "--output", "-")[1]
    assert page != BASE


def test_a_case_from_standard_input_is_written_to_standard_output(run):
    status, out, err = run("review", "-", "--html", given=BASE)
    assert 0 == status
    assert out.startswith("<!DOCTYPE html>")
    assert "" == err
    assert run("review", "-", given=BASE)[1].startswith("-: The Last Soup")


def test_json_is_as_its_schema_says(run, valid):
    status, out, err = run("review", "base.case", "--json")
    assert (0, "") == (status, err)
    answer = valid(out)
    assert (True, True) == (answer["reviewed"], answer["understood"])
    lie = next(each for each in answer["paragraphs"] if each["path"] == "CLARA alibi")["lines"][0]
    assert ("lie", "out on deck") == (lie["kind"], lie["quotation"])
    assert "uite" in lie["truth"]
    assert {"presentation"} == {rule["source"] for rule in answer["rules"]}


def test_a_case_with_errors_is_shown_as_far_as_it_can_be(run, put, valid):
    put("wrong.case", BASE.replace('~ owes(CLARA) "in debt', '~ owns(CLARA) "in debt'))
    status, out, err = run("review", "wrong.case")
    assert 1 == status
    assert "error[CK201" in err
    block = out[out.index("ANNA, witness") : out.index("ANNA, motive")]
    assert "CK201" in block
    assert "BRUNO, alibi" in out
    status, out, _ = run("review", "wrong.case", "--json")
    answer = valid(out)
    assert (1, False) == (status, answer["understood"])
    assert ["CK201"] == next(each for each in answer["paragraphs"] if each["path"] == "ANNA witness")[
        "findings"
    ]


def test_a_case_that_contradicts_itself_is_reviewed(run, put, valid):
    put("clash.case", overlay(BASE, '== 02\nAprons.\n~ not owes(CLARA) "Aprons"\n'))
    status, out, _ = run("review", "clash.case", "--json")
    assert 1 == status
    assert 12 == len(valid(out)["paragraphs"])
    assert 1 == run("review", "clash.case", "--html")[0]


@pytest.mark.parametrize("data", [b"", bytes(range(256)), BASE.encode("utf-16")])
@pytest.mark.parametrize("options", [(), ("--html",), ("--blind",), ("--json",)])
def test_what_cannot_be_read_has_no_review(data, options, run, put, boat):
    put("bad.case", data)
    status, out, err = run("review", "bad.case", *options)
    assert 1 == status
    assert not list(boat.glob("*.html"))
    if options == ("--json",):
        assert not json.loads(out)["reviewed"]
    else:
        assert "there is no review" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ("nowhere.case",),
        ("nowhere.case", "--html"),
        ("edition.toml",),
        ("empty",),
        ("base.case", "--html", "--blind"),
        ("base.case", "--html", "--json"),
        ("base.case", "--output", "x.html"),
        ("base.case", "--pdf"),
    ],
)
def test_misuse(arguments, run, boat):
    (boat / "empty").mkdir()
    before = sorted(boat.rglob("*"))
    assert 2 == run("review", *arguments)[0]
    assert before == sorted(boat.rglob("*"))


@pytest.mark.parametrize("option", ["--html", "--blind"])
@pytest.mark.parametrize("place", ["base.case/page.html", "folder"])
def test_a_place_that_cannot_be_written_to_is_told(option, place, run, boat):
    (boat / "folder").mkdir()
    before = sorted(boat.rglob("*"))
    status, out, err = run("review", "base.case", option, "--output", place)
    assert (1, "") == (status, out)
    assert "error[CK905 cannot-write]" in err
    assert before == sorted(boat.rglob("*"))


@pytest.mark.parametrize("options", [(), ("--html",), ("--blind",), ("--json",)])
def test_a_game_without_prose_has_nothing_to_review(options, run, tmp_path):
    folder = tmp_path / "puzzles"
    folder.mkdir()
    (folder / "puzzle.case").write_text(base_of("clue"), encoding="utf-8")
    status, out, err = run("review", folder / "puzzle.case", *options)
    assert 2 == status
    assert "CK930" in (out if options == ("--json",) else err)
    assert not list(tmp_path.rglob("*.html"))


def test_an_edition_can_be_named(run, put, boat):
    put(
        "elsewhere/edition.toml",
        (boat / "edition.toml").read_text(encoding="utf-8").replace('"Galley"', '"Scullery"'),
    )
    assert "Scullery" in run("review", "base.case", "--edition", "elsewhere/edition.toml")[1]


def test_the_help_has_an_example(run):
    status, out, _ = run("review", "--help")
    assert 0 == status
    assert "casekit review the-last-toast.case --blind --output for-a-friend.html" in out


@pytest.mark.parametrize("option", ["--html", "--blind"])
def test_one_that_is_stopped_leaves_nothing(option, run, boat, monkeypatch):
    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("casekit.system.temporary.write_atomically", stopped)
    before = sorted(boat.rglob("*"))
    assert 1 == run("review", "base.case", option)[0]
    assert before == sorted(boat.rglob("*"))
