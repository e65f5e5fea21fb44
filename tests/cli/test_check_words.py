"""``casekit check --words``."""

import shutil
from pathlib import Path

import pytest

from casekit.kit.code_registry import base_of

BASE = base_of()
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
pytestmark = pytest.mark.usefixtures("boat")


@pytest.fixture(scope="module")
def valid(answers_of):
    return answers_of("words")


def test_names_have_what_is_printed_for_them_beside(run):
    status, out, err = run("check", "--words", "base.case")
    assert (0, "") == (status, err)
    assert "\n  galley  Galley  02, zone 1\n" in out
    assert "\n  poison  Rat poison in the soup\n" in out
    assert "\n  room(suspect): location  where each was at midnight\n" in out


def test_the_answer_as_json(run, valid):
    answer = valid(run("check", "--words", "base.case", "--json")[1])
    room = next(fact for fact in answer["facts"] if fact["name"] == "room")
    assert (["suspect"], "location", ["suite", "galley", "deck"]) == (
        room["arguments"],
        room["type"],
        room["values"],
    )
    assert ("en", []) == (answer["language"], answer["diagnostics"])
    kinds = [group["kind"] for group in answer["groups"]]
    assert ["suspects", "topics", "locations", "zones"] == kinds[:4]


def test_every_name_that_is_listed_can_be_written(run, valid):
    """The list of the base case is enough to write a heading for each path and a formula for each fact's value."""
    answer = valid(run("check", "--words", "base.case", "--json")[1])
    room = next(fact for fact in answer["facts"] if fact["name"] == "room")
    people = next(group for group in answer["groups"] if group["kind"] == "suspects")["names"]
    lines = [f"room({person['written']}) = {value}" for person in people for value in room["values"]]
    for line in lines:
        status, _, err = run("ask", "base.case", line)
        assert (True, "") == (status in {0, 1}, err)


def test_the_word_list_is_a_personal_dictionary(run, boat):
    status, out, _ = run("check", "--words", "base.case", "--spelling", "--output", "names.dic")
    assert (0, "") == (status, out)
    words = (boat / "names.dic").read_text(encoding="utf-8").splitlines()
    assert {"ANNA", "Anna", "Anna's", "Otto", "Lind", "Galley", "Soup"} <= {*words}
    assert [] == [
        word for word in words if not word or "/" in word or " " in word or any(map(str.isdigit, word))
    ]
    assert len({*words}) == len(words)


def test_an_edition_lists_what_its_cases_share_and_spells_what_they_name(run, tmp_path):
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    status, out, _ = run("check", "--words", "examples/edition.toml")
    assert 0 == status
    assert "facts (" not in out
    spelling = run("check", "--words", "examples", "--spelling")[1].splitlines()
    titles = [path.stem.replace("-", " ").title().split() for path in (tmp_path / "examples").glob("*.case")]
    assert {word for title in titles for word in title} <= {word.title() for word in spelling}


@pytest.mark.parametrize("at", [0, 1, 2, 3, 4])
def test_the_words_of_the_language_are_listed_and_each_is_refused_with_all_of_them(run, put, valid, at):
    group = next(
        group
        for group in valid(run("check", "--words", "base.case", "--json")[1])["groups"]
        if group["kind"] == "reserved"
    )
    words = [name["written"] for name in group["names"]]
    assert {"at", "just_before", "says", "victim"} < {*words}
    assert sorted(words) == words
    assert (
        "\nreserved (no name may be one of these words)\n  and, at, culprit,"
        in run("check", "--words", "base.case")[1]
    )
    for word in words[at::5]:
        put("base.case", BASE.replace("== facts\n", f"== facts\ntype course: soup, {word}\n"))
        found = [line for line in run("check", "base.case")[1].split("\n\n") if "CK207" in line]
        assert f"`{word}` is a " in found[0]
        assert all(f"`{each}`" in found[0] for each in words)


def test_a_puzzle_has_words_too(run, tmp_path, valid):
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    answer = valid(run("check", "--words", "examples/clue/the-swan.case", "--json")[1])
    assert {"suspects", "weapons", "rooms", "players", "types", "reserved"} == {
        group["kind"] for group in answer["groups"]
    }


def test_a_case_with_errors_is_listed_as_far_as_it_goes(run, put, valid):
    put("base.case", BASE.replace("~ owes(CLARA)", "~ owes("))
    status, out, err = run("check", "--words", "base.case")
    assert (1, True, True) == (status, "room(suspect)" in out, "error[" in err)
    assert ["CK101"] == [
        each["code"][:5] for each in valid(run("check", "--words", "base.case", "--json")[1])["diagnostics"]
    ][:1]


def test_what_is_not_there(run, boat):
    assert 2 == run("check", "--words", "no.case")[0]
    assert 2 == run("check", "--words", "base.case", "--json", "--spelling")[0]
    (boat / "edition.toml").write_text("title = 3", encoding="utf-8")
    assert 1 == run("check", "--words", "edition.toml")[0]
