"""Puzzles made to measure: games are simulated until what one seat sees of one fits a level."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random

from casekit.games.clue.deck import CLASSIC, Deck
from casekit.games.clue.levels import DEFAULTS
from casekit.games.clue.puzzle import Event, Holding, Level, Puzzle, Suggestion
from casekit.games.clue.simulation.dealing import deal, seen_from
from casekit.games.clue.simulation.detective import PlayedGame, play_game
from casekit.games.transcripts.asking.difficulty import difficulty_of, suppositions_needed
from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry
from casekit.games.transcripts.thresholds import Difficulty, Levels

MOST_GAMES = 60
"""So many games are played before a seed is refused."""

MOST_LINES = 60
"""So many lines a simulated game may have; one that takes longer makes no puzzle."""

EASIEST: Level = "amateur"
"""The level below which there is none."""

ROUND = ("SCARLET", "MUSTARD", "WHITE", "GREEN", "PEACOCK", "PLUM")
"""The players of the classic deck in the order of turns."""


@dataclass(frozen=True)
class Generated:
    """A puzzle that fits a level, its figures, the number of games played and why others were of no use."""

    puzzle: Puzzle
    figures: Difficulty
    games: int
    rejected: Mapping[str, int]


class RefusedError(Exception):
    """No game of a seed made a puzzle of the level; ``rejected`` counts why."""

    def __init__(self, rejected: Mapping[str, int]) -> None:
        super().__init__(f"none of {MOST_GAMES} simulated games makes a puzzle of this level")
        self.rejected = rejected


def generate(
    players: int,
    level: Level,
    seed: int,
    deck: Deck = CLASSIC,
    levels: Levels | None = None,
    easier: Levels | None = None,
    step: Callable[[str], None] = lambda _: None,
) -> Generated:
    """A puzzle for so many players that fits a level; the same seed always gives the same one.

    Its title, author and prose are empty. It is cut at the line where its seat can first know the envelope, and has no
    line that says nothing. One that fits the ``easier`` level too is an expert's by name alone, so it is not taken.
    ``step`` is called before each game.

    Raises:
        RefusedError: if no simulated game makes one.
        ValueError: if the deck is not for so many players.
    """
    names = players_of(deck, players)
    wanted = levels or DEFAULTS[level]
    easier = DEFAULTS[EASIEST] if easier is None else easier
    rejected: Counter[str] = Counter()
    for number in range(1, MOST_GAMES + 1):
        step(f"game {number}")
        random = Random(f"{seed} {players} {level} {number}")  # noqa: S311 - a puzzle that must be found again
        game = play_game(deal(deck, names, random), random, MOST_LINES)
        seats = random.sample(names, len(names))
        for puzzle in puzzles_of(game, seats, level):
            figures, reasons = _measured(puzzle, wanted)
            if figures is not None and level != EASIEST and not easier.misses(figures, players):
                figures, reasons = None, ("easier",)
            if figures is not None:
                return Generated(puzzle, figures, number, dict(rejected))
            rejected.update(reasons)
    raise RefusedError(dict(rejected))


def players_of(deck: Deck, count: int) -> tuple[str, ...]:
    """The names of the first players of a deck, in the order of turns.

    Raises:
        ValueError: if the deck is not for so many players.
    """
    most = len(deck.of_kind("suspect"))
    if not 2 <= count <= most:  # noqa: PLR2004 - one player has nobody to ask
        raise ValueError(f"this deck is for 2 to {most} players")
    if deck == CLASSIC:
        return ROUND[:count]
    called = enumerate(deck.of_kind("suspect")[:count], 1)
    return tuple(_player(slug.upper(), number, deck) for number, slug in called)


def _player(name: str, number: int, deck: Deck) -> str:
    """A name in capitals, or a number where that is no new name."""
    return f"PLAYER-{number}" if name in deck.by_slug else name


def puzzles_of(game: PlayedGame, seats: list[str], level: Level) -> Iterator[Puzzle]:
    """The puzzles that a game is for some seats: those that can know the envelope and do not look into it."""
    for seat in seats:
        play = _cut(game, seat)
        if play and not any(event.player == seat and not isinstance(event, Suggestion) for event in play):
            hand = Holding(seat, game.deal.cards_of(seat))
            puzzle = Puzzle(
                "", game.deal.seats, seat, hand, play, game.deal.holdings, level, deck=game.deal.deck
            )
            yield _without_idle_lines(puzzle)


def _cut(game: PlayedGame, seat: str) -> tuple[Event, ...]:
    """The play as a seat sees it, up to the line where the seat can know the envelope."""
    play = game.play[: game.known.get(seat, 0)]
    return tuple(seen_from(event, seat) if isinstance(event, Suggestion) else event for event in play)


def _without_idle_lines(puzzle: Puzzle) -> Puzzle:
    """A puzzle without the lines that follow from earlier ones; players may be passed over, so it stays legal."""
    idle = TranscriptInquiry(puzzle).idle
    kept = [event for event in puzzle.play if str(event.number) not in idle]
    return replace(puzzle, play=tuple(replace(event, number=at) for at, event in enumerate(kept, 1)))


def _measured(puzzle: Puzzle, wanted: Levels) -> tuple[Difficulty | None, tuple[str, ...]]:
    """The figures of a puzzle that fits, or ``None`` and what does not; what is quick to find out comes first."""
    if not wanted.lines[0] <= len(puzzle.play) <= wanted.lines[1]:
        return None, ("lines",)
    inquiry = TranscriptInquiry(puzzle)
    if not wanted.needed[0] <= len(inquiry.smallest.names) <= wanted.needed[1]:
        return None, ("needed",)
    if suppositions_needed(inquiry) > min(1, wanted.depth[1]):
        return None, ("depth",)
    figures = difficulty_of(inquiry)
    if figures is None:
        raise AssertionError("a seat that can know the envelope makes an undecided puzzle")
    misses = wanted.misses(figures, len(puzzle.players))
    return (None if misses else figures), misses
