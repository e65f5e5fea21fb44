"""The page of commands is what their help says."""

import importlib.util
import re

import click
import pytest
from click.testing import CliRunner

from casekit.cli.main import main

PAGE = "docs/commands.md"


@pytest.fixture(scope="module")
def commands(root):
    spec = importlib.util.spec_from_file_location("commands_page", root / ".ci/commands.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_committed_page_is_what_make_docs_writes(root, golden, commands):
    golden(root / PAGE, commands.page())


def test_the_page_is_the_same_after_the_commands_ran(root, commands, monkeypatch):
    for command in _all(main):
        # click keeps a command's help option as it was first asked for, here as if nobody had asked yet.
        monkeypatch.setattr(command, "_help_option", None)
    for name in main.list_commands(None):
        assert CliRunner().invoke(main, [name, "--help"]).exit_code == 0
    assert (root / PAGE).read_text(encoding="utf-8") == commands.page()


def _all(command):
    yield command
    if isinstance(command, click.Group):
        for name in command.list_commands(None):
            yield from _all(command.get_command(None, name))


def test_every_command_has_an_example_and_every_option_is_described(root):
    text = (root / PAGE).read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE))
    assert {*main.list_commands(None)} == sections.keys()
    assert [] == [
        name
        for name, body in sections.items()
        if not re.search(rf"^casekit {name}\b(?!.*OPTIONS)", body, re.MULTILINE)
    ]
    assert [] == re.findall(r"^\| `-.*` \| +\|$", text, re.MULTILINE)


def test_each_command_leads_to_its_guide(commands):
    known = {*main.list_commands(None)}
    # One command needs no more than its help; others come with the pages about them.
    assert {"completion"} == known - commands.GUIDES.keys()
    assert {"play", "serve"} >= commands.GUIDES.keys() - known
