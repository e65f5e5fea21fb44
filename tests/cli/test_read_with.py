"""``casekit read with``: a command of the user's answers, or fails in every way that a command can."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from casekit.cli.main import main
from casekit.kit.code_registry import base_of

pytestmark = [pytest.mark.usefixtures("here")]

READER = r"""
import json, re, sys, time
how, request = sys.argv[1], sys.stdin.read()
key, digest = re.findall(r'"id": ("(?:[^"\\]|\\.)*"), "digest": "([0-9a-f]{16})"', request)[-1]
key = json.loads(key)
answer = {"id": key, "digest": digest, "claims": [], "clashes": []}
if how == "slip" and key == "CLARA motive":
    answer["claims"] = [{"quote": "a dear old friend", "grade": "implies", "formula": "not owes(CLARA)"}]
if how == "misquotes" and key == "02" and "refused" not in request:
    answer["claims"] = [{"quote": "three damp aprons", "grade": "says", "free": ["aprons", "number", "three"]}]
if how == "meddles":
    answer["id"] = "02"
if how == "sleeps":
    time.sleep(60)
if how == "floods":
    while True:
        print("x" * 1_000_000)
if how == "nonsense":
    print("I would rather talk about the weather.")
    sys.exit()
if how == "fails":
    sys.exit("the model is out of breath")
print(json.dumps(answer))
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    (tmp_path / "soup.case").write_text(base_of("midnight"), encoding="utf-8")
    (tmp_path / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    (tmp_path / "reader.py").write_text(READER, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(how, *options, text=None):
    arguments = ["read", "with", "soup.case", *options, "--", sys.executable, "reader.py", how]
    return CliRunner().invoke(main, arguments, input=text)


def content(here):
    return json.loads((here / "soup.reading.json").read_text(encoding="utf-8"))


def test_a_case_is_read_by_a_command(here):
    done = read("slip", "--yes", "--reader", "snake")
    assert 0 == done.exit_code, done.output
    assert "14 passages read" in done.stderr
    paragraphs = content(here)["paragraphs"]
    assert 13 == len(paragraphs)
    assert {"snake"} == {row["reader"] for rows in paragraphs.values() for row in rows}
    assert "CK520" in CliRunner().invoke(main, ["check", "soup.case"]).output
    again = read("slip", "--yes", "--stale", "--reader", "snake")
    assert (0, True) == (again.exit_code, "0 passages read" in again.stderr)


def test_nobody_reads_before_somebody_was_asked(here):
    done = read("slip")
    assert 2 == done.exit_code
    assert "14 requests" in done.stderr
    assert "--yes" in done.stderr
    assert not (here / "soup.reading.json").exists()


def test_what_is_refused_is_asked_once_more(here):
    done = read("misquotes", "--yes")
    assert 0 == done.exit_code, done.output
    assert [] == content(here)["paragraphs"]["02"][0]["claims"]


@pytest.mark.parametrize(
    ("how", "options", "reason"),
    [
        ("sleeps", ("--seconds", "1", "--at-once", "14"), "within 1 seconds"),
        ("floods", (), "more than 2,000,000 bytes"),
        ("nonsense", (), "no JSON object"),
        ("fails", (), "status 1: the model is out of breath"),
    ],
)
def test_a_reader_that_fails_is_said_passage_by_passage(here, how, options, reason):
    done = read(how, "--yes", *options)
    assert 1 == done.exit_code
    assert 14 == done.stderr.count("CK531")
    assert reason in done.stderr
    assert not (here / "soup.reading.json").exists()


def test_an_answer_about_another_passage_is_not_taken(here):
    done = read("meddles", "--yes")
    assert 1 == done.exit_code
    assert 13 == done.stderr.count("another passage")
    assert ["02"] == list(content(here)["paragraphs"])


def test_a_program_that_is_not_there_is_said(here):
    done = CliRunner().invoke(main, ["read", "with", "soup.case", "--yes", "--", "no-such-program"])
    assert 1 == done.exit_code
    assert "cannot be started" in done.stderr
    assert not (here / "soup.reading.json").exists()


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
def test_ctrl_c_ends_the_command_and_keeps_what_was_taken(here):
    (here / "slow.py").write_text(
        "import os, sys, time\n"
        "open(f'started-{os.getpid()}', 'w').close()\n"
        f"{READER.replace('sys.argv[1]', repr('slip'))}\n"
        "sys.stdout.flush()\n"
        "time.sleep(0 if key in ('presentation', 'ANNA alibi') else 60)\n",
        encoding="utf-8",
    )
    command = [
        sys.executable,
        "-m",
        "casekit.cli.main",
        "read",
        "with",
        "soup.case",
        "--yes",
        "--at-once",
        "3",
    ]
    casekit = [sys.executable, "-c", "from casekit.cli.main import main; main()", *command[3:]]
    process = subprocess.Popen([*casekit, "--", sys.executable, "slow.py"], stderr=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while len(list(here.glob("started-*"))) < 5 and time.monotonic() < deadline:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode
    assert {"presentation", "ANNA alibi"} <= set(content(here)["paragraphs"])
    for started in here.glob("started-*"):
        with pytest.raises(ProcessLookupError):
            os.kill(int(started.name.partition("-")[2]), 0)
