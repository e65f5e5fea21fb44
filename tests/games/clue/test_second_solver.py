"""Every cell of the notes by other routes: answer sets for the classic deck, all deals one by one for a small one."""

import subprocess
import sys
from itertools import permutations, product
from pathlib import Path
from random import Random

import pytest

from casekit.deduce.solving.knowledge import Knowledge
from casekit.games.clue.asking.puzzle_theory import build_theory
from casekit.games.clue.deck import ENVELOPE, KINDS, Deck, DeckCard
from casekit.games.clue.puzzle import OPEN, Holding, Puzzle
from casekit.games.clue.remarks import remarks
from casekit.games.clue.signature import signature_of
from casekit.games.clue.simulation.dealing import deal, seen_from
from casekit.games.transcripts.hands.notes import Notes

TRIAL = Path(__file__).with_name("trial.py")
SMALL = Deck(tuple(DeckCard(f"{kind}-{at}", f"{kind} {at}", kind) for kind in KINDS for at in "abc"))
NAMES = ("ANNA", "BRUNO", "CLARA")


def test_random_deals_by_answer_sets():
    done = subprocess.run(
        [sys.executable, TRIAL, "--deals", "10"], capture_output=True, text=True, check=False
    )
    assert 0 == done.returncode, done.stderr[-4000:]
    assert done.stdout.startswith("10 deals, ")


def deals(sizes):
    """Every way to deal the small deck: a card of each kind to the envelope, the others to the players."""
    seats = [name for name, size in sizes.items() for _ in range(size)]
    orders = sorted(set(permutations(seats)))
    for envelope in product(*(SMALL.of_kind(kind) for kind in KINDS)):
        left = [card for card in SMALL.slugs if card not in envelope]
        for order in orders:
            yield {**dict.fromkeys(envelope, ENVELOPE), **dict(zip(left, order, strict=True))}


def agrees(holders, event, seat):
    """Whether a deal is as a suggestion was answered."""
    for answer in event.answers:
        held = [card for card in event.cards if holders[card] == answer.player]
        seen = answer.card if seat in {OPEN, event.player, answer.player} else None
        if bool(held) != answer.shows or (seen and seen not in held):
            return False
    return True


@pytest.mark.parametrize("number", range(12))
def test_a_small_deck_deal_by_deal(number):
    random = Random(f"small {number}")  # noqa: S311
    names = NAMES[: 2 + number % 2]
    dealt = deal(SMALL, names, random)
    seat = (*names, None, OPEN)[number % (len(names) + 2)]
    hand = Holding(seat, dealt.cards_of(seat)) if seat in names else None
    play = [
        seen_from(
            dealt.suggestion(
                at, random.choice(names), [random.choice(SMALL.of_kind(k)) for k in KINDS], (), random
            ),
            seat,
        )
        for at in range(1, 9)
    ]
    puzzle = Puzzle("", dealt.seats, seat, hand, tuple(play), deck=SMALL)
    notes = Notes(Knowledge(build_theory(puzzle).theory), signature_of(puzzle))
    left = [
        holders
        for holders in deals({player.name: player.hand_size for player in dealt.seats})
        if hand is None or all(holders[card] == seat for card in hand.cards)
    ]
    for event in play:
        notes.learn(remark.telling for remark in remarks(event, seat))
        left = [holders for holders in left if agrees(holders, event, seat)]
        assert {cell for holders in left for cell in holders.items()} == notes.open
