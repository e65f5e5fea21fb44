"""``casekit report --tables``: what it prints, and what it refuses."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

import jsonschema
import pytest
from referencing import Registry, Resource

from casekit import resources

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
CASE = (EXAMPLES / "a-drop-of-midnight.case").as_posix()
FEW = ("--tables", "14", "--players", "4", "--jobs", "1")
KINDS = ("--readers", "steady/leads, hasty/near")


@pytest.fixture(scope="module")
def run_once(tmp_path_factory, casekit):
    folder = tmp_path_factory.mktemp("here")

    def run(*arguments):
        done = casekit(*arguments, cwd=folder)
        return SimpleNamespace(
            returncode=done.returncode, stdout=done.stdout.decode(), stderr=done.stderr.decode()
        )

    return run


@pytest.fixture(scope="module")
def answer(run_once):
    done = run_once("report", CASE, *FEW, "--json")
    assert 0 == done.returncode, done.stderr
    return done.stdout


def test_the_answer_follows_its_schema(answer):
    schemas = [
        json.loads(resources.text(f"schemas/{name}.schema.json")) for name in ("simulation", "diagnostics")
    ]
    registry = Registry().with_resources([(each["$id"], Resource.from_contents(each)) for each in schemas])
    jsonschema.Draft202012Validator(schemas[0], registry=registry).validate(json.loads(answer))


def test_every_kind_has_its_share_of_the_tables(answer):
    (case,) = json.loads(answer)["cases"]
    assert 7 == len(case["readers"])
    assert 14 == sum(group["tables"] for group in case["groups"])
    assert {4} == {group["players"] for group in case["groups"]}
    for group in case["groups"]:
        assert group["interval"][0] <= group["solved"] <= group["interval"][1]
        low, _, high = group["capacity"] or (0, 0, 0)
        assert 0 <= low <= high <= 60
        assert group["tables"] <= 6 * len(group["outcomes"])
        for curve in group["curve"].values():
            assert sorted(curve) == curve
    assert 60 == len(case["paths"])
    assert all(way["paths"] for way in case["ways"])


def test_the_same_seed_gives_the_same_bytes_with_any_number_of_jobs(answer, run_once):
    done = run_once("report", CASE, *FEW[:-1], "2", "--json")
    assert answer == done.stdout
    other = run_once("report", CASE, *FEW, "--json", "--seed", "2")
    assert answer != other.stdout


def test_a_cluster_gives_the_same_bytes(answer, run_once, cluster):
    done = run_once(
        "report", CASE, *FEW[:-2], "--json", "--backend", "dask", "--scheduler", cluster.scheduler_address
    )
    assert answer == done.stdout


def test_a_cluster_that_cannot_be_used_is_told_before_anything_is_done(run_once):
    done = run_once("report", CASE, *FEW[:-2], "--backend", "dask", "--scheduler", "nowhere")
    assert (1, "", True) == (done.returncode, done.stdout, "CK923" in done.stderr)
    assert "give a host and a port" in done.stderr


def test_the_text_has_every_part(run_once):
    done = run_once("report", CASE, *FEW)
    for part in (
        "Solved by port",
        "by round",
        "Paragraphs read before port, and when certain",
        "not reached",
        "of 2 tables each",
        "Skill",
        "The ways they took",
        "Whom they suspect",
        "told most",
    ):
        assert part in done.stdout
    assert 0 == done.returncode


def test_the_page_needs_nothing_else(run_once, tmp_path):
    page = tmp_path / "tables.html"
    done = run_once("report", CASE, *FEW, *KINDS, "--html", page)
    assert 0 == done.returncode
    text = page.read_text(encoding="utf-8")
    assert "http" not in text.replace("http://www.w3.org", "")
    assert text.count("<polyline") == 2
    assert "A Drop of Midnight" in text


def test_gates_fail_and_pass(run_once):
    passed = run_once("report", CASE, *FEW, *KINDS, "--gate", "solved by port, leads, 4 players >= 0.01")
    assert (0, False) == (passed.returncode, "CK626" in passed.stderr)
    failed = run_once("report", CASE, *FEW, *KINDS, "--gate", "solved by port, near >= 0.99")
    assert (1, True) == (failed.returncode, "CK626" in failed.stderr)
    nowhere = run_once("report", CASE, *FEW, *KINDS, "--gate", "score, 5 players >= 1")
    assert (1, True) == (nowhere.returncode, "there are no such tables" in nowhere.stderr)


def test_a_revision_is_compared_with_what_it_was(answer, run_once, tmp_path):
    old = tmp_path / "old.json"
    old.write_text(answer, encoding="utf-8")
    done = run_once("report", CASE, *FEW, "--against", old, "--json")
    (case,) = json.loads(done.stdout)["cases"]
    assert 7 == len(case["compared"])
    assert {0.0} == {row["change"] for row in case["compared"]}
    assert {False} == {row["certain"] for row in case["compared"]}
    assert {True} == {row["paired"] for row in case["compared"]}
    assert case["gradient"]["before"] == case["gradient"]["now"]
    page = tmp_path / "tables.html"
    other = run_once("report", CASE, *FEW, *KINDS, "--seed", "2", "--against", old, "--html", page)
    assert re.search(r"\d unpaired\b", other.stdout)
    assert "unpaired: the simulation given has other draws" in other.stdout
    assert "Unpaired: the earlier simulation has other draws" in page.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("--tables", "0"), "0 is not in the range 1<=x<=10000000"),
        (("--tables", "1000000000"), "1000000000 is not in the range"),
        (("--players", "6"), "--players is a number from 2 to 5"),
        (("--players", "4-3"), "--players is a number from 2 to 5"),
        (("--readers", "clever/leads"), "`clever` is not one of hasty, steady, perfect"),
        (("--gate", "solved"), "`solved` is not a threshold"),
        (("--against", CASE), "is not an answer of `casekit report --tables --json`"),
        (("--against", "nowhere.json"), "nowhere.json cannot be read: No such file"),
        (("--seed", "-1"), "-1 is not in the range"),
        (("--backend", "dask"), "--backend dask needs --scheduler ADDRESS"),
        (("--scheduler", "127.0.0.1:1"), "--scheduler is for --backend dask"),
        (("--backend", "dask", "--scheduler", "127.0.0.1:1", "--jobs", "2"), "--jobs is for processes"),
    ],
)
def test_misuse_is_told(run, arguments, part):
    status, _, err = run("report", "--tables", CASE, *arguments)
    assert 2 == status
    assert part in err


def test_a_game_without_a_table_is_refused(run):
    status, _, err = run("report", "--tables", EXAMPLES / "clue" / "the-swan.case")
    assert 1 == status
    assert "CK922" in err


def test_a_case_that_is_not_there_is_misuse(run):
    assert 2 == run("report", "--tables", "nowhere.case")[0]


def test_a_contradictory_case_is_refused(run_once, tmp_path):
    text = Path(CASE).read_text(encoding="utf-8").replace("== truth\n", "== truth\nculprit = ANNA\n", 1)
    text = text.replace("== 13\n", '== 13\nx\n~ culprit = ANNA "x"\n~ culprit = BRUNO "x"\n\n', 1)
    (tmp_path / "bad.case").write_text(text, encoding="utf-8")
    done = run_once("report", tmp_path / "bad.case", *FEW)
    assert 1 == done.returncode
    assert "" == done.stdout


def test_an_edition_with_three_locations_is_played_as_it_is(run_once, boat):
    done = run_once("report", boat / "base.case", "--tables", "7", "--jobs", "1")
    assert (0, True) == (done.returncode, "CK628" in done.stderr), done.stderr
    assert "at the table: 7 tables for 2 to 5 detectives" in done.stdout


def test_the_cure_of_figures_that_do_not_fit_cures_them(run_once, boat):
    edition = boat / "edition.toml"
    text = edition.read_text("utf-8") + "\n[table]\n"
    edition.write_text(text + "suite = 2\nstart = [2, 7]\nrevelations = 6\n", "utf-8")
    done = run_once(
        "report", "--tables", boat / "base.case", "--players", "2", "--tables", "7", "--jobs", "1"
    )
    assert (1, 3) == (done.returncode, done.stderr.count("CK627")), done.stderr
    hints = dict(re.findall(r"write `(\w+) = (.+?)`", done.stderr))
    assert {"start": "[1]", "revelations": "1"} == hints
    edition.write_text(
        text + "suite = 2\n" + "".join(f"{key} = {to}\n" for key, to in hints.items()), "utf-8"
    )
    done = run_once(
        "report", "--tables", boat / "base.case", "--players", "2", "--tables", "7", "--jobs", "1"
    )
    assert (0, False) == (done.returncode, "CK627" in done.stderr), done.stderr
