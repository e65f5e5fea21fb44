"""The figures of cases as a web page for publishers, with a chart for each."""

from collections.abc import Iterable, Iterator, Sequence

from casekit.asking.figures.figures_page import (
    Bar,
    FigureMap,
    FiguresSection,
    MapCell,
    bars,
    figures_page,
)
from casekit.asking.told.telling import teller
from casekit.deduce.ways import Ways
from casekit.diagnostics import Diagnostic
from casekit.games.midnight.asking.case_report import Balance
from casekit.games.midnight.asking.figures import ENOUGH, LABELS, words_by_step

_STYLE = ".culprit .bar i { background: var(--ink) }"

_FEW = f"Where fewer than {ENOUGH} independent ways lead to a conclusion (hatched), a table that misses one gets stuck."

PATH_KINDS = {
    "essential": "essential: in every proof",
    "proof": "in the smallest proof",
    "useful": "helps against some rival",
    "undecided": "undecided",
    "wrong": "wrong: helps against none",
}
"""The use of a path, in the order of the legend."""


def report_page(balances: Sequence[Balance], findings: Iterable[Diagnostic]) -> str:
    """Cases with their figures as an HTML page that needs nothing else."""
    return figures_page("case", [_section(balance) for balance in balances], findings, _STYLE)


def _section(balance: Balance) -> FiguresSection[Balance]:
    gauges = balance.level.gauges
    return FiguresSection(
        balance,
        {label: gauges[name] for name, label in LABELS.items()},
        _map(balance) if balance.figures.answers else None,
        (
            (
                "Paths of the smallest proof",
                "What the luckiest reader needs, and how many independent chances there are.",
                _proofs(balance),
            ),
            ("Ways to each conclusion", _FEW, _conclusions(balance)),
            (
                "What keeps each rival out",
                "So many paths must stay unread for it to be possible again.",
                _rivals(balance),
            ),
            (
                "Hints that accuse each suspect",
                "Red herrings, but for those of the culprit (dark).",
                _suspicions(balance),
            ),
            ("Words a paragraph", "How many paragraphs are how long.", _words(balance)),
        ),
    )


def _map(balance: Balance) -> FigureMap:
    figures = balance.figures
    counts = {"essential": figures.essential, "wrong": figures.wrong, "undecided": figures.undecided}
    note = ", ".join(f"{len(names)} {kind}" for kind, names in counts.items() if names or kind != "undecided")
    return f"The {figures.paths} paths", f"{note}.", tuple(_cells(balance)), PATH_KINDS


def _cells(balance: Balance) -> Iterator[MapCell]:
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
            yield str(path), kind, ""


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
