"""A transcript in figures (``casekit.analysis``) and tables: columns, what is compared, and their page.

Its lines are not said in other words.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic

from casekit.analysis import level_report as charts
from casekit.analysis.analyzer import Presentable
from casekit.analysis.document_analysis import BEFORE_READING
from casekit.analysis.figures import metrics as forms
from casekit.analysis.summaries import SourceCell, SourceRow, SourceTable
from casekit.diagnostics import Finding
from casekit.kit.transcripts.document import AnyRead
from casekit.kit.transcripts.editions import LABELS, TranscriptEdition
from casekit.kit.transcripts.game import D, TranscriptGame
from casekit.kit.transcripts.metrics import TranscriptBalance, course_rows, seat_rows, size_rows

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


def figure_forms(noun: str) -> forms.MetricsSpec:
    """The figures of a game whose documents are called so.

    Of what is compared only answers must not get lost.
    """
    return forms.MetricsSpec(
        noun=noun,
        columns={
            "players": lambda balance: len(balance.transcript.players),
            "lines": lambda balance: len(balance.transcript.play),
            "essential": lambda balance: len(balance.essential),
            "needed": lambda balance: balance.level.gauges.get("needed"),
            "known": lambda balance: "start" if balance.decided == BEFORE_READING else balance.decided,
            "steps": lambda balance: balance.level.gauges.get("steps"),
            "supposed": lambda balance: balance.level.gauges.get("depth"),
        },
        gauges=(
            forms.MetricSpec("solved", "answers", held=True),
            forms.MetricSpec("proofs", "proofs", exact="complete"),
            *(forms.MetricSpec(name, f"level.figures.{name}") for name in LABELS),
            forms.MetricSpec("essential", "essential", named=True),
            forms.MetricSpec("idle", "idle", named=True),
        ),
        page=report_page,
    )


def report_page(balances: Sequence[TranscriptBalance], findings: Iterable[Finding]) -> str:
    """Transcripts with their figures as an HTML page that needs nothing else."""
    return charts.figures_page(
        balances[0].transcript.game.dialect.noun,
        [_section(balance) for balance in balances],
        findings,
        _STYLE,
    )


def _section(balance: TranscriptBalance) -> charts.MetricsSection:
    asked, smallest = balance.analysis.deduction, balance.smallest
    figures = {label: balance.level.gauges.get(name) for name, label in LABELS.items()}
    use_note = (
        f"{len(balance.essential)} essential, {len(balance.spare)} in no proof, "
        f"{len(balance.idle)} that say nothing new."
    )
    heading = f"The {len(balance.transcript.play)} lines of play"
    proofs: list[tuple[str, int, str, tuple[str, ...], str]] = [
        (name, size, "", (since,), "") for name, size, since in size_rows(balance)
    ]
    if smallest:
        proofs.append(("solution", len(smallest[0]), "", tuple(map(" + ".join, smallest)), ""))
    proofs_note = (
        f"How many lines prove each {asked.answer} by themselves, and since when it is known; "
        "the smallest proofs of all."
    )
    left_note = f"How many {asked.left} are possible for a reader after each line, {asked.counted}."
    left = charts.bars((label, count, "", (), "") for label, count in course_rows(balance))
    return charts.MetricsSection(
        balance,
        {"players": len(balance.transcript.players)} | figures,
        (heading, use_note, tuple(_cells(balance)), LINE_KINDS),
        (
            ("Lines of the smallest proof", proofs_note, charts.bars(proofs)),
            ("What is left to the reader", left_note, left),
        ),
        tuple(_seats(balance)),
    )


def _cells(balance: TranscriptBalance) -> Iterator[charts.MapCell]:
    kinds = (
        ("essential", balance.essential),
        ("proof", balance.smallest[0] if balance.smallest else ()),
        ("useful", set().union(*balance.proofs.sets)),
        ("wrong", balance.spare),
    )
    for event in balance.transcript.play:
        number = str(event.number)
        kind = next((kind for kind, lines in kinds if number in lines), "undecided")
        yield event.text, kind, number


def _seats(balance: TranscriptBalance) -> Iterator[charts.FigureTable]:
    """How many solutions are left to each seat after each line, if there is a seat of which that is known."""
    asked = balance.analysis.deduction
    rows = [tuple(row) for row in seat_rows(balance)]
    if rows:
        note = (
            f"How many {asked.left} are possible for each player whose hand is known, {asked.counted}. "
            f"A player who saw {asked.answer}s that are not written may know more."
        )
        yield "What is left to each seat", note, rows[0], tuple(rows[1:])


class TranscriptWordingRoom(Generic[D]):
    """Figures of proofs, and the lines of play."""

    def __init__(self, game: TranscriptGame[D]) -> None:
        self.game = game

    def verbalizer(self, _document: AnyRead) -> None:
        """None."""

    def source_tables(self, document: AnyRead) -> tuple[SourceTable, ...]:
        """The lines of play, in order."""
        cells = tuple(
            SourceCell(str(line.number), f"line {line.number}", line.place.start, line.place.end)
            for line in document.puzzle.play
        )
        return (SourceTable("Play", (), (SourceRow("", cells),)),) if cells else ()

    def metrics_spec(self) -> forms.MetricsSpec:
        """How figures of transcripts are compared and shown."""
        return figure_forms(self.game.dialect.noun)

    def edition_metrics(self, _settings: TranscriptEdition[D]) -> Presentable | None:
        """None, in games that do not measure what they deal."""
        return None
