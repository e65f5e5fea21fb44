"""A game is a value: what names one finds it, and what names none that is there is told so."""

import pickle
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from casekit.diagnostics import has_errors
from casekit.kit.code_registry import base_of
from casekit.kit.editions import EditionFinder
from casekit.kit.interface import Game
from casekit.kit.registry import DEFAULT, GAMES, game_called
from casekit.language.syntax.line_forms import Form
from casekit.pipeline import checking, loading

BASE = base_of()


@pytest.mark.parametrize("name", GAMES)
def test_each_game_of_the_table_is_one_and_knows_its_name(name):
    game = game_called(name)
    assert isinstance(game, Game)
    assert name == game.name
    assert any(each.for_single_case for each in game.products)
    assert "booklet" == game.products[0].name


def test_a_game_is_the_same_one_in_another_process():
    game = game_called(DEFAULT)
    assert game is pickle.loads(pickle.dumps(game))  # noqa: S301 - our own bytes


def test_a_case_may_name_its_game(boat):
    text = f"game: {DEFAULT}\n{BASE}"
    checked = checking.check_bytes(text.encode(), "base.case", EditionFinder().of(boat))
    assert not has_errors(checked.diagnostics)
    assert game_called(DEFAULT) is checked.game


def test_a_case_of_an_unknown_game_is_one_finding_with_its_place(boat):
    text = f"title: T\ngame: midnigth\n{BASE}"
    (found,) = checking.check_bytes(text.encode(), "base.case", EditionFinder().of(boat)).diagnostics
    assert ("CK113", 2, 7) == (found.code.id, found.span.line, found.span.column)
    assert "there is no game `midnigth`" == found.message
    assert "midnight" in found.hint


def test_the_word_game_in_a_case_is_not_its_header():
    parsed = loading.parse_bytes(b"title: T\n== notes\ngame: chess\n", "x.case")
    assert (DEFAULT, ()) == (parsed.game.name, parsed.diagnostics)


def test_a_document_of_another_game_that_does_not_name_it_is_one_finding():
    """All that follows is held back: the game that nobody meant would understand not a line."""
    text = "title: T\n\n== players\nA 6\nB 6\n\n== presentation\nRain.\n\n== play\nA suggests a: B passes\n"
    parsed = loading.parse_bytes(text.encode(), "x.case")
    (found,) = parsed.diagnostics
    assert ("CK112", 3, 4) == (found.code.id, found.span.line, found.span.column)
    assert ("clue", "begin with `game: clue`") == (parsed.game.name, found.hint)
    assert "this looks like a puzzle of Clue" in found.message
    checked = checking.check_bytes(text.encode(), "x.case", EditionFinder().of(Path(), "clue"))
    assert (found,) == checked.diagnostics
    assert () == loading.parse_bytes(f"game: clue\n{text}".encode(), "x.case").diagnostics


@pytest.fixture
def auction(monkeypatch):
    """A game whose blocks are those of Clue and whose lines are not."""
    clue = game_called("clue")
    bid = Form(
        "suggestion", ("{player} bids {cards:card,} for {answers:card}[: {right:won=true|lost=false}]",)
    )
    forms = tuple(bid if form.name == "suggestion" else form for form in clue.dialect.forms)
    module = ModuleType("auction_of_the_tests")

    class Auction(type(clue)):
        name = "auction"
        title = "Auction"
        dialect = replace(clue.dialect, forms=forms)

    module.GAME = Auction()
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(GAMES, "auction", module.__name__)
    yield "auction"
    game_called.cache_clear()


@pytest.mark.usefixtures("auction")
@pytest.mark.parametrize(
    ("line", "name"),
    [("A suggests rope, hall, plum: B passes", "clue"), ("A bids rope, hall for plum", "auction")],
)
def test_a_document_of_one_of_two_games_with_the_same_blocks_is_known_by_its_lines(line, name):
    text = f"title: T\n\n== players\nA 6\nB 6\n\n== play\n{line}\n{line}\nB accuses a, b, c: wrong\n"
    parsed = loading.parse_bytes(text.encode(), "x.case")
    assert [f"begin with `game: {name}`"] == [each.hint for each in parsed.diagnostics]
    unnamed = "title: T\n\n== players\nA 6\n\n== play\n"
    assert min(GAMES) == loading.parse_bytes(unnamed.encode(), "x.case").game.name


@pytest.mark.parametrize(
    "text", ["== presentation\nRain.\n", "== 01\nRain.\n\n== 02\nSun.\n\n== play\nBoo.\n"]
)
def test_a_document_with_few_headings_of_another_game_is_left_alone(text):
    assert DEFAULT == loading.parse_bytes(f"title: T\n\n{text}".encode(), "x.case").game.name


def test_an_edition_may_name_its_game(boat):
    file = boat / "edition.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(f'game = "{DEFAULT}"\n{text}', encoding="utf-8")
    loaded_edition = EditionFinder().of(boat)
    assert ((), DEFAULT) == (loaded_edition.diagnostics, loaded_edition.game)


def test_an_edition_of_an_unknown_game_is_one_finding_and_no_other_edition_is_taken(boat):
    file = boat / "edition.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(f'game = "chess"\n{text}', encoding="utf-8")
    loaded_edition = EditionFinder().of(boat)
    (found,) = loaded_edition.diagnostics
    assert ("CK801", 1) == (found.code.id, found.span.line)
    assert "there is no game `chess`" == found.message
    assert loaded_edition.settings is None


@pytest.mark.parametrize("name", [name for name in GAMES if name != DEFAULT])
def test_a_document_in_a_booklet_of_another_game_is_one_finding_with_its_place(name, boat):
    (boat / "base.case").write_text(f"title: T\ngame: {name}\n{BASE}", encoding="utf-8")
    edition = (boat / "edition.toml").read_text(encoding="utf-8")
    bound = '[[booklets]]\nslug = "x"\ncases = ["base.case"]\n'
    (boat / "edition.toml").write_text(f"{edition}\n{bound}", encoding="utf-8")
    editions = EditionFinder()
    report, (checked,) = checking.check_files(
        [loading.InputFile.of(boat / "edition.toml")], editions, lambda _: None
    )
    assert checked.document is None
    found = [each for each in report.diagnostics if each.code.id == "CK801"]
    assert [(2, 7)] == [(each.span.line, each.span.column) for each in found]
    assert f"this is a document of {name}, but its edition is one of {DEFAULT}" == found[0].message
    examined = loading.load_bytes_for_analysis(
        (boat / "base.case").read_bytes(), "base.case", editions.read(boat / "edition.toml")
    )
    assert examined.analyzer is None
    assert "CK801" in [each.code.id for each in examined.diagnostics]
