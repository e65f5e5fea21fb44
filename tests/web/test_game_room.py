"""What the process that keeps a game answers to a page, and to what no page sends."""

import json
import os
import re
import stat

import pytest

from casekit.kit.editions import EditionFinder
from casekit.pipeline.loading import InputFile, load_for_analysis
from casekit.pipeline.playing import PlayableDocument, playable_document
from casekit.tabletop.playtests.playtest_logs import seal_of_log
from casekit.web.case_worker import AnalysedCase, ServedFile
from casekit.web.play import game_session, game_views, saved_games
from casekit.web.play.game_session import MOST_BELIEFS, GameSession, PlaySetup
from casekit.web.play.game_views import answer_request, obstacle
from casekit.web.play.page_input import MOST_NOTES, MOST_REMARK, MOST_REMARKS
from tests.web.conftest import EXAMPLES


def hosted_case(name):
    file = EXAMPLES / name
    editions = EditionFinder()
    return playable_document(load_for_analysis(InputFile.of(file), editions), file, editions.of(file.parent))


@pytest.fixture(scope="module")
def table() -> PlayableDocument:
    found, problems = hosted_case("a-drop-of-midnight.case")
    assert () == problems
    return found


@pytest.fixture
def room(table, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))

    def make(**setup):
        return GameSession(0, table, (), PlaySetup(**setup))

    return make


def begun(room, **wish):
    return room.answer({"do": "begin", "players": 3, "seats": [0], "seed": 5, **wish})


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
        ({"players": 9}, "2 to 5 can play"),
        ({"players": 10**9}, "2 to 5 can play"),
        ({"players": "3"}, "how many play"),
        ({"seats": []}, "how many play"),
        ({"seats": [7]}, "one person"),
        ({"seed": -1}, "a seed is"),
        ({"seed": "x"}, "a seed is"),
        ({"seed": "9" * 5000}, "a seed is"),
        ({"readers": "genius/near"}, "not one of"),
    ],
)
def test_a_game_that_cannot_be_begun_is_refused_in_words(room, wish, problem):
    answer = begun(room(), **wish)
    assert 400 == answer["status"]
    assert re.search(problem, answer["problem"])


def test_what_no_page_sends_is_refused(room):
    one = room()
    assert 410 == one.answer({"do": "look"})["status"]
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
        ({"do": "note", "desk": {}, "id": "another"}, 409),
        ({"do": "resume", "name": "../../secret.game.json"}, 404),
        ({"do": "load", "content": "{"}, 400),
        ({"do": "log", "seat": 1}, 400),
    ):
        assert status == one.answer({**act, **changed})["status"], changed
    assert 200 == one.answer(act)["status"]


def test_a_game_is_gone_on_with_in_another_process(room, tmp_path):
    first = room()
    sight = begun(first)["sight"]
    moved = first.answer({"do": "act", "id": sight["id"], "step": sight["step"], "seat": 0, "key": "place-4"})
    desk = {
        "notes": "a\ud800b",
        "marks": {"culprit:ANNA": "out", "x": "maybe"},
        "remarks": {"13": "odd", "14": ""},
    }
    assert "" == first.answer({"do": "note", "id": sight["id"], "seat": 0, "desk": desk})["unsaved"]
    (file,) = kept(tmp_path)

    other = room()
    listed = other.answer({"do": "table"})["kept"]
    assert [file.name] == [each["name"] for each in listed]
    again = other.answer({"do": "resume", "name": file.name})["sight"]
    assert moved["sight"]["scene"] == again["scene"]
    kept_desk = {"notes": "a?b", "marks": {"culprit:ANNA": "out"}, "remarks": {"13": "odd"}, "general": ""}
    assert kept_desk == again["desk"]

    named = room(resume=file)
    assert named.obstacle({}) is None
    assert again["scene"] == named.answer({"do": "look", "seat": 0})["sight"]["scene"]
    loaded = room().answer({"do": "load", "name": "a", "content": other.answer({"do": "save"})["content"]})
    assert again["scene"] == loaded["sight"]["scene"]


def test_a_file_that_was_changed_is_no_game(room, tmp_path):
    begun(room())
    (file,) = kept(tmp_path)
    content = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**content, "seed": 9}), encoding="utf-8")
    found = room(resume=file).obstacle({})
    assert "tampered-game" == found.diagnostics[0].code.name
    assert "seal" in room(resume=file).answer({"do": "table"})["problems"][0]


