"""The help: what is listed, in which order, and that each page fits one screen."""

import re

import click
import pytest

from casekit.cli.main import GROUPS, main
from casekit.cli.option_classes import ADVANCED
from casekit.kit.registry import GAMES

LINES, COLUMNS = 40, 80

SELDOM = {"--against", "--backend", "--budget", "--gate", "--jobs", "--profile", "--save", "--scheduler"}
"""Options for clusters, profiling and gates."""


def below(command, names=()):
    """Every command with its names, groups among them."""
    yield command, names
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from below(command.get_command(context, name), (*names, name))


COMMANDS = {" ".join(names): command for command, names in below(main)}
PAGES = [*COMMANDS, "new --generate", *(f"new --game {game} --generate" for game in GAMES)]


@pytest.mark.parametrize("command", PAGES)
def test_each_page_fits_one_screen(command, run, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    status, out, _ = run(*command.split(), "--help")
    assert 0 == status
    lines = out.splitlines()
    assert LINES >= len(lines)
    assert [] == [line for line in lines if len(line) > COLUMNS]


def test_what_writers_need_comes_first(run):
    out = run("--help")[1]
    headings = re.findall(r"^(\S.*[:?])$", out, re.MULTILINE)
    assert ["Write:", "Is it fair?", "Show and play:", "Make it:", "Publish:", "For programs:"] == headings
    written = re.search(r"^Write:\n(.*?)\n\n", out, re.DOTALL | re.MULTILINE)
    assert 9 == len(written[1].splitlines())


def test_the_groups_hold_every_command_and_no_other():
    uses = [command for uses in GROUPS.values() for use in uses for command in use.split(", ")]
    listed = dict.fromkeys(use.split()[0] for use in uses)
    assert main.list_commands(None) == list(listed)


def test_options_that_the_groups_name_are_there():
    for uses in GROUPS.values():
        for use in uses:
            for option in re.findall(r"--\w+", use):
                assert any(option in parameter.opts for parameter in COMMANDS[use.split()[0]].params)


@pytest.mark.parametrize("command", COMMANDS)
def test_what_few_need_is_advanced_and_last(command, run):
    options = [each for each in COMMANDS[command].params if isinstance(each, click.Option)]
    advanced = {each.opts[-1] for each in options if getattr(each, "section", "") == ADVANCED}
    assert SELDOM & {each.opts[-1] for each in options} <= advanced
    headings = re.findall(r"^(\w.*):$", run(*command.split(), "--help")[1], re.MULTILINE)
    assert bool(advanced) == (ADVANCED in headings)
    assert not advanced or ADVANCED == headings[-1]
