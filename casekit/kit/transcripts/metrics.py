"""Figures of a transcript, as values, as text and as JSON.

How hard it is, what its proof takes, which lines matter, and who can know what after each line.
"""

from collections.abc import Iterator, Mapping
from itertools import chain, combinations

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
    """The suppositions that a smallest proof needs.

    0 if notes suffice, 1 if single cells are supposed, 2 for more.

    That is quick to find out, where a proof step by step may take seconds.
    """
    solver = analysis.solver
    read = solver.assume(solver.reading(analysis.smallest.names))
    goal = {solver.node(assertion) for assertion in goal_of(analysis.proved)}
    known = solver.propagation(read)
    if known is None or known >= goal:
        return 0
    undecided: list[int] = []
    for nodes in solver.vocabulary.values():
        undecided += [node for node in nodes.values() if not {node, -node} & known]
    refuted = [-node for node in undecided if solver.propagation([*read, node]) is None]
    known = solver.propagation([*read, *refuted])
    return 1 if known is None or known >= goal else 2


def techniques_needed(analysis: TranscriptAnalysis) -> tuple[str, ...]:
    """The fewest techniques of the game that prove what readers of all lines can be certain of.

    Of several sets of so few it is the first. Readers who use no technique know the rules and what needs
    none.
    """
    solver = analysis.solver
    lines = ((name, line) for name, line in analysis.lines.items() if line.kind != TRUTH)
    by_technique = grouped((analysis.deduction.technique(line), name) for name, line in lines)
    free = [*solver.assume(by_technique.pop("", ())), minimal_sources.otherwise(solver, analysis.proved)]
    techniques = sorted(by_technique)
    for size in range(len(techniques)):
        for chosen in combinations(techniques, size):
            used = chain.from_iterable(by_technique[technique] for technique in chosen)
            if not solver.solve([*free, *solver.assume(used)]):
                return chosen
    return tuple(techniques)


READER = "reader"
"""The name of the transcript's reader, beside those at the table."""


@frozen
class TranscriptBalance(LevelReport):
    """A transcript with its figures, held against the thresholds of each level.

    Lines are named by their numbers.

    ``proofs`` are all minimal sets of lines that prove the certain answers, as far as the budget reached;
    ``sizes`` how many lines each answer needs by itself. ``courses`` say what can be known after each line:
    by a ``READER`` of the transcript and by each player of whom it is known what the player saw.
    ``techniques`` are the fewest that prove the answers, and a supposition, where the smallest proof has one.
    The level has no figures if the solution is not certain.
    """

    analysis: TranscriptAnalysis
    since: Mapping[str, str | None]
    decided: str | None
    essential: tuple[str, ...]
    idle: tuple[str, ...]
    sizes: Mapping[str, int]
    proofs: source_sets.Enumeration
    techniques: tuple[str, ...]
    courses: Mapping[str, CandidateHistory]

    shown = (codes.LEVEL_NOT_MET,)
    """Findings that only repeat what the figures in words say, so readers of the figures need not see
    them."""

    def in_words(self, width: int) -> str:
        """All figures, as text."""
        rows = [*level_in_words(self, width), ""]
        if self.sizes:
            count = len(self.transcript.play)
            rows.append(f"Lines of play ({count})")
            kinds = {"essential": self.essential, "in no proof": self.spare, "say nothing new": self.idle}
            for label, lines in kinds.items():
                rows += chart_row(label, len(lines), count, ", ".join(lines), width)
            rows += ["", *_proofs(self, width), ""]
        left = course_rows(self)
        most_left = max(count for _, count in left)
        rows.append(_left_to(self, "the reader"))
        rows += [short_row(label, count, most_left) for label, count in left]
        rows += ["", *_seats(self)]
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
        used = frozenset().union(*self.proofs.sets)
        return tuple(line for line in self.analysis.sources if line not in used)

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

    It is compared with the thresholds of each level, the easy ones first.

    ``budget`` is how many sets of lines are tried.

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


_MOST_PROOFS = 5
"""The number of smallest proofs that are listed."""


def _proofs(balance: TranscriptBalance, width: int) -> Iterator[str]:
    yield "Lines of the smallest proof, and since when it is known"
    smallest = balance.smallest
    most = len(smallest[0]) if smallest else 1
    for name, size, since in size_rows(balance):
        yield from chart_row(name, size, most, since, width)
    note = "; ".join(" + ".join(lines) for lines in smallest[:_MOST_PROOFS])
    left = len(smallest) - _MOST_PROOFS
    if left > 0:
        note += f"; {left} more"
    yield from chart_row("solution", most if smallest else 0, most, note or "nothing to read", width)
    yield f"  techniques: {', '.join(balance.techniques) or 'none'}"
    if balance.level.gauges:
        steps = int(balance.level.gauges.get("steps") or 0)
        depth = int(balance.level.gauges.get("depth") or 0)
        yield from chart_row("conclusions", steps, steps, "", width)
        yield from chart_row("suppositions", depth, max(depth, 1), "inside each other", width)


def size_rows(balance: TranscriptBalance) -> Iterator[tuple[str, int, str]]:
    """Each answer with the lines that prove it by themselves, and since when it is known."""
    wording = balance.analysis.wording
    for element, size in balance.sizes.items():
        since = balance.since[element]
        yield wording.element(element), size, "never" if since is None else wording.since(since)


def course_rows(balance: TranscriptBalance) -> list[tuple[str, int]]:
    """How many solutions are left to the reader after each line."""
    counts = enumerate(balance.courses[READER].left)
    return [(f"line {line}" if line else "at the start", count) for line, count in counts]


def seat_rows(balance: TranscriptBalance, *, marked: bool = False) -> list[list[str]]:
    """The same for everybody at the table of whom it is known what they saw, below their names.

    ``marked`` where there may be fewer.
    """
    courses = {name: course for name, course in balance.courses.items() if name != READER}
    if not courses:
        return []
    rows = [["line", *courses]]
    for line in range(len(balance.transcript.play) + 1):
        row = [str(line) if line else "start"]
        for course in courses.values():
            count, fewer = course.left[line], marked and not course.exact
            row.append(f"{count}-" if fewer and count != 1 else str(count))
        rows.append(row)
    return rows


def _seats(balance: TranscriptBalance) -> Iterator[str]:
    rows, deduction = seat_rows(balance, marked=True), balance.analysis.deduction
    if not rows:
        yield deduction.unseen
        return
    yield _left_to(balance, "each seat")
    for line in columns(rows).splitlines():
        yield f"  {line}"
    if not all(course.exact for course in balance.courses.values()):
        yield f"  - at most: the seat saw {deduction.answer}s that are not written"


def _left_to(balance: TranscriptBalance, whom: str) -> str:
    deduction = balance.analysis.deduction
    return f"{capital(deduction.left)} that are left to {whom}, {deduction.counted}"
