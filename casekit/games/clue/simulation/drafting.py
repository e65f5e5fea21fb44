"""The text of a puzzle that was made to measure; its story and its solution are still to be written."""

from collections.abc import Callable, Mapping
from typing import Any

from casekit.asking.interrogation import Answered, Steps
from casekit.diagnostics import Diagnostic, Source
from casekit.games.clue.deck import KINDS
from casekit.games.clue.edition import PuzzleEdition
from casekit.games.clue.puzzle import Level, Puzzle
from casekit.games.clue.reading.puzzle_skeleton import puzzle_skeleton
from casekit.games.clue.simulation.generate import generate, next_below
from casekit.games.game import Skeleton
from casekit.games.transcripts import codes as transcript_codes
from casekit.games.transcripts.making.fitting import MOST_GAMES, RefusedError
from casekit.games.transcripts.making.made_text import refused_seed, text_of


def draft(
    title: str, edition: PuzzleEdition, players: int, level: Level, seed: int, step: Callable[[str], None]
) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """The text of a puzzle that fits a level of an edition, or why there is none; the same seed gives the same text."""
    most = len(edition.deck.of_kind(KINDS[0]))
    if players > most:
        return None, (_too_many(players, most),)
    try:
        below = next_below(level)
        easier = edition.levels[below] if below else None
        made = generate(players, level, seed, edition.deck, edition.levels[level], easier, step)
    except RefusedError as refusal:
        return None, (refused_seed(refusal, seed, level),)
    return document_text(title, made.puzzle), ()


def document_text(title: str, puzzle: Puzzle) -> str:
    """The canonical text of a puzzle without prose."""
    return text_of(
        title,
        puzzle,
        (f"{player.name} {player.hand_size}" for player in puzzle.players),
        ", ".join(puzzle.hand.cards if puzzle.hand else ()),
        (f"{holding.holder}: {', '.join(holding.cards)}" for holding in puzzle.truth),
    )


def _too_many(players: int, most: int) -> Diagnostic:
    return Diagnostic(
        transcript_codes.PLAYER_COUNT,
        f"there are {players} players, but this deck is for at most {most}",
        Source("--players", str(players)).whole(),
        hint=f"take --players {most} or fewer",
    )


def made(title: str, settings: PuzzleEdition, wanted: Mapping[str, Any], steps: Steps) -> Answered[Skeleton]:
    """A puzzle with players, a hand and the beginning of a play or, with the options ``wanted``, a simulated game that fits a level."""
    if not wanted:
        to_do = "a deal, its play and its story to write"
        return Skeleton(puzzle_skeleton(title, settings), to_do), ()
    with steps(MOST_GAMES) as step:
        text, problems = draft(title, settings, **wanted, step=step)
    return None if text is None else Skeleton(text, "its story and solution to write"), problems
