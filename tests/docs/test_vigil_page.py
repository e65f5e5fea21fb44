"""The examples of the page about Abbey are what it says they are."""

import re
from pathlib import Path

import pytest

from casekit.diagnostics.overlay import overlay
from casekit.games.abbey.deck import DECKS, RESERVED_IN_VIGILS
from casekit.games.abbey.vigil_forms import VIGIL
from casekit.games.all_codes import base_of
from casekit.games.editions import Editions
from casekit.games.transcripts.resolving import story_blocks
from casekit.language.formula.scope import RESERVED
from casekit.pipeline import checking, given_documents

PAGE = "docs/abbey.md"


@pytest.fixture(scope="module")
def shelf():
    return Editions().of(Path("/"), "abbey")


@pytest.fixture(scope="module")
def examples(root, fences):
    return fences(root / PAGE, "vigil")


def test_the_whole_vigil_is_that_of_the_catalogue(examples):
    assert [base_of("abbey")] == [text for _, kind, text in examples if kind == "vigil whole"]


def test_each_example_gets_the_findings_it_names(examples, shelf):
    got = {}
    for line, kind, text in examples:
        if kind != "vigil whole":
            checked = checking.check_bytes(overlay(base_of("abbey"), text).encode(), "x.case", shelf)
            got[line] = {found.code.id for found in checked.diagnostics}
    assert len(got) >= 3
    assert got == {line: set(kind.split()[1:]) for line, kind, _ in examples if line in got}


def test_each_line_of_the_table_of_play_can_be_read_and_every_form_is_there(root):
    table = (root / PAGE).read_text("utf-8").partition("## Play")[2].partition("\n## ")[0]
    lines = re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)
    parsed = given_documents.parse_bytes(("game: abbey\n== play\n" + "\n".join(lines)).encode(), "x.case")
    assert () == parsed.diagnostics
    forms = {item.form for item in parsed.tree.blocks[0].items}
    assert forms == {*next(block.lines for block in VIGIL.outline if block.kind == "play")}


def test_each_formula_can_be_asked(root, fences, shelf):
    ((_, _, formulas),) = fences(root / PAGE, "formulas")
    examined = given_documents.examine_bytes(base_of("abbey").encode(), "x.case", shelf)
    for formula in formulas.splitlines():
        answer, problems = examined.interrogation.ask(formula, None, bare=True)
        assert ((), True) == (problems, answer is not None)


def test_the_page_names_every_field_block_word_and_threshold(root):
    text = (root / PAGE).read_text(encoding="utf-8")
    words = set(re.findall(r"[\w-]+", text))
    assert {*VIGIL.fields, *story_blocks(VIGIL), *(table.table for table in DECKS.tables)} <= words
    assert RESERVED_IN_VIGILS - RESERVED - {"all"} <= words
    for levels in DECKS.levels.values():
        assert f"| {levels.lines[0]} to {levels.lines[1]} " in text
        assert f"| {levels.needed[0]} to {levels.needed[1]} " in text
