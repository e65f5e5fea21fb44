"""What the process that keeps a game answers to a page, and to what no page sends."""

import json
import re

import pytest

from casekit.games.editions import Editions
from casekit.pipeline.checking import Input, examine
from casekit.pipeline.sitting_down import Hosted, hosted
from casekit.web.play.game_room import GameRoom, PlaySetup
from tests.web.conftest import EXAMPLES


def hosted_case(name):
    file = EXAMPLES / name
    editions = Editions()
    return hosted(examine(Input.of(file), editions), file, editions.of(file.parent))


@pytest.fixture(scope="module")
def table() -> Hosted:
    found, problems = hosted_case("a-drop-of-midnight.case")
    assert () == problems
    return found


@pytest.fixture
def room(table, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))

    def make(**setup):
        return GameRoom(0, table, (), PlaySetup(**setup))

    return make


def begun(room, **wish):
    return room.grant({"do": "begin", "players": 3, "seats": [0], "seed": 5, **wish})


def kept(tmp_path):
    return sorted((tmp_path / "state").rglob("*.game.json"))


def test_the_same_seed_is_the_same_game(room, tmp_path):
    one, other = begun(room()), begun(room())
    assert one["sight"]["scene"] == other["sight"]["scene"]
    assert one["sight"]["id"] != other["sight"]["id"]
    assert 2 == len(kept(tmp_path))
    assert begun(room(), seed=6)["sight"]["scene"] != one["sight"]["scene"]


def test_names_are_people_s_own(room):
    seats = begun(room(), names=["  Anna \n Berg " + "x" * 90])["sight"]["scene"]["seats"]
    assert ("Anna Berg " + "x" * 30, True) == (seats[0]["name"], seats[0]["person"])
    assert ["Okoro", "Lindqvist"] == [seat["name"] for seat in seats[1:]]


@pytest.mark.parametrize(
    ("wish", "problem"),
    [
        ({"players": 9}, "detectives can play|out of range"),
        ({"players": "3"}, "how many play"),
        ({"seats": []}, "how many play"),
        ({"seats": [7]}, "one person"),
        ({"seed": -1}, "a seed is"),
        ({"seed": "x"}, "a seed is"),
        ({"readers": "genius/near"}, "not one of"),
    ],
)
def test_a_game_that_cannot_be_begun_is_refused_in_words(room, wish, problem):
    answer = begun(room(), **wish)
    assert 400 == answer["status"]
    assert re.search(problem, answer["problem"])


def test_what_no_page_sends_is_refused(room):
    one = room()
    assert 410 == one.grant({"do": "look"})["status"]
    sight = begun(one)["sight"]
    act = {"do": "act", "id": sight["id"], "step": sight["step"], "seat": 0, "key": "place-4"}
    for changed, status in (
        ({"do": "cheat"}, 400),
        ({"step": 0}, 409),
        ({"id": "another"}, 409),
        ({"seat": None}, 409),
        ({"seat": 1}, 400),
        ({"key": "place-1"}, 400),
        ({"key": None}, 400),
        ({"do": "undo"}, 400),
        ({"do": "write", "answers": []}, 400),
        ({"do": "believe", "answers": "no"}, 400),
        ({"do": "believe", "answers": ["no"]}, 400),
        ({"do": "believe", "answers": [{"element": [], "first": {}}]}, 400),
        ({"do": "believe", "answers": [{"element": "culprit", "first": "MOON"}]}, 400),
        ({"do": "note", "desk": 3}, 400),
        ({"do": "resume", "name": "../../secret.game.json"}, 404),
        ({"do": "load", "content": "{"}, 400),
        ({"do": "log", "seat": 1}, 400),
    ):
        assert status == one.grant({**act, **changed})["status"], changed
    assert 200 == one.grant(act)["status"]


def test_a_game_is_gone_on_with_in_another_process(room, tmp_path):
    first = room()
    sight = begun(first)["sight"]
    moved = first.grant({"do": "act", "id": sight["id"], "step": sight["step"], "seat": 0, "key": "place-4"})
    desk = {
        "notes": "a\ud800b",
        "marks": {"culprit:ANNA": "out", "x": "maybe"},
        "remarks": {"13": "odd", "14": ""},
    }
    assert "" == first.grant({"do": "note", "seat": 0, "desk": desk})["unsaved"]
    (file,) = kept(tmp_path)

    other = room()
    listed = other.grant({"do": "table"})["kept"]
    assert [file.name] == [each["name"] for each in listed]
    again = other.grant({"do": "resume", "name": file.name})["sight"]
    assert moved["sight"]["scene"] == again["scene"]
    kept_desk = {"notes": "a?b", "marks": {"culprit:ANNA": "out"}, "remarks": {"13": "odd"}, "general": ""}
    assert kept_desk == again["desk"]

    named = room(resume=file)
    assert named.seated({}).playable
    assert again["scene"] == named.grant({"do": "look", "seat": 0})["sight"]["scene"]
    loaded = room().grant({"do": "load", "name": "a", "content": other.grant({"do": "save"})["content"]})
    assert again["scene"] == loaded["sight"]["scene"]


def test_a_file_that_was_changed_is_no_game(room, tmp_path):
    begun(room())
    (file,) = kept(tmp_path)
    content = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**content, "seed": 9}), encoding="utf-8")
    found = room(resume=file).seated({})
    assert (False, "tampered-game") == (found.playable, found.problems[0].code.name)
    assert "seal" in room(resume=file).grant({"do": "table"})["problems"][0]


def test_a_game_that_cannot_be_kept_says_so_and_goes_on(room, tmp_path):
    (tmp_path / "state").write_text("in the way", encoding="utf-8")
    answer = begun(room())
    assert 200 == answer["status"]
    assert "cannot" in answer["unsaved"]


def test_options_of_the_command_line_are_held_against_the_game(room):
    assert "at most 5" in room(players=9).seated({}).misuse
    assert "not one of" in room(readers="genius/near").seated({}).misuse
    assert room().seated({}).playable


def test_a_game_without_a_table_is_not_played():
    table, problems = hosted_case("clue/the-swan.case")
    assert table is None
    assert ["not-at-a-table"] == [each.code.name for each in problems]
    assert {"status": 200, "problems": [problems[0].message]} == GameRoom(
        0, None, problems, PlaySetup()
    ).grant({})
