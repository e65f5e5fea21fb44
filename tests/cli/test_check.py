import json
import os
import re
import subprocess
import sys
from xml.etree import ElementTree as ET

import jsonschema
import pytest

from casekit import resources
from casekit.diagnostics import FORMS
from casekit.kit.code_registry import base_of
from tests.overlay import overlay

BASE = base_of()
WARNING = overlay(BASE, "== 02\nThe apron of Anna.\n")
ERROR = overlay(BASE, "== 02\nThe apron of DORA.\n")


@pytest.mark.parametrize(
    ("status", "text", "options"),
    [
        (0, BASE, []),
        (0, BASE, ["--strict"]),
        (0, WARNING, []),
        (1, WARNING, ["--strict"]),
        (1, ERROR, []),
        (2, None, []),
        (2, BASE, ["--nonsense"]),
        (2, BASE, ["--format", "xml"]),
        (2, BASE, ["--edition", "nowhere.toml"]),
    ],
)
def test_exit_status(status, text, options, run, put):
    if text is not None:
        put("some.case", text)
    assert status == run("check", "some.case", *options)[0]


def test_without_a_path_it_is_misused(run):
    assert 2 == run("check")[0]


def test_a_case_without_an_edition_gets_the_built_in_one(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "some.case").write_text(BASE, encoding="utf-8")
    status, out, _ = run("check", "some.case")
    assert 1 == status
    assert "of 60 paths are missing" in out


def test_several_files_and_folders_each_case_once(run, put):
    put("a/one.case", BASE)
    put("a/b/two.case", WARNING)
    put("a/.hidden/three.case", ERROR)
    put("a/notes.txt", "no case")
    status, out, _ = run("check", "--json", "a", "base.case", "a/one.case", "a/b")
    assert 0 == status
    assert ["a/b/two.case", "a/one.case", "base.case"] == [case["file"] for case in json.loads(out)["cases"]]


def test_a_missing_file_does_not_keep_others_from_being_checked(run, put):
    put("wrong.case", ERROR)
    status, out, _ = run("check", "nowhere.case", "wrong.case")
    assert 2 == status
    assert "CK901" in out
    assert "CK121" in out


def test_a_folder_without_cases(run, boat):
    (boat / "empty").mkdir()
    status, out, _ = run("check", "empty")
    assert 2 == status
    assert "CK907 no-cases" in out


@pytest.mark.parametrize(
    ("name", "expected"),
    [("SOUP.CASE", "SOUP.case"), ("sub/Soup.Case", "Soup.case"), ("soup.case.txt", "soup.case")],
)
def test_a_folder_without_cases_names_a_file_that_was_meant_to_be_one(name, expected, run, boat, monkeypatch):
    folder = boat / "mine"
    (folder / name).parent.mkdir(parents=True)
    (folder / name).write_text(BASE, encoding="utf-8")
    status, out, _ = run("check", "mine")
    assert 2 == status
    assert f"there is no case in this folder or its subfolders, but there is {name}" in out
    assert f"rename it to `{expected}`" in out
    if "/" not in name:
        monkeypatch.chdir(folder)
        status, _, err = run("ask")
        assert (2, True) == (status, f"rename {name} to {expected}" in err)


@pytest.mark.parametrize("name", [".CASE", "case.txt", "soup.cases", "briefcase"])
def test_other_files_are_not_taken_for_misnamed_cases(name, run, boat):
    (boat / "mine").mkdir()
    (boat / "mine" / name).touch()
    assert "rename" not in run("check", "mine")[1]


@pytest.mark.usefixtures("boat")
def test_standard_input(run):
    assert 0 == run("check", "-", given=BASE)[0]
    status, out, _ = run("check", "-", given=ERROR)
    assert 1 == status
    assert re.search(r"^-:\d+:\d+: error\[CK121", out)


def test_an_edition_stands_for_the_cases_of_its_booklets(run, put):
    put(
        "edition.toml",
        base_of("midnight", "base.toml") + '[[booklets]]\nslug = "red"\ncases = ["base.case"]\n',
    )
    status, out, _ = run("check", "--json", "edition.toml")
    assert 0 == status
    assert ["base.case"] == [case["file"] for case in json.loads(out)["cases"]]


def test_a_broken_edition_is_reported_once(run, put):
    put("edition.toml", "title = \n")
    put("two.case", BASE)
    status, out, _ = run("check", "base.case", "two.case")
    assert 1 == status
    assert 1 == out.count("CK801")


def test_another_edition_may_be_asked_for(run, put):
    put("other/edition.toml", base_of("midnight", "base.toml").replace("ANNA", "AMY"))
    assert 1 == run("check", "base.case", "--edition", "other/edition.toml")[0]
    assert 0 == run("check", "base.case", "--edition", "edition.toml")[0]


