from casekit.games.clue.puzzle import CLASSIC, KINDS, WORDS


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
