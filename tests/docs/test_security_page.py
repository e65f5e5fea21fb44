"""The page on security: each promise has a test, and each test that the page names is there."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/security.md").read_text(encoding="utf-8")
PROMISES = PAGE.partition("## What is promised about hostile cases\n")[2].partition("\n## Each promise")[0]
TABLE = PAGE.partition("| promise | held by |\n|---|---|\n")[2].partition("\n\n")[0]
ROWS = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in TABLE.splitlines()]
NAMED = re.compile(r"`(?P<file>[\w/]+\.py)::(?P<test>test_\w+)`")


def test_each_section_of_promises_is_in_the_table_and_has_tests():
    sections = re.findall(r"^### (.+)$", PROMISES, re.MULTILINE)
    heads = [found[1] for cell, held in ROWS if not held and (found := re.match(r"\*\*\[(.+)\]\(#", cell))]
    assert sections == heads
    for (_, held), (_, following) in zip(ROWS, [*ROWS[1:], ("", "")], strict=True):
        assert held or following, "a section without a test"


@pytest.mark.parametrize(("promise", "held"), [row for row in ROWS if row[1]])
def test_its_test_is_there(promise, held):
    found = NAMED.fullmatch(held)
    assert found is not None, promise
    tree = ast.parse((ROOT / "tests" / found["file"]).read_text(encoding="utf-8"))
    assert found["test"] in {getattr(node, "name", "") for node in tree.body}


def test_other_tests_that_the_page_names_are_there():
    files = set(re.findall(r"`([\w/]+\.py)`", PAGE)) - {"venv.py", "logging.py"}
    files |= set(re.findall(r"`((?:fuzz|limits)/)`", PAGE))
    assert "cli/test_traced.py" in files
    places = (ROOT / "tests", ROOT)
    assert [] == sorted(name for name in files if not any((place / name).exists() for place in places))
