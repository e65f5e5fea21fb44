"""A small table of three, its transcript in the words of the language, and ways to bend both."""

from dataclasses import replace

import pytest

from casekit.diagnostics import Place
from casekit.games.clue.document import Accusation, Answer, Puzzle, Suggestion
from casekit.kit.hands import Holding, Player

SIZES = {"SCARLET": 6, "MUSTARD": 6, "WHITE": 6}
HAND = "rope, hall, plum, knife, lounge, green"
TRUTH = {
    "envelope": "mustard, wrench, study",
    "SCARLET": HAND,
    "MUSTARD": "peacock, scarlet, candlestick, ballroom, billiard, library",
    "WHITE": "white, pipe, revolver, conservatory, dining, kitchen",
}


def _answer(text, place):
    player, verb, *card = text.split()
    return Answer(player, verb == "shows", *card, place=place)


def _event(number, text):
    """A line of play; its place begins at ten times its number, that of its second answer two further on."""
    asked, _, replied = text.partition(": ")
    player, verb, cards = asked.split(maxsplit=2)
    named, place = tuple(cards.split(", ")), Place(10 * number, 10 * number + 9)
    if verb == "accuses":
        return Accusation(number, player, named, replied == "right", place=place)
    answers = [
        _answer(part, Place(10 * number + at, 10 * number + at + 1))
        for at, part in enumerate(filter(None, replied.split(", ")), 1)
    ]
    return Suggestion(number, player, named, tuple(answers), place=place)


@pytest.fixture(scope="session")
def play():
    """Turns lines as the language writes them into events, numbered from 1."""

    def build(*lines):
        return tuple(_event(number, line) for number, line in enumerate(lines, 1))

    return build


@pytest.fixture(scope="session")
def holding():
    """Turns cards, separated by commas, into a holding; envelope and hands have places of their own."""

    def build(holder, cards, start=0):
        return Holding(holder, tuple(filter(None, cards.split(", "))), Place(start, start + 1))

    return build


@pytest.fixture(scope="session")
def table(play, holding):
    """A puzzle of three players as SCARLET sees it: its lines of play, with other sizes, seat, hand or truth."""

    def build(*lines, sizes=SIZES, seat="SCARLET", hand=HAND, truth=TRUTH, **changed):
        puzzle = Puzzle(
            title="Three",
            players=tuple(
                Player(name, size, Place(1000 + at, 1001 + at))
                for at, (name, size) in enumerate(sizes.items())
            ),
            seat=seat,
            hand=holding(seat, hand, 2000) if seat in sizes and hand is not None else None,
            play=play(*lines),
            truth=tuple(holding(name, cards, 3000 + at) for at, (name, cards) in enumerate(truth.items())),
        )
        return replace(puzzle, **changed)

    return build
