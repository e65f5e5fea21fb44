"""Hands as the seat and the truth give them: no card twice, sizes as they were dealt."""

from collections.abc import Iterable, Iterator, Sequence

from casekit.asking.wording import listed
from casekit.games.transcripts import codes
from casekit.games.transcripts.checks.breaches import Beside, Breach, twice
from casekit.games.transcripts.hands.hand_words import HandWords
from casekit.games.transcripts.hands.holdings import Held, Holding, held
from casekit.games.transcripts.hands.tellings import Remark


def hand_sizes(transcript: Held, expected: int, beside: str) -> Iterator[Breach]:
    """The hands are all of the deck ``beside`` what is elsewhere: ``expected`` cards."""
    dealt = sum(player.hand_size for player in transcript.players)
    if transcript.players and dealt != expected:
        yield Breach(
            codes.HAND_SIZES,
            f"the hands have {dealt} cards together, but the deck has {expected} beside {beside}",
            transcript.players[-1].place,
            f"change the numbers so that their sum is {expected}",
        )


def repeated_holders(transcript: Held, words: HandWords) -> Iterator[Breach]:
    """The truth gives each hand once."""
    named = [(words.whose(holding.holder), holding) for holding in transcript.truth]
    told, hint = "the truth says twice what {} holds", "remove one of the two lines"
    return twice(codes.REPEATED_HOLDER, named, told, "it is here already", hint)


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


def against_the_deal(transcript: Held, remarks: Iterable[Remark], words: HandWords) -> Iterator[Breach]:
    """No line is against the hands as the transcript gives them.

    Only what the hands say by themselves is found here; what takes several lines is a contradiction.
    """
    holders = {card: holding.holder for holding in held(transcript) for card in holding.cards}
    whole = {holding.holder for holding in held(transcript)}
    for remark in remarks:
        telling, holder = remark.telling, remark.telling.holder
        has = [card for card in telling.cards if holders.get(card) == holder]
        hasnt = [card for card in telling.cards if card not in has and (card in holders or holder in whole)]
        clash = {
            "none": has,
            "some": hasnt if len(hasnt) == len(telling.cards) else [],
            "all": hasnt,
            "not all": has if len(has) == len(telling.cards) else [],
        }[telling.quantity]
        if clash:
            holds = f"holds {listed(clash)}" if clash == has else _holds_none_of(clash)
            yield Breach(
                codes.AGAINST_THE_DEAL,
                f"{remark.text}, but {words.whose(holder)} {holds}",
                remark.place,
                "correct the line or the hands",
                tuple(_clashing(transcript, holder, clash, words)),
            )


def _clashing(transcript: Held, holder: str, cards: list[str], words: HandWords) -> Iterator[Beside]:
    """The holdings that say who holds the cards: that of the holder alone if there is one, and each holder's once."""
    given = {holding.holder: holding for holding in reversed(tuple(held(transcript)))}
    own = given.get(holder)
    for holding in (own,) if own else reversed(given.values()):
        if holding is own or not set(cards).isdisjoint(holding.cards):
            yield Beside(holding.place, f"{words.whose(holding.holder)} holds {', '.join(holding.cards)}")


def _holds_none_of(cards: Sequence[str]) -> str:
    match cards:
        case [card]:
            return f"does not hold {card}"
        case [one, other]:
            return f"holds neither {one} nor {other}"
    return f"holds none of {listed(cards)}"
