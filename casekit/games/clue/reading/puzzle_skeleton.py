"""The first draft of a puzzle: every block there, everything still to do."""

from collections.abc import Mapping, Sequence

from casekit.games.clue.deck import KINDS, Deck
from casekit.games.clue.edition import PuzzleEdition
from casekit.games.clue.signature import RESERVED_IN_PUZZLES

_DRAFT = """\
game: clue
title: {title}
level: amateur  // apprentice | amateur | expert
author: TODO

== players
// In the order of turns, each with the number of cards: {dealt} in all, for three are in the envelope.
{players}

== seat {seat}
// The cards that readers hold. Without a seat they saw no card.
{hand}

== presentation
TODO

== play
// Whoever is asked passes or shows a card; readers see the one that their seat shows or is shown.
// TODO: the play goes on until the envelope is certain.
{play}

== truth
// TODO: change the deal, here and in the seat's hand.
{truth}

== solution
TODO
"""

_PLAYERS = 3


def puzzle_skeleton(title: str, edition: PuzzleEdition) -> str:
    """The text of a new puzzle for three players: a deal of the edition's deck and one suggestion."""
    deck = edition.deck
    names = _names(deck)
    envelope = tuple(deck.of_kind(kind)[0] for kind in KINDS)
    left = [slug for slug in deck.slugs if slug not in envelope]
    hands = {name: tuple(left[at :: len(names)]) for at, name in enumerate(names)}
    return _DRAFT.format(
        title=" ".join(title.split()),
        dealt=len(left),
        players="\n".join(f"{name} {len(cards)}" for name, cards in hands.items()),
        seat=names[0],
        hand=_listed(hands[names[0]]),
        play=_suggestion(envelope, hands, deck),
        truth="\n".join(
            f"{holder}: {_listed(cards)}" for holder, cards in (("envelope", envelope), *hands.items())
        ),
    )


def _names(deck: Deck) -> tuple[str, ...]:
    """Players called like the first suspects, in capitals; by their numbers where those names are taken."""
    taken = {*deck.slugs, *RESERVED_IN_PUZZLES}
    names: list[str] = []
    for number, slug in enumerate(deck.of_kind("suspect")[:_PLAYERS], 1):
        name = slug.upper()
        names.append(f"PLAYER-{number}" if name in taken else name)
        taken.add(name)
    return tuple(names)


def _suggestion(envelope: Sequence[str], hands: Mapping[str, Sequence[str]], deck: Deck) -> str:
    """A first suggestion: one that the next player can answer, or nobody."""
    asker, *others = hands
    rooms = [card for card in hands[others[0]] if card in deck.of_kind("room")] if others else []
    asked = f"{asker} suggests {_listed((*envelope[:2], rooms[0] if rooms else envelope[2]))}"
    answers = [f"{others[0]} shows {rooms[0]}"] if rooms else [f"{name} passes" for name in others]
    return f"{asked}: {', '.join(answers)}" if answers else asked


def _listed(cards: Sequence[str]) -> str:
    return ", ".join(cards)
