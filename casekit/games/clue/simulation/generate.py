"""Puzzles made to measure: games are simulated until what one seat sees of one fits a level."""

from collections.abc import Callable, Iterator

from casekit.games.clue.deck import CLASSIC, Deck
from casekit.games.clue.levels import DEFAULTS
from casekit.games.clue.puzzle import Event, Holding, Level, Puzzle, Suggestion
from casekit.games.clue.simulation.dealing import deal, seen_from
from casekit.games.clue.simulation.detective import PlayedGame, play_game
from casekit.games.transcripts.making.fitting import LINES_AFTER, Generated, fitting
from casekit.games.transcripts.thresholds import Levels

MOST_LINES = 60
"""The most lines of a simulated game; one that takes longer makes no puzzle."""

ROUND = ("SCARLET", "MUSTARD", "WHITE", "GREEN", "PEACOCK", "PLUM")
"""The players of the classic deck in the order of turns."""


def generate(
    players: int,
    level: Level,
    seed: int,
    deck: Deck = CLASSIC,
    levels: Levels | None = None,
    easier: Levels | None = None,
    step: Callable[[str], None] = lambda _: None,
) -> Generated[Puzzle]:
    """A puzzle for a number of players that fits a level; the same seed always gives the same one.

    Its title, author and prose are empty. Two lines come after the one where its seat can first know the envelope, and no
    line before that says nothing. One that fits the ``easier`` level too is of its level by name alone, so it is not taken.
    ``step`` is called before each game.

    Raises:
        RefusedError: if no simulated game makes one (``casekit.games.transcripts.making.fitting``).
        ValueError: if the deck is not for that number of players.
    """
    names = players_of(deck, players)
    wanted = levels or DEFAULTS[level]
    below = next_below(level)
    easier = DEFAULTS[below] if below and easier is None else easier
    return fitting(
        lambda random: puzzles_of(
            play_game(deal(deck, names, random), random, MOST_LINES), random.sample(names, len(names)), level
        ),
        f"{seed} {players} {level}",
        wanted,
        easier,
        step,
    )


def next_below(level: Level) -> Level | None:
    """The level before another one, ``None`` for the easiest."""
    levels = (None, *DEFAULTS)
    return levels[levels.index(level) - 1]


def players_of(deck: Deck, count: int) -> tuple[str, ...]:
    """The names of the first players of a deck, in the order of turns.

    Raises:
        ValueError: if the deck is not for that number of players.
    """
    most = len(deck.of_kind("suspect"))
    if not 2 <= count <= most:  # noqa: PLR2004 - one player has nobody to ask
        raise ValueError(f"this deck is for 2 to {most} players")
    if deck == CLASSIC:
        return ROUND[:count]
    called = enumerate(deck.of_kind("suspect")[:count], 1)
    return tuple(_player(slug.upper(), number, deck) for number, slug in called)


def _player(name: str, number: int, deck: Deck) -> str:
    """A name in capitals, or a number where that name is taken."""
    return f"PLAYER-{number}" if name in deck.by_slug else name


def puzzles_of(game: PlayedGame, seats: list[str], level: Level) -> Iterator[Puzzle]:
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
