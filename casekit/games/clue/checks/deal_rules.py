"""What a legal deal is: sizes, one card of each kind in the envelope, no card twice."""

from collections.abc import Iterator

from casekit.games.clue import codes
from casekit.games.clue.checks.breaches import Beside, Breach
from casekit.games.clue.deck import ENVELOPE, KINDS, DeckCard, whose
from casekit.games.clue.puzzle import OPEN, Holding, Puzzle
from casekit.games.transcripts import codes as transcript_codes

FEWEST_PLAYERS = 2


def deal_breaches(puzzle: Puzzle) -> Iterator[Breach]:
    """Everything that is wrong with the seat's hand and the truth of a table whose players are those they should be."""
    yield from hand_sizes(puzzle)
    yield from repeated_holders(puzzle)
    yield from sizes_of_holdings(puzzle)
    yield from envelope(puzzle)
    yield from repeated_cards(puzzle)
    yield from different_hands(puzzle)


def table_breaches(puzzle: Puzzle) -> Iterator[Breach]:
    """What is wrong with the players; whatever else is would only follow from it."""
    yield from player_count(puzzle)
    yield from repeated_players(puzzle)
    yield from seat(puzzle)


def player_count(puzzle: Puzzle) -> Iterator[Breach]:
    """There are at least two players, and no more than the deck has suspects."""
    most, count = len(puzzle.deck.of_kind("suspect")), len(puzzle.players)
    if not FEWEST_PLAYERS <= count <= most:
        yield Breach(
            transcript_codes.PLAYER_COUNT,
            f"there {'is 1 player' if count == 1 else f'are {count} players'}, but this deck is for "
            f"{FEWEST_PLAYERS} to {most}",
            puzzle.players[-1].place if puzzle.players else puzzle.place,
            f"name {FEWEST_PLAYERS} to {most} players",
        )


def repeated_players(puzzle: Puzzle) -> Iterator[Breach]:
    """Nobody is in the game twice."""
    for at, player in enumerate(puzzle.players):
        first = puzzle.names.index(player.name)
        if first < at:
            yield Breach(
                transcript_codes.REPEATED_PLAYER,
                f"{player.name} is a player twice",
                player.place,
                "remove one of the two lines",
                (Beside(puzzle.players[first].place, f"{player.name} is here already"),),
            )


def hand_sizes(puzzle: Puzzle) -> Iterator[Breach]:
    """The hands and the envelope together are the deck."""
    dealt = sum(player.hand_size for player in puzzle.players)
    expected = len(puzzle.deck.cards) - len(KINDS)
    if puzzle.players and dealt != expected:
        yield Breach(
            transcript_codes.HAND_SIZES,
            f"the hands have {dealt} cards together, but the deck has {expected} beside the {len(KINDS)} in the "
            "envelope",
            puzzle.players[-1].place,
            f"change the numbers so that their sum is {expected}",
        )


def seat(puzzle: Puzzle) -> Iterator[Breach]:
    """The seat is one of a player."""
    if puzzle.seat not in {None, OPEN, *puzzle.names}:
        yield Breach(
            transcript_codes.UNKNOWN_SEAT,
            f"the seat is {puzzle.seat}'s, who is not a player",
            puzzle.hand.place if puzzle.hand else puzzle.place,
            f"name one of the players: {', '.join(puzzle.names)}",
        )


def repeated_holders(puzzle: Puzzle) -> Iterator[Breach]:
    """The truth gives each hand once."""
    first: dict[str, Holding] = {}
    for holding in puzzle.truth:
        if holding.holder in first:
            yield Breach(
                transcript_codes.REPEATED_HOLDER,
                f"the truth says twice what {whose(holding.holder)} holds",
                holding.place,
                "remove one of the two lines",
                (Beside(first[holding.holder].place, "it is here already"),),
            )
        first.setdefault(holding.holder, holding)


def sizes_of_holdings(puzzle: Puzzle) -> Iterator[Breach]:
    """A hand has the size that its player was dealt."""
    players = {player.name: player for player in puzzle.players}
    for holding in puzzle.held():
        player = players.get(holding.holder)
        count = len(holding.cards)
        if player is not None and count != player.hand_size:
            yield Breach(
                transcript_codes.WRONG_HAND_SIZE,
                f"{player.name} holds {count} card{'' if count == 1 else 's'} here, but was dealt "
                f"{player.hand_size}",
                holding.place,
                f"name {player.hand_size} cards, or change the number after {player.name}",
                (Beside(player.place, f"{player.name} was dealt {player.hand_size}"),),
            )


def envelope(puzzle: Puzzle) -> Iterator[Breach]:
    """The envelope holds a suspect, a weapon and a room."""
    for holding in puzzle.truth:
        if holding.holder == ENVELOPE and puzzle.deck.kinds(holding.cards) != KINDS:
            yield Breach(
                codes.WRONG_ENVELOPE,
                f"the envelope holds {_described(puzzle, holding.cards)}",
                holding.place,
                "name a suspect, a weapon and a room, in this order",
            )


def repeated_cards(puzzle: Puzzle) -> Iterator[Breach]:
    """No card is in two places, or in one twice."""
    first: dict[str, Holding] = {}
    for holding in puzzle.held():
        seen: set[str] = set()
        for card in holding.cards:
            other = first.setdefault(card, holding)
            if card in seen or other.holder != holding.holder:
                where = "twice here" if card in seen else f"in two places: {whose(other.holder)} holds it too"
                yield Breach(
                    transcript_codes.REPEATED_CARD,
                    f"{card} is {where}",
                    holding.place,
                    "leave it in one place; the deck has each card once",
                    () if card in seen else (Beside(other.place, f"{whose(other.holder)} holds {card}"),),
                )
            seen.add(card)


def different_hands(puzzle: Puzzle) -> Iterator[Breach]:
    """The seat's hand is the one that the truth gives its player."""
    hand = puzzle.hand
    for holding in puzzle.truth:
        if hand is not None and holding.holder == hand.holder and set(holding.cards) != set(hand.cards):
            missing = [card for card in hand.cards if card not in holding.cards]
            other = [card for card in holding.cards if card not in hand.cards]
            yield Breach(
                transcript_codes.DIFFERENT_HANDS,
                f"the truth gives {hand.holder} a different hand: "
                f"{', '.join(other) or 'nothing'} instead of {', '.join(missing) or 'nothing'}",
                holding.place,
                "write the same cards in both places",
                (Beside(hand.place, f"the seat holds {', '.join(hand.cards)}"),),
            )


def _described(puzzle: Puzzle, cards: tuple[str, ...]) -> str:
    """Cards with their kinds, as in ``rope (weapon)``."""
    known: list[DeckCard] = [puzzle.deck.by_slug[card] for card in cards]
    return ", ".join(f"{card.slug} ({card.kind})" for card in known) or "no card"
