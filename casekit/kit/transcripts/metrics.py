"""The figures of a transcript, as values, as text and as JSON.

They say how hard it is, what its proof takes, which lines matter, and who can know what after each line.
"""

from collections.abc import Iterator, Mapping
from itertools import chain, combinations
from typing import NamedTuple

from casekit.analysis.analyzer import Json
from casekit.analysis.document_analysis import goal_of
from casekit.analysis.level_report import (
    LevelMatch,
    LevelReport,
    chart_row,
    columns,
    level_as_json,
    level_in_words,
    short_row,
)
from casekit.analysis.wording import TRUTH
from casekit.deduce import minimal_sources, source_sets
from casekit.deduce.proofs.prover import prove_known
from casekit.diagnostics import codes
from casekit.kit.transcripts.analysis import CandidateHistory, TranscriptAnalysis
from casekit.kit.transcripts.document import AnyTranscript
from casekit.kit.transcripts.editions import Difficulty, Level, Levels
from casekit.logic.theory import Inference, every_step, last_number, nesting
from casekit.prose.phrasing import capital
from casekit.values import frozen
from casekit.values.grouping import grouped

READER = "reader"
"""The name of the transcript's reader, beside those at the table."""

_MOST_PROOFS_LISTED = 5
"""The most smallest proofs that are listed."""


def difficulty_of(analysis: TranscriptAnalysis) -> Difficulty | None:
    """The figures of a transcript; ``None`` if its solution is not certain."""
    if not analysis.decided:
        return None
    proof = prove_known(analysis.solver, goal_of(analysis.proved))
    if proof is None:
        raise AssertionError("what is certain has no proof")
    inferred = (step for step in every_step(proof.steps) if isinstance(step, Inference))
    return {
        "lines": len(analysis.transcript.play),
        "needed": len(proof.sources),
        "steps": last_number(proof.steps),
        "depth": nesting(proof.steps),
        "together": max((len(step.lines) for step in inferred), default=0),
    }


def suppositions_needed(analysis: TranscriptAnalysis) -> int:
    """The depth of suppositions that a smallest proof needs, at most 2.

    0 if notes suffice, 1 if single cells are supposed, 2 if that does not suffice. This is quick to find out,
    where a proof step by step may take seconds.
    """
    solver = analysis.solver
    lines_read = solver.assume(solver.reading(analysis.smallest.names))
    goal = {solver.node(assertion) for assertion in goal_of(analysis.proved)}
    known_nodes = solver.propagation(lines_read)
    if known_nodes is None or known_nodes >= goal:
        return 0
    undecided_cells: list[int] = []
    for nodes in solver.vocabulary.values():
        undecided_cells += [node for node in nodes.values() if not {node, -node} & known_nodes]
    denials_of_refuted = [
        -node for node in undecided_cells if solver.propagation([*lines_read, node]) is None
    ]
    known_nodes = solver.propagation([*lines_read, *denials_of_refuted])
    return 1 if known_nodes is None or known_nodes >= goal else 2


def techniques_needed(analysis: TranscriptAnalysis) -> tuple[str, ...]:
    """The fewest techniques of the game that prove what readers of all lines can be certain of.

    Of several smallest sets it is the first. Readers who use no technique know the rules and the lines that
    need none.
    """
    solver = analysis.solver
    lines = ((name, line) for name, line in analysis.lines.items() if line.kind != TRUTH)
    lines_of_technique = grouped((analysis.deduction.technique(line), name) for name, line in lines)
    lines_without_technique = solver.assume(lines_of_technique.pop("", ()))
    denial = minimal_sources.otherwise(solver, analysis.proved)
    techniques = sorted(lines_of_technique)
    for size in range(len(techniques)):
        for chosen in combinations(techniques, size):
            lines_of_chosen = chain.from_iterable(lines_of_technique[technique] for technique in chosen)
            if not solver.solve([*lines_without_technique, denial, *solver.assume(lines_of_chosen)]):
                return chosen
    return tuple(techniques)


