"""Documents to begin with, and such as are made to measure, as text without prose."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Generic

from casekit.asking.interrogation import Answered, Steps
from casekit.diagnostics import Diagnostic, Source
from casekit.games.game import Skeleton
from casekit.games.transcripts.codes import PLAYER_COUNT, REFUSED_SEED
from casekit.games.transcripts.decks import TranscriptEdition
from casekit.games.transcripts.making.fitting import MOST_GAMES, Generated, RefusedError, fitting
from casekit.games.transcripts.resolving import story_blocks
from casekit.games.transcripts.thresholds import Levels
from casekit.games.transcripts.transcript import AnyTranscript, Level
from casekit.games.transcripts.transcript_game import D, TranscriptGame
from casekit.language.document.canonical import format_document
from casekit.language.document.parsing import parse


def text_of(
    title: str, transcript: AnyTranscript, comments: Mapping[str, Sequence[str]] | None = None
) -> str:
    """The canonical text of a transcript with its story still to be written.

    ``comments`` are put below headings of blocks.
    """
    game, notes = transcript.game, comments or {}
    play = [text for event in transcript.play for text in getattr(event, "written", (event.text,))]
    lines = {"play": play, **game.making().lines(transcript)}
    levels = f"  // {' | '.join(game.dialect.fields['level'])}" if notes else ""
    written = [
        f"game: {game.name}",
        f"title: {' '.join(title.split())}",
        f"level: {transcript.level}{levels}",
        "author: TODO",
    ]
    prose = {block.kind for block in game.dialect.outline if "prose" in block.lines}
    for kind in story_blocks(game.dialect):
        if kind in prose or kind in lines:
            heading = f"seat {transcript.seat}" if kind == "seat" else kind
            told = ["TODO"] if kind in prose else lines[kind]
            written += ["", f"== {heading}", *(f"// {line}" for line in notes.get(kind, ())), *told]
    text = "\n".join([*written, ""])
    tree, problems = parse(Source("draft", text), game.dialect)
    # A title that cannot be one, such as a comment, is for the writer to find.
    return text if problems else format_document(tree, game.dialect)


_REASONS = {
    "lines": "too few or too many lines of play",
    "needed": "a proof of too few or too many of them",
    "steps": "too easy or too hard a proof",
    "depth": "too few or too many suppositions",
    "together": "conclusions that put several lines together",
    "techniques": "a proof by one technique alone",
    "after": "too few lines after the solution is certain",
    "easier": "a puzzle that fits the easier level too",
}
"""The words for transcripts that do not fit, by the figure that is outside."""


def block_lines(transcript: AnyTranscript) -> dict[str, list[str]]:
    """The lines of players, seat and truth, as text."""
    known = (transcript.hand,) if transcript.hand else ()
    told = {"players": transcript.players, "seat": known, "truth": transcript.truth}
    return {block: [line.text for line in lines] for block, lines in told.items()}


@dataclass(frozen=True)
class Making(Generic[D]):
    """How transcripts of a game are made.

    ``simulated`` plays a game with a source of chance, a deck, a number of players, a level and what else was asked for, and
    gives what its seats see of it; ``players`` are the numbers of players for whom a deck, a level and what else was asked for
    make one: those that the game is for, unless it says others. ``begun`` is a transcript to begin with, the first line of a
    simulated one unless a game has another; its blocks have ``comments``, and ``to_do`` is left to be written of it. ``lines``
    are those of blocks beside the play, as text.
    """

    simulated: Callable[..., Iterator[AnyTranscript]]
    players: Callable[..., range] | None = None
    begun: Callable[[D], AnyTranscript] | None = None
    lines: Callable[[Any], Mapping[str, Sequence[str]]] = block_lines
    comments: Callable[[Any], Mapping[str, Sequence[str]]] = lambda _: {}
    to_do: str = "its play and its story to write"


def made(
    game: TranscriptGame[D],
    title: str,
    settings: TranscriptEdition[D],
    wanted: Mapping[str, Any],
    steps: Steps,
) -> Answered[Skeleton]:
    """A document to begin with or, with the options ``wanted``, a simulated game that fits a level."""
    making = game.making()
    if not wanted:
        begun = making.begun(settings.deck) if making.begun else _first_line(game, settings.deck)
        return Skeleton(text_of(title, begun, making.comments(begun)), making.to_do), ()
    with steps(MOST_GAMES) as step:
        text, problems = draft(game, title, settings, step=step, **wanted)
    return None if text is None else Skeleton(text, "its story and solution to write"), problems


def _first_line(game: TranscriptGame[D], deck: D) -> AnyTranscript:
    """The first line of a game of as few players as possible, as its first seat sees it."""
    simulated = game.making().simulated(Random(0), deck, game.players.start, "apprentice")  # noqa: S311 - always the same
    first = next(simulated)
    return replace(first, play=first.play[:1])


def draft(
    game: TranscriptGame[D],
    title: str,
    edition: TranscriptEdition[D],
    *,
    players: int,
    level: Level,
    seed: int,
    step: Callable[[str], None],
    **more: Any,
) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """The text of a transcript that fits a level of an edition, or why there is none; the same seed gives the same text."""
    of_deck = game.making().players
    allowed = of_deck(edition.deck, level, **more) if of_deck else game.players
    if players not in allowed:
        return None, (_player_count(players, allowed),)
    try:
        fit = generate(
            game, edition.deck, edition.levels, players=players, level=level, seed=seed, step=step, **more
        )
    except RefusedError as refusal:
        return None, (_refused(refusal, seed, level),)
    return text_of(title, fit.puzzle), ()


def generate(
    game: TranscriptGame[D],
    deck: D,
    levels: Mapping[Level, Levels],
    *,
    players: int,
    level: Level,
    seed: int,
    step: Callable[[str], None] = lambda _: None,
    **more: Any,
) -> Generated[Any]:
    """A transcript for a number of players that fits a level; the same seed always gives the same one.

    Its title, author and prose are empty. ``step`` is called before each game.

    Raises:
        RefusedError: if no simulated game makes one (``casekit.games.transcripts.making.fitting``).
    """
    simulated = game.making().simulated
    easier = [None, *levels][[*levels].index(level)]
    return fitting(
        lambda random: simulated(random, deck, players, level, **more),
        f"{seed} {players} {level}",
        levels[level],
        levels[easier] if easier else None,
        step,
    )


def _player_count(players: int, allowed: range) -> Diagnostic:
    least, most = allowed.start, allowed.stop - 1
    few = players < least
    return Diagnostic(
        PLAYER_COUNT,
        f"there are {players} players, but "
        + (f"what is asked for takes at least {least}" if few else f"this deck is for at most {most}"),
        Source("--players", str(players)).whole(),
        hint=f"take --players {least} or more" if few else f"take --players {most} or fewer",
    )


def _refused(refusal: RefusedError, seed: int, level: Level) -> Diagnostic:
    """The finding that a seed makes no transcript of a level, and why."""
    counted = sorted(refusal.rejected.items(), key=lambda item: (-item[1], item[0]))
    told = ", ".join(f"{_REASONS[name]} ({count})" for name, count in counted)
    why = f": {told}" if told else ""
    return Diagnostic(
        REFUSED_SEED,
        f"no game of this seed makes a puzzle of the level {level}{why}",
        Source("--seed", str(seed)).whole(),
        hint=f"take another seed, such as --seed {seed + 1}, or other players; or widen the level in edition.toml",
    )
