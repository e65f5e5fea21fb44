"""What commands take may not grow unseen. ``--rewrite`` records other figures, which a person reads in the difference.

Each figure is the same on every machine: no clock can blur it. One that has grown by more than a twentieth fails.
"""

import ast
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
COMMANDS = (
    f"check {CASE}",
    f"check {PUZZLE}",
    f"fmt --check {CASE}",
    f"ask {CASE} culprit=nobody",
    f"prove {CASE}",
    f"prove {PUZZLE}",
    f"report {CASE}",
    f"re-check {CASE}",
    "check --force --jobs 1 examples",
)
SIZES = (
    "casekit",
    *(
        f"casekit/games/{each}"
        for each in ("midnight", "abbey", "clue", "deception", "nightfall", "transcripts", "prose", "making")
    ),
)
LINES = {
    "casekit": 83_100,
    "casekit/games/midnight": 13_200,
    "casekit/games/clue": 1_250,
    "casekit/games/deception": 1_100,
    "casekit/games/abbey": 1_800,
    "casekit/games/nightfall": 1_400,
    "casekit/games/transcripts": 3_700,
}
"""How many lines all of casekit, a game, and the kit of those that have transcripts may have, docstrings included."""

LATER = {"abbey", "deception", "nightfall"}
MOST_STATEMENTS = 39_000
"""All of casekit but the three games that came last; neither do their folders count among data."""

DATA = {".css", ".html", ".js", ".json", ".lark", ".svg", ".toml", ".txt"}
MOST_DATA = 22_000
"""Lines of words, templates, grammars and schemas, those that are made aside."""

MEMBERS = 62
"""How many functions and attributes the types of a game's interface may have, defaults included."""

ROOM = 1.05
# Size grows one small step after the other, each of which seems worth it.
ROOM_OF_SIZES = 1.01


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
            ours = {each: everything[each] for each in (*COMMANDS, "statements") if each in everything}
            RECORDED.write_text(json.dumps(ours, indent=2) + "\n", encoding="utf-8")
            return now
        return recorded[name]

    return figures


def counted(command):
    done = subprocess.run(
        [sys.executable, HERE / "counted.py", *command.split()],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def statements(package):
    """The statements of a package, without docstrings: those of constants and fields are some too."""
    return sum(
        isinstance(node, ast.stmt) and not is_docstring(node)
        for module in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
    )


def is_docstring(node):
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def grown(before, now, room=ROOM):
    """The figures that have grown too much, with both values."""
    return {name: (before[name], now[name]) for name in now if now[name] > before[name] * room}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_takes_no_more_than_it_did(command, held):
    now = counted(command)
    assert now.pop("status") in {0, 1}, "the command did not do its work"
    assert {} == grown(held(command, now), now)


def test_there_is_no_more_to_carry(held):
    now = {package: statements(package) for package in SIZES}
    assert {} == grown(held("statements", now), now, ROOM_OF_SIZES)
    assert now["casekit"] - sum(now[f"casekit/games/{each}"] for each in LATER) <= MOST_STATEMENTS


def test_data_do_not_grow_instead():
    files = (path for folder in ("casekit", "grammar", "schemas") for path in (ROOT / folder).rglob("*"))
    kept = (path for path in files if path.suffix in DATA and not path.name.endswith(".tables.json"))
    data = [path for path in kept if LATER.isdisjoint(path.parts)]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in data) <= MOST_DATA


@pytest.mark.parametrize("package", LINES)
def test_a_game_stays_as_small_as_it_is_meant_to_be(package):
    lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in (ROOT / package).rglob("*.py"))
    assert lines <= LINES[package]


def test_the_interface_of_a_game_stays_small():
    tree = ast.parse((ROOT / "casekit/games/game.py").read_text(encoding="utf-8"))
    members = [
        member
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for member in node.body
        if isinstance(member, ast.AnnAssign)
        or (isinstance(member, ast.FunctionDef) and not member.name.startswith("__"))
    ]
    assert len(members) <= MEMBERS


def test_nothing_else_is_recorded(recorded):
    assert {*COMMANDS, "statements"} == set(recorded)


def test_what_grows_by_more_than_a_twentieth_is_named():
    assert {"calls": (100, 106)} == grown({"calls": 100, "modules": 20}, {"calls": 106, "modules": 21})
