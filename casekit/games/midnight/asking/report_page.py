"""The figures of cases as a web page for publishers, with a chart for each."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from casekit.asking.pages.page_charts import Bar, bars
from casekit.asking.pages.web_page import render_page
from casekit.asking.told.telling import teller
from casekit.deduce.sources.ways import Ways
from casekit.diagnostics import Diagnostic
from casekit.games.midnight.asking.figures import ENOUGH, words_by_step
from casekit.games.midnight.asking.levels import LABELS, Threshold
from casekit.games.midnight.asking.weighing import Balance


@dataclass(frozen=True, slots=True)
class Cell:
    """A path in the map of all paths, and what it is good for."""

    path: str
    kind: str


@dataclass(frozen=True)
class Section:
    """One case on the page."""

    balance: Balance
    id: str
    cells: tuple[Cell, ...]
    proofs: tuple[Bar, ...]
    rivals: tuple[Bar, ...]
    conclusions: tuple[Bar, ...]
    suspicions: tuple[Bar, ...]
    words: tuple[Bar, ...]
    bounds: tuple[tuple[str, tuple[Threshold, ...]], ...]
    findings: tuple[Diagnostic, ...]


PATH_KINDS = {
    "essential": "essential: in every proof",
    "proof": "in the smallest proof",
    "useful": "helps against some rival",
    "undecided": "undecided",
    "wrong": "wrong: helps against none",
}
"""What a path may be good for, in the order of the legend."""


def report_page(balances: Sequence[Balance], findings: Iterable[Diagnostic]) -> str:
    """Cases with their figures as an HTML page that needs nothing else."""
    found = tuple(findings)
    sections = [_section(balance, number, found) for number, balance in enumerate(balances, 1)]
    return render_page(
        "report.html",
        "casekit.games.midnight",
        sections=sections,
        kinds=PATH_KINDS,
        labels=LABELS,
        enough=ENOUGH,
    )


def _section(balance: Balance, number: int, found: Sequence[Diagnostic]) -> Section:
    file = balance.case.source.name
    return Section(
        balance,
        f"case-{number}",
        tuple(_cells(balance)),
        _proofs(balance),
        _rivals(balance),
        _conclusions(balance),
        _suspicions(balance),
        _words(balance),
        tuple((level, bounds) for level, bounds in balance.level.bounds.items()),
        tuple(one for one in found if one.span.file == file and one.code.family == "6"),
    )


def _cells(balance: Balance) -> Iterable[Cell]:
    figures = balance.figures
    proof = () if figures.proof is None else figures.proof.sources
    for paragraph in balance.case.paragraphs:
        name = paragraph.name
        kinds = (
            ("essential", figures.essential),
            ("proof", proof),
            ("undecided", figures.undecided),
            ("wrong", figures.wrong),
        )
        kind = next((kind for kind, names in kinds if name in names), "useful")
        for path in paragraph.paths:
            yield Cell(str(path), kind if figures.answers else "undecided")


def _proofs(balance: Balance) -> tuple[Bar, ...]:
    figures = balance.figures
    if figures.proof is None:
        return ()
    sizes = {**figures.sizes, "solution": len(figures.proof.sources)}
    return bars([(name, size, "", (_ways(figures.ways.get(name)),), "") for name, size in sizes.items()])


def _ways(ways: Ways | None) -> str:
    if ways is None:
        return "known from the start"
    count = len(ways.sets)
    return f"{count}{'' if ways.complete else ' or more'} independent way{'' if count == 1 else 's'}"


def _rivals(balance: Balance) -> tuple[Bar, ...]:
    backs = sorted(balance.figures.ways_back, key=lambda back: len(back.unread))
    return bars(
        [
            (
                balance.inquiry.wording.answer(back.target, back.value),
                len(back.unread),
                "" if back.exact else " or fewer",
                back.unread,
                "",
            )
            for back in backs
        ]
    )


def _conclusions(balance: Balance) -> tuple[Bar, ...]:
    told = teller(balance.inquiry)
    return bars(
        [
            (
                told.assertions(clue.conclusions),
                len(clue.ways.sets),
                "" if clue.ways.complete else "+",
                tuple(" + ".join(way) for way in clue.ways.sets),
                "thin" if clue.thin else "",
            )
            for clue in balance.figures.clues
        ]
    )


def _suspicions(balance: Balance) -> tuple[Bar, ...]:
    culprit = balance.figures.answers.get("culprit")
    return bars(
        [
            (suspect, len(paths), "", tuple(dict.fromkeys(paths)), "culprit" if suspect == culprit else "")
            for suspect, paths in balance.figures.suspicions.items()
        ]
    )


def _words(balance: Balance) -> tuple[Bar, ...]:
    steps = words_by_step(balance.figures.words.values())
    return bars([(f"{low} to {high}", count, "", (), "") for (low, high), count in steps.items()])
