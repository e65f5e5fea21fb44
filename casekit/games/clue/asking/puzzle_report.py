"""The figures of a puzzle as text with small charts for people, and as JSON for machines."""

from collections.abc import Iterator, Sequence
from typing import Any

from casekit.asking.interrogation import Figures
from casekit.asking.since import START
from casekit.asking.told.charts import chart_row, columns, short_row, told_level
from casekit.games.clue.asking.courses import Course
from casekit.games.clue.asking.puzzle_figures import READER, PuzzleBalance, left_after
from casekit.games.clue.levels import LevelBound

_MOST_PROOFS = 5
"""So many of the smallest proofs are listed."""


def puzzle_report_in_words(balance: PuzzleBalance, width: int) -> str:
    """All figures of a puzzle."""
    inquiry = balance.inquiry
    rows = [f"{inquiry.source.name}: {inquiry.title}", *_level(balance, width), ""]
    if balance.figures.answers:
        rows += [*_lines(balance, width), "", *_proofs(balance, width), ""]
    rows += [*_course(balance), "", *_seats(balance)]
    if not balance.figures.proofs.complete:
        rows += ["", "The budget ended before all proofs were found; raise it with --budget."]
    return "\n".join(rows)


def _level(balance: PuzzleBalance, width: int) -> Iterator[str]:
    claimed = balance.puzzle.level
    if balance.figures.difficulty is None:
        yield f"  claims to be {claimed}; its solution is not certain, so there is nothing to measure"
        return
    yield f"  claims to be {claimed}, measures as {balance.level or 'neither amateur nor expert'}"
    for level, bounds in balance.bounds.items():
        yield from told_level(level, [str(bound) for bound in bounds if not bound.met], width)


def _lines(balance: PuzzleBalance, width: int) -> Iterator[str]:
    figures, count = balance.figures, len(balance.puzzle.play)
    yield f"Lines of play ({count})"
    kinds = {"essential": figures.essential, "in no proof": figures.spare, "say nothing new": figures.idle}
    for label, lines in kinds.items():
        yield from chart_row(label, len(lines), count, ", ".join(lines), width)


def _proofs(balance: PuzzleBalance, width: int) -> Iterator[str]:
    figures, wording = balance.figures, balance.inquiry.wording
    yield "Lines of the smallest proof, and since when it is known"
    smallest = figures.smallest
    most = len(smallest[0]) if smallest else 1
    for element, size in figures.sizes.items():
        yield from chart_row(
            wording.element(element), size, most, _since(balance, figures.since[element]), width
        )
    listed = "; ".join(" + ".join(lines) for lines in smallest[:_MOST_PROOFS])
    left = len(smallest) - _MOST_PROOFS
    told = f"{listed}; {left} more" if left > 0 else listed
    yield from chart_row("solution", most if smallest else 0, most, told or "nothing to read", width)
    difficulty = figures.difficulty
    if difficulty is not None:
        yield from chart_row("conclusions", difficulty.steps, difficulty.steps, "", width)
        yield from chart_row(
            "suppositions", difficulty.depth, max(difficulty.depth, 1), "inside each other", width
        )


def _since(balance: PuzzleBalance, since: str | None) -> str:
    return "never" if since is None else balance.inquiry.wording.since(since)


def _course(balance: PuzzleBalance) -> Iterator[str]:
    """How many envelopes are left to the reader after each line."""
    course = balance.figures.courses[READER]
    yield "Envelopes that are left to the reader, counted card by card"
    counts = [left_after(course, line) for line in range(len(course.candidates))]
    for line, count in enumerate(counts):
        yield short_row(f"line {line}" if line else "at the start", count, max(counts))


def _seats(balance: PuzzleBalance) -> Iterator[str]:
    """The same for everybody at the table whose hand is known; a seat that saw more than is written may know more."""
    courses = {name: course for name, course in balance.figures.courses.items() if name != READER}
    if not courses:
        yield "Nobody's hand is given, so nothing is known of the seats"
        return
    yield "Envelopes that are left to each seat, counted card by card"
    lines = range(len(balance.puzzle.play) + 1)
    rows = [["line", *courses]]
    rows += [
        [str(line) if line else "start", *(_left(course, line) for course in courses.values())]
        for line in lines
    ]
    yield from (f"  {row}" for row in columns(rows).splitlines())
    if not all(course.exact for course in courses.values()):
        yield "  - at most: the seat saw cards that are not written"


def _left(course: Course, line: int) -> str:
    left = left_after(course, line)
    return f"{left}{'' if course.exact or left == 1 else '-'}"


def puzzle_comparison(figures: Sequence[Figures]) -> str:
    """The figures of several puzzles beside each other."""
    balances = [each for each in figures if isinstance(each, PuzzleBalance)]
    head = [
        "puzzle",
        "claims",
        "measures",
        "players",
        "lines",
        "essential",
        "needed",
        "known",
        "steps",
        "supposed",
    ]
    return columns([head, *(_compared(balance) for balance in balances)])


def _compared(balance: PuzzleBalance) -> list[str]:
    figures, difficulty = balance.figures, balance.figures.difficulty
    measured = (
        ["-"] * 3
        if difficulty is None
        else [str(difficulty.needed), str(difficulty.steps), str(difficulty.depth)]
    )
    needed, steps, depth = measured
    known = "-" if figures.decided is None else "start" if figures.decided == START else figures.decided
    return [
        balance.puzzle.title,
        balance.puzzle.level,
        balance.level or "neither",
        str(len(balance.puzzle.players)),
        str(len(balance.puzzle.play)),
        str(len(figures.essential)),
        needed,
        known,
        steps,
        depth,
    ]


# --- JSON ----------------------------------------------------------------------------------------


def puzzle_report_as_json(balance: PuzzleBalance) -> dict[str, Any]:
    """All figures of a puzzle as ``schemas/puzzle-report.schema.json`` has them."""
    figures, difficulty = balance.figures, balance.figures.difficulty
    return {
        "title": balance.puzzle.title,
        "level": {
            "claimed": balance.puzzle.level,
            "measured": balance.level,
            "figures": None
            if difficulty is None
            else {
                "lines": difficulty.lines,
                "needed": difficulty.needed,
                "steps": difficulty.steps,
                "depth": difficulty.depth,
                "together": difficulty.together,
            },
            "thresholds": {
                level: [_bound_as_json(bound) for bound in bounds] for level, bounds in balance.bounds.items()
            },
        },
        "lines": len(balance.puzzle.play),
        "complete": figures.proofs.complete,
        "answers": {
            element: {"value": value, "size": figures.sizes[element], "since": figures.since[element]}
            for element, value in figures.answers.items()
        },
        "since": figures.decided,
        "essential": list(figures.essential),
        "spare": list(figures.spare),
        "idle": list(figures.idle),
        "proofs": [list(lines) for lines in figures.proofs.sets],
        "courses": {name: _course_as_json(course) for name, course in figures.courses.items()},
    }


def _bound_as_json(bound: LevelBound) -> dict[str, Any]:
    return {
        "name": bound.name,
        "least": bound.least,
        "most": bound.most,
        "value": bound.value,
        "met": bound.met,
    }


def _course_as_json(course: Course) -> dict[str, Any]:
    return {
        "exact": course.exact,
        "decided": course.decided,
        "candidates": [
            {target: list(cards) for target, cards in of_line.items()} for of_line in course.candidates
        ],
    }
