"""Puzzles made to measure: legal, decided before the end, within their level, the same for the same seed."""

import os
import subprocess
import sys
from functools import cache
from random import Random

import pytest

from casekit.games.clue.document import CLASSIC, DECKS, KINDS, Deck, DeckCard
from casekit.games.clue.generator import ClueGame, deal, players_of, puzzles_of
from casekit.kit.transcripts.analysis import TranscriptAnalysis as PuzzleInquiry
from casekit.kit.transcripts.checks import check_logic
from casekit.kit.transcripts.editions import LABELS, Levels
from casekit.kit.transcripts.metrics import difficulty_of
from tests.games.clue.making import generate

SHOWN = "from tests.games.clue.making import generate; print(generate(2, 'expert', 2))"

made = cache(generate)


@pytest.mark.parametrize("seed", [1, 3, 7])
def test_a_puzzle_for_experts_is_none_for_amateurs(seed):
    """Between two players nothing has to be supposed, so many a game meets both levels."""
    assert DECKS.levels["amateur"].misses(made(2, "expert", seed).figures, 2)


def test_the_seat_of_a_puzzle_never_looks_into_the_envelope():
    """Its player may accuse wrongly in the simulated game; such a seat makes no puzzle."""
    random = Random("rash")  # noqa: S311
    dealt = deal(CLASSIC, ("SCARLET", "MUSTARD"), random)
    wrong = dealt.accusation(1, "SCARLET", ["green", "rope", "hall"])
    game = ClueGame(dealt, random)
    game.play, game.known = [wrong], {"SCARLET": 1, "MUSTARD": 1}
    assert ["MUSTARD"] == [puzzle.seat for puzzle in puzzles_of(game, ["SCARLET", "MUSTARD"], "amateur")]


def test_the_same_seed_makes_the_same_puzzle_in_every_process():
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    elsewhere = subprocess.run(
        [sys.executable, "-c", SHOWN], capture_output=True, text=True, check=True, env=environment
    )
    assert f"{made(2, 'expert', 2)}\n" == elsewhere.stdout
    assert generate(2, "expert", 2) == made(2, "expert", 2)
    assert made(2, "amateur", 2).puzzle != generate(2, "amateur", 4).puzzle


def test_a_seed_that_makes_no_puzzle_says_why(monkeypatch):
    monkeypatch.setattr("casekit.kit.transcripts.generator.MOST_GAMES", 2)
    impossible = Levels(lines=(100, 200), needed=(1, 1), steps=(1, 1), depth=(0, 0))
    refused = generate(2, "amateur", 1, levels=impossible)
    assert (None, 2, {"lines"}) == (refused.puzzle, refused.games, set(refused.rejected))


def test_a_deck_of_ones_own():
    deck = Deck(tuple(DeckCard(f"{kind}-{at}", at, kind) for kind in KINDS for at in "abcd"))
    levels = Levels(lines=(1, 40), needed=(1, 40), steps=(1, 90), depth=(0, 4))
    puzzle = generate(3, "amateur", 1, deck, levels).puzzle
    assert ("SUSPECT-A", "SUSPECT-B", "SUSPECT-C") == puzzle.names
    assert ((), True) == check_logic(PuzzleInquiry(puzzle))


def test_scarlet_begins():
    assert ("SCARLET", "MUSTARD", "WHITE") == players_of(CLASSIC, 3)


FIGURES = dict(zip(LABELS, (10, 7, 30, 1, 1), strict=True))


@pytest.mark.parametrize(
    ("level", "changes", "misses"),
    [
        ("expert", {}, ()),
        ("expert", {"lines": 31}, ("lines",)),
        ("expert", {"needed": 5, "steps": 19}, ("needed", "steps")),
        ("expert", {"depth": 0}, ("depth",)),
        ("expert", {"depth": 3, "together": 2}, ("depth", "together")),
        ("amateur", {}, ("depth",)),
        ("amateur", {"steps": 31, "depth": 0}, ("steps",)),
        ("amateur", {"depth": 0}, ()),
        ("apprentice", {"depth": 0}, ("needed", "steps")),
        ("apprentice", {"needed": 5, "steps": 17, "depth": 0}, ()),
    ],
)
def test_levels(level, changes, misses):
    assert misses == DECKS.levels[level].misses(FIGURES | changes, 4)


def test_between_two_players_nothing_has_to_be_supposed():
    assert () == DECKS.levels["expert"].misses(FIGURES | {"depth": 0}, 2)


def test_an_open_puzzle_has_no_figures(table):
    assert None is difficulty_of(PuzzleInquiry(table()))
