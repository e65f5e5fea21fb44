import json

import pytest

from casekit.kit.registry import DEFAULT, GAMES, game_called
from casekit.pipeline.conversion import format_bytes


@pytest.mark.parametrize("folder", ["boat", "tmp_path"])
def test_a_skeleton_checks_with_nothing_but_todo_and_open_findings(folder, run, request, monkeypatch):
    monkeypatch.chdir(request.getfixturevalue(folder))
    status, out, _ = run("new", "The Last Toast")
    assert 0 == status
    assert f"the-last-toast.case: {12 if folder == 'boat' else 60} paths to write" in out
    status, out, _ = run("check", "the-last-toast.case", "--format", "github")
    assert 1 == status
    assert {"CK120", "CK502"} == {
        line.split("title=")[1][:5] for line in out.splitlines() if "title=" in line
    }


@pytest.mark.parametrize("game", ["midnight", "clue"])
def test_a_sample_line_of_a_skeleton_may_be_taken_as_it_is(game, run, boat):
    """Comments that are sentences explain; the others are lines to uncomment."""

    def errors(text):
        file.write_text(text, encoding="utf-8")
        found = json.loads(run("check", file.name, "--json", "--all")[1])["diagnostics"]
        return {one["code"] for one in found if one["severity"] == "error"}

    file = boat / "a-draft.case"
    run("new", "--game", game, file.name)
    draft = file.read_text(encoding="utf-8")
    lines = draft.splitlines()
    samples = [line for line in lines if line.startswith("// ") and not line.endswith((".", "instance:"))]
    assert (game == "midnight") == bool(samples)
    uncommented = draft
    for line in samples:
        uncommented = uncommented.replace(f"\n{line}\n", f"\n{line.removeprefix('// ')}\n")
    assert errors(draft) == errors(uncommented)


def test_a_skeleton_is_canonical(run, boat):
    run("new", "The Last Toast")
    text = (boat / "the-last-toast.case").read_text(encoding="utf-8")
    assert text == format_bytes(text.encode(), "x")[0]


@pytest.mark.parametrize(
    ("file", "title", "name"),
    [
        ("the-last-toast.case", "The Last Toast", "The Last Toast"),
        ("ladieu.case", "L'Adieu", "L'Adieu"),
        ("deep/in/it.case", "It", "deep/in/it.case"),
        ("zoe.case", "Zoë", "Zoë"),
        ("a-toast.case", "A Toast", "a-toast.case"),
    ],
)
def test_names(file, title, name, run, boat):
    status, _, err = run("new", name)
    assert (0, "") == (status, err)
    assert f"title: {title}\n" in (boat / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["東京", "..", "???", ""])
def test_a_name_that_makes_no_file(name, run, boat):
    before = sorted(boat.iterdir())
    assert 2 == run("new", name)[0]
    assert before == sorted(boat.iterdir())


def test_a_file_that_is_there_stays_unless_forced(run, boat):
    before = (boat / "base.case").read_bytes()
    status, _, err = run("new", "base.case")
    assert (1, True) == (status, "CK905" in err)
    assert before == (boat / "base.case").read_bytes()
    assert 0 == run("new", "base.case", "--force")[0]
    assert before != (boat / "base.case").read_bytes()


@pytest.mark.parametrize("name", ["Con", "nul.case", "deep/LPT1.case"])
def test_a_device_gives_no_case_its_name(name, run, boat):
    before = sorted(boat.iterdir())
    status, _, err = run("new", name)
    assert (2, True) == (status, "is the name of a device on Windows" in err)
    assert before == sorted(boat.iterdir())


