"""A puzzle under investigation: its theory in the solver, and what is certain since which line."""

from collections.abc import Mapping
from functools import cached_property

from casekit.deduce.cores import Core
from casekit.deduce.knowledge import Knowledge
from casekit.deduce.refutations import essential, smallest_proof
from casekit.deduce.rivals import nearest_rival, true_facts
from casekit.deduce.verdict import analyse
from casekit.games.clue.asking.courses import Course, course_of, courses_of_seats, idle_lines
from casekit.games.clue.asking.puzzle_theory import Origin, build_theory, signature_of
from casekit.games.clue.puzzle import Puzzle
from casekit.games.clue.signature import TARGETS
from casekit.model.theory import Rival, Verdict


class PuzzleInquiry:
    """Everything the checks, the report and the generator ask of a puzzle, computed once."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        built = build_theory(puzzle)
        self.origins: Mapping[str, Origin] = built.origins
        self.knowledge = Knowledge(built.theory)

    @cached_property
    def verdict(self) -> Verdict:
        """The verdict of the deduction core."""
        return analyse(self.knowledge)

    @cached_property
    def course(self) -> Course:
        """What readers of the first lines know of the envelope, line by line."""
        return course_of(self.knowledge, signature_of(self.puzzle), self.puzzle)

    @cached_property
    def seats(self) -> Mapping[str, Course]:
        """What each player whose hand is given can know, line by line."""
        return courses_of_seats(self.puzzle)

    @cached_property
    def rivals(self) -> dict[str, tuple[Rival, ...]]:
        """The values that open targets may have beside the true one, each with the deal nearest to the truth."""
        truth = true_facts(self.knowledge)
        targets = {target.name: target for target in self.knowledge.theory.targets}
        found = {
            each.name: [
                nearest_rival(self.knowledge, targets[each.name], value, truth) for value in each.rivals
            ]
            for each in self.verdict.elements
        }
        return {name: tuple(filter(None, rivals)) for name, rivals in found.items() if rivals}

    @cached_property
    def answers(self) -> dict[str, str]:
        """What a reader of all lines is certain of: the proved value of each target that has one."""
        return {each.name: each.proved for each in self.verdict.elements if each.proved is not None}

    @property
    def decided(self) -> bool:
        """Whether all three cards are certain in the end."""
        return len(self.answers) == len(TARGETS)

    @cached_property
    def idle(self) -> tuple[str, ...]:
        """The lines of play that say nothing to somebody who has read those before."""
        return idle_lines(self.knowledge)

    @cached_property
    def essential(self) -> tuple[str, ...]:
        """The lines of play that are in every proof of what is certain."""
        return essential(self.knowledge, self.answers) if self.answers else ()

    @cached_property
    def smallest(self) -> Core:
        """The fewest lines of play that prove what is certain."""
        return smallest_proof(Knowledge(self.knowledge.theory), self.answers)