@frozen
class TranscriptBalance(LevelReport):
    """A transcript with its figures, beside the thresholds of each level.

    Lines are named by their numbers. The level has no figures if the solution is not certain.
    """

    analysis: TranscriptAnalysis
    """The transcript that was measured."""

    since: Mapping[str, str | None]
    """The line since which each answer that can be proved is certain, by the name of the question."""

    decided: str | None
    """The line since which the whole solution is certain."""

    essential: tuple[str, ...]
    """The lines that are in every proof."""

    idle: tuple[str, ...]
    """The lines that say nothing new."""

    sizes: Mapping[str, int]
    """The number of lines that each answer needs by itself, by the name of the question."""

    proofs: source_sets.Enumeration
    """All minimal sets of lines that prove the certain answers, as far as the budget reached."""

    techniques: tuple[str, ...]
    """The fewest techniques that prove the answers, and a supposition where the smallest proof has one."""

    courses: Mapping[str, CandidateHistory]
    """What can be known after each line.

    By a ``READER`` of the transcript, and by each player of whom it is known what the player saw.
    """

    shown = (codes.LEVEL_NOT_MET,)
    """The codes of findings that say nothing which the figures in words do not say."""

    def in_words(self, width: int) -> str:
        """All figures, as text."""
        rows = [*level_in_words(self, width), ""]
        if self.sizes:
            count = len(self.transcript.play)
            rows.append(f"Lines of play ({count})")
            lines_by_use = {
                "essential": self.essential,
                "in no proof": self.spare,
                "say nothing new": self.idle,
            }
            for label, lines in lines_by_use.items():
                rows += chart_row(label, len(lines), count, ", ".join(lines), width)
            rows += ["", *_rows_on_proofs(self, width), ""]
        solution_counts = course_rows(self)
        most_solutions = max(count for _, count in solution_counts)
        rows.append(_solutions_left_to(self, "the reader"))
        rows += [short_row(label, count, most_solutions) for label, count in solution_counts]
        rows += ["", *_rows_on_seats(self)]
        remarks = self.remarks
        if remarks:
            rows += ["", *(f"  {remark}" for remark in remarks)]
        if not self.proofs.complete:
            rows += ["", "The budget ended before all proofs were found; raise it with --budget."]
        return "\n".join(rows)

    def as_json(self) -> Json:
        """All figures as ``schemas/puzzle-report.schema.json`` has them."""
        answers: dict[str, Json] = {}
        for element, value in self.analysis.proved.items():
            answers[element] = {"value": value, "size": self.sizes[element], "since": self.since[element]}
        remarks = self.remarks
        return {
            "title": self.title,
            "level": level_as_json(self),
            "lines": len(self.transcript.play),
            "complete": self.proofs.complete,
            "answers": answers,
            "since": self.decided,
            "essential": list(self.essential),
            "spare": list(self.spare),
            "idle": list(self.idle),
            "techniques": list(self.techniques),
            "proofs": [list(lines) for lines in self.proofs.sets],
            **({"remarks": remarks} if remarks else {}),
            "courses": {name: _course_as_json(course) for name, course in self.courses.items()},
        }

    @property
    def smallest(self) -> tuple[tuple[str, ...], ...]:
        """The smallest of the proofs."""
        sets = self.proofs.sets
        return tuple(names for names in sets if len(names) == len(sets[0]))

    @property
    def spare(self) -> tuple[str, ...]:
        """The lines that are in no proof, where all proofs are known."""
        if not self.proofs.complete:
            return ()
        lines_in_proofs = frozenset().union(*self.proofs.sets)
        return tuple(line for line in self.analysis.sources if line not in lines_in_proofs)

    @property
    def remarks(self) -> list[str]:
        """The remarks of the game."""
        return [*self.analysis.deduction.remarks(self.transcript, self.analysis)]

    @property
    def transcript(self) -> AnyTranscript:
        """The transcript that was measured."""
        return self.analysis.transcript


def _course_as_json(course: CandidateHistory) -> Json:
    return {
        "exact": course.exact,
        "decided": course.decided,
        "candidates": [
            dict(zip(values, map(list, values.values()), strict=True)) for values in course.candidates
        ],
    }