def test_a_game_that_is_named_lends_its_options(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    _, out, _ = run("new", "--game", "clue", "--help")
    assert "--players" in out
    assert "--seed" in out
    _, out, _ = run("new", "--help")
    assert "--players" not in out


def test_a_document_made_to_measure_needs_no_name(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, out, _ = run("new", "--game=clue", "--players", "3", "--seed", "4")
    assert 0 == status
    assert "puzzle-players-3-seed-4.case: its story and solution to write" in out
    status, out, _ = run("check", "puzzle-players-3-seed-4.case")
    assert 0 == status
    assert "solved since line" in out


def test_the_same_seed_gives_the_same_text(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("one.case", "two.case"):
        assert 0 == run("new", name, "--game", "clue", "--seed", "4")[0]
    one, two = ((tmp_path / name).read_text(encoding="utf-8") for name in ("one.case", "two.case"))
    assert one.replace("One", "Two") == two


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--game", "clue"), "Missing argument 'NAME'"),
        (("--players", "3", "The End"), "No such option"),
        (("--game", "clue", "--players", "9", "The End"), "is not in the range"),
        (("--game", "chess", "The End"), "is not one of"),
    ],
)
def test_options_that_a_game_does_not_have(run, tmp_path, monkeypatch, args, message):
    monkeypatch.chdir(tmp_path)
    status, _, err = run("new", *args)
    assert 2 == status
    assert message in err


def test_a_refused_seed_is_a_finding(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("casekit.kit.transcripts.generator.MOST_GAMES", 2)
    limits = "[levels.amateur]\nlines_max = 3\nlines_min = 3\nneeded_min = 3\n"
    (tmp_path / "edition.toml").write_text(f'game = "clue"\ntitle = "T"\n{limits}', encoding="utf-8")
    status, _, err = run("new", "--game", "clue", "--players", "2", "--seed", "1")
    assert 1 == status
    assert "CK873 refused-seed" in err
    assert "take another seed" in err


def test_a_skeleton_is_generated_on_request(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, out, _ = run("new", "The Silent Lift", "--generate", "--ending", "accident", "--seed", "1")
    assert (0, True) == (status, "the-silent-lift.case: 60 paths to write" in out)
    text = (tmp_path / "the-silent-lift.case").read_text(encoding="utf-8")
    assert "culprit = nobody" in text
    assert 0 == run("check", "the-silent-lift.case", "--format", "github")[0]


def test_a_level_alone_generates_nothing(run, boat):
    assert 0 == run("new", "The Last Toast", "--level", "expert")[0]
    text = (boat / "the-last-toast.case").read_text(encoding="utf-8")
    assert "level: expert" in text
    assert "~ " not in text.partition("== truth")[2]


def test_an_edition_that_is_too_small_for_a_skeleton_gets_none(run, boat):
    status, _, err = run("new", "The Last Toast", "--generate")
    assert (1, True) == (status, "CK652" in err)
    assert not (boat / "the-last-toast.case").exists()


HALF = """\
title: Half
level: amateur
victim: Leopold Strand

== facts
keycard(suspect)
"""


@pytest.fixture
def half(tmp_path, monkeypatch):
    from casekit.games.midnight.generator import search

    # What fits a level takes long, and is held elsewhere.
    monkeypatch.setattr(search, "lacking", lambda *_: ())
    monkeypatch.chdir(tmp_path)
    (tmp_path / "half.case").write_text(HALF, encoding="utf-8")
    return tmp_path


def test_a_half_written_case_is_completed_into_another_file(run, half):
    status, out, _ = run("new", "--generate", "--around", "half.case", "whole.case")
    assert (0, True) == (status, "whole.case: 60 paths to write, " in out)
    whole = (half / "whole.case").read_text(encoding="utf-8")
    assert whole.startswith(HALF.partition("victim")[0])
    assert HALF == (half / "half.case").read_text(encoding="utf-8")
    assert 0 == run("check", "whole.case", "--format", "github")[0]
    status, _, err = run("new", "--generate", "--around", "half.case", "half.case")
    assert (1, True) == (status, "CK905" in err)
    status, out, err = run("new", "--generate", "--around", "half.case")
    assert (0, whole, True) == (status, out, "60 paths to write" in err)


BOOKLET = '\n[[booklets]]\nslug = "red"\ncases = ["whole.case", "later.case"]\n'


@pytest.mark.parametrize(
    "begun",
    [
        ("new", "whole.case"),
        ("new", "whole.case", "--game", "midnight"),
        ("new", "whole.case", "--generate"),
        ("new", "--generate", "--around", "half.case", "whole.case"),
        ("new", "--generate", "--around", "half.case"),
    ],
)
def test_cases_that_a_booklet_lists_before_they_are_written_keep_none_from_being_begun(run, half, begun):
    from casekit.kit.registry import game_called

    edition = game_called("midnight").language.edition_template().text + BOOKLET
    (half / "edition.toml").write_text(edition, encoding="utf-8")
    status, _, err = run(*begun)
    assert (0, False) == (status, "CK803" in err)
    assert (half / "whole.case").is_file() == ("whole.case" in begun)
    assert "names later.case, which is not there" in run("check", "edition.toml")[1]


def test_what_cannot_be_completed_is_told_and_nothing_is_written(run, half):
    (half / "half.case").write_text(HALF + "\n== rules\ncommon keycrad(culprit)\n", encoding="utf-8")
    status, out, err = run("new", "--generate", "--around", "half.case", "whole.case")
    assert (1, "") == (status, out)
    assert "half.case:9:8: error[CK201" in err
    assert "write `keycard`" in err
    assert not (half / "whole.case").exists()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--around", "half.case"), "add --generate"),
        (("--generate", "--around", "half.case", "--project", "p"), "leave out --project"),
        (("--generate", "--around", "none.case"), "CK901"),
        (("--generate", "--around", "puzzle.case"), "nothing is completed for Clue"),
    ],
)
def test_what_around_needs(run, half, args, message):
    (half / "puzzle.case").write_text("game: clue\ntitle: P\nlevel: amateur\n", encoding="utf-8")
    status, _, err = run("new", *args)
    assert 2 == status
    assert message in err


@pytest.mark.parametrize("game", sorted(set(GAMES) - {DEFAULT}))
def test_the_options_of_a_game_call_what_it_makes_by_its_name(game, run):
    """Titles of games are no nouns; what is said of every game speaks of documents."""
    nouns = {game_called(other).dialect.noun for other in GAMES} - {game_called(DEFAULT).dialect.noun}
    options = run("new", "--game", game, "--help")[1].partition("\nOptions:\n")[2]
    assert {game_called(game).dialect.noun} == {noun for noun in nouns if noun in options}
