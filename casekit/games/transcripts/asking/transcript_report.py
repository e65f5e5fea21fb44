"""The figures of a transcript as text with small charts for people, and as JSON for machines."""

from collections.abc import Iterator
from typing import Any

from casekit.asking.figures.level_bounds import level_as_json, level_in_words
from casekit.asking.told.charts import chart_row, columns, short_row
from casekit.asking.wording import capital
from casekit.games.transcripts.asking.courses import Course
from casekit.games.transcripts.asking.transcript_figures import READER, TranscriptBalance

_MOST_PROOFS = 5
"""The number of smallest proofs that are listed."""


def report_in_words(balance: TranscriptBalance, width: int) -> str:
    """All figures of a transcript."""
    rows = [*level_in_words(balance, width), ""]
    if balance.figures.answers:
        rows += [*_lines(balance, width), "", *_proofs(balance, width), ""]
    rows += [*_course(balance), "", *_seats(balance)]
    if remarks := _remarks(balance):
        rows += ["", *(f"  {remark}" for remark in remarks)]
    if not balance.figures.proofs.complete:
        rows += ["", "The budget ended before all proofs were found; raise it with --budget."]
    return "\n".join(rows)


def _lines(balance: TranscriptBalance, width: int) -> Iterator[str]:
    figures, count = balance.figures, len(balance.transcript.play)
    yield f"Lines of play ({count})"
    kinds = {"essential": figures.essential, "in no proof": figures.spare, "say nothing new": figures.idle}
    for label, lines in kinds.items():
        yield from chart_row(label, len(lines), count, ", ".join(lines), width)


def _proofs(balance: TranscriptBalance, width: int) -> Iterator[str]:
    figures, wording = balance.figures, balance.inquiry.wording
    yield "Lines of the smallest proof, and since when it is known"
    smallest = figures.smallest
    most = len(smallest[0]) if smallest else 1
    for element, size in figures.sizes.items():
        yield from chart_row(
            wording.element(element), size, most, since_in_words(balance, figures.since[element]), width
        )
    listed = "; ".join(" + ".join(lines) for lines in smallest[:_MOST_PROOFS])
    left = len(smallest) - _MOST_PROOFS
    told = f"{listed}; {left} more" if left > 0 else listed
    yield from chart_row("solution", most if smallest else 0, most, told or "nothing to read", width)
    yield f"  techniques: {', '.join(figures.techniques) or 'none'}"
    difficulty = figures.difficulty
    if difficulty is not None:
        yield from chart_row("conclusions", difficulty.steps, difficulty.steps, "", width)
        yield from chart_row(
            "suppositions", difficulty.depth, max(difficulty.depth, 1), "inside each other", width
        )


def since_in_words(balance: TranscriptBalance, since: str | None) -> str:
    """The line since which something is known."""
    return "never" if since is None else balance.inquiry.wording.since(since)


def _course(balance: TranscriptBalance) -> Iterator[str]:
    """How many solutions are left to the reader after each line."""
    course = balance.figures.courses[READER]
    yield _left_to(balance, "the reader")
    for line, count in enumerate(course.left):
        yield short_row(f"line {line}" if line else "at the start", count, max(course.left))


def _seats(balance: TranscriptBalance) -> Iterator[str]:
    """The same for everybody at the table of whom it is known what they saw."""
    courses = {name: course for name, course in balance.figures.courses.items() if name != READER}
    if not courses:
        yield balance.inquiry.deduction.unseen
        return
    yield _left_to(balance, "each seat")
    lines = range(len(balance.transcript.play) + 1)
    rows = [["line", *courses]]
    rows += [
        [str(line) if line else "start", *(_left(course, line) for course in courses.values())]
        for line in lines
    ]
    yield from (f"  {row}" for row in columns(rows).splitlines())
    if not all(course.exact for course in courses.values()):
        yield f"  - at most: the seat saw {balance.inquiry.deduction.answer}s that are not written"


def _remarks(balance: TranscriptBalance) -> list[str]:
    """The remarks of the game."""
    return [*balance.inquiry.deduction.remarks(balance.transcript, balance.inquiry)]


def _left_to(balance: TranscriptBalance, whom: str) -> str:
    deduction = balance.inquiry.deduction
    return f"{capital(deduction.left)} that are left to {whom}, {deduction.counted}"


def _left(course: Course, line: int) -> str:
    left = course.left[line]
    return f"{left}{'' if course.exact or left == 1 else '-'}"


# --- JSON ----------------------------------------------------------------------------------------


def report_as_json(balance: TranscriptBalance) -> dict[str, Any]:
    """All figures of a transcript as ``schemas/puzzle-report.schema.json`` has them."""
    figures = balance.figures
    return {
        "title": balance.title,
        "level": level_as_json(balance),
        "lines": len(balance.transcript.play),
        "complete": figures.proofs.complete,
        "answers": {
            element: {"value": value, "size": figures.sizes[element], "since": figures.since[element]}
            for element, value in figures.answers.items()
        },
        "since": figures.decided,
        "essential": list(figures.essential),
        "spare": list(figures.spare),
        "idle": list(figures.idle),
        "techniques": list(figures.techniques),
        "proofs": [list(lines) for lines in figures.proofs.sets],
        **({"remarks": remarks} if (remarks := _remarks(balance)) else {}),
        "courses": {name: _course_as_json(course) for name, course in figures.courses.items()},
    }


def _course_as_json(course: Course) -> dict[str, Any]:
    return {
        "exact": course.exact,
        "decided": course.decided,
        "candidates": [
            {target: list(cards) for target, cards in of_line.items()} for of_line in course.candidates
        ],
    }
