"""Figures of a transcript: how hard it is, what its proof takes, which lines matter, and who can know what after each line."""

from collections.abc import Mapping
from dataclasses import astuple, dataclass
from itertools import chain, combinations

from casekit.asking.figures.level_bounds import MeasuredLevel
from casekit.asking.inquiry import goal_of
from casekit.asking.interrogation import Json
from casekit.asking.wording import TRUTH
from casekit.deduce.goals import otherwise, smallest_proof
from casekit.deduce.proofs.proving import prove
from casekit.deduce.ways import Enumeration, all_proofs
from casekit.diagnostics import Source, codes
from casekit.games.transcripts.asking.transcript_inquiry import Course, TranscriptInquiry
from casekit.games.transcripts.decks import LABELS, Difficulty, Level, Levels
from casekit.games.transcripts.transcript import AnyTranscript
from casekit.model.theory import Inference, Step, Supposition, every_step, last_number


def difficulty_of(inquiry: TranscriptInquiry) -> Difficulty | None:
    """The figures of a transcript; ``None`` if its solution is not certain."""
    if not inquiry.decided:
        return None
    proof = prove(inquiry.knowledge.theory, inquiry.knowledge.limits, goal_of(inquiry.proved))
    if proof is None:
        raise AssertionError("what is certain has no proof")
    return Difficulty(
        lines=len(inquiry.transcript.play),
        needed=len(proof.sources),
        steps=last_number(proof.steps),
        depth=max(map(_depth, proof.steps), default=0),
        together=max(
            (len(step.lines) for step in every_step(proof.steps) if isinstance(step, Inference)), default=0
        ),
    )


def suppositions_needed(inquiry: TranscriptInquiry) -> int:
    """The suppositions that readers of a smallest proof need: 0 if notes suffice, 1 if single cells are supposed, 2 for more.

    That is quick to find out, where a proof step by step may take seconds.
    """
    knowledge = inquiry.knowledge
    read = knowledge.assume(knowledge.reading(inquiry.smallest.names))
    goal = {knowledge.node(each) for each in goal_of(inquiry.proved)}
    known = knowledge.propagation(read)
    if known is None or known >= goal:
        return 0
    nodes = [node for key in knowledge.vocabulary for node in knowledge.vocabulary[key].values()]
    undecided = [node for node in nodes if not {node, -node} & known]
    refuted = [-node for node in undecided if knowledge.propagation([*read, node]) is None]
    known = knowledge.propagation([*read, *refuted])
    return 1 if known is None or known >= goal else 2


def techniques_needed(inquiry: TranscriptInquiry) -> tuple[str, ...]:
    """The fewest techniques of the game by which readers of all lines can be certain of what they can be certain of.

    Of several sets of so few it is the first. Readers who use no technique know the rules and what needs none.
    """
    knowledge = inquiry.knowledge
    by_technique: dict[str, list[str]] = {"": []}
    for name, line in inquiry.lines.items():
        if line.origin.kind != TRUTH:
            by_technique.setdefault(inquiry.deduction.technique(line), []).append(name)
    free = [*knowledge.assume(by_technique.pop("")), otherwise(knowledge, inquiry.proved)]
    techniques = sorted(by_technique)
    for chosen in chain.from_iterable(combinations(techniques, size) for size in range(len(techniques))):
        used = (name for technique in chosen for name in by_technique[technique])
        if not knowledge.solve([*free, *knowledge.assume(used)]):
            return chosen
    return tuple(techniques)


def _depth(step: Step) -> int:
    return 1 + max(map(_depth, step.steps), default=0) if isinstance(step, Supposition) else 0


READER = "reader"
"""The name of the transcript's reader, beside those at the table."""


@dataclass(frozen=True)
class TranscriptBalance:
    """A transcript with its figures, held against the thresholds of each level. Lines are named by their numbers.

    ``proofs`` are all minimal sets of lines that prove the certain answers, as far as the budget reached; ``sizes`` how many
    lines each answer needs by itself. ``courses`` say what can be known after each line: by a ``READER`` of the transcript
    and by each player of whom it is known what the player saw. ``difficulty`` is missing if the solution is not certain;
    ``techniques`` are the fewest that prove the answers, and a supposition, where the smallest proof has one.
    """

    inquiry: TranscriptInquiry
    level: MeasuredLevel
    since: Mapping[str, str | None]
    decided: str | None
    essential: tuple[str, ...]
    idle: tuple[str, ...]
    sizes: Mapping[str, int]
    proofs: Enumeration
    difficulty: Difficulty | None
    techniques: tuple[str, ...]
    courses: Mapping[str, Course]

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
    def smallest(self) -> tuple[tuple[str, ...], ...]:
        """The smallest of the proofs."""
        sets = self.proofs.sets
        return tuple(names for names in sets if len(names) == len(sets[0]))

    @property
    def spare(self) -> tuple[str, ...]:
        """The lines that are in no proof, where all proofs are known."""
        used = {name for names in self.proofs.sets for name in names}
        return tuple(line for line in self.inquiry.sources if self.proofs.complete and line not in used)

    @property
    def remarks(self) -> list[str]:
        """The remarks of the game."""
        return [*self.inquiry.deduction.remarks(self.transcript, self.inquiry)]

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


def weigh_transcript(
    inquiry: TranscriptInquiry, levels: Mapping[Level, Levels], budget: int
) -> TranscriptBalance:
    """Measure a transcript that does not contradict itself, and hold it against the thresholds of each level, the easy ones first.

    ``budget`` is how many sets of lines are tried.

    Raises:
        OutOfBudgetError: if a question that must be answered is too hard.
    """
    answers, difficulty = inquiry.proved, difficulty_of(inquiry)
    fresh, level = inquiry.knowledge.fresh(), MeasuredLevel({}, {})
    if difficulty is not None:
        players = len(inquiry.transcript.players)
        bounds = {str(name): limits.bounds(difficulty, players) for name, limits in levels.items()}
        level = MeasuredLevel(bounds, dict(zip(LABELS, astuple(difficulty), strict=True)))
    supposed = ["a supposition"] if difficulty and difficulty.depth else []
    return TranscriptBalance(
        inquiry,
        level,
        since={element: inquiry.since(element) for element in answers},
        decided=inquiry.decided_since,
        essential=inquiry.essential,
        idle=inquiry.idle,
        sizes={
            element: len(smallest_proof(fresh, {element: value}).names) for element, value in answers.items()
        },
        proofs=all_proofs(inquiry.knowledge, answers, budget) if answers else Enumeration((), complete=True),
        difficulty=difficulty,
        techniques=(*techniques_needed(inquiry), *supposed),
        courses={READER: inquiry.course, **inquiry.seats},
    )
