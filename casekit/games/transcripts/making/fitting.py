"""Transcripts made to measure: games are simulated until what one seat sees of one fits a level."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Generic, TypeVar

from casekit.games.transcripts.asking.difficulty import (
    difficulty_of,
    suppositions_needed,
    techniques_needed,
)
from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry
from casekit.games.transcripts.thresholds import TWO, Difficulty, Levels
from casekit.games.transcripts.transcript import AnyTranscript

MOST_GAMES = 60
"""The number of games that are played before a seed is refused."""

LINES_AFTER = 2
"""The lines after the one that makes the solution certain: nobody should find it by starting from the last line."""

T = TypeVar("T", bound=AnyTranscript)


@dataclass(frozen=True)
class Generated(Generic[T]):
    """A transcript that fits a level, its figures, the number of games played and why others were of no use."""

    puzzle: T
    figures: Difficulty
    games: int
    rejected: Mapping[str, int]


class RefusedError(Exception):
    """No game of a seed made a transcript of the level; ``rejected`` counts why."""

    def __init__(self, rejected: Mapping[str, int]) -> None:
        super().__init__(f"none of {MOST_GAMES} simulated games makes a puzzle of this level")
        self.rejected = rejected


def fitting(
    simulated: Callable[[Random], Iterator[T]],
    seed: str,
    wanted: Levels,
    easier: Levels | None,
    step: Callable[[str], None],
) -> Generated[T]:
    """The first transcript of simulated games that fits a level; the same seed always gives the same one.

    ``simulated`` plays a game and gives what its seats see of it, up to ``LINES_AFTER`` the line since which the solution is
    certain; one with fewer is not taken, since readers would start from its last line. One that fits the ``easier`` level too
    is of its level by name alone, so it is not taken; nor is one of three players or more that takes a single technique.
    ``step`` is called before each game.

    Raises:
        RefusedError: if no simulated game makes one.
    """
    rejected: Counter[str] = Counter()
    for number in range(1, MOST_GAMES + 1):
        step(f"game {number}")
        random = Random(f"{seed} {number}")  # noqa: S311 - a puzzle that must be found again
        for transcript in map(without_idle_lines, simulated(random)):
            figures, reasons = _measured(transcript, wanted)
            if figures is not None and easier and not easier.misses(figures, len(transcript.players)):
                figures, reasons = None, ("easier",)
            if figures is not None:
                return Generated(transcript, figures, number, dict(rejected))
            rejected.update(reasons)
    raise RefusedError(dict(rejected))


def decided_in_time(transcript: T) -> T | None:
    """As much of a transcript as ``fitting`` asks for, ``None`` if its solution is not certain so early."""
    decided = TranscriptInquiry(transcript).course.decided
    if decided is None or decided + LINES_AFTER > len(transcript.play):
        return None
    return replace(transcript, play=transcript.play[: decided + LINES_AFTER])


def without_idle_lines(transcript: T) -> T:
    """A transcript without idle lines; those that everybody knows of are never idle."""
    idle = TranscriptInquiry(transcript).idle
    kept = [event for event in transcript.play if str(event.number) not in idle]
    return replace(transcript, play=tuple(replace(event, number=at) for at, event in enumerate(kept, 1)))


def _measured(transcript: AnyTranscript, wanted: Levels) -> tuple[Difficulty | None, tuple[str, ...]]:
    """The figures of a transcript that fits, or ``None`` and what does not; what is quick to find out comes first."""
    if not wanted.lines[0] <= len(transcript.play) <= wanted.lines[1]:
        return None, ("lines",)
    inquiry = TranscriptInquiry(transcript)
    if inquiry.course.decided is None or inquiry.course.decided + LINES_AFTER > len(transcript.play):
        return None, ("after",)
    least, most = wanted.needed_of(len(transcript.players))
    if not least <= len(inquiry.smallest.names) <= most:
        return None, ("needed",)
    if suppositions_needed(inquiry) > min(1, wanted.depth[1]):
        return None, ("depth",)
    # Two players see every card that is shown: there is little to read but who passed.
    if len(transcript.players) > TWO and len(techniques_needed(inquiry)) == 1:
        return None, ("techniques",)
    figures = difficulty_of(inquiry)
    if figures is None:
        raise AssertionError("a seat that can know the solution makes an undecided transcript")
    misses = wanted.misses(figures, len(transcript.players))
    return (None if misses else figures), misses
