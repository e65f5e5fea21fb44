"""Grammars and schemas are made from the forms of lines; ``pytest --rewrite`` on this file makes them again."""

import importlib.util
import re
from pathlib import Path

import pytest

from casekit import resources
from casekit.diagnostics import Source
from casekit.kit.registry import GAMES, game_called
from casekit.language.syntax.canonical_form import item_lines
from casekit.language.syntax.grammar_files import grammar_text, schema_text
from casekit.language.syntax.line_forms import texts_of
from casekit.language.syntax.parser import parse

ROOT = Path(__file__).resolve().parents[2]


def _script(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / f".ci/{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


colours, snippets = _script("colours"), _script("snippets")

DECLARED = [game_called(name) for name in GAMES if game_called(name).dialect.forms]
EXAMPLES = [
    (game.dialect, block, form)
    for game in DECLARED
    for block in game.dialect.outline
    for form in game.dialect.forms
    if form.name in block.lines
]


@pytest.mark.parametrize("game", DECLARED, ids=[game.name for game in DECLARED])
def test_the_grammar_is_that_of_the_forms(game, golden):
    made = grammar_text(game.dialect, f"A {game.dialect.noun} of {game.title}.")
    golden(resources.path(f"grammar/{game.dialect.grammar}.lark"), made)


@pytest.mark.parametrize("game", DECLARED, ids=[game.name for game in DECLARED])
def test_the_schema_is_that_of_the_forms(game, golden):
    file = f"schemas/{game.dialect.grammar}.schema.json"
    golden(resources.path(file), schema_text(game.dialect, resources.text(file)))


@pytest.mark.parametrize(("dialect", "block", "form"), EXAMPLES, ids=[form.name for *_, form in EXAMPLES])
def test_the_example_of_a_form_is_read_and_written_as_it_is(dialect, block, form):
    tree, problems = parse(
        Source("", f"title: T\n== {block.example or block.kind}\n{form.example}\n"), dialect
    )
    assert () == problems
    (line,) = tree.blocks[0].items
    assert (form.name, [form.example]) == (dialect.form(line).name, list(item_lines(line, dialect)))


@pytest.mark.parametrize("file", [colours.TEXTMATE, colours.VIM])
def test_the_colours_are_those_of_the_forms(file, golden):
    golden(ROOT / file, colours.coloured(file, (ROOT / file).read_text(encoding="utf-8")))


def test_the_snippets_are_those_of_the_forms(golden):
    golden(ROOT / snippets.SNIPPETS, snippets.snippets())


@pytest.mark.parametrize("file", [colours.TEXTMATE, colours.VIM])
@pytest.mark.parametrize("game", DECLARED, ids=[game.name for game in DECLARED])
def test_editors_know_the_words_of_all_forms(game, file):
    known = set(re.findall(r"[^\W\d_]+", (ROOT / file).read_text(encoding="utf-8")))
    lines = [pattern for several in game.dialect.patterns.values() for pattern in several]
    assert set() == {text for line in lines for text in texts_of(line) if text.isalpha()} - known
