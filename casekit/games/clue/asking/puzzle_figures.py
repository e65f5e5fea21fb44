"""What is measured of a puzzle: what its proof takes, which lines matter, and who can know what after each line."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

from casekit.asking.questions import certain
from casekit.deduce.sources.enumeration import Enumeration, all_proofs
from casekit.deduce.sources.refutations import smallest_proof
from casekit.diagnostics import codes
from casekit.games.clue.asking.courses import Course
from casekit.games.clue.asking.difficulty import difficulty_of
from casekit.games.clue.asking.puzzle_inquiry import PuzzleInquiry
from casekit.games.clue.levels import Difficulty, LevelBound, Levels
from casekit.games.clue.puzzle import Level, Puzzle
from casekit.games.elsewhere import of_this

READER = "reader"
"""Who reads the puzzle, beside those who sit at the table."""


@dataclass(frozen=True)
class PuzzleMeasures:
    """What was measured. Lines are named by their numbers.

    ``proofs`` are all minimal sets of lines that prove ``answers``, as far as the budget reached; ``sizes`` how many
    lines each answer needs by itself. ``courses`` say what can be known after each line: by a ``READER`` of the puzzle
    and by each player whose hand the truth gives. ``difficulty`` is missing if the solution is not certain.
    """

    answers: Mapping[str, str]
    since: Mapping[str, str | None]
    decided: str | None
    essential: tuple[str, ...]
    idle: tuple[str, ...]
    sizes: Mapping[str, int]
    proofs: Enumeration
    difficulty: Difficulty | None
    courses: Mapping[str, Course]

    @property
    def smallest(self) -> tuple[tuple[str, ...], ...]:
        """The smallest of the proofs."""
        sets = self.proofs.sets
        return tuple(names for names in sets if len(names) == len(sets[0]))

    @property
    def spare(self) -> tuple[str, ...]:
        """The lines that are in no proof, where all proofs are known."""
        return self._spare if self.proofs.complete else ()

    @property
    def _spare(self) -> tuple[str, ...]:
        lines = range(1, len(self.courses[READER].candidates))
        used = {name for names in self.proofs.sets for name in names}
        return tuple(str(line) for line in lines if str(line) not in used)


@dataclass(frozen=True)
class PuzzleBalance:
    """A puzzle with its figures and the thresholds of each level; ``level`` is the first whose all are met."""

    inquiry: PuzzleInquiry
    figures: PuzzleMeasures
    level: Level | None
    bounds: Mapping[Level, tuple[LevelBound, ...]]

    shown = (codes.LEVEL_NOT_MET,)
    """Findings that only repeat what the figures in words say, so readers of the figures need not see them."""

    in_words = of_this("clue.asking.puzzle_report:puzzle_report_in_words")
    as_json = of_this("clue.asking.puzzle_report:puzzle_report_as_json")

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.inquiry.puzzle


def left_after(course: Course, line: int) -> int:
    """How many envelopes are possible for somebody after a line, counted card by card; 1 is the solution."""
    return prod(len(cards) for cards in course.candidates[line].values())


def measure_puzzle(inquiry: PuzzleInquiry, budget: int) -> PuzzleMeasures:
    """Measure a puzzle that does not contradict itself; ``budget`` is how many sets of lines are tried.

    Raises:
        OutOfBudgetError: if a question that must be answered is too hard.
    """
    answers = certain(inquiry)
    fresh = inquiry.knowledge.fresh()
    return PuzzleMeasures(
        answers=answers,
        since={element: inquiry.since(element) for element in answers},
        decided=inquiry.decided_since,
        essential=inquiry.essential,
        idle=inquiry.idle,
        sizes={
            element: len(smallest_proof(fresh, {element: value}).names) for element, value in answers.items()
        },
        proofs=all_proofs(inquiry.knowledge, answers, budget) if answers else Enumeration((), complete=True),
        difficulty=difficulty_of(inquiry),
        courses={READER: inquiry.course, **inquiry.seats},
    )


def weigh_puzzle(inquiry: PuzzleInquiry, levels: Mapping[Level, Levels], budget: int) -> PuzzleBalance:
    """Measure a puzzle and hold it against the thresholds of each level, the easy ones first."""
    figures = measure_puzzle(inquiry, budget)
    difficulty, players = figures.difficulty, len(inquiry.puzzle.players)
    if difficulty is None:
        return PuzzleBalance(inquiry, figures, None, {})
    bounds = {level: of_level.bounds(difficulty, players) for level, of_level in levels.items()}
    met = [level for level, of_level in bounds.items() if all(bound.met for bound in of_level)]
    return PuzzleBalance(inquiry, figures, met[0] if met else None, bounds)
