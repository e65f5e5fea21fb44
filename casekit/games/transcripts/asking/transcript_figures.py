"""Figures of a transcript: what its proof takes, which lines matter, and who can know what after each line."""

from collections.abc import Mapping
from dataclasses import astuple, dataclass

from casekit.asking.figures.level_bounds import FigureBound, MeasuredLevel
from casekit.asking.interrogation import Json
from casekit.asking.questions import certain
from casekit.deduce.goals import smallest_proof
from casekit.deduce.ways import Enumeration, all_proofs
from casekit.diagnostics import Source, codes
from casekit.games.transcripts.asking.courses import Course
from casekit.games.transcripts.asking.difficulty import difficulty_of, techniques_needed
from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry
from casekit.games.transcripts.thresholds import LABELS, Difficulty, Levels
from casekit.games.transcripts.transcript import AnyTranscript, Level

READER = "reader"
"""The name of the transcript's reader, beside those at the table."""


@dataclass(frozen=True)
class TranscriptMeasures:
    """The figures of a transcript. Lines are named by their numbers.

    ``proofs`` are all minimal sets of lines that prove ``answers``, as far as the budget reached; ``sizes`` how many
    lines each answer needs by itself. ``courses`` say what can be known after each line: by a ``READER`` of the transcript
    and by each player of whom it is known what the player saw. ``difficulty`` is missing if the solution is not certain;
    ``techniques`` are the fewest that prove the answers, and a supposition, where the smallest proof has one.
    """

    answers: Mapping[str, str]
    since: Mapping[str, str | None]
    decided: str | None
    essential: tuple[str, ...]
    idle: tuple[str, ...]
    sizes: Mapping[str, int]
    proofs: Enumeration
    difficulty: Difficulty | None
    techniques: tuple[str, ...]
    courses: Mapping[str, Course]

    @property
    def smallest(self) -> tuple[tuple[str, ...], ...]:
        """The smallest of the proofs."""
        sets = self.proofs.sets
        return tuple(names for names in sets if len(names) == len(sets[0]))

    @property
    def spare(self) -> tuple[str, ...]:
        """The lines that are in no proof, where all proofs are known."""
        lines = range(1, len(self.courses[READER].candidates)) if self.proofs.complete else ()
        used = {name for names in self.proofs.sets for name in names}
        return tuple(str(line) for line in lines if str(line) not in used)


@dataclass(frozen=True)
class TranscriptBalance:
    """A transcript with its figures, held against the thresholds of each level."""

    inquiry: TranscriptInquiry
    figures: TranscriptMeasures
    level: MeasuredLevel

    shown = (codes.LEVEL_NOT_MET,)
    """Findings that only repeat what the figures in words say, so readers of the figures need not see them."""

    def in_words(self, width: int) -> str:
        """All figures, as text."""
        from casekit.games.transcripts.asking.transcript_report import report_in_words  # noqa: PLC0415 -- a check measures and says nothing

        return report_in_words(self, width)

    def as_json(self) -> Json:
        """All figures as their schema has them."""
        from casekit.games.transcripts.asking.transcript_report import report_as_json  # noqa: PLC0415 -- likewise

        return report_as_json(self)

    @property
    def transcript(self) -> AnyTranscript:
        """The transcript that was measured."""
        return self.inquiry.transcript

    @property
    def title(self) -> str:
        """Its title."""
        return self.inquiry.title

    @property
    def source(self) -> Source:
        """Its text."""
        return self.inquiry.source

    @property
    def claimed(self) -> Level:
        """The level that it claims."""
        return self.transcript.level


def measure_transcript(inquiry: TranscriptInquiry, budget: int) -> TranscriptMeasures:
    """Measure a transcript that does not contradict itself; ``budget`` is how many sets of lines are tried.

    Raises:
        OutOfBudgetError: if a question that must be answered is too hard.
    """
    answers, difficulty = certain(inquiry), difficulty_of(inquiry)
    fresh = inquiry.knowledge.fresh()
    return TranscriptMeasures(
        answers=answers,
        since={element: inquiry.since(element) for element in answers},
        decided=inquiry.decided_since,
        essential=inquiry.essential,
        idle=inquiry.idle,
        sizes={
            element: len(smallest_proof(fresh, {element: value}).names) for element, value in answers.items()
        },
        proofs=all_proofs(inquiry.knowledge, answers, budget) if answers else Enumeration((), complete=True),
        difficulty=difficulty,
        techniques=(
            *techniques_needed(inquiry),
            *(["a supposition"] if difficulty and difficulty.depth else []),
        ),
        courses={READER: inquiry.course, **inquiry.seats},
    )


def weigh_transcript(
    inquiry: TranscriptInquiry, levels: Mapping[Level, Levels], budget: int
) -> TranscriptBalance:
    """Measure a transcript and hold it against the thresholds of each level, the easy ones first."""
    figures = measure_transcript(inquiry, budget)
    difficulty, players = figures.difficulty, len(inquiry.transcript.players)
    if difficulty is None:
        return TranscriptBalance(inquiry, figures, MeasuredLevel({}, {}))
    bounds: Mapping[str, tuple[FigureBound, ...]] = {
        level: of_level.bounds(difficulty, players) for level, of_level in levels.items()
    }
    gauges = dict(zip(LABELS, astuple(difficulty), strict=True))
    return TranscriptBalance(inquiry, figures, MeasuredLevel(bounds, gauges))
