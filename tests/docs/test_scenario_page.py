"""The examples of the page about Deception are what it says they are."""

import re
from pathlib import Path

import pytest

from casekit.diagnostics.overlay import overlay
from casekit.games.all_codes import base_of
from casekit.games.deception.deck import DECKS, RESERVED_IN_SCENARIOS
from casekit.games.deception.game import SCENARIO
from casekit.games.editions import Editions
from casekit.games.transcripts.resolving import story_blocks
from casekit.language.formula.scope import RESERVED
from casekit.pipeline import checking, given_documents

PAGE = "docs/deception.md"


@pytest.fixture(scope="module")
def shelf():
    return Editions().of(Path("/"), "deception")


@pytest.fixture(scope="module")
def examples(root, fences):
    return fences(root / PAGE, "scenario")


def test_the_whole_scenario_is_that_of_the_catalogue(examples):
    assert [base_of("deception")] == [text for _, kind, text in examples if kind == "scenario whole"]


def test_each_example_is_clean_or_gets_the_findings_it_names(examples, shelf):
    got = {}
    for line, kind, text in examples:
        if kind != "scenario whole":
            checked = checking.check_bytes(overlay(base_of("deception"), text).encode(), "x.case", shelf)
            got[line] = {found.code.id for found in checked.diagnostics}
    assert len(got) >= 4
    assert got == {line: set(kind.split()[1:]) for line, kind, _ in examples if line in got}


def test_each_line_of_the_table_of_play_can_be_read(root):
    lines = re.findall(
        r"^\| `(\w+ (?:weather|solves|names) [^`]+|marker [^`]+)` \|",
        (root / PAGE).read_text("utf-8"),
        re.MULTILINE,
    )
    assert 4 == len(lines)
    text = "game: deception\n== play\n" + "\n".join(lines)
    assert () == given_documents.parse_bytes(text.encode(), "x.case").diagnostics


def test_each_formula_can_be_asked(root, fences, shelf):
    ((_, _, formulas),) = fences(root / PAGE, "formulas")
    examined = given_documents.examine_bytes(base_of("deception").encode(), "x.case", shelf)
    for formula in formulas.splitlines():
        answer, problems = examined.interrogation.ask(formula, None, bare=True)
        assert ((), True) == (problems, answer is not None)


def test_the_page_names_every_field_block_word_and_threshold(root):
    text = (root / PAGE).read_text(encoding="utf-8")
    words = set(re.findall(r"[\w-]+", text))
    assert {*SCENARIO.fields, *story_blocks(SCENARIO), *(table.table for table in DECKS.tables)} <= words
    assert RESERVED_IN_SCENARIOS - RESERVED - {"all"} <= words
    for levels in DECKS.levels.values():
        assert f"| {levels.lines[0]} to {levels.lines[1]} " in text
        assert f"| {levels.needed[0]} to {levels.needed[1]} " in text
