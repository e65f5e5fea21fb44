"""The examples of the page about Nightfall are what it says they are."""

import re
from pathlib import Path

import pytest

from casekit.diagnostics.overlay import overlay
from casekit.games.all_codes import base_of
from casekit.games.editions import Editions
from casekit.games.nightfall.evening import DECKS
from casekit.games.nightfall.evening_forms import EVENING
from casekit.games.transcripts.resolving import story_blocks
from casekit.language.formula.scope import RESERVED
from casekit.pipeline import checking, given_documents

PAGE = "docs/nightfall.md"


@pytest.fixture(scope="module")
def shelf():
    return Editions().of(Path("/"), "nightfall")


@pytest.fixture(scope="module")
def examples(root, fences):
    return fences(root / PAGE, "evening")


def test_the_whole_evening_is_that_of_the_catalogue(examples):
    assert [base_of("nightfall")] == [text for _, kind, text in examples if kind == "evening whole"]


def test_each_example_is_clean_or_gets_the_findings_it_names(examples, shelf):
    got = {}
    for line, kind, text in examples:
        if kind != "evening whole":
            checked = checking.check_bytes(overlay(base_of("nightfall"), text).encode(), "x.case", shelf)
            got[line] = {found.code.id for found in checked.diagnostics}
    assert len(got) >= 5
    assert got == {line: set(kind.split()[1:]) for line, kind, _ in examples if line in got}


def test_each_line_of_the_table_of_play_can_be_read(root):
    table = (root / PAGE).read_text("utf-8").split("## Play")[1].split("## What")[0]
    lines = re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)
    assert 6 == len(lines)
    text = "game: nightfall\n== play\n" + "\n".join(lines)
    assert () == given_documents.parse_bytes(text.encode(), "x.case").diagnostics


def test_each_formula_can_be_asked(root, fences, shelf):
    ((_, _, formulas),) = fences(root / PAGE, "formulas")
    examined = given_documents.examine_bytes(base_of("nightfall").encode(), "x.case", shelf)
    for formula in formulas.splitlines():
        answer, problems = examined.interrogation.ask(formula, None, bare=True)
        assert ((), True) == (problems, answer is not None)


def test_the_page_names_every_field_block_word_and_threshold(root):
    text = (root / PAGE).read_text(encoding="utf-8")
    words = set(re.findall(r"[\w-]+", text))
    assert {*EVENING.fields, *story_blocks(EVENING)} <= words
    assert DECKS.reserved - RESERVED <= words
    for levels in DECKS.levels.values():
        assert f"| {levels.lines[0]} to {levels.lines[1]} " in text
        assert f"| {levels.needed[0]} to {levels.needed[1]} " in text
        assert f"| {levels.steps[0]} to {levels.steps[1]} " in text
