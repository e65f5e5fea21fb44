"""``casekit playtest read``: the games of people beside simulated ones, and what is left out."""

import json
from pathlib import Path

import jsonschema
import pytest
from referencing import Registry, Resource

from casekit import resources
from casekit.kit.editions import EditionFinder
from casekit.kit.registry import game_called
from casekit.pipeline import loading
from tests.testers import log_of

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
CASE = EXAMPLES / "a-drop-of-midnight.case"
FEW = ("--tables", "7", "--jobs", "1", "--readers", "steady/leads")
RIGHT = {"culprit": ("DORIAN", 95), "motive": ("secret", 75), "method": ("smother", 50)}
WRONG = {"culprit": ("ANNA", 75), "motive": ("revenge", 25), "method": ("smother", 50)}
PROOF = ("24", "12", "13", "DORIAN witness", "18")
"""Two ways to the culprit and one to the rest, as the solution tells."""


@pytest.fixture(scope="module")
def book():
    parsed = loading.parse_bytes(CASE.read_bytes(), CASE.as_posix())
    edition = EditionFinder().of(EXAMPLES)
    return game_called("midnight").table.playbook(loading.resolve_document(parsed, edition).resolved.document)


@pytest.fixture(scope="module")
def logs(book, tmp_path_factory):
    """A folder with three games: one that is proved, one that is guessed, and a pair of whom one is wrong."""
    folder = tmp_path_factory.mktemp("logs")
    remark = {"path": "13", "text": "Why felt?\n<b>Odd</b>", "seconds": 20}
    games = {
        "proved": log_of(book, PROOF, ((1, 0, WRONG), (5, 0, RIGHT)), game=1, tester="Ada", remarks=[remark]),
        "guessed": log_of(book, ("14",), ((0, 0, RIGHT), (1, 0, RIGHT)), game=2, general="Too easy"),
        "pair": log_of(book, PROOF[:4], ((4, 0, RIGHT), (4, 1, WRONG)), game=3, players=2),
    }
    for name, log in games.items():
        (folder / f"{name}.json").write_text(json.dumps(log), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def answer(casekit, logs):
    done = casekit("playtest", "read", logs, CASE, *FEW, "--json")
    assert 0 == done.returncode, done.stderr
    return json.loads(done.stdout)


def test_the_answer_follows_its_schema(answer):
    schemas = [
        json.loads(resources.text(f"schemas/{name}.schema.json")) for name in ("simulation", "diagnostics")
    ]
    registry = Registry().with_resources([(each["$id"], Resource.from_contents(each)) for each in schemas])
    jsonschema.Draft202012Validator(schemas[0], registry=registry).validate(answer)


def test_people_are_counted_beside_simulated_detectives(answer):
    (case,) = answer["cases"]
    people = case["people"]
    assert (3, 3, 4) == (people["logs"], people["whole"], people["seats"])
    assert [2] == case["players"]
    assert 1.0 == people["solved"]
    assert {"culprit": 0.75, "motive": 0.75, "method": 1.0, "all": 0.75} == people["right"]
    assert [0.25, 0.25, 0.25, 0.25, 0.5, 0.75] == people["curve"]["all"]
    assert {"right": 95, "wrong": 75} == people["confidence"]["culprit"]
    assert ["steady/leads"] == [row["reader"] for row in people["simulated"]]
    for row in people["simulated"]:
        assert sorted(row["all"]) == row["all"]


def test_ways_tell_proofs_from_guesses(answer):
    ways = answer["cases"][0]["people"]["ways"]
    kinds = {(way["element"], way["kind"]) for way in ways}
    assert ("culprit", "told") in kinds
    assert ("culprit", "guess") in kinds
    assert all(bool(way["paths"]) == (way["kind"] != "guess") for way in ways)
    assert all({*way["paths"]} <= {*PROOF} for way in ways)


def test_stuck_places_are_what_those_who_failed_lacked(answer):
    people = answer["cases"][0]["people"]
    motive = next(row for row in people["stuck"] if row["element"] == "motive")
    assert (1, 1) == (motive["wrong"], motive["enough"])
    culprit = next(row for row in people["stuck"] if row["element"] == "culprit")
    assert 1 == culprit["wrong"]
    assert "18" in [each["path"] for each in culprit["lacked"]] or culprit["enough"]


def test_remarks_and_pauses_are_by_paragraph(answer):
    people = answer["cases"][0]["people"]
    suite = next(row for row in people["paths"] if row["path"] == "13")
    assert [{"tester": "Ada", "text": "Why felt?\n<b>Odd</b>"}] == suite["remarks"]
    assert (2, 3, 10, 3.0) == (suite["read"], suite["of"], suite["seconds"], suite["order"])
    assert [{"tester": "", "text": "Too easy"}] == people["general"]


def test_text_and_page_show_every_part(casekit, logs, tmp_path):
    page = tmp_path / "people.html"
    done = casekit("playtest", "read", logs, CASE, *FEW, "--html", page)
    text = done.stdout.decode()
    for part in (
        "People: 3 games, 3 played",
        "Solved: 100%",
        "Right in everything",
        "a guess",
        "got stuck",
        "Why felt?",
    ):
        assert part in text
    html = page.read_text(encoding="utf-8")
    assert 'class="people"' in html
    assert "&lt;b&gt;Odd&lt;/b&gt;" in html
    assert "<b>Odd" not in html


def test_what_cannot_be_used_is_told_and_left_out(casekit, logs, tmp_path, book):
    for log in logs.glob("*.json"):
        (tmp_path / log.name).write_bytes(log.read_bytes())
    whole = (logs / "proved.json").read_bytes()
    (tmp_path / "binary.json").write_bytes(bytes(range(256)))
    (tmp_path / "half.json").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "large.json").write_bytes(whole + b" " * 10_000_000)
    (tmp_path / "forged.json").write_bytes(whole.replace(b'"DORIAN"', b'"ANNA"'))
    (tmp_path / "again.json").write_bytes(whole)
    other = log_of(book, game=9)
    foreign = {
        **other["case"],
        "hash": "0" * 64,
        "paths": dict.fromkeys(other["case"]["paths"], "0" * 16),
    }
    (tmp_path / "foreign.json").write_text(json.dumps(log_of(book, game=9, case=foreign)), encoding="utf-8")
    older = {**other["case"], "hash": "1" * 64, "paths": {**other["case"]["paths"], "14": "1" * 16}}
    (tmp_path / "older.json").write_text(
        json.dumps(log_of(book, ("14", "13"), ((2, 0, RIGHT),), game=10, case=older)), encoding="utf-8"
    )
    (tmp_path / "crowd.json").write_text(json.dumps(log_of(book, game=11, players=6)), encoding="utf-8")
    (tmp_path / "odd.json").write_text(json.dumps(log_of(book, game=12, bid=3)), encoding="utf-8")
    done = casekit("playtest", "read", tmp_path, CASE, *FEW, "--json")
    assert 0 == done.returncode
    content = json.loads(done.stdout)
    codes = sorted(each["code"] for each in content["diagnostics"] if each["code"].startswith("CK63"))
    assert ["CK630", "CK630", "CK630", "CK631", "CK631", "CK631", "CK632", "CK633", "CK634"] == codes
    people = content["cases"][0]["people"]
    assert (4, 3) == (people["logs"], people["whole"])
    wheelhouse = next(row for row in people["paths"] if row["path"] == "14")
    assert (1, 3) == (wheelhouse["read"], wheelhouse["of"])


