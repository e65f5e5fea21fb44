"""The text of a puzzle that was made to measure; its story and its solution are still to be written."""

from collections.abc import Callable, Mapping
from typing import Any

from casekit.asking.interrogation import Answered, Steps
from casekit.diagnostics import Diagnostic, Source
from casekit.games.clue.deck import KINDS
from casekit.games.clue.edition import PuzzleEdition
from casekit.games.clue.puzzle import Level, Puzzle
from casekit.games.clue.puzzle_forms import PUZZLE
from casekit.games.clue.reading.puzzle_skeleton import puzzle_skeleton
from casekit.games.clue.simulation.generate import EASIEST, MOST_GAMES, RefusedError, generate
from casekit.games.game import Skeleton
from casekit.games.transcripts import codes as transcript_codes
from casekit.language.document.canonical import format_document
from casekit.language.document.parsing import parse

_DRAFT = """\
game: clue
title: {title}
level: {level}
author: TODO

== players
{players}

== seat {seat}
{hand}

== presentation
TODO

== play
{play}

== truth
{truth}

== solution
TODO
"""

_REASONS = {
    "lines": "too few or too many lines of play",
    "needed": "a proof of too few or too many of them",
    "steps": "too easy or too hard a proof",
    "depth": "too few or too many suppositions",
    "together": "conclusions that put several lines together",
    "easier": "a puzzle that fits the easier level too",
}
"""What is said of puzzles that do not fit, by the figure that is outside."""


def draft(
    title: str, edition: PuzzleEdition, players: int, level: Level, seed: int, step: Callable[[str], None]
) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """The text of a puzzle that fits a level of an edition, or why there is none; the same seed gives the same text."""
    most = len(edition.deck.of_kind(KINDS[0]))
    if players > most:
        return None, (_too_many(players, most),)
    try:
        made = generate(
            players, level, seed, edition.deck, edition.levels[level], edition.levels[EASIEST], step
        )
    except RefusedError as refusal:
        return None, (_refused(refusal, seed, level),)
    return document_text(title, made.puzzle), ()


def document_text(title: str, puzzle: Puzzle) -> str:
    """The canonical text of a puzzle without prose."""
    text = _DRAFT.format(
        title=" ".join(title.split()),
        level=puzzle.level,
        players="\n".join(f"{player.name} {player.hand_size}" for player in puzzle.players),
        seat=puzzle.seat,
        hand=", ".join(puzzle.hand.cards if puzzle.hand else ()),
        play="\n".join(event.text for event in puzzle.play),
        truth="\n".join(f"{holding.holder}: {', '.join(holding.cards)}" for holding in puzzle.truth),
    )
    tree, problems = parse(Source("draft", text), PUZZLE)
    # A title that is no title, such as a comment, is for the writer to find.
    return text if problems else format_document(tree, PUZZLE)


def _too_many(players: int, most: int) -> Diagnostic:
    return Diagnostic(
        transcript_codes.PLAYER_COUNT,
        f"there are {players} players, but this deck is for at most {most}",
        Source("--players", str(players)).whole(),
        hint=f"take --players {most} or fewer",
    )


def _refused(refusal: RefusedError, seed: int, level: Level) -> Diagnostic:
    counted = sorted(refusal.rejected.items(), key=lambda item: (-item[1], item[0]))
    told = ", ".join(f"{_REASONS[name]} ({count})" for name, count in counted)
    why = f": {told}" if told else ""
    return Diagnostic(
        transcript_codes.REFUSED_SEED,
        f"no game of this seed makes a puzzle of the level {level}{why}",
        Source("--seed", str(seed)).whole(),
        hint=f"take another seed, such as --seed {seed + 1}, or other players; or widen the level in edition.toml",
    )


def made(title: str, settings: PuzzleEdition, wanted: Mapping[str, Any], steps: Steps) -> Answered[Skeleton]:
    """A puzzle with players, a hand and the beginning of a play or, with the options ``wanted``, a simulated game that fits a level."""
    if not wanted:
        to_do = "a deal, its play and its story to write"
        return Skeleton(puzzle_skeleton(title, settings), to_do), ()
    with steps(MOST_GAMES) as step:
        text, problems = draft(title, settings, **wanted, step=step)
    return None if text is None else Skeleton(text, "its story and solution to write"), problems