def test_a_game_of_another_case_is_not_gone_on_with(room, tmp_path):
    begun(room())
    (file,) = kept(tmp_path)
    content = json.loads(file.read_text(encoding="utf-8"))
    content["case"]["hash"] = "0" * 64
    for title, told in (
        (content["case"]["title"], "another version of this case"),
        ("A Toast", "another case"),
    ):
        content["case"]["title"] = title
        content["seal"] = seal_of_log(content)
        file.write_text(json.dumps(content), encoding="utf-8")
        (finding,) = room(resume=file).obstacle({}).diagnostics
        assert ("foreign-game", True) == (finding.code.name, told in finding.message)


def test_a_game_that_cannot_be_kept_says_so_and_goes_on(room, tmp_path):
    (tmp_path / "state").write_text("in the way", encoding="utf-8")
    answer = begun(room())
    assert 200 == answer["status"]
    assert "cannot" in answer["unsaved"]


@pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")
def test_a_game_is_nobody_else_s_business(room, tmp_path):
    folder = tmp_path / "state/casekit/games"
    folder.mkdir(parents=True, mode=0o755)
    begun(room())
    (file,) = kept(tmp_path)
    assert (0o700, 0o600) == tuple(stat.S_IMODE(each.stat().st_mode) for each in (folder, file))
    # A file that the user named is read by whom the user wants.
    named = tmp_path / "named.game.json"
    named.write_bytes(file.read_bytes())
    for mode in (0o640, 0o600):
        named.chmod(mode)
        one = room(resume=named)
        sight = one.answer({"do": "look", "seat": 0})["sight"]
        wish = {"do": "note", "id": sight["id"], "seat": 0, "desk": {"notes": f"{mode}"}}
        assert "" == one.answer(wish)["unsaved"]
        assert f'"notes": "{mode}"' in named.read_text(encoding="utf-8")
        assert mode == stat.S_IMODE(named.stat().st_mode)


@pytest.mark.parametrize("name", ["\ud800", "An\u202ena", "\x1b[2J"])
def test_what_cannot_be_seen_or_written_is_no_saved_game(room, tmp_path, name):
    begun(room())
    (file,) = kept(tmp_path)
    content = json.loads(file.read_text(encoding="utf-8"))
    content["seats"][0]["name"] = name
    content["seal"] = seal_of_log(content)
    file.write_text(json.dumps(content), encoding="utf-8")
    found = room(resume=file).obstacle({})
    assert "unreadable-game" == found.diagnostics[0].code.name
    one = room()
    assert 400 == one.answer({"do": "resume", "name": file.name})["status"]
    assert one.game is None
    assert name not in str(one.answer({"do": "table"})["kept"])


def test_what_people_write_unseen_can_be_kept_and_resumed(room, tmp_path):
    one = room()
    sight = begun(one, names=["An\u202ena\ud800"])["sight"]
    assert "An\ufffdna?" == sight["scene"]["seats"][0]["name"]
    desk = {"notes": "a\u200fb\nc", "remarks": {"1\u202e": "\ufeff"}}
    one.answer({"do": "note", "id": sight["id"], "seat": 0, "desk": desk})
    (file,) = kept(tmp_path)
    assert "a\ufffdb\nc" == room(resume=file).answer({"do": "look", "seat": 0})["sight"]["desk"]["notes"]


def test_what_cannot_be_shown_takes_no_game_s_place(room, monkeypatch):
    one = room()
    begun(one)
    before, saved = one.game, one.answer({"do": "save"})

    def fail(*_):
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(game_session, "sight", fail)
        for wish in ({"do": "load", **saved}, {"do": "begin", "players": 2, "seats": [0]}):
            with pytest.raises(ZeroDivisionError):
                one.answer(wish)
    assert before is one.game
    assert saved["file"] == one.answer({"do": "save"})["file"]


def test_a_seed_is_what_a_browser_can_carry(room):
    seed = 2**63 - 1
    offered = room(seed=seed).answer({"do": "table"})["setup"]["seed"]
    assert str(seed) == offered
    one = room()
    begun(one, seed=offered)
    assert seed == json.loads(one.answer({"do": "save"})["content"])["seed"]


