from pathlib import Path

import pytest

from casekit.games.clue.document import CLASSIC, KINDS, WORDS
from casekit.kit.editions import EditionFinder


def test_the_classic_deck():
    assert [6, 6, 9] == [len(CLASSIC.of_kind(kind)) for kind in KINDS]
    assert 21 == len(set(CLASSIC.slugs))
    assert ("green", "mustard", "peacock", "plum", "scarlet", "white") == CLASSIC.of_kind("suspect")
    assert ("candlestick", "knife", "pipe", "revolver", "rope", "wrench") == CLASSIC.of_kind("weapon")
    assert [
        "ballroom",
        "billiard",
        "conservatory",
        "dining",
        "hall",
        "kitchen",
        "library",
        "lounge",
        "study",
    ] == list(CLASSIC.of_kind("room"))
    assert "Dining room" == CLASSIC.by_slug["dining"].name


def test_holders_in_sentences():
    assert ("the envelope", "WHITE") == (WORDS.whose("envelope"), WORDS.whose("WHITE"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('slug = "hollis"', 'slug = "finch"', "two of the cards have the slug `finch`"),
        ('slug = "hollis"', 'slug = "envelope"', "`envelope` cannot be a slug"),
        ('kind = "room"', 'kind = "weapon"', "the deck has no room; it needs 1 at least"),
    ],
)
def test_a_deck_that_cannot_be_dealt(old, new, message, tmp_path):
    text = (Path(__file__).parents[3] / "examples/clue/edition.toml").read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "edition.toml"
    file.write_text(text.replace(old, new), encoding="utf-8")
    assert message in [found.message for found in EditionFinder().read(file).diagnostics]
