"""Holds casekit's notes against answer set programming: random deals, every cell after every line.

``trial.py --deals 1000`` does what is promised of every change to the deduction; the suite tries a few of them.
"""

import argparse
import sys
from random import Random

from answer_sets import AnswerSets

from casekit.deduce.solving.knowledge import Knowledge
from casekit.games.clue.asking.puzzle_theory import build_theory
from casekit.games.clue.deck import CLASSIC, ENVELOPE, KINDS
from casekit.games.clue.puzzle import OPEN, Holding, Puzzle, Suggestion
from casekit.games.clue.remarks import remarks
from casekit.games.clue.signature import signature_of
from casekit.games.clue.simulation.dealing import Deal, deal, seen_from
from casekit.games.clue.simulation.detective import play_game
from casekit.games.transcripts.checks.who_plays import illegal
from casekit.games.transcripts.hands.notes import Notes
from casekit.model.proof import Assertion
from casekit.model.theory import Fact

NAMES = ("SCARLET", "MUSTARD", "WHITE", "GREEN", "PEACOCK", "PLUM")
LINES = 40


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    options = parser.parse_args()
    lines = cells = 0
    for number in range(options.first, options.first + options.deals):
        puzzle, holders = random_puzzle(number)
        lines += len(puzzle.play)
        cells += compare(puzzle, holders)
    sys.stdout.write(f"{options.deals} deals, {lines} lines, {cells} cells: all agree\n")


def random_puzzle(number):
    """A legal puzzle of 2 to 6 players, from a simulated game or from suggestions at random, and its deal."""
    random = Random(f"trial {number}")  # noqa: S311
    names = NAMES[: 2 + number % 5]
    if number % 2:
        dealt = deal(CLASSIC, names, random)
        play = play_game(dealt, random, LINES).play
    else:
        dealt = uneven(names, random)
        play = tuple(scattered(dealt, random))
    seat = random.choice([*names, *names, None, OPEN])
    hand = Holding(seat, dealt.cards_of(seat)) if seat in names else None
    seen = tuple(seen_from(event, seat) if isinstance(event, Suggestion) else event for event in play)
    return Puzzle("", dealt.seats, seat, hand, seen, dealt.holdings), dealt.holders


def uneven(names, random):
    """A deal with hands of any size from 1."""
    envelope = [random.choice(CLASSIC.of_kind(kind)) for kind in KINDS]
    left = [card for card in CLASSIC.slugs if card not in envelope]
    random.shuffle(left)
    owners = [*names, *random.choices(names, k=len(left) - len(names))]
    return Deal(CLASSIC, names, dict.fromkeys(envelope, ENVELOPE) | dict(zip(left, owners, strict=True)))


def scattered(dealt, random):
    """Suggestions without a thought, and accusations that are wrong; the last one may be right."""
    left = list(dealt.players)
    for number in range(1, random.randint(5, LINES)):
        player = random.choice(left)
        cards = [random.choice(CLASSIC.of_kind(kind)) for kind in KINDS]
        if len(left) == 1 or random.random() < 0.9:
            yield dealt.suggestion(number, player, cards, (), random)
            continue
        event = dealt.accusation(number, player, cards)
        yield event
        if event.right:
            return
        left.remove(player)


def compare(puzzle, holders):
    """Both ways of asking casekit and the answer sets agree on every cell after every line; how many those are."""
    assert () == illegal(puzzle), [event.text for event in puzzle.play]
    signature = signature_of(puzzle)
    knowledge = Knowledge(build_theory(puzzle).theory)
    notes = Notes(knowledge, signature)
    second = AnswerSets(puzzle)
    for read in range(len(puzzle.play) + 1):
        if read:
            notes.learn(remark.telling for remark in remarks(puzzle.play[read - 1], puzzle.seat))
        expected = second.open(read)
        assert expected >= holders.items(), (puzzle, read)
        assert expected == notes.open, (puzzle, read)
        assert expected == by_claims(knowledge, signature, read), (puzzle, read)
    return (len(puzzle.play) + 1) * len(puzzle.deck.cards) * len(signature.holders)


def by_claims(knowledge, signature, read):
    """The cells that are open to a reader of the first lines, as the commands ask for them."""
    cells = [(card, holder) for card in signature.deck.slugs for holder in signature.holders]
    nodes = [-knowledge.node(Assertion(Fact("holder", (card,), holder))) for card, holder in cells]
    known = knowledge.assume(knowledge.reading(map(str, range(1, read + 1))))
    closed = knowledge.entailed(known, nodes)
    return {cell for cell, node in zip(cells, nodes, strict=True) if node not in closed}


if __name__ == "__main__":
    main()
