"""How hard documents are whose game has no measures of its own: which sources prove the solution."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from casekit.analysis import level_report
from casekit.analysis.analyzer import Findings, Json
from casekit.analysis.figures import metrics
from casekit.deduce import minimal_sources, source_sets
from casekit.diagnostics import Code, Finding
from casekit.kit.defaults.document import PlainDocument, PlainEdition
from casekit.kit.defaults.theory import PlainAnalysis
from casekit.values import frozen

if TYPE_CHECKING:
    from casekit.kit.defaults.game import PlainGame


@frozen
class PlainFigures(level_report.LevelReport):
    """The answers that readers can prove, the sizes of their smallest proofs, and what every proof needs."""

    analysis: PlainAnalysis
    answers: Mapping[str, str]
    sizes: Mapping[str, int]
    essential: tuple[str, ...]
    proofs: source_sets.Enumeration

    shown: tuple[Code, ...] = ()

    def in_words(self, width: int) -> str:
        """All figures as text."""
        rows = [f"{self.source.name}: {self.title}"]
        count = len(self.analysis.sources)
        for element, size in self.sizes.items():
            rows += level_report.chart_row(element, size, count, self.answers[element], width)
        rows += level_report.chart_row(
            "in every proof", len(self.essential), count, ", ".join(self.essential), width
        )
        rows += level_report.chart_row("proofs", len(self.proofs.sets), len(self.proofs.sets), "", width)
        return "\n".join(rows)

    def as_json(self) -> Json:
        """All figures for machines."""
        return {
            "title": self.title,
            "complete": self.proofs.complete,
            "sources": list(self.analysis.sources),
            "answers": dict(self.answers),
            "sizes": dict(self.sizes),
            "essential": list(self.essential),
            "proofs": [list(names) for names in self.proofs.sets],
        }


def measure(analysis: PlainAnalysis, budget: int) -> tuple[PlainFigures, Findings]:
    """Measure a document that does not contradict itself; ``budget`` is how many sets of sources are tried.

    Raises:
        OutOfBudgetError: if a question that must be answered is too hard.
    """
    answers = analysis.proved
    fresh = analysis.solver.fresh()
    sizes: dict[str, int] = {}
    for name, value in answers.items():
        sizes[name] = len(minimal_sources.smallest_proof(fresh, {name: value}).names)
    if answers:
        essential = minimal_sources.essential(analysis.solver, answers)
        proofs = source_sets.all_proofs(analysis.solver, answers, budget)
    else:
        essential, proofs = (), source_sets.Enumeration((), complete=True)
    match = level_report.LevelMatch({}, {})
    return PlainFigures(analysis, match, "", answers, sizes, essential, proofs), ()


_COLUMNS: Mapping[str, Callable[[PlainFigures], int]] = {
    "sources": lambda figures: len(figures.analysis.sources),
    "solved": lambda figures: len(figures.answers),
    "essential": lambda figures: len(figures.essential),
    "proofs": lambda figures: len(figures.proofs.sets),
}


_GAUGES = (
    metrics.MetricSpec("solved", "answers", held=True, named=True),
    metrics.MetricSpec("proofs", "proofs", exact="complete", about=True),
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

    def metrics_spec(self) -> metrics.MetricsSpec:
        """The comparison of such documents: which answers are proved, and how many proofs there are."""
        noun = self.game.dialect.noun

        def page(several: Sequence[PlainFigures], findings: Sequence[Finding]) -> str:
            return level_report.figures_page(noun, [_section(one) for one in several], findings)

        return metrics.MetricsSpec(noun, _COLUMNS, _GAUGES, page, levels=False)

    def edition_metrics(self, _settings: PlainEdition) -> None:
        """None: nothing is dealt."""


def _section(figures: PlainFigures) -> level_report.MetricsSection:
    rows = [(name, size, "", (figures.answers[name],), "") for name, size in figures.sizes.items()]
    caption = "How many sources prove each answer by themselves."
    chart = ("Smallest proofs", caption, level_report.bars(rows))
    columns = {name: read(figures) for name, read in _COLUMNS.items()}
    return level_report.MetricsSection(figures, columns, None, (chart,))