def test_no_more_is_written_down_than_can_be_kept(room, tmp_path, monkeypatch):
    one = room()
    sight = begun(one)["sight"]
    most = {f"{number}": "x" * MOST_REMARK for number in range(3)}
    note = {"do": "note", "id": sight["id"], "seat": 0}
    limits = one.answer({"do": "table"})["limits"]
    assert {"notes": MOST_NOTES, "remark": MOST_REMARK} == limits
    full = {"remarks": most, "notes": "y" * MOST_NOTES, "general": "z" * MOST_REMARK}
    assert 200 == one.answer({**note, "desk": full})["status"]
    # Nothing is cut: what is too much is refused, and what was kept stays.
    for over in (
        {"remarks": {f"{number}": "x" for number in range(MOST_REMARKS + 1)}},
        {"remarks": {"1": "x" * (MOST_REMARK + 1)}},
        {"remarks": {"1" * 201: "x"}},
        {"notes": "x" * (MOST_NOTES + 1)},
        {"general": "x" * (MOST_REMARK + 1)},
    ):
        refused = one.answer({**note, "desk": over})
        assert (413, True) == (refused["status"], "kept" in refused["problem"])
        assert full["notes"] == one.game.desks[0].notes
    one.answer({**note, "desk": {"notes": ""}})
    wish = {"do": "believe", "id": sight["id"], "seat": 0, "answers": []}
    assert 200 == one.answer(wish)["status"]
    monkeypatch.setattr(game_session, "MOST_BELIEFS", 1)
    refused = one.answer(wish)
    assert (400, True) == (refused["status"], "no more" in refused["problem"])
    assert MOST_BELIEFS > 100
    (file,) = kept(tmp_path)
    before = file.read_bytes()
    monkeypatch.setattr(saved_games, "MOST_BYTES", 1000)
    said = one.answer({"do": "note", "id": sight["id"], "seat": 0, "desk": {"notes": "y" * 2000}})["unsaved"]
    assert "Shorten notes" in said
    assert before == file.read_bytes()


def test_the_next_game_is_of_the_text_as_it_is_now(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    text = (EXAMPLES / "a-drop-of-midnight.case").read_text(encoding="utf-8")
    (tmp_path / "edition.toml").write_bytes((EXAMPLES / "edition.toml").read_bytes())
    case = tmp_path / "one.case"
    kept = {}

    def wish(version, **content):
        file = ServedFile("one.case", None, case, version=version)
        return answer_request(AnalysedCase(file, kept), PlaySetup(), content)

    def write(title):
        case.write_text(re.sub(r"(?m)^title:.*$", f"title: {title}", text, count=1), encoding="utf-8")

    write("Before")
    assert "Before" == wish(0, do="table")["given"]["title"]
    begun = wish(0, do="begin", players=2, seats=[0], seed=3)
    write("After")
    looked = wish(1, do="look", seat=0)
    assert begun["sight"]["id"] == looked["sight"]["id"]
    assert re.fullmatch(r"\d\d:\d\d", looked["changed"])
    assert "Before" == wish(1, do="table")["given"]["title"]
    assert "After" == wish(1, do="table", fresh=True)["given"]["title"]
    # Nothing has been begun yet, and what fails begins nothing.
    assert 400 == wish(1, do="begin", players=0, seats=[0])["status"]
    assert begun["sight"]["id"] == wish(1, do="look", seat=0)["sight"]["id"]
    fresh = wish(1, do="begin", players=2, seats=[0], seed=3)
    now = wish(1, do="look", seat=0)
    assert (fresh["sight"]["id"], 1, False) == (now["sight"]["id"], now["text"], "changed" in now)
    assert "After" == wish(1, do="table")["given"]["title"]
    # A case that cannot be played any more takes no game away.
    case.write_text("title: Broken\n", encoding="utf-8")
    refused = wish(2, do="begin", players=2, seats=[0])
    assert (400, True) == (refused["status"], bool(refused["problem"]))
    assert fresh["sight"]["id"] == wish(2, do="look", seat=0)["sight"]["id"]


def test_options_of_the_command_line_are_held_against_the_game(room):
    assert "2 to 5 can play" in room(players=9).obstacle({})
    assert "not one of" in room(readers="genius/near").obstacle({})
    assert room().obstacle({}) is None


def test_a_game_without_a_table_is_not_played():
    table, problems = hosted_case("clue/the-swan.case")
    assert table is None
    assert ["not-at-a-table"] == [each.code.name for each in problems]
    assert {"status": 200, "problems": [problems[0].message]} == GameSession(
        0, None, problems, PlaySetup()
    ).answer({"do": "table"})
    refused = GameSession(0, None, problems, PlaySetup()).answer({"do": "begin", "players": 2, "seats": [0]})
    assert {"status": 400, "problem": problems[0].message} == refused


def test_a_fault_over_a_case_with_errors_is_told_by_these(tmp_path, monkeypatch):
    def fault(*_):
        raise IndexError("nothing is here")

    monkeypatch.setattr(game_views, "playable_document", fault)
    case = tmp_path / "one.case"
    case.write_text("title: One\n== truth\nculprit = NOBODY AT ALL\n", encoding="utf-8")
    asked = AnalysedCase(ServedFile("one.case", None, case))
    told = obstacle(asked, PlaySetup())
    assert told.diagnostics
    assert {"error"} == {each.code.severity for each in told.diagnostics}
    # Without errors it is a fault of casekit.
    monkeypatch.setattr("casekit.web.case_worker.AnalysedCase.findings", ())
    with pytest.raises(IndexError):
        obstacle(asked, PlaySetup())
