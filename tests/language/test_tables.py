import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from casekit import resources
from casekit.diagnostics import Source
from casekit.games.midnight.language.line_forms import CASE
from casekit.kit.code_registry import base_of
from casekit.kit.registry import GAMES, game_called
from casekit.language.syntax import parse_tables, stepped_parse
from casekit.language.syntax.layout import lay_out
from casekit.language.syntax.mistakes import known_mistakes
from casekit.language.syntax.parser import parse
from casekit.language.syntax.tree_builder import builder_of

ROOT = Path(__file__).resolve().parents[2]
FOLDER = resources.path("grammar/case.lark").parent
TEXTS = sorted(
    [*ROOT.glob("examples/*.case"), *ROOT.glob("docs/tour/*.case"), *ROOT.glob("tests/cases/*.txt")]
)
BASES = {game: base_of(game) for game in GAMES}


@pytest.fixture(scope="module")
def text():
    return parse_tables.tables_text(FOLDER, "case")


def _parse_all(parser, monkeypatch):
    monkeypatch.setattr(stepped_parse, "parser", lambda _: parser)
    # How slips stop the parser is known by its states, which each has in an order of its own.
    known_mistakes._known.cache_clear()
    return [parse(Source(file.name, file.read_text(encoding="utf-8")), CASE) for file in TEXTS]


@pytest.fixture(autouse=True)
def _forget_states():
    yield
    known_mistakes._known.cache_clear()


def test_tables_that_were_read_parse_like_those_that_were_made(text, monkeypatch):
    built = parse_tables.built(FOLDER, "case", builder_of(CASE))
    loaded = parse_tables.loaded(text, FOLDER, "case", builder_of(CASE))
    assert loaded is not None
    expected = _parse_all(built, monkeypatch)
    assert any(problems for _, problems in expected)
    assert expected == _parse_all(loaded, monkeypatch)


@pytest.mark.parametrize("name", GAMES)
def test_the_grammar_of_every_game_is_among_those_that_get_tables(name):
    dialect = game_called(name).dialect
    assert dialect.grammar in parse_tables.grammars(FOLDER)
    made = parse_tables.tables_text(FOLDER, dialect.grammar)
    built = parse_tables.built(FOLDER, dialect.grammar, builder_of(dialect))
    loaded = parse_tables.loaded(made, FOLDER, dialect.grammar, builder_of(dialect))
    text = lay_out(BASES[name], dialect.logic_blocks)
    assert built.parse(text, start="document") == loaded.parse(text, start="document")


def test_tables_are_data_that_names_no_machine(text):
    assert text == json.dumps(json.loads(text), separators=(",", ":")) + "\n"
    assert str(ROOT) not in text


def test_tables_of_another_grammar_are_not_taken(text, tmp_path):
    for name in ("case.lark", "formula.lark"):
        (tmp_path / name).write_text((FOLDER / name).read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert parse_tables.loaded(text, tmp_path, "case", builder_of(CASE)) is None


def test_tables_of_another_lark_are_not_taken(text, monkeypatch):
    monkeypatch.setattr(parse_tables.lark, "__version__", "99.0.0")
    assert parse_tables.loaded(text, FOLDER, "case", builder_of(CASE)) is None


@pytest.mark.parametrize("found", ["{}", "no tables", '{"made_from": "something else"}'])
def test_without_good_tables_the_parser_is_made_in_memory(found, monkeypatch):
    monkeypatch.setattr(resources, "text", lambda _: found)
    assert (
        stepped_parse.parser.__wrapped__(CASE).parse("culprit = ANNA\n", start="lone_formula").operator == "="
    )


class _Payload:
    """Makes a file where it is unpickled."""

    def __init__(self, trace):
        self._trace = trace

    def __reduce__(self):
        return (Path.touch, (self._trace,))


@pytest.mark.parametrize("variable", ["XDG_CACHE_HOME", "HOME"])
def test_a_poisoned_cache_is_not_read(variable, tmp_path):
    trace = tmp_path / "trace"
    cache = tmp_path / ("" if variable == "XDG_CACHE_HOME" else ".cache") / "casekit" / "case.lark.tables"
    cache.parent.mkdir(parents=True)
    poison = b"0\n" + pickle.dumps(_Payload(trace))
    cache.write_bytes(poison)
    environment = {key: value for key, value in os.environ.items() if key != "XDG_CACHE_HOME"}
    command = [Path(sys.executable).with_name("casekit"), "check", ROOT / "docs/tour/the-last-soup.case"]
    result = subprocess.run(
        command, env=environment | {variable: str(tmp_path)}, capture_output=True, check=False
    )
    assert 0 == result.returncode, result.stderr
    assert not trace.exists()
    assert poison == cache.read_bytes()
    remembered = cache.parent / "checked"
    files = [file for file in tmp_path.rglob("*") if file.is_file() and remembered not in file.parents]
    assert [cache] == files
