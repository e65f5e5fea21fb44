"""How hard documents are whose game has no measures of its own: which sources prove the solution."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from casekit.analysis import level_report as levels_and_charts, metrics as figure_forms
from casekit.analysis.analyzer import Findings, Json
from casekit.deduce import minimal_sources as goals, source_sets as ways
from casekit.diagnostics import Code, Diagnostic
from casekit.kit.defaults.document import PlainDocument, PlainEdition
from casekit.kit.defaults.theory import PlainAnalysis
from casekit.values import frozen

if TYPE_CHECKING:
    from casekit.kit.defaults.game import PlainGame


@frozen
class PlainFigures(levels_and_charts.LevelReport):
    """The answers that readers can prove, the sizes of their smallest proofs, and what every proof needs."""

    inquiry: PlainAnalysis
    answers: Mapping[str, str]
    sizes: Mapping[str, int]
    essential: tuple[str, ...]
    proofs: ways.Enumeration

    shown: tuple[Code, ...] = ()

    def in_words(self, width: int) -> str:
        """All figures as text."""
        rows = [f"{self.source.name}: {self.title}"]
        count = len(self.inquiry.sources)
        for element, size in self.sizes.items():
            rows += levels_and_charts.chart_row(element, size, count, self.answers[element], width)
        rows += levels_and_charts.chart_row(
            "in every proof", len(self.essential), count, ", ".join(self.essential), width
        )
        rows += levels_and_charts.chart_row("proofs", len(self.proofs.sets), len(self.proofs.sets), "", width)
        return "\n".join(rows)

    def as_json(self) -> Json:
        """All figures for machines."""
        return {
            "title": self.title,
            "complete": self.proofs.complete,
            "sources": list(self.inquiry.sources),
            "answers": dict(self.answers),
            "sizes": dict(self.sizes),
            "essential": list(self.essential),
            "proofs": [list(names) for names in self.proofs.sets],
        }


def measure(inquiry: PlainAnalysis, budget: int) -> tuple[PlainFigures, Findings]:
    """Measure a document that does not contradict itself; ``budget`` is how many sets of sources are tried.

    Raises:
        OutOfBudgetError: if a question that must be answered is too hard.
    """
    answers = inquiry.proved
    fresh = inquiry.knowledge.fresh()
    sizes: dict[str, int] = {}
    for name, value in answers.items():
        sizes[name] = len(goals.smallest_proof(fresh, {name: value}).names)
    if answers:
        essential = goals.essential(inquiry.knowledge, answers)
        proofs = ways.all_proofs(inquiry.knowledge, answers, budget)
    else:
        essential, proofs = (), ways.Enumeration((), complete=True)
    match = levels_and_charts.LevelMatch({}, {})
    return PlainFigures(inquiry, match, "", answers, sizes, essential, proofs), ()


_COLUMNS: Mapping[str, Callable[[PlainFigures], int]] = {
    "sources": lambda figures: len(figures.inquiry.sources),
    "solved": lambda figures: len(figures.answers),
    "essential": lambda figures: len(figures.essential),
    "proofs": lambda figures: len(figures.proofs.sets),
}


_GAUGES = (
    figure_forms.MetricSpec("solved", "answers", held=True, named=True),
    figure_forms.MetricSpec("proofs", "proofs", exact="complete", about=True),
)


class PlainWordingRoom:
    """Figures of which sources prove the solution."""

    def __init__(self, game: "PlainGame") -> None:
        self.game = game

    def verbalizer(self, _document: PlainDocument) -> None:
        """None: lines are not said in words."""

    def source_tables(self, _document: PlainDocument) -> tuple[()]:
        """None."""
        return ()

    def metrics_spec(self) -> figure_forms.MetricsSpec:
        """The comparison of such documents: which answers are proved, and how many proofs there are."""
        noun = self.game.dialect.noun

        def page(several: Sequence[PlainFigures], findings: Sequence[Diagnostic]) -> str:
            return levels_and_charts.figures_page(noun, [_section(one) for one in several], findings)

        return figure_forms.MetricsSpec(noun, _COLUMNS, _GAUGES, page, levels=False)

    def edition_metrics(self, _settings: PlainEdition) -> None:
        """None: nothing is dealt."""


def _section(figures: PlainFigures) -> levels_and_charts.MetricsSection:
    rows = [(name, size, "", (figures.answers[name],), "") for name, size in figures.sizes.items()]
    caption = "How many sources prove each answer by themselves."
    chart = ("Smallest proofs", caption, levels_and_charts.bars(rows))
    columns = {name: read(figures) for name, read in _COLUMNS.items()}
    return levels_and_charts.MetricsSection(figures, columns, None, (chart,))
