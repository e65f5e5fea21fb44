"""Documents to begin with, and documents made to measure, as text without prose.

Games are simulated until what one seat sees of one fits a level.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Generic

from casekit.analysis.analyzer import Answered, ProgressBar
from casekit.diagnostics import Finding, Source
from casekit.kit.interface import NewDocument
from casekit.kit.transcripts import codes, metrics as figured, resolver
from casekit.kit.transcripts.analysis import TranscriptAnalysis
from casekit.kit.transcripts.document import AnyTranscript, T
from casekit.kit.transcripts.editions import TWO, Difficulty, Level, Levels, TranscriptEdition
from casekit.kit.transcripts.game import D, TranscriptGame
from casekit.language.syntax import canonical_form, parser
from casekit.values import frozen, replace

MOST_GAMES = 60
"""The number of games that are played before a seed is refused."""

LINES_AFTER = 2
"""The lines after the one that makes the solution certain: nobody should find it by starting from the last
line."""


@frozen
class GeneratedTranscript(Generic[T]):
    """A transcript that fits a level, if a game made one, and its figures.

    Also the number of games played, and why others were of no use.
    """

    puzzle: T | None
    figures: Difficulty | None
    games: int
    rejected: Mapping[str, int]


def decided_in_time(transcript: T) -> T | None:
    """As much of a transcript as ``generate`` asks for, ``None`` if its solution is not certain so early."""
    decided = TranscriptAnalysis(transcript).course.decided
    if decided is None or decided + LINES_AFTER > len(transcript.play):
        return None
    return replace(transcript, play=transcript.play[: decided + LINES_AFTER])


def without_idle_lines(transcript: T) -> T:
    """A transcript without idle lines; those that everybody knows of are never idle."""
    idle = TranscriptAnalysis(transcript).idle
    kept = [event for event in transcript.play if str(event.number) not in idle]
    return replace(transcript, play=tuple(replace(event, number=at) for at, event in enumerate(kept, 1)))


def _measured(transcript: AnyTranscript, wanted: Levels) -> tuple[Difficulty | None, tuple[str, ...]]:
    """The figures of a transcript, as far as it was measured, and what does not fit.

    What is quick to find out comes first.
    """
    if not wanted.lines[0] <= len(transcript.play) <= wanted.lines[1]:
        return None, ("lines",)
    analysis, players = TranscriptAnalysis(transcript), len(transcript.players)
    if analysis.course.decided is None or analysis.course.decided + LINES_AFTER > len(transcript.play):
        return None, ("after",)
    least, most = wanted.needed_of(players)
    if not least <= len(analysis.smallest.names) <= most:
        return None, ("needed",)
    if figured.suppositions_needed(analysis) > min(1, wanted.depth[1]):
        return None, ("depth",)
    # Two players see every card that is shown: there is little to read but who passed.
    if players > TWO and len(figured.techniques_needed(analysis)) == 1:
        return None, ("techniques",)
    figures = figured.difficulty_of(analysis)
    return figures, wanted.misses(figures, players) if figures else ("after",)


def text_of(
    title: str, transcript: AnyTranscript, comments: Mapping[str, Sequence[str]] | None = None
) -> str:
    """The canonical text of a transcript with its story still to be written.

    ``comments`` are put below headings of blocks.
    """
    game, notes = transcript.game, comments or {}
    play: list[str] = []
    for event in transcript.play:
        play += getattr(event, "written", (event.text,))
    lines = {"play": play, **game.making().lines(transcript)}
    levels = f"  // {' | '.join(game.dialect.fields['level'])}" if notes else ""
    text_lines = [
        f"game: {game.name}",
        f"title: {' '.join(title.split())}",
        f"level: {transcript.level}{levels}",
        "author: TODO",
    ]
    prose = {block.kind for block in game.dialect.outline if "prose" in block.lines}
    for kind in resolver.story_blocks(game.dialect):
        if kind in prose or kind in lines:
            heading = f"seat {transcript.seat}" if kind == "seat" else kind
            text_lines += ["", f"== {heading}"]
            text_lines += [f"// {line}" for line in notes.get(kind, ())]
            text_lines += ["TODO"] if kind in prose else lines[kind]
    text = "\n".join([*text_lines, ""])
    tree, problems = parser.parse(Source("draft", text), game.dialect)
    # A title that cannot be one, such as a comment, is for the writer to find.
    return text if problems else canonical_form.format_document(tree, game.dialect)


_REASONS = {
    "lines": "too few or too many lines of play",
    "needed": "a proof of too few or too many of them",
    "steps": "too easy or too hard a proof",
    "depth": "too few or too many suppositions",
    "together": "conclusions that put several lines together",
    "techniques": "a proof by one technique alone",
    "after": "too few lines after the solution is certain",
    "easier": "an easier level that the {noun} fits too",
}
"""The words for transcripts that do not fit, by the figure that is outside; ``noun`` is what the game calls
one."""


def block_lines(transcript: AnyTranscript) -> dict[str, list[str]]:
    """The lines of players, seat and truth, as text."""
    return {
        "players": [player.text for player in transcript.players],
        "seat": [transcript.hand.text] if transcript.hand else [],
        "truth": [line.text for line in transcript.truth],
    }


@frozen
class GeneratorSpec(Generic[D]):
    """How transcripts of a game are made.

    ``simulated`` plays a game with a source of chance, a deck, a number of players, a level and what else was
    asked for, and gives what its seats see of it; ``players`` are the numbers of players for whom a deck, a
    level and what else was asked for make one: those that the game is for, unless it says others. ``begun``
    is a transcript to begin with, the first line of a simulated one unless a game has another; its blocks
    have ``comments``, and ``to_do`` is left to be written of it. ``lines`` are those of blocks beside the
    play, as text.
    """

    simulated: Callable[..., Iterator[AnyTranscript]]
    players: Callable[..., range] | None = None
    begun: Callable[[D], AnyTranscript] | None = None
    lines: Callable[[Any], Mapping[str, Sequence[str]]] = block_lines
    comments: Callable[[Any], Mapping[str, Sequence[str]]] = lambda _: {}
    to_do: str = "its play and its story to write"


def create(
    game: TranscriptGame[D],
    title: str,
    settings: TranscriptEdition[D],
    wanted: Mapping[str, Any],
    steps: ProgressBar,
) -> Answered[NewDocument]:
    """A document to begin with or, with the options ``wanted``, a simulated game that fits a level."""
    making = game.making()
    if not wanted:
        if making.begun:
            begun = making.begun(settings.deck)
        else:
            random, fewest = Random(0), game.players.start  # noqa: S311 - always the same
            first = next(making.simulated(random, settings.deck, fewest, "apprentice"))
            begun = replace(first, play=first.play[:1])
        return NewDocument(text_of(title, begun, making.comments(begun)), making.to_do), ()
    with steps(MOST_GAMES) as step:
        return draft(game, title, settings, step=step, **wanted)


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
) -> Answered[NewDocument]:
    """A transcript that fits a level of an edition, or why there is none.

    The same seed gives the same text.
    """
    of_deck = game.making().players
    allowed = of_deck(edition.deck, level, **more) if of_deck else game.players
    if players not in allowed:
        return None, (_player_count(game, edition.deck, players, allowed),)
    generated = generate(
        game, edition.deck, edition.levels, players=players, level=level, seed=seed, step=step, **more
    )
    if generated.puzzle is None:
        return None, (_refused(game.dialect.noun, generated.rejected, seed, level),)
    return NewDocument(text_of(title, generated.puzzle), "its story and solution to write"), ()


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
) -> GeneratedTranscript[Any]:
    """The first transcript of simulated games, for a number of players, that fits a level, if one does.

    The same seed always gives the same one.

    A simulation gives what seats see of its game, up to ``LINES_AFTER`` the line since which the solution is
    certain; one with fewer is not taken, since readers would start from its last line. One that fits the
    easier level too is of its level by name alone, so it is not taken; nor is one of three players or more
    that takes a single technique. Its title, author and prose are empty. ``step`` is called before each game.
    """
    simulated = game.making().simulated
    easier = [None, *levels.values()][[*levels].index(level)]
    rejected: Counter[str] = Counter()
    for number in range(1, MOST_GAMES + 1):
        step(f"game {number}")
        # The same puzzle must come out again.
        random = Random(f"{seed} {players} {level} {number}")  # noqa: S311
        for transcript in map(without_idle_lines, simulated(random, deck, players, level, **more)):
            figures, reasons = _measured(transcript, levels[level])
            if figures and not reasons and easier and not easier.misses(figures, len(transcript.players)):
                reasons = ("easier",)
            if figures and not reasons:
                return GeneratedTranscript(transcript, figures, number, dict(rejected))
            rejected.update(reasons)
    return GeneratedTranscript(None, None, MOST_GAMES, dict(rejected))


def _player_count(game: TranscriptGame[D], deck: D, players: int, allowed: range) -> Finding:
    least, most = allowed.start, allowed.stop - 1
    few = players < least
    most_of_deck = game.decks().most_players
    if few:
        why = f"what is asked for takes at least {least}"
    elif most_of_deck is not None and most_of_deck(deck) == most:
        why = f"this deck is for at most {most}"
    else:
        why = f"casekit makes {game.dialect.noun}s for at most {most}"
    return codes.PLAYER_COUNT.at(
        Source("--players", str(players)).whole(),
        f"there are {players} players, but {why}",
        hint=f"take --players {least} or more" if few else f"take --players {most} or fewer",
    )


def _refused(noun: str, rejected: Mapping[str, int], seed: int, level: Level) -> Finding:
    """The finding that a seed makes no transcript of a level, and why.

    ``noun`` is what the game calls one.
    """
    commonest_first = sorted(rejected.items(), key=lambda item: (-item[1], item[0]))
    reasons = [f"{_REASONS[name].format(noun=noun)} ({count})" for name, count in commonest_first]
    article = "an" if noun[0] in "aeiou" else "a"
    why = f": {', '.join(reasons)}" if reasons else ""
    return codes.REFUSED_SEED.at(
        Source("--seed", str(seed)).whole(),
        f"no game of this seed makes {article} {noun} of the level {level}{why}",
        hint=(
            f"take another seed, such as --seed {seed + 1}, or other players; "
            "or widen the level in edition.toml"
        ),
    )
