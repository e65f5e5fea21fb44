"""The figures of a transcript as text with small charts for people, and as JSON for machines."""

from collections.abc import Iterator
from typing import Any

from casekit.asking.figures.level_bounds import level_as_json, level_in_words
from casekit.asking.told.charts import chart_row, columns, short_row
from casekit.asking.wording import capital
from casekit.games.transcripts.asking.transcript_figures import READER, TranscriptBalance

_MOST_PROOFS = 5
"""The number of smallest proofs that are listed."""


def report_in_words(balance: TranscriptBalance, width: int) -> str:
    """All figures of a transcript."""
    rows = [*level_in_words(balance, width), ""]
    if balance.sizes:
        rows += [*_lines(balance, width), "", *_proofs(balance, width), ""]
    left = course_rows(balance)
    rows.append(_left_to(balance, "the reader"))
    rows += [short_row(*row, max(count for _, count in left)) for row in left]
    rows += ["", *_seats(balance)]
    if remarks := balance.remarks:
        rows += ["", *(f"  {remark}" for remark in remarks)]
    if not balance.proofs.complete:
        rows += ["", "The budget ended before all proofs were found; raise it with --budget."]
    return "\n".join(rows)


def _lines(balance: TranscriptBalance, width: int) -> Iterator[str]:
    count = len(balance.transcript.play)
    yield f"Lines of play ({count})"
    kinds = {"essential": balance.essential, "in no proof": balance.spare, "say nothing new": balance.idle}
    for label, lines in kinds.items():
        yield from chart_row(label, len(lines), count, ", ".join(lines), width)


def _proofs(balance: TranscriptBalance, width: int) -> Iterator[str]:
    yield "Lines of the smallest proof, and since when it is known"
    smallest = balance.smallest
    most = len(smallest[0]) if smallest else 1
    for name, size, since in size_rows(balance):
        yield from chart_row(name, size, most, since, width)
    listed = "; ".join(" + ".join(lines) for lines in smallest[:_MOST_PROOFS])
    left = len(smallest) - _MOST_PROOFS
    told = f"{listed}; {left} more" if left > 0 else listed
    yield from chart_row("solution", most if smallest else 0, most, told or "nothing to read", width)
    yield f"  techniques: {', '.join(balance.techniques) or 'none'}"
    difficulty = balance.difficulty
    if difficulty is not None:
        yield from chart_row("conclusions", difficulty.steps, difficulty.steps, "", width)
        yield from chart_row(
            "suppositions", difficulty.depth, max(difficulty.depth, 1), "inside each other", width
        )


def size_rows(balance: TranscriptBalance) -> Iterator[tuple[str, int, str]]:
    """Each answer with the lines that prove it by themselves, and since when it is known."""
    wording = balance.inquiry.wording
    for element, size in balance.sizes.items():
        since = balance.since[element]
        yield wording.element(element), size, "never" if since is None else wording.since(since)


def course_rows(balance: TranscriptBalance) -> list[tuple[str, int]]:
    """How many solutions are left to the reader after each line."""
    counts = enumerate(balance.courses[READER].left)
    return [(f"line {line}" if line else "at the start", count) for line, count in counts]


def seat_rows(balance: TranscriptBalance, *, marked: bool = False) -> list[list[str]]:
    """The same for everybody at the table of whom it is known what they saw, below their names; ``marked`` where there may be fewer."""
    courses = {name: course for name, course in balance.courses.items() if name != READER}
    rows = [["line", *courses]] if courses else []
    for line in range(len(balance.transcript.play) + 1) if courses else ():
        left = [(course.left[line], not marked or course.exact) for course in courses.values()]
        told = (f"{count}{'' if exact or count == 1 else '-'}" for count, exact in left)
        rows.append([str(line) if line else "start", *told])
    return rows


def _seats(balance: TranscriptBalance) -> Iterator[str]:
    rows, deduction = seat_rows(balance, marked=True), balance.inquiry.deduction
    if not rows:
        yield deduction.unseen
        return
    yield _left_to(balance, "each seat")
    yield from (f"  {row}" for row in columns(rows).splitlines())
    if not all(course.exact for course in balance.courses.values()):
        yield f"  - at most: the seat saw {deduction.answer}s that are not written"


def _left_to(balance: TranscriptBalance, whom: str) -> str:
    deduction = balance.inquiry.deduction
    return f"{capital(deduction.left)} that are left to {whom}, {deduction.counted}"


# --- JSON ----------------------------------------------------------------------------------------


def report_as_json(balance: TranscriptBalance) -> dict[str, Any]:
    """All figures of a transcript as ``schemas/puzzle-report.schema.json`` has them."""
    answers = balance.inquiry.proved
    return {
        "title": balance.title,
        "level": level_as_json(balance),
        "lines": len(balance.transcript.play),
        "complete": balance.proofs.complete,
        "answers": {
            element: {"value": value, "size": balance.sizes[element], "since": balance.since[element]}
            for element, value in answers.items()
        },
        "since": balance.decided,
        "essential": list(balance.essential),
        "spare": list(balance.spare),
        "idle": list(balance.idle),
        "techniques": list(balance.techniques),
        "proofs": [list(lines) for lines in balance.proofs.sets],
        **({"remarks": remarks} if (remarks := balance.remarks) else {}),
        "courses": {
            name: {
                "exact": course.exact,
                "decided": course.decided,
                "candidates": [
                    {target: list(cards) for target, cards in of_line.items()}
                    for of_line in course.candidates
                ],
            }
            for name, course in balance.courses.items()
        },
    }