def weigh_transcript(
    analysis: TranscriptAnalysis, levels: Mapping[Level, Levels], budget: int
) -> TranscriptBalance:
    """Measure a transcript that does not contradict itself.

    Args:
        analysis: the transcript.
        levels: the thresholds of each level with which it is compared, the easy ones first.
        budget: the number of sets of lines that are tried.

    Raises:
        OutOfBudgetError: if a question that must be answered is too hard.
    """
    answers, difficulty = analysis.proved, difficulty_of(analysis)
    fresh, level = analysis.solver.fresh(), LevelMatch({}, {})
    if difficulty is not None:
        players = len(analysis.transcript.players)
        bounds = {str(name): limits.bounds(difficulty, players) for name, limits in levels.items()}
        level = LevelMatch(bounds, difficulty)
    supposed = ["a supposition"] if difficulty and difficulty["depth"] else []
    sizes: dict[str, int] = {}
    for element, value in answers.items():
        sizes[element] = len(minimal_sources.smallest_proof(fresh, {element: value}).names)
    proofs = source_sets.Enumeration((), complete=True)
    if answers:
        proofs = source_sets.all_proofs(analysis.solver, answers, budget)
    return TranscriptBalance(
        analysis,
        level,
        analysis.transcript.level,
        since={element: analysis.since(element) for element in answers},
        decided=analysis.decided_since,
        essential=analysis.essential,
        idle=analysis.idle,
        sizes=sizes,
        proofs=proofs,
        techniques=(*techniques_needed(analysis), *supposed),
        courses={READER: analysis.course, **analysis.seats},
    )


def _rows_on_proofs(balance: TranscriptBalance, width: int) -> Iterator[str]:
    """The rows that say what each answer and the whole solution take to prove."""
    yield "Lines of the smallest proof, and since when it is known"
    smallest_proofs = balance.smallest
    proof_size = len(smallest_proofs[0]) if smallest_proofs else 0
    most = proof_size if smallest_proofs else 1
    for row in size_rows(balance):
        yield from chart_row(row.name, row.size, most, row.since, width)
    note = "; ".join(" + ".join(lines) for lines in smallest_proofs[:_MOST_PROOFS_LISTED])
    unlisted_count = len(smallest_proofs) - _MOST_PROOFS_LISTED
    if unlisted_count > 0:
        note += f"; {unlisted_count} more"
    yield from chart_row("solution", proof_size, most, note or "nothing to read", width)
    yield f"  techniques: {', '.join(balance.techniques) or 'none'}"
    if balance.level.gauges:
        steps = int(balance.level.gauges.get("steps") or 0)
        depth = int(balance.level.gauges.get("depth") or 0)
        yield from chart_row("conclusions", steps, steps, "", width)
        yield from chart_row("suppositions", depth, max(depth, 1), "inside each other", width)


class SizeRow(NamedTuple):
    """The size of the proof of one answer."""

    name: str
    """The name of its question."""

    size: int
    """The number of lines that prove it by themselves."""

    since: str
    """Since when it is known, in words."""


def size_rows(balance: TranscriptBalance) -> Iterator[SizeRow]:
    """The size of the proof of each answer that can be proved."""
    wording = balance.analysis.wording
    for element, size in balance.sizes.items():
        since = balance.since[element]
        yield SizeRow(wording.element(element), size, "never" if since is None else wording.since(since))


def course_rows(balance: TranscriptBalance) -> list[tuple[str, int]]:
    """The number of solutions that are left to the reader after each line, which is named in words."""
    counts = enumerate(balance.courses[READER].left)
    return [(f"line {line}" if line else "at the start", count) for line, count in counts]


def seat_rows(balance: TranscriptBalance, *, marked: bool = False) -> list[list[str]]:
    """A table of the numbers of solutions that are left to players after each line.

    It has a column for each player of whom it is known what the player saw. A number is ``marked`` with a
    hyphen where fewer solutions may be left, as in ``12-``.
    """
    courses = {name: course for name, course in balance.courses.items() if name != READER}
    if not courses:
        return []
    rows = [["line", *courses]]
    for line in range(len(balance.transcript.play) + 1):
        row = [str(line) if line else "start"]
        for course in courses.values():
            count = course.left[line]
            may_be_fewer = not course.exact and count != 1
            row.append(f"{count}-" if marked and may_be_fewer else str(count))
        rows.append(row)
    return rows


def _rows_on_seats(balance: TranscriptBalance) -> Iterator[str]:
    """The rows that say how many solutions are left to each seat."""
    rows, deduction = seat_rows(balance, marked=True), balance.analysis.deduction
    if not rows:
        yield deduction.unseen
        return
    yield _solutions_left_to(balance, "each seat")
    for line in columns(rows).splitlines():
        yield f"  {line}"
    if not all(course.exact for course in balance.courses.values()):
        yield f"  - at most: the seat saw {deduction.answer}s that are not written"


def _solutions_left_to(balance: TranscriptBalance, person: str) -> str:
    """The heading of numbers of solutions, in the words of the game."""
    deduction = balance.analysis.deduction
    return f"{capital(deduction.left)} that are left to {person}, {deduction.counted}"
