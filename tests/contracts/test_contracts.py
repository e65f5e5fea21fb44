"""What commands take may not grow unseen. ``--rewrite`` records other figures, which a person reads in the difference.

Each figure is the same on every machine: no clock can blur it. One that has grown by more than a twentieth fails.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RECORDED = HERE / "contracts.json"
CASE = "examples/a-drop-of-midnight.case"
PUZZLE = "examples/clue/the-swan.case"
UNCHANGED = "unchanged: "
"""Before a command that ran before, so that its answer is remembered."""

COMMANDS = (
    f"check {CASE}",
    f"{UNCHANGED}check {CASE}",
    f"check {PUZZLE}",
    f"fmt --check {CASE}",
    f"ask {CASE} culprit=nobody",
    f"ask {CASE}",
    f"ask {PUZZLE}",
    f"report {CASE}",
    f"re-check {CASE}",
    "check --force --jobs 1 examples",
)

ROOM = 1.05


@pytest.fixture(scope="module")
def recorded():
    """The figures of each command, as they were recorded."""
    return json.loads(RECORDED.read_text(encoding="utf-8"))


@pytest.fixture
def held(recorded, request):
    """The figures that were recorded under a name; with ``--rewrite`` those of now, which are recorded."""

    def figures(name, now):
        if request.config.getoption("--rewrite"):
            everything = json.loads(RECORDED.read_text(encoding="utf-8")) | {name: now}
            ours = {command: everything[command] for command in COMMANDS if command in everything}
            RECORDED.write_text(json.dumps(ours, indent=2) + "\n", encoding="utf-8")
            return now
        return recorded[name]

    return figures


def counted(command, folder):
    """The figures of a command, whose answers are remembered in a folder."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PYTHONHASHSEED": "0",
        "XDG_CACHE_HOME": str(folder),
    }
    if command.startswith(UNCHANGED):
        command = command.removeprefix(UNCHANGED)
        figures_of(command, environment)
    return figures_of(command, environment)


def figures_of(command, environment):
    done = subprocess.run(
        [sys.executable, HERE / "counted.py", *command.split()],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def grown(before, now):
    """The figures that have grown too much, with both values."""
    return {name: (before[name], now[name]) for name in now if now[name] > before[name] * ROOM}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_takes_no_more_than_it_did(command, held, tmp_path):
    now = counted(command, tmp_path)
    assert now.pop("status") in {0, 1}, "the command did not do its work"
    assert {} == grown(held(command, now), now)


def test_nothing_else_is_recorded(recorded):
    assert set(COMMANDS) == set(recorded)


def test_what_grows_by_more_than_a_twentieth_is_named():
    assert {"calls": (100, 106)} == grown({"calls": 100, "modules": 20}, {"calls": 106, "modules": 21})


UNUSED = (
    "casekit.deduce.source_sets",  # alternative proofs, which `ask --all` lists
    "casekit.language.completions",  # nobody writes
    "casekit.print.content.bar_code",  # the edition has no number of a book
    "casekit.prose.expressions.french",  # its prose is English
)
ENTERED = """\
import sys
from casekit.cli import run
sys.argv = ["casekit", "check", sys.argv[1]]
try:
    run()
except SystemExit as end:
    assert not end.code
print(*sorted(name for name in sys.modules if name.startswith("casekit.")), sep="\\n", file=sys.stderr)
"""


def test_a_check_of_a_clean_case_enters_no_module_that_it_does_not_use(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    command = [sys.executable, "-c", ENTERED, CASE]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    entered = done.stderr.split()
    assert "casekit.prose.expressions.english" in entered
    assert [] == [module for module in UNUSED if module in entered]
