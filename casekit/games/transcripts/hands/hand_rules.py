"""Hands as the seat and the truth give them: no card twice, sizes as they were dealt."""

from collections.abc import Iterator

from casekit.games.transcripts import codes
from casekit.games.transcripts.checks.breaches import Beside, Breach
from casekit.games.transcripts.hands.hand_words import HandWords
from casekit.games.transcripts.hands.holdings import Held, Holding, held


def repeated_holders(transcript: Held, words: HandWords) -> Iterator[Breach]:
    """The truth gives each hand once."""
    first: dict[str, Holding] = {}
    for holding in transcript.truth:
        if holding.holder in first:
            yield Breach(
                codes.REPEATED_HOLDER,
                f"the truth says twice what {words.whose(holding.holder)} holds",
                holding.place,
                "remove one of the two lines",
                (Beside(first[holding.holder].place, "it is here already"),),
            )
        first.setdefault(holding.holder, holding)


def sizes_of_holdings(transcript: Held) -> Iterator[Breach]:
    """A hand has the size that its player was dealt."""
    players = {player.name: player for player in transcript.players}
    for holding in held(transcript):
        player = players.get(holding.holder)
        count = len(holding.cards)
        if player is not None and count != player.hand_size:
            yield Breach(
                codes.WRONG_HAND_SIZE,
                f"{player.name} holds {count} card{'' if count == 1 else 's'} here, but was dealt "
                f"{player.hand_size}",
                holding.place,
                f"name {player.hand_size} cards, or change the number after {player.name}",
                (Beside(player.place, f"{player.name} was dealt {player.hand_size}"),),
            )


def repeated_cards(transcript: Held, words: HandWords) -> Iterator[Breach]:
    """No card is in two places, or in one twice."""
    first: dict[str, Holding] = {}
    for holding in held(transcript):
        seen: set[str] = set()
        for card in holding.cards:
            other = first.setdefault(card, holding)
            if card in seen or other.holder != holding.holder:
                where = (
                    "twice here"
                    if card in seen
                    else f"in two places: {words.whose(other.holder)} holds it too"
                )
                yield Breach(
                    codes.REPEATED_CARD,
                    f"{card} is {where}",
                    holding.place,
                    "leave it in one place; the deck has each card once",
                    ()
                    if card in seen
                    else (Beside(other.place, f"{words.whose(other.holder)} holds {card}"),),
                )
            seen.add(card)


def different_hands(transcript: Held) -> Iterator[Breach]:
    """The seat's hand is the one that the truth gives its player."""
    hand = transcript.hand
    for holding in transcript.truth:
        if hand is not None and holding.holder == hand.holder and set(holding.cards) != set(hand.cards):
            missing = [card for card in hand.cards if card not in holding.cards]
            other = [card for card in holding.cards if card not in hand.cards]
            yield Breach(
                codes.DIFFERENT_HANDS,
                f"the truth gives {hand.holder} a different hand: "
                f"{', '.join(other) or 'nothing'} instead of {', '.join(missing) or 'nothing'}",
                holding.place,
                "write the same cards in both places",
                (Beside(hand.place, f"the seat holds {', '.join(hand.cards)}"),),
            )
