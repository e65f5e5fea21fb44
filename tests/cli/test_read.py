"""``casekit read``: asked, taken, accepted; and what ``check`` makes of a reading."""

import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from casekit.cli.main import main
from casekit.kit.code_registry import base_of

pytestmark = pytest.mark.usefixtures("here")

FRIEND = {"quote": "a dear old friend", "grade": "implies", "formula": "not owes(CLARA)"}


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with the small case of the catalogue."""
    (tmp_path / "soup.case").write_text(base_of("midnight"), encoding="utf-8")
    (tmp_path / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments, text=None):
    return CliRunner().invoke(main, arguments, input=text)


def requests(*options):
    done = run("read", "ask", "soup.case", *options)
    assert 0 == done.exit_code, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


def answer(key, *claims):
    (request,) = requests("--only", key)
    return json.dumps({"id": key, "digest": request["digest"], "claims": claims})


def take(text, *options):
    return run("read", "take", "soup.case", "-", *options, text=text)


def codes(*options):
    done = run("check", "soup.case", "--json", *options)
    return [finding["name"] for finding in json.loads(done.stdout)["diagnostics"]]


def test_from_asking_to_a_finding_and_its_acceptance(here):
    before = {path.name: path.read_bytes() for path in here.iterdir()}
    done = take(answer("CLARA motive", FRIEND))
    assert (0, "soup.reading.json: 1 claim from 1 passage taken\n") == (done.exit_code, done.stderr)
    assert ["false-words"] == codes()
    accepted = run("read", "accept", "soup.case", "CLARA motive", "dear old friend", "--why", "she flatters")
    assert 0 == accepted.exit_code, accepted.output
    assert [] == codes()
    assert before == {name: (here / name).read_bytes() for name in before}
    assert {*before, "soup.reading.json"} == {path.name for path in here.iterdir()}


def test_what_is_refused_is_asked_again():
    done = take(answer("CLARA motive", FRIEND, {**FRIEND, "quote": "an old enemy"}))
    assert 1 == done.exit_code
    (again,) = [json.loads(line) for line in done.stdout.splitlines()]
    assert "CLARA motive" == again["id"]
    assert "an old enemy" in again["request"]
    assert "CK531" in done.stderr


def test_nothing_is_written_if_nothing_is_taken(here):
    assert 1 == take("I would rather not say.").exit_code
    assert 1 == take('{"id": "99", "digest": "", "claims": []}').exit_code
    assert not (here / "soup.reading.json").exists()


def test_a_reading_changes_a_remembered_answer(here):
    assert [] == codes()
    take(answer("CLARA motive", FRIEND))
    assert ["false-words"] == codes()
    (here / "soup.reading.json").unlink()
    assert [] == codes()


def test_many_cases_have_their_readings(here):
    (here / "other").mkdir()
    for name in ("soup.case", "edition.toml"):
        (here / "other" / name).write_bytes((here / name).read_bytes())
    take(answer("CLARA motive", FRIEND))
    for options in ((), ("--limits", "60s,2000MB"), ("--jobs", "2")):
        done = run("check", "soup.case", "other/soup.case", "--json", *options)
        findings = json.loads(done.stdout)["diagnostics"]
        assert [("false-words", "soup.case")] == [(row["name"], row["file"]) for row in findings], options


def test_limits_hold_for_one_case_with_a_reading():
    take(answer("CLARA motive", FRIEND))
    assert ["false-words"] == codes("--limits", "60s,2000MB")


def test_the_verdict_says_what_is_certain_as_read():
    take(answer("CLARA motive", FRIEND))
    verdict = json.loads(run("check", "soup.case", "--json").stdout)["cases"][0]["verdict"]
    assert (1, 12, True) == tuple(verdict["as_read"][key] for key in ("read", "paragraphs", "consistent"))
    assert "As read (1 of 12 paragraphs are read): culprit: CLARA" in run("check", "soup.case").stdout


def test_only_what_has_changed_is_stale(here):
    take("\n".join(answer(row["id"]) for row in requests()[:-1]))
    assert [] == requests("--stale")
    case = here / "soup.case"
    case.write_text(
        case.read_text(encoding="utf-8").replace("two damp aprons", "two dry aprons"), encoding="utf-8"
    )
    assert ["02", "whole prose"] == [row["id"] for row in requests("--stale")]
    assert "stale-reading" in codes()


def test_all_prose_can_be_asked_about_alone():
    assert ["whole prose"] == [row["id"] for row in requests("--only", "whole prose")]


def test_a_refusal_says_what_to_do():
    nameless = take('{"id": "99", "digest": "", "claims": []}').stderr
    assert "`id` and the `digest`" in nameless
    assert "standard output" not in nameless
    assert "standard output" in take(answer("02", {**FRIEND, "quote": "not there"})).stderr


def test_a_release_may_require_readings():
    assert ["missing-reading"] == codes("--readings", "required")
    take("\n".join(answer(row["id"]) for row in requests()[:-1]))
    assert "missing-reading" not in codes("--readings", "required")


@pytest.mark.parametrize(
    "arguments",
    [
        ("read", "ask", "soup.case", "--only", "99"),
        ("read", "ask", "soup.case", "--only", "02", "--stale"),
        ("read", "ask", "edition.toml"),
        ("read", "accept", "soup.case", "99", "words", "--why", "x"),
        ("read", "accept", "soup.case", "02", "no such words", "--why", "x"),
        ("read", "accept", "soup.case", "02", "Geese"),
        ("read", "take", "soup.case"),
    ],
)
def test_misuse_is_said(arguments):
    done = run(*arguments)
    assert 2 == done.exit_code
    assert "Traceback" not in done.output


@pytest.mark.parametrize("data", [b"\xff\xfe", b"{", b'{"format": 1}', b"[" * 100_000])
def test_a_broken_reading_is_said_and_never_overwritten(here, data):
    place = here / "soup.reading.json"
    place.write_bytes(data)
    assert run("check", "soup.case").exit_code == 1
    for arguments in (("ask", "soup.case"), ("accept", "soup.case", "02", "Geese", "--why", "x")):
        assert 1 == run("read", *arguments).exit_code
    assert data == place.read_bytes()


def test_a_link_is_not_written_to(here):
    (here / "elsewhere.json").write_text('{"format": 1, "paragraphs": {}}', encoding="utf-8")
    (here / "soup.reading.json").symlink_to("elsewhere.json")
    done = run("read", "accept", "soup.case", "02", "Geese", "--why", "x")
    assert 1 == done.exit_code
    assert "CK905" in done.output


def test_a_reading_that_leads_out_of_a_folder_is_not_read(here):
    folder = here / "strangers"
    folder.mkdir()
    for name in ("soup.case", "edition.toml"):
        (folder / name).write_bytes((here / name).read_bytes())
    (here / "secret.json").write_text('{"format": 1, "paragraphs": {}}', encoding="utf-8")
    (folder / "soup.reading.json").symlink_to("../secret.json")
    assert "CK917" in run("check", "strangers").output


def test_prose_without_lines_is_not_read(here):
    (here / "swan.case").write_text(base_of("clue"), encoding="utf-8")
    (here / "edition.toml").unlink()
    done = run("read", "ask", "swan.case")
    assert (2, True) == (done.exit_code, "CK930" in done.output)


def test_a_change_of_a_reading_is_a_change_of_its_case(here):
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.com"]
    subprocess.run([*git, "init", "-q"], cwd=here, check=True)
    subprocess.run([*git, "add", "-A"], cwd=here, check=True)
    subprocess.run([*git, "commit", "-qm", "all"], cwd=here, check=True)
    assert "no findings" in run("check", "--changed").output
    take(answer("CLARA motive", FRIEND))
    assert "false-words" in run("check", "--changed").output
    assert Path("soup.reading.json").exists()
