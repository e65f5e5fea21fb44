"""Options that several commands have mean the same in each."""

import json

import click
import pytest

from casekit.cli import option_classes
from tests.cli.test_help import COMMANDS

MISSING = "nowhere.case"

JSON = {
    "check": ("check", MISSING),
    "check --words": ("check", "--words", MISSING),
    "ask": ("ask", MISSING),
    "ask FORMULA": ("ask", MISSING, "culprit = CLARA"),
    "ask --not": ("ask", MISSING, "--not", "BRUNO"),
    "fmt": ("fmt", "--upgrade", MISSING),
    "diff": ("diff", MISSING, "base.case"),
    "report": ("report", MISSING),
    "report --tables": ("report", "--tables", MISSING),
    "review": ("review", MISSING),
    "playtest read": ("playtest", "read", "log.json", MISSING),
    "build": ("build", MISSING),
    "proofread in": ("proofread", "in", MISSING, "base.odt"),
    "translate check": ("translate", "check", "fr", MISSING),
    "preflight": ("preflight", "base.pdf", MISSING),
    "errata": ("errata", "old.lock.json", "new.lock.json"),
}
"""How each command with --json asks about a file that is not there."""

EDITION = {
    "check": ("check", "base.case"),
    "check --words": ("check", "--words", "base.case"),
    "ask": ("ask", "base.case"),
    "ask FORMULA": ("ask", "base.case", "culprit = CLARA"),
    "ask --not": ("ask", "base.case", "--not", "BRUNO"),
    "report": ("report", "base.case"),
    "report --tables": ("report", "--tables", "base.case"),
    "review": ("review", "base.case"),
    "play": ("play", "base.case", "--no-browser"),
    "playtest page": ("playtest", "page", "base.case"),
    "build": ("build", "base.case"),
    "proofread out": ("proofread", "out", "base.case"),
    "read ask": ("read", "ask", "base.case"),
    "read take": ("read", "take", "base.case", "base.case"),
    "read accept": ("read", "accept", "base.case", "02", "Geese", "--why", "it is so"),
    "preflight": ("preflight", "base.case", "base.case"),
    "export": ("export", "base.case"),
    "new": ("new", "Another"),
}
"""How each command with --edition is given a case; those that go on until Ctrl-C and those about a file of somebody else's are not tried."""

ELSEWHERE = {"serve", "playtest read", "proofread in", "read with"}

OUTPUT = {
    "check": ("check", "--words", "base.case"),
    "read ask": ("read", "ask", "base.case"),
    "diff": ("diff", "base.case", "other.case", "--no-figures"),
    "review": ("review", "base.case", "--blind"),
    "playtest page": ("playtest", "page", "base.case"),
    "export": ("export", "base.case"),
    "import": ("import", "base.json"),
}
"""How each command with --output FILE is asked for a text."""

FOLDERS = {"build", "translate merge"}
EITHER = {"proofread out"}


def with_option(name):
    """The commands that have an option, with the option."""
    found = {}
    for command, each in COMMANDS.items():
        for option in each.params:
            if isinstance(option, click.Option) and name in option.opts:
                found[command] = option
    return found


def uses(table):
    """The commands of a table of uses."""
    return {use if use in COMMANDS else use.partition(" ")[0] for use in table}


def test_json_is_written_alike_everywhere():
    found = with_option("--json")
    assert found.keys() == uses(JSON)
    assert {("as_json", True, "Print JSON instead of text.")} == {
        (option.name, option.is_flag, option.help) for option in found.values()
    }


@pytest.mark.parametrize("arguments", JSON.values(), ids=JSON)
def test_json_is_one_object_with_the_findings_in_it_and_nothing_beside_it(arguments, boat, run):  # noqa: ARG001
    status, out, _ = run(*arguments, "--json")
    answer = json.loads(out)
    assert 2 == status
    assert "CK901" in {finding["code"] for finding in answer["diagnostics"]}


def test_an_edition_is_written_alike_everywhere():
    found = with_option("--edition")
    assert found.keys() == uses(EDITION) | ELSEWHERE
    assert {("edition", "PATH", "Use this edition.toml, not the nearest one.")} == {
        (option.name, option.metavar, option.help) for option in found.values()
    }


@pytest.mark.parametrize("arguments", EDITION.values(), ids=EDITION)
def test_an_edition_that_is_not_there_is_misuse(arguments, boat, run):
    before = sorted(boat.iterdir())
    status, out, err = run(*arguments, "--edition", "nowhere.toml")
    assert (2, True) == (status, "nowhere.toml" in out + err), (out, err)
    assert before == sorted(boat.iterdir())


def test_an_output_is_written_alike_everywhere():
    found = with_option("--output")
    assert found.keys() == uses(OUTPUT) | FOLDERS | EITHER
    for command, option in found.items():
        assert {"-o", "--output"} == {*option.opts}
        wanted = "DIR" if command in FOLDERS else "FILE|DIR" if command in EITHER else "FILE"
        assert wanted == option.metavar, command


@pytest.mark.parametrize("arguments", OUTPUT.values(), ids=OUTPUT)
def test_an_output_is_a_file_or_standard_output(arguments, boat, run, put):
    put("other.case", f"{(boat / 'base.case').read_text(encoding='utf-8')}\n// other\n")
    run("export", "base.case", "--output", "base.json")
    status, out, _ = run(*arguments, "--output", "-")
    assert (0, False) == (status, (boat / "-").exists())
    assert (0, "") == run(*arguments, "--output", "out/text")[:2]
    assert out == (boat / "out/text").read_text(encoding="utf-8")


def test_a_manuscript_is_not_written_to_standard_output(boat, run):
    status, _, err = run("proofread", "out", "base.case", "--output", "-")
    assert (2, True, False) == (status, "name it" in err, (boat / "-").exists())


def test_a_page_is_written_alike_everywhere():
    found = with_option("--html")
    assert {"ask", "playtest read", "report", "review"} == found.keys()
    for option in found.values():
        assert isinstance(option, option_classes.OptionalValue)
        assert "[FILE]" == option.metavar
