"""Editions of puzzles: their deck, their levels, their booklets."""

import json
import tomllib
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings, strategies as st

from casekit import resources
from casekit.games.clue.document import CLASSIC, DECKS
from casekit.games.clue.game import GAME
from casekit.kit.editions import EditionFinder
from casekit.kit.transcripts.editions import read_edition
from casekit.language.data.toml import MalformedError
from tests.drawn import changed

CLASSIC_EDITION = GAME.language.default_edition()

PLACE = Path("edition.toml")
SMALL = """\
game = "clue"
title = "Clue for two"
language = "de"

[levels.amateur]
lines_min = 4
together_max = 2

[[cards]]
slug = "koch"
name = "Der Koch"
kind = "suspect"

[[cards]]
slug = "dame"
name = "Die Dame"
kind = "suspect"

[[cards]]
slug = "gift"
name = "Gift"
kind = "weapon"

[[cards]]
slug = "diele"
name = "Diele"
kind = "room"

[[booklets]]
slug = "first"
colour = "red"
paper = "a4"
cases = ["a.case"]
"""


def load(text):
    return GAME.language.load_edition(text.encode(), PLACE)


def codes_of(text):
    return [problem.code.id for problem in load(text).diagnostics]


def test_an_edition_may_name_no_more_than_its_game():
    loaded = load('game = "clue"\n')
    assert () == loaded.diagnostics
    edition = loaded.settings
    assert ("", "en", CLASSIC, DECKS.levels, ()) == (
        edition.title,
        edition.language,
        edition.deck,
        edition.levels,
        edition.booklets,
    )
    assert PLACE == edition.file


def test_an_edition_may_have_a_deck_and_levels_of_its_own():
    edition = load(SMALL).settings
    assert ("koch", "dame", "gift", "diele") == edition.deck.slugs
    assert (4, 26) == edition.levels["amateur"].lines
    assert (0, 2) == edition.levels["amateur"].together
    assert DECKS.levels["amateur"].needed == edition.levels["amateur"].needed
    assert DECKS.levels["expert"] == edition.levels["expert"]
    assert ("de", "first", "a4") == (edition.language, edition.booklets[0].slug, edition.booklets[0].paper)


@pytest.mark.parametrize(
    ("code", "line", "message", "change"),
    [
        ("CK801", 2, "not TOML", ('title = "', "title = ")),
        ("CK801", 12, "cards 1, kind", ('kind = "suspect"', 'kind = "person"')),
        ("CK801", 9, "cards 1", ('name = "Der Koch"\n', "")),
        ("CK801", 1, "titel", ("title =", "titel =")),
        ("CK801", 5, "lines_min", ("lines_min = 4", "lines_min = 4.5")),
        ("CK801", 5, "wrong_max", ("lines_min = 4", "wrong_max = 4")),
        ("CK801", 5, "easy", ("[levels.amateur]", "[levels.easy]")),
        ("CK801", 19, "two of the cards have the slug `koch`", ('slug = "gift"', 'slug = "koch"')),
        ("CK801", 19, "`envelope` cannot be a slug", ('slug = "gift"', 'slug = "envelope"')),
        ("CK801", 19, "`no gift` cannot be a slug", ('slug = "gift"', 'slug = "no gift"')),
        ("CK801", 19, "the card `gift` has no name", ('name = "Gift"', 'name = " "')),
        ("CK801", 24, "the deck has no room; it needs 1", ('kind = "room"', 'kind = "weapon"')),
        ("CK801", 24, "the deck has 1 suspect; it needs 2", ('kind = "suspect"', 'kind = "room"')),
        ("CK801", 5, "`amateur` wants 99 lines at least and 26 at most", ("lines_min = 4", "lines_min = 99")),
        ("CK801", 29, "there is no paper `a6`", ('"a4"', '"a6"')),
        ("CK801", 29, "there is no colour `pink`", ('"red"', '"pink"')),
        ("CK801", 29, "names a.case more than once", ('["a.case"]', '["a.case", "./a.case"]')),
        ("CK801", 29, "`a/b` cannot be the name of a file", ('"first"', '"a/b"')),
    ],
)
def test_what_is_wrong_is_told_at_its_place(code, line, message, change):
    assert change[0] in SMALL
    loaded = load(SMALL.replace(*change, 1))
    assert loaded.settings is None
    found = loaded.diagnostics[0]
    assert (code, True) == (found.code.id, message in found.message), found.message
    assert line == found.span.line
    assert found.hint


def test_two_booklets_of_one_name():
    second = SMALL + '\n[[booklets]]\nslug = "FIRST"\n'
    assert ["CK801"] == codes_of(second)


def test_a_deck_has_an_end():
    card = '[[cards]]\nslug = "c{0}"\nname = "C"\nkind = "room"\n'
    assert "CK801" in codes_of('game = "clue"\n' + "".join(card.format(at) for at in range(61)))


@pytest.mark.parametrize(
    "text", ["", 'game = "midnight"\n', "game = 1\n", "\0", "x = 1" + "0" * 9999, "[" * 9000]
)
def test_what_is_no_edition_of_puzzles(text):
    loaded = load(text)
    assert loaded.settings is None
    assert loaded.diagnostics


def test_bytes_that_are_not_text():
    assert ["CK902"] == [found.code.id for found in GAME.language.load_edition(b"\xff", PLACE).diagnostics]


def test_the_edition_of_a_puzzle_is_the_nearest_of_its_game(tmp_path):
    (tmp_path / "edition.toml").write_text(SMALL, encoding="utf-8")
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "edition.toml").write_text('game = "midnight"\n', encoding="utf-8")
    assert "Clue for two" == EditionFinder().of(tmp_path, "clue").settings.title
    assert CLASSIC_EDITION == EditionFinder().of(Path("/"), "clue").settings


# --- the schema ----------------------------------------------------------------------------------

FULL = tomllib.loads(SMALL)
VALUES = st.sampled_from(["", "x", "clue", 0, 1, -1, True, 1.5, [], [1], ["x"], {}, {"slug": "x"}, [{}]])


@settings(max_examples=300)
@given(changed(FULL, VALUES))
def test_the_loader_and_the_schema_agree(data):
    schema = json.loads(resources.text(DECKS.schema))
    try:
        read_edition(GAME, data, PLACE)
        read = True
    except MalformedError:
        read = False
    assert read == jsonschema.Draft202012Validator(schema).is_valid(data)
