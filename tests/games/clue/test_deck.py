import pytest

from casekit.games.clue.asking.evidence_words import WORDS
from casekit.games.clue.deck import CLASSIC, KINDS, Deck, DeckCard

ONE_OF_EACH = tuple(DeckCard(f"{kind}-1", kind, kind) for kind in KINDS)


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
    ("cards", "message"),
    [
        ((*ONE_OF_EACH, ONE_OF_EACH[0]), "two cards have the same slug"),
        ((*ONE_OF_EACH, DeckCard("envelope", "Envelope", "weapon")), "no card can be called 'envelope'"),
        (ONE_OF_EACH[:2], "a deck has cards of each kind: suspect, weapon, room"),
    ],
)
def test_a_deck_that_cannot_be_dealt(cards, message):
    assert 3 == len(Deck(ONE_OF_EACH).cards)
    with pytest.raises(ValueError, match=message):
        Deck(cards)
