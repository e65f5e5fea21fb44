"""The figures of a case (``casekit.asking.figures``); a way, robustness or an answer must not get lost."""

from casekit.asking.figures.figure_forms import FigureForms, GaugeForm
from casekit.games.later import later

FIGURES = FigureForms(
    noun="case",
    columns={
        "wrong": lambda balance: len(balance.figures.wrong),
        "essential": lambda balance: len(balance.figures.essential),
        "proof": lambda balance: len(balance.figures.proof.sources) if balance.figures.proof else None,
        "culprit": lambda balance: balance.figures.sizes.get("culprit"),
        "ways": lambda balance: balance.level.gauges["ways"],
        "unread": lambda balance: balance.level.gauges["robustness"],
        "supposed": lambda balance: balance.figures.depth,
    },
    gauges=(
        GaugeForm("solved", "answers", held=True),
        GaugeForm("ways", "ways.count", "ways.complete", held=True, about=True),
        GaugeForm("ways", "count", "complete", each="ways.elements", held=True),
        GaugeForm("robustness", "robustness.paths", "robustness.complete", held=True, about=True),
        GaugeForm("ways to a conclusion", "conclusions.*.count", about=True),
        GaugeForm("essential", "essential", about=True, named=True),
        GaugeForm("wrong", "wrong", "undecided", about=True, named=True),
        GaugeForm("proof", "proof.size", about=True),
    ),
    page=later("casekit.games.midnight.asking.report_page:report_page"),
)
