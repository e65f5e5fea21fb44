"""The examples of the pages about games with transcripts are what these say they are."""

import re

import pytest

from casekit.kit.code_registry import base_of
from casekit.kit.editions import LoadedEdition
from casekit.kit.registry import game_called
from casekit.kit.transcripts.resolver import story_blocks
from casekit.language.formula.nodes import RESERVED
from casekit.pipeline import checking, loading
from tests.kit.transcripts.rows import ROWS
from tests.overlay import overlay

EXAMPLES = {"abbey": 3, "clue": 7, "deception": 4, "nightfall": 5}
"""How many examples each page has at least, beside the whole document."""


@pytest.fixture(params=ROWS, ids=lambda row: row.game)
def game(request):
    """The parts of a game; its page is called like it."""
    return request.param.parts


@pytest.fixture
def loaded_edition(game):
    return LoadedEdition(game_called(game.name).language.default_edition(), game=game.name)


@pytest.fixture
def page(root, game):
    return root / f"docs/{game.name}.md"


@pytest.fixture
def examples(fences, page, game):
    return fences(page, game.dialect.noun)


def test_the_whole_document_is_that_of_the_catalogue(game, examples):
    whole = f"{game.dialect.noun} whole"
    assert [base_of(game.name)] == [text for _, kind, text in examples if kind == whole]


def test_each_example_is_clean_or_gets_the_findings_it_names(game, examples, loaded_edition):
    fragments = [(line, kind.split()[1:], text) for line, kind, text in examples if " whole" not in kind]
    assert len(fragments) >= EXAMPLES[game.name]
    got = {}
    for line, _, text in fragments:
        checked = checking.check_bytes(overlay(base_of(game.name), text).encode(), "x.case", loaded_edition)
        got[line] = {found.code.id for found in checked.diagnostics}
    assert {line: set(codes) for line, codes, _ in fragments} == got


def test_each_line_of_the_table_of_play_can_be_read_and_every_form_is_there(game, page):
    table = page.read_text(encoding="utf-8").partition("\n## Play\n")[2].partition("\n## ")[0]
    lines = "\n".join(re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE))
    parsed = loading.parse_bytes(f"game: {game.name}\n== play\n{lines}".encode(), "x.case")
    assert () == parsed.diagnostics
    play = next(block for block in game.dialect.outline if block.kind == "play")
    quoting = {form.name for form in game.dialect.forms if form.patterns[0].startswith("~")}
    assert {*play.lines} - quoting == {item.form for item in parsed.tree.blocks[0].items}


def test_each_formula_can_be_asked(game, page, fences, loaded_edition):
    ((_, _, formulas),) = fences(page, "formulas")
    examined = loading.load_bytes_for_analysis(base_of(game.name).encode(), "x.case", loaded_edition)
    for formula in formulas.splitlines():
        answer, problems = examined.analyzer.ask(formula, None, bare=True)
        assert ((), True) == (problems, answer is not None)


def test_the_page_names_every_field_block_word_and_threshold(game, page):
    text, decks = page.read_text(encoding="utf-8"), game.decks()
    words = set(re.findall(r"[\w-]+", text))
    assert {
        *game.dialect.fields,
        *story_blocks(game.dialect),
        *(table.table for table in decks.tables),
    } <= words
    assert decks.reserved - RESERVED - {"all"} <= words
    for levels in decks.levels.values():
        for least, most in (levels.lines, levels.needed, levels.steps, *levels.by_players.values()):
            assert f"| {least} to {most} " in text
