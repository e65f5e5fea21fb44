"""Names of cards, tiles and options in another language: all are asked for, and one that changes brings the whole deck."""

import tomllib
from pathlib import Path

import pytest

from casekit.games.deception.document import DECKS
from casekit.games.deception.game import GAME
from casekit.kit.transcripts.editions import read_edition
from casekit.kit.transcripts.translation import walk_edition

DECK = DECKS.usual


def _walked(change):
    """The data of the built-in edition after each of its texts was changed, and the texts by their contexts."""
    source, texts = GAME.language.edition_template(), {}
    content = tomllib.loads(source.text)

    def visit(text):
        texts[text.context] = text.source
        return change(text)

    walk_edition(DECKS, content, source, visit)
    return content, texts


def test_every_name_has_a_text_of_its_own_and_none_is_written_that_stays_as_it_is():
    content, texts = _walked(lambda text: text.source)
    cards = {f"card {card.slug}": card.name for card in DECK.cards}
    tiles = {f"tile {tile.slug}": tile.name for tile in DECK.tiles}
    options = {f"option {tile.slug}.{slug}": name for tile in DECK.tiles for slug, name in tile.named.items()}
    assert {"title": "Deception"} | cards | tiles | options == texts
    assert {"format", "game", "title", "language"} == content.keys()


@pytest.mark.parametrize("context", ["card boathook", "card parrot", "tile weather", "option weather.fog"])
def test_one_name_that_is_translated_brings_a_deck_that_differs_in_it_alone(context):
    content, _ = _walked(lambda text: "Neu" if text.context == context else text.source)
    edition, faults = read_edition(GAME, content, Path("edition.toml"))
    names = zip(DECKS.names(DECK), DECKS.names(edition.deck), strict=True)
    assert ((), ["Neu"]) == (tuple(faults), [new.name for old, new in names if old.name != new.name])
    assert [card.suits for card in DECK.cards] == [card.suits for card in edition.deck.cards]
