"""Clue by counting deals: every way to put a card of each kind into the envelope and the others into the hands."""

from itertools import permutations, product

from casekit.kit.transcripts.document import OPEN

KINDS = {"who": "suspect", "weapon": "weapon", "room": "room"}


def worlds(puzzle):
    """Deals, each the three answers and the holder of every card."""
    cards = [[card.slug for card in puzzle.deck.cards if card.kind == kind] for kind in KINDS.values()]
    seats = [player.name for player in puzzle.players for _ in range(player.hand_size)]
    own = puzzle.hand.cards if puzzle.hand else ()
    for envelope in product(*cards):
        others = [card.slug for card in puzzle.deck.cards if card.slug not in envelope]
        for order in sorted({*permutations(seats)}):
            held = dict.fromkeys(envelope, "envelope") | dict(zip(others, order, strict=True))
            if all(held[card] == puzzle.seat for card in own):
                told = {f"holder({card})": holder for card, holder in held.items()}
                yield dict(zip(KINDS, envelope, strict=True)) | told


def agrees(puzzle, event, world):
    """Whether everybody answers a suggestion, or the envelope an accusation, as this deal has it."""

    def of(holder, cards):
        return {card for card in cards if world[f"holder({card})"] == holder}

    if not hasattr(event, "answers"):
        right = of("envelope", event.cards) == {*event.cards}
        return right == event.right and of("envelope", event.found) == {*event.found}
    for answer in event.answers:
        held = of(answer.player, event.cards)
        seen = puzzle.seat in {OPEN, event.player, answer.player} and answer.card
        if bool(held) != answer.shows or (seen and seen not in held):
            return False
    return True
