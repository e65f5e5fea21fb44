"""The figures of puzzles as a web page for publishers, with a chart for each."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from casekit.asking.interrogation import Figures
from casekit.asking.pages.page_charts import Bar, bars
from casekit.asking.pages.web_page import render_page
from casekit.diagnostics import Diagnostic
from casekit.games.clue.asking.puzzle_figures import READER, PuzzleBalance, left_after
from casekit.games.clue.levels import LABELS, LevelBound, span_of

LINE_KINDS = {
    "essential": "essential: in every proof",
    "proof": "in the smallest proof",
    "useful": "in another proof",
    "undecided": "not looked at",
    "wrong": "in no proof",
}
"""What a line of play may be good for, in the order of the legend."""


@dataclass(frozen=True, slots=True)
class LineCell:
    """A line of play in the map of all lines, and what it is good for."""

    number: str
    text: str
    kind: str


@dataclass(frozen=True)
class PuzzleSection:
    """One puzzle on the page. ``seats`` are a table: a line, and how many solutions are left to each seat after it."""

    balance: PuzzleBalance
    id: str
    cells: tuple[LineCell, ...]
    proofs: tuple[Bar, ...]
    course: tuple[Bar, ...]
    names: tuple[str, ...]
    seats: tuple[tuple[str, ...], ...]
    bounds: tuple[tuple[str, LevelBound, str], ...]
    findings: tuple[Diagnostic, ...]


def puzzle_report_page(figures: Sequence[Figures], findings: Iterable[Diagnostic]) -> str:
    """Puzzles with their figures as an HTML page that needs nothing else."""
    balances = [each for each in figures if isinstance(each, PuzzleBalance)]
    found = tuple(findings)
    sections = [_section(balance, number, found) for number, balance in enumerate(balances, 1)]
    return render_page(
        "puzzles.html", "casekit.games.clue", sections=sections, kinds=LINE_KINDS, labels=LABELS
    )


def _section(balance: PuzzleBalance, number: int, found: Sequence[Diagnostic]) -> PuzzleSection:
    file = balance.inquiry.source.name
    courses = {name: course for name, course in balance.figures.courses.items() if name != READER}
    lines = range(len(balance.puzzle.play) + 1)
    return PuzzleSection(
        balance,
        f"puzzle-{number}",
        tuple(_cells(balance)),
        _proofs(balance),
        _course(balance),
        tuple(courses),
        tuple(
            (str(line) if line else "start", *(str(left_after(course, line)) for course in courses.values()))
            for line in lines
        ),
        tuple(
            (level, bound, span_of(bound.least, bound.most))
            for level, of_level in balance.bounds.items()
            for bound in of_level
        ),
        tuple(one for one in found if one.span.file == file and one.code.family == "6"),
    )


def _cells(balance: PuzzleBalance) -> Iterator[LineCell]:
    figures = balance.figures
    first = figures.smallest[0] if figures.smallest else ()
    used = {line for lines in figures.proofs.sets for line in lines}
    for event in balance.puzzle.play:
        number = str(event.number)
        kinds = (
            ("essential", figures.essential),
            ("proof", first),
            ("useful", used),
            ("wrong", figures.spare),
        )
        kind = next((kind for kind, lines in kinds if number in lines), "undecided")
        yield LineCell(number, event.text, kind)


def _proofs(balance: PuzzleBalance) -> tuple[Bar, ...]:
    figures, wording = balance.figures, balance.inquiry.wording
    rows: list[tuple[str, int, str, tuple[str, ...], str]] = [
        (wording.element(element), size, "", (_since(balance, figures.since[element]),), "")
        for element, size in figures.sizes.items()
    ]
    if figures.smallest:
        told = tuple(" + ".join(lines) for lines in figures.smallest)
        rows.append(("solution", len(figures.smallest[0]), "", told, ""))
    return bars(rows)


def _since(balance: PuzzleBalance, since: str | None) -> str:
    return "never" if since is None else balance.inquiry.wording.since(since)


def _course(balance: PuzzleBalance) -> tuple[Bar, ...]:
    course = balance.figures.courses[READER]
    return bars(
        [
            (f"line {line}" if line else "at the start", left_after(course, line), "", (), "")
            for line in range(len(course.candidates))
        ]
    )