def test_two_logs_of_one_game_that_contradict_each_other_are_refused_by_name(run, tmp_path, book):
    games = {
        "anna": log_of(book, PROOF, ((5, 0, RIGHT),), game=1),
        "bruno": log_of(book, PROOF[:3], ((3, 0, WRONG),), game=1, tester="Bruno"),
        "clara": log_of(book, PROOF[:2], game=1),
        "dora": log_of(book, PROOF[:1], game=2),
    }
    for name, log in games.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(log), encoding="utf-8")
    status, out, err = run("playtest", "read", tmp_path, CASE, *FEW)
    assert 0 == status
    assert 3 == (out + err).count("CK631")
    for one, other in (("anna", "bruno"), ("bruno", "anna"), ("clara", "anna")):
        assert f"{one}.json:1:1: warning[CK631 tampered-log]: this log and" in out + err
        assert f"{other}.json are of one game, {1:016x}, and contradict each other" in out + err
    assert "People: 1 game" in out


def test_an_earlier_log_of_a_game_and_a_copy_are_named(run, tmp_path, book):
    whole = log_of(book, PROOF, ((5, 0, RIGHT),), game=1)
    earlier = log_of(book, PROOF[:2], game=1, stage="play")
    for name, log in (("whole", whole), ("copy", whole), ("earlier", earlier)):
        (tmp_path / f"{name}.json").write_text(json.dumps(log), encoding="utf-8")
    status, out, err = run("playtest", "read", tmp_path, CASE, *FEW)
    assert 0 == status
    kept = (tmp_path / "copy.json").as_posix()
    assert (
        f"earlier.json:1:1: warning[CK634 repeated-log]: {kept} is a log of the same game; it goes further\n"
        in out + err
    )
    assert f"whole.json:1:1: warning[CK634 repeated-log]: {kept} is a log of the same game\n" in out + err


def test_nothing_to_read_is_an_error(run, tmp_path, monkeypatch):
    status, _, err = run("playtest", "read", tmp_path, CASE)
    assert (1, True) == (status, "CK635" in err)
    (tmp_path / "junk.json").write_text("{", encoding="utf-8")
    status, _, err = run("playtest", "read", tmp_path / "junk.json", CASE)
    assert (1, True, True) == (status, "CK630" in err, "CK635" in err)
    assert 2 == run("playtest", "read", tmp_path / "nowhere.json", CASE)[0]
    monkeypatch.chdir(tmp_path)
    assert 2 == run("playtest", "read", tmp_path)[0]
