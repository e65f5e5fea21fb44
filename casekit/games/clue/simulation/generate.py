"""Puzzles of simulated games: what one seat sees until two lines after it can know the envelope."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from casekit.games.clue.deck import CLASSIC, ENVELOPE, KINDS, RESERVED_IN_PUZZLES, Deck
from casekit.games.clue.puzzle import Event, Holding, Level, Puzzle, Suggestion
from casekit.games.clue.simulation.detective import PlayedGame, deal, dealt, play_game, seen_from
from casekit.games.transcripts.hands.holdings import hand_lines
from casekit.games.transcripts.making.fitting import LINES_AFTER
from casekit.games.transcripts.making.made import Making

MOST_LINES = 60
"""The most lines of a simulated game; one that takes longer makes no puzzle."""

ROUND = ("SCARLET", "MUSTARD", "WHITE", "GREEN", "PEACOCK", "PLUM")
"""The players of the classic deck in the order of turns."""

_FIRST = 3
"""The number of players in a draft."""


def players_of(deck: Deck, count: int) -> tuple[str, ...]:
    """The names of the first players of a deck, in the order of turns: those of suspects, or numbers where these are taken.

    Raises:
        ValueError: if the deck is not for that number of players.
    """
    most = len(deck.of_kind("suspect"))
    if not 2 <= count <= most:  # noqa: PLR2004 - one player has nobody to ask
        raise ValueError(f"this deck is for 2 to {most} players")
    if deck == CLASSIC:
        return ROUND[:count]
    taken = {*deck.slugs, *RESERVED_IN_PUZZLES}
    names: list[str] = []
    for number, slug in enumerate(deck.of_kind("suspect")[:count], 1):
        name = slug.upper()
        names.append(f"PLAYER-{number}" if name in {*taken, *names} else name)
    return tuple(names)


def _simulated(random: Random, deck: Deck, players: int, level: Level) -> Iterator[Puzzle]:
    names = players_of(deck, players)
    game = play_game(deal(deck, names, random), random, MOST_LINES)
    return puzzles_of(game, random.sample(names, len(names)), level)


def puzzles_of(game: PlayedGame, seats: Sequence[str], level: Level) -> Iterator[Puzzle]:
    """The puzzles that a game is for some seats: those that can know the envelope and do not look into it."""
    for seat in seats:
        play = _cut(game, seat)
        if play and not any(event.player == seat and not isinstance(event, Suggestion) for event in play):
            hand = Holding(seat, game.deal.cards_of(seat))
            yield Puzzle(
                "", game.deal.seats, seat, hand, play, game.deal.holdings, level, deck=game.deal.deck
            )


def _cut(game: PlayedGame, seat: str) -> tuple[Event, ...]:
    """The play as a seat sees it, until somebody gives the envelope away; nothing if the seat never knows it before."""
    play = game.play[: game.known[seat] + LINES_AFTER] if seat in game.known else ()
    play = tuple(event for event in play if isinstance(event, Suggestion) or not event.right)
    return tuple(seen_from(event, seat) if isinstance(event, Suggestion) else event for event in play)


def _begun(deck: Deck) -> Puzzle:
    """A puzzle for three players: a deal that is not shuffled, and a suggestion that the next player can answer, or nobody."""
    names = players_of(deck, min(_FIRST, len(deck.of_kind("suspect"))))
    envelope = [deck.of_kind(kind)[0] for kind in KINDS]
    first = dealt(deck, names, envelope, [slug for slug in deck.slugs if slug not in envelope])
    asker, other, *_ = names
    rooms = [card for card in first.cards_of(other) if card in deck.of_kind("room")]
    asked = first.suggestion(1, asker, (*envelope[:2], rooms[0] if rooms else envelope[2]), (), Random(0))  # noqa: S311 - nothing is chosen
    hand = Holding(asker, first.cards_of(asker))
    return Puzzle("", first.seats, asker, hand, (asked,), first.holdings, deck=deck)


def _comments(puzzle: Puzzle) -> Mapping[str, Sequence[str]]:
    dealt_cards = sum(player.hand_size for player in puzzle.players)
    return {
        "players": [
            f"In the order of turns, each with the number of cards: {dealt_cards} in all, for three are in the {ENVELOPE}."
        ],
        "seat": ["The cards that readers hold. Without a seat they saw no card."],
        "play": [
            "Whoever is asked passes or shows a card; readers see the one that their seat shows or is shown.",
            "TODO: the play goes on until the envelope is certain.",
        ],
        "truth": ["TODO: change the deal, here and in the seat's hand."],
    }


MAKING = Making(
    simulated=_simulated,
    players=lambda deck, _: range(2, len(deck.of_kind("suspect")) + 1),
    begun=_begun,
    comments=_comments,
    to_do="a deal, its play and its story to write",
    lines=hand_lines,
)
"""How puzzles are made."""