@pytest.mark.parametrize("options", [(), ("--profile",)])
@pytest.mark.parametrize("text", [BASE, WARNING, ERROR, "", "~ a\n", overlay(BASE, "liar: never\n")])
def test_json_is_as_its_schema_says(text, options, run, put):
    put("some.case", text)
    _, out, _ = run("check", "some.case", "nowhere.case", "--json", *options)
    answer = json.loads(out)
    schema = json.loads(resources.text("schemas/diagnostics.schema.json"))
    jsonschema.Draft202012Validator(schema).validate(answer)
    assert ["some.case", "nowhere.case"] == [case["file"] for case in answer["cases"]]


@pytest.mark.usefixtures("boat")
def test_json_holds_the_verdict(run):
    verdict = json.loads(run("check", "--json", "base.case")[1])["cases"][0]["verdict"]
    assert (True, True) == (verdict["consistent"], verdict["truth_possible"])
    assert {
        "value": "CLARA",
        "proved": "CLARA",
        "status": "certain",
        "rivals": [],
    } == verdict["elements"]["culprit"]
    line = BASE.splitlines().index('~ lie room(CLARA) = deck "out on deck"') + 1
    assert [{"path": "CLARA alibi", "line": line, "marked": True, "status": "false"}] == verdict["lies"]


@pytest.mark.parametrize("form", sorted(FORMS))
def test_every_form_tells_the_same_findings(form, run, put):
    put("some.case", ERROR)
    status, out, _ = run("check", "some.case", "--format", form)
    assert 1 == status
    assert "CK121" in out
    assert "some.case" in out
    if form in {"json", "sarif"}:
        json.loads(out)
    if form == "junit":
        assert "testsuites" == ET.fromstring(out).tag  # noqa: S314 - we wrote it


@pytest.mark.parametrize(
    "fragment", ["", "== CLARA alibi\nI was asleep.\n", "== 02\nDORA, ANNA and Bruno.\n"]
)
def test_the_same_case_gives_the_same_text_under_any_hash_seed(fragment, casekit, put):
    path = put("some.case", overlay(BASE, fragment))
    for form in ("text", "json"):
        first, second = (
            casekit(
                *("check", path.name, "--format", form),
                cwd=path.parent,
                env=os.environ | {"PYTHONHASHSEED": seed},
            ).stdout
            for seed in ("1", "2")
        )
        assert first == second


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_a_terminal_that_knows_no_unicode_is_no_obstacle(encoding, casekit, put):
    path = put("some.case", overlay(BASE, "== 02\nΕλένη wore the apron of DORA.\n"))
    done = casekit("check", path.name, cwd=path.parent, env=os.environ | {"PYTHONIOENCODING": encoding})
    assert 1 == done.returncode
    assert b"wore the apron of DORA" in done.stdout
    assert b"" == done.stderr


def test_a_reader_who_stops_reading_is_no_fault():
    command = [sys.executable, "-c", "import casekit.cli; casekit.cli.run()", "explain"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert b"" == process.stderr.read()
    process.stderr.close()
    # The status that a shell gives to a program whose reader is gone: 128 and the number of SIGPIPE.
    assert 141 == process.wait()


def test_no_colour_reaches_a_pipe(casekit, put):
    path = put("some.case", ERROR)
    assert b"\x1b" not in casekit("check", path.name, cwd=path.parent).stdout


def test_where_the_truth_names_somebody_else_the_verdict_says_whom_readers_will_prove(run, put):
    put("wrong.case", BASE.replace("culprit = CLARA", "culprit = BRUNO"))
    out = run("check", "wrong.case")[1]
    assert "  culprit  readers will prove CLARA; the truth says BRUNO: contrary\n" in out
    assert "[CK507 contrary-element]: readers will prove CLARA, but the truth says" in out
    verdict = json.loads(run("check", "--json", "wrong.case")[1])["cases"][0]["verdict"]
    assert {
        "value": "BRUNO",
        "proved": "CLARA",
        "status": "contrary",
        "rivals": [],
    } == verdict["elements"]["culprit"]


def test_without_a_truth_what_readers_will_prove_is_decided(run, put):
    start, end = BASE.index("culprit = CLARA"), BASE.index("== ANNA alibi")
    put("open.case", BASE[:start] + BASE[end:])
    out = run("check", "open.case")[1]
    assert "  culprit  CLARA: decided; the truth does not say\n" in out
    assert "the truth leaves the culprit open; readers will prove CLARA\n 27 | == truth\n" in out
    assert "= help: add a line `culprit = CLARA` to `== truth`" in out


def test_that_it_was_murder_is_advised_only_where_that_rules_a_rival_out(run, boat):  # noqa: ARG001 - written there
    run("new", "The Last Toast")
    out = run("check", "--all", "the-last-toast.case")[1]
    advice = [line.partition("= help: ")[2] for line in out.splitlines() if "would rule a rival out" in line]
    murder = "state `~ culprit != nobody and culprit != victim` (for instance in the presentation); then "
    assert [True, True, False] == [line.startswith(murder) for line in advice]


def test_suspects_of_whom_nobody_else_speaks_are_told_together(run, boat):  # noqa: ARG001 - likewise
    run("new", "The Last Toast")
    out = run("check", "--balance", "the-last-toast.case")[1]
    assert 1 == out.count("CK607")
    assert "[CK607 unheard-suspect]: nobody else ever mentions this suspect" in out
