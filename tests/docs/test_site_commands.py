"""The page of commands is what their help says."""

import importlib.util
import re

import pytest

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
    # Two commands need no more than their help; others come with the pages about them.
    assert {"completion", "fmt"} == known - commands.GUIDES.keys()
    assert {"play", "serve"} >= commands.GUIDES.keys() - known
