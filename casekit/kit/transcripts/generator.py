"""Documents to begin with, and documents that are made for a level, as text without prose.

For these, games are simulated until what one seat sees of one fits the level.
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
from casekit.kit.transcripts.editions import (
    PLAYERS_WHO_SEE_EVERY_CARD,
    Difficulty,
    Level,
    Levels,
    TranscriptEdition,
)
from casekit.kit.transcripts.game import D, TranscriptGame
from casekit.language.syntax import canonical_form, parser
from casekit.values import frozen, replace

MOST_GAMES = 60
"""The number of games that are played before a seed is refused."""

LINES_AFTER = 2
"""The number of lines after the one that makes the solution certain.

Nobody should find it by starting from the last line.
"""

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
"""What is wrong with a transcript that does not fit, by its name; ``noun`` is what the game calls one.

The first five names are those of figures that are beyond their limits.
"""


@frozen
class GeneratedTranscript(Generic[T]):
    """A transcript that fits a level, if a game made one, and what was tried."""

    puzzle: T | None
    """The transcript."""

    figures: Difficulty | None
    """Its figures."""

    games: int
    """The number of games that were played."""

    rejected: Mapping[str, int]
    """The number of transcripts that had each fault, by its name in ``_REASONS``."""


def decided_in_time(transcript: T) -> T | None:
    """As much of a transcript as ``generate`` asks for, ``None`` if its solution is not certain so early."""
    decided = TranscriptAnalysis(transcript).course.decided
    if decided is None or decided + LINES_AFTER > len(transcript.play):
        return None
    return replace(transcript, play=transcript.play[: decided + LINES_AFTER])


def without_idle_lines(transcript: T) -> T:
    """A transcript without idle lines; those that everybody knows of are never idle."""
    idle_numbers = TranscriptAnalysis(transcript).idle
    events = [event for event in transcript.play if str(event.number) not in idle_numbers]
    play = [replace(event, number=number) for number, event in enumerate(events, 1)]
    return replace(transcript, play=tuple(play))


def _figures_and_faults(
    transcript: AnyTranscript, limits: Levels
) -> tuple[Difficulty | None, tuple[str, ...]]:
    """The figures of a transcript, if all were measured, and the names of its faults in ``_REASONS``.

    What is quick to find out comes first; after a fault nothing more is measured.
    """
    least_lines, most_lines = limits.lines
    if not least_lines <= len(transcript.play) <= most_lines:
        return None, ("lines",)
    analysis, players = TranscriptAnalysis(transcript), len(transcript.players)
    if analysis.course.decided is None or analysis.course.decided + LINES_AFTER > len(transcript.play):
        return None, ("after",)
    least_needed, most_needed = limits.needed_of(players)
    if not least_needed <= len(analysis.smallest.names) <= most_needed:
        return None, ("needed",)
    _, most_depth = limits.depth
    # No level takes a transcript that needs suppositions inside each other, whatever its limit.
    if figured.suppositions_needed(analysis) > min(1, most_depth):
        return None, ("depth",)
    # Two players see every card that is shown: there is little to read but who passed.
    if players > PLAYERS_WHO_SEE_EVERY_CARD and len(figured.techniques_needed(analysis)) == 1:
        return None, ("techniques",)
    figures = figured.difficulty_of(analysis)
    if figures is None:
        return None, ("after",)
    return figures, limits.misses(figures, players)


def text_of(
    title: str, transcript: AnyTranscript, comments: Mapping[str, Sequence[str]] | None = None
) -> str:
    """The canonical text of a transcript with its story still to be written.

    Args:
        title: its title.
        transcript: the transcript.
        comments: the lines of comments below the headings of blocks, by the kind of the block; with any, the
            header says which levels there are.
    """
    game, comments = transcript.game, comments or {}
    play: list[str] = []
    for event in transcript.play:
        play += getattr(event, "written", (event.text,))
    lines = {"play": play, **game.making().lines(transcript)}
    levels = f"  // {' | '.join(game.dialect.fields['level'])}" if comments else ""
    text_lines = [
        f"game: {game.name}",
        f"title: {' '.join(title.split())}",
        f"level: {transcript.level}{levels}",
        "author: TODO",
    ]
    blocks_of_prose = {block.kind for block in game.dialect.outline if "prose" in block.lines}
    for kind in resolver.story_blocks(game.dialect):
        if kind in blocks_of_prose or kind in lines:
            heading = f"seat {transcript.seat}" if kind == "seat" else kind
            text_lines += ["", f"== {heading}"]
            text_lines += [f"// {line}" for line in comments.get(kind, ())]
            text_lines += ["TODO"] if kind in blocks_of_prose else lines[kind]
    text = "\n".join([*text_lines, ""])
    tree, problems = parser.parse(Source("draft", text), game.dialect)
    # A title that cannot be one, such as a comment, is for the writer to find.
    return text if problems else canonical_form.format_document(tree, game.dialect)


def block_lines(transcript: AnyTranscript) -> dict[str, list[str]]:
    """The lines of players, seat and truth, as text."""
    return {
        "players": [player.text for player in transcript.players],
        "seat": [transcript.hand.text] if transcript.hand else [],
        "truth": [line.text for line in transcript.truth],
    }


@frozen
class GeneratorSpec(Generic[D]):
    """How transcripts of a game are made."""

    simulated: Callable[..., Iterator[AnyTranscript]]
    """Plays a game, and gives what each seat sees of it.

    Its arguments are a source of chance, a deck, a number of players and a level; the game's own options are
    keywords.
    """

    players: Callable[..., range] | None = None
    """Gives the numbers of players for whom there can be a transcript, if these are not the game's.

    Its arguments are a deck and a level; the game's own options are keywords.
    """

    begun: Callable[[D], AnyTranscript] | None = None
    """Gives a transcript to begin with for a deck, if it is not the first line of a simulated one."""

    lines: Callable[[Any], Mapping[str, Sequence[str]]] = block_lines
    """Gives the lines of blocks other than the play as text, by the kind of the block."""

    comments: Callable[[Any], Mapping[str, Sequence[str]]] = lambda _: {}
    """Gives the comments on blocks of a transcript to begin with, by the kind of the block."""

    to_do: str = "its play and its story to write"
    """What is left to be written of a transcript to begin with."""


def create(
    game: TranscriptGame[D],
    title: str,
    settings: TranscriptEdition[D],
    options: Mapping[str, Any],
    steps: ProgressBar,
) -> Answered[NewDocument]:
    """A document to begin with or, with any ``options``, a simulated game that fits a level."""
    making = game.making()
    if options:
        with steps(MOST_GAMES) as step:
            return draft(game, title, settings, step=step, **options)
    if making.begun:
        transcript = making.begun(settings.deck)
    else:
        random = Random(0)  # noqa: S311 - always the same
        simulated = next(making.simulated(random, settings.deck, game.players.start, "apprentice"))
        transcript = replace(simulated, play=simulated.play[:1])
    return NewDocument(text_of(title, transcript, making.comments(transcript)), making.to_do), ()


def draft(
    game: TranscriptGame[D],
    title: str,
    edition: TranscriptEdition[D],
    *,
    players: int,
    level: Level,
    seed: int,
    step: Callable[[str], None],
    **game_options: Any,
) -> Answered[NewDocument]:
    """A transcript that fits a level of an edition, or why there is none.

    The same seed gives the same text.

    Args:
        game: the game.
        title: the title of the transcript.
        edition: the edition.
        players: the number of players.
        level: the level that it should fit.
        seed: the beginning of chance.
        step: called before each game with what is done.
        game_options: the game's own options, which it gets as keywords.
    """
    players_of_deck = game.making().players
    allowed = players_of_deck(edition.deck, level, **game_options) if players_of_deck else game.players
    if players not in allowed:
        return None, (_wrong_player_count(game, edition.deck, players, allowed),)
    generated = generate(
        game,
        edition.deck,
        edition.levels,
        players=players,
        level=level,
        seed=seed,
        step=step,
        **game_options,
    )
    if generated.puzzle is None:
        return None, (_refused_seed(game.dialect.noun, generated.rejected, seed, level),)
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
    **game_options: Any,
) -> GeneratedTranscript[Any]:
    """The first transcript of simulated games, for a number of players, that fits a level, if one does.

    The same seed always gives the same one. Its title, author and prose are empty.

    A simulation gives what seats see of its game, up to ``LINES_AFTER`` the line since which the solution is
    certain. Not taken are a transcript with fewer lines after it, since readers would start from its last
    line; one that also fits the next easier level; and one of three players or more that takes a single
    technique. ``step`` is called before each game.
    """
    simulated = game.making().simulated
    level_names = [*levels]
    index = level_names.index(level)
    easier_limits = levels[level_names[index - 1]] if index else None
    rejected: Counter[str] = Counter()
    for number in range(1, MOST_GAMES + 1):
        step(f"game {number}")
        # The same puzzle must come out again.
        random = Random(f"{seed} {players} {level} {number}")  # noqa: S311
        for transcript in map(without_idle_lines, simulated(random, deck, players, level, **game_options)):
            figures, faults = _figures_and_faults(transcript, levels[level])
            if figures and not faults:
                if easier_limits is None or easier_limits.misses(figures, len(transcript.players)):
                    return GeneratedTranscript(transcript, figures, number, dict(rejected))
                faults = ("easier",)
            rejected.update(faults)
    return GeneratedTranscript(None, None, MOST_GAMES, dict(rejected))


def _wrong_player_count(game: TranscriptGame[D], deck: D, players: int, allowed: range) -> Finding:
    """The finding that there is no transcript for a number of players."""
    least, most = allowed.start, allowed.stop - 1
    most_of_deck = game.decks().most_players
    if players < least:
        why = f"what is asked for takes at least {least}"
        hint = f"take --players {least} or more"
    else:
        hint = f"take --players {most} or fewer"
        why = f"casekit makes {game.dialect.noun}s for at most {most}"
        if most_of_deck is not None and most_of_deck(deck) == most:
            why = f"this deck is for at most {most}"
    return codes.PLAYER_COUNT.at(
        Source("--players", str(players)).whole(), f"there are {players} players, but {why}", hint=hint
    )


def _refused_seed(noun: str, rejected: Mapping[str, int], seed: int, level: Level) -> Finding:
    """The finding that a seed makes no transcript of a level, and why.

    Args:
        noun: what the game calls a transcript.
        rejected: the number of transcripts with each fault.
        seed: the seed.
        level: the level.
    """
    most_frequent_first = sorted(rejected.items(), key=lambda item: (-item[1], item[0]))
    reasons = [f"{_REASONS[name].format(noun=noun)} ({count})" for name, count in most_frequent_first]
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
