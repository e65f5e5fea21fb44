"""What a command imports is part of its contract: a start-up that doubles is not seen until somebody measures."""

import subprocess
import sys

import pytest

SCRIPT = """
import contextlib, io, sys
from casekit.cli import run
sys.argv[0] = "casekit"
with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    try:
        run()
    except SystemExit as end:
        status = end.code
print(status, *sys.modules)
"""
CASE = "docs/tour/the-last-soup.case"
TABLE = "examples/a-drop-of-midnight.case"

TYPESETTING = {"PIL", "fontTools", "jinja2", "markupsafe", "pikepdf", "pypdf", "weasyprint"}
DRAWING = {"fontTools", "jinja2", "markupsafe"}
TRANSLATING = {"babel", "tomlkit"}
GRAPHS = {"networkx"}
SOLVING = {"pysat"}
PARSING = {"lark"}
SHOWING = {"rich"}
PROCESSES = {"multiprocessing", "concurrent"}
SCHEMAS = {"jsonschema"}
NUMBERS = {"numpy", "distributed", "watchfiles"}  # tables by the thousand
SUGGESTING = {"difflib", "rapidfuzz"}  # what is like a misspelt name

EVERYTHING = (
    TYPESETTING
    | DRAWING
    | TRANSLATING
    | GRAPHS
    | SOLVING
    | PARSING
    | SHOWING
    | PROCESSES
    | SCHEMAS
    | SUGGESTING
    | NUMBERS
)

CONTRACTS = {
    ("--version",): EVERYTHING,
    ("completion", "bash"): EVERYTHING,
    ("explain", "CK401"): EVERYTHING,
    ("serve", "--help"): EVERYTHING,  # what it imports when it serves is in tests/web
    ("fmt", "--check", CASE): EVERYTHING - PARSING,
    ("export", CASE): EVERYTHING - PARSING,
    ("check", CASE): (EVERYTHING | {"subprocess"}) - PARSING - SOLVING,
    # Its short drawing is looked through here.
    ("check", TABLE): (EVERYTHING | {"subprocess"}) - PARSING - SOLVING - {"markupsafe"},
    ("ask", CASE, "tin = suite"): EVERYTHING - PARSING - SOLVING,
    ("ask", CASE, "--not", "ANNA"): EVERYTHING - PARSING - SOLVING,
    ("ask", CASE): EVERYTHING - PARSING - SOLVING,
    ("report", CASE): EVERYTHING - PARSING - SOLVING,
    ("diff", "--no-figures", CASE, "casekit/games/midnight/catalogue/base.case"): EVERYTHING
    - PARSING
    - SOLVING
    - SUGGESTING,
    ("review", CASE): EVERYTHING - PARSING - SOLVING - {"markupsafe"},  # prose as it is printed
    ("words", CASE): EVERYTHING - PARSING,
    ("report", TABLE, "--tables", "1", "--players", "2", "--jobs", "1"): EVERYTHING
    - PARSING
    - SOLVING
    - {"numpy"},
    # Prose and pictures as they are printed, fonts, and numbers by drawing lots or from a lock.
    ("playtest", "page", TABLE, "--output", "-"): EVERYTHING - PARSING - DRAWING - SCHEMAS,
}


def imported(arguments):
    """The exit status of a command, and the modules that it has imported."""
    result = subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments], check=True, capture_output=True, text=True
    )
    status, *modules = result.stdout.split()
    return status, modules


@pytest.mark.parametrize("arguments", CONTRACTS, ids=" ".join)
def test_a_command_imports_only_what_it_needs(arguments, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # nothing is remembered yet
    status, modules = imported(arguments)
    loaded = {module.partition(".")[0] for module in modules}

    assert status in {"0", "1"}, "the command did not do its work"
    assert set() == loaded & CONTRACTS[arguments]


def test_an_unchanged_check_imports_no_parser_no_solver_and_no_rules_of_a_game():
    imported(("check", TABLE))
    status, modules = imported(("check", TABLE))
    assert status == "0"
    assert set() == {module.partition(".")[0] for module in modules} & EVERYTHING
    reading = ("casekit.games.midnight.rooms", "casekit.games.midnight.checks", "casekit.deduce")
    assert [] == [name for name in modules if name.startswith(reading)]
