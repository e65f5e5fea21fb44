"""The figures of documents as a web page for publishers, with a chart for each (``templates/charts.html``)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from casekit.asking.figures.levels_and_charts import Weighed
from casekit.asking.pages.web_page import render_page
from casekit.asking.wording import capital
from casekit.diagnostics import Diagnostic
from casekit.frozen import frozen
from casekit.print.text.prose import plain

Bar = Mapping[str, Any]
"""A row of a chart on a page: ``label``, ``value``, ``share`` of the longest bar in percent, ``told``, which is what is counted, and ``mark``."""


def bars(rows: Iterable[tuple[str, int, str, tuple[str, ...], str]]) -> tuple[Bar, ...]:
    """Rows of a label, a number, what is after the number, what is counted, and a mark."""
    shown = tuple(rows)
    most = max([value for _, value, _, _, _ in shown], default=1) or 1
    return tuple(
        {
            "label": plain(capital(label)),
            "value": f"{value}{more}",
            "share": round(100 * value / most, 1),
            "told": told,
            "mark": mark,
        }
        for label, value, more, told, mark in shown
    )


MapCell = tuple[str, str, str]
"""A path or line in the map of all of them, what it is good for, and its number, if it has one."""

FigureMap = tuple[str, str, tuple[MapCell, ...], Mapping[str, str]]
"""All paths or lines: a title, a note, the cells, and the legend of their kinds."""

FigureChart = tuple[str, str, tuple[Bar, ...]]
"""A title, what there is to know about the chart, and its bars; one without bars is not shown."""

FigureTable = tuple[str, str, tuple[str, ...], tuple[tuple[str, ...], ...]]
"""A title, what there is to know about the table, its head and its rows."""


@frozen
class FiguresSection:
    """One document on the page, with its part of the comparison: figures by their names."""

    weighed: Weighed
    compared: Mapping[str, float | None]
    map: FigureMap | None
    charts: tuple[FigureChart, ...]
    tables: tuple[FigureTable, ...] = ()

    @property
    def limits(self) -> str:
        """The head of the column of limits."""
        bounds = (bound for level in self.weighed.level.bounds.values() for bound in level)
        return "limit" if all(bound.end for bound in bounds) else "limits"


def figures_page(
    noun: str, sections: Sequence[FiguresSection], findings: Iterable[Diagnostic], style: str = ""
) -> str:
    """Documents with their figures as an HTML page that needs nothing else; ``style`` is added to that of charts."""
    found = [one for one in findings if one.code.family == "6"]
    about = [
        tuple(one for one in found if one.span.file == section.weighed.source.name) for section in sections
    ]
    return render_page("figures.html", noun=noun, sections=sections, findings=about, style=style)
