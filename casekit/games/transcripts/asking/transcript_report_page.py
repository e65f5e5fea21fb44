"""The figures of transcripts (``casekit.asking.figures``): columns, what is compared, and their page."""

from collections.abc import Iterable, Iterator, Sequence

from casekit.asking.figures.figure_forms import FigureForms, GaugeForm
from casekit.asking.figures.figures_page import (
    Bar,
    FiguresSection,
    FigureTable,
    MapCell,
    bars,
    figures_page,
)
from casekit.asking.inquiry import START
from casekit.diagnostics import Diagnostic
from casekit.games.transcripts.asking.transcript_figures import READER, TranscriptBalance
from casekit.games.transcripts.asking.transcript_report import since_in_words
from casekit.games.transcripts.thresholds import LABELS

LINE_KINDS = {
    "essential": "essential: in every proof",
    "proof": "in the smallest proof",
    "useful": "in another proof",
    "undecided": "not looked at",
    "wrong": "in no proof",
}
"""The use of a line of play, in the order of the legend."""

_STYLE = """\
.map { grid-template-columns: 1fr }
.map b { display: inline-block; min-width: 2em }
.legend { grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)) }"""


def figure_forms(noun: str) -> FigureForms:
    """The figures of a game whose documents are called so; of what is compared only answers must not get lost."""
    return FigureForms(
        noun=noun,
        columns={
            "players": lambda balance: len(balance.transcript.players),
            "lines": lambda balance: len(balance.transcript.play),
            "essential": lambda balance: len(balance.figures.essential),
            "needed": lambda balance: balance.level.gauges.get("needed"),
            "known": lambda balance: "start" if balance.figures.decided == START else balance.figures.decided,
            "steps": lambda balance: balance.level.gauges.get("steps"),
            "supposed": lambda balance: balance.level.gauges.get("depth"),
        },
        gauges=(
            GaugeForm("solved", "answers", held=True),
            GaugeForm("proofs", "proofs", exact="complete"),
            *(GaugeForm(name, f"level.figures.{name}") for name in LABELS),
            GaugeForm("essential", "essential", named=True),
            GaugeForm("idle", "idle", named=True),
        ),
        page=report_page,
    )


def report_page(balances: Sequence[TranscriptBalance], findings: Iterable[Diagnostic]) -> str:
    """Transcripts with their figures as an HTML page that needs nothing else."""
    noun = balances[0].transcript.game.dialect.noun
    return figures_page(noun, [_section(balance) for balance in balances], findings, _STYLE)


def _section(balance: TranscriptBalance) -> FiguresSection[TranscriptBalance]:
    figures, asked = balance.figures, balance.inquiry.deduction
    note = f"{len(figures.essential)} essential, {len(figures.spare)} in no proof, {len(figures.idle)} that say nothing new."
    return FiguresSection(
        balance,
        {"players": len(balance.transcript.players)}
        | {label: balance.level.gauges.get(name) for name, label in LABELS.items()},
        (f"The {len(balance.transcript.play)} lines of play", note, tuple(_cells(balance)), LINE_KINDS),
        (
            (
                "Lines of the smallest proof",
                (
                    f"How many lines prove each {asked.answer} by themselves, and since when it is known; the smallest proofs "
                    "of all."
                ),
                _proofs(balance),
            ),
            (
                "What is left to the reader",
                f"How many {asked.left} are possible for a reader after each line, {asked.counted}.",
                _course(balance),
            ),
        ),
        tuple(_seats(balance)),
    )


def _cells(balance: TranscriptBalance) -> Iterator[MapCell]:
    figures = balance.figures
    first = figures.smallest[0] if figures.smallest else ()
    used = {line for lines in figures.proofs.sets for line in lines}
    for event in balance.transcript.play:
        number = str(event.number)
        kinds = (
            ("essential", figures.essential),
            ("proof", first),
            ("useful", used),
            ("wrong", figures.spare),
        )
        kind = next((kind for kind, lines in kinds if number in lines), "undecided")
        yield event.text, kind, number


def _proofs(balance: TranscriptBalance) -> tuple[Bar, ...]:
    figures, wording = balance.figures, balance.inquiry.wording
    rows: list[tuple[str, int, str, tuple[str, ...], str]] = [
        (wording.element(element), size, "", (since_in_words(balance, figures.since[element]),), "")
        for element, size in figures.sizes.items()
    ]
    if figures.smallest:
        told = tuple(" + ".join(lines) for lines in figures.smallest)
        rows.append(("solution", len(figures.smallest[0]), "", told, ""))
    return bars(rows)


def _course(balance: TranscriptBalance) -> tuple[Bar, ...]:
    course = balance.figures.courses[READER]
    return bars(
        [
            (f"line {line}" if line else "at the start", course.left[line], "", (), "")
            for line in range(len(course.candidates))
        ]
    )


def _seats(balance: TranscriptBalance) -> Iterator[FigureTable]:
    """How many solutions are left to each seat after each line, if there is a seat of which that is known."""
    asked = balance.inquiry.deduction
    courses = {name: course for name, course in balance.figures.courses.items() if name != READER}
    if courses:
        note = (
            f"How many {asked.left} are possible for each player whose hand is known, {asked.counted}. A player who saw "
            f"{asked.answer}s that are not written may know more."
        )
        rows = tuple(
            (str(line) if line else "start", *(str(course.left[line]) for course in courses.values()))
            for line in range(len(balance.transcript.play) + 1)
        )
        yield "What is left to each seat", note, ("line", *courses), rows
