"""The level of a document: what it claims, held against thresholds; and figures as charts and tables.

They are for a terminal and, as a web page, for publishers.

The page has a chart for each (``templates/charts.html``). To read a level takes nothing that pages take.
"""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from casekit.diagnostics import Diagnostic, Edit, Source, Span
from casekit.values import frozen

if TYPE_CHECKING:
    from casekit.analysis.document_analysis import DocumentAnalysis


@frozen(slots=True)
class LevelBound:
    """The bounds of a figure for a level, and its value, if it can be measured.

    The figure is to be at least, at most, or between two limits.

    ``name`` is that of the threshold, ``figure`` what it measures.
    """

    name: str
    figure: str
    least: float | None
    most: float | None
    value: float | None

    @property
    def met(self) -> bool:
        """Whether the figure is not outside; one that cannot be measured is not."""
        if self.value is None:
            return True
        value = round(self.value, 6)
        return (self.least is None or self.least <= value) and (self.most is None or value <= self.most)

    @property
    def limit(self) -> float:
        """The threshold, the upper one of two."""
        limit = self.least if self.most is None else self.most
        return 0 if limit is None else limit

    @property
    def end(self) -> str:
        """On which side of a single threshold the figure has to be; empty if it is between two."""
        return "at least" if self.most is None else "at most" if self.least is None else ""

    @property
    def span(self) -> str:
        """Two thresholds in words."""
        return f"{self.least} to {self.most}" if self.least and self.least > 0 else f"at most {self.most}"

    def __str__(self) -> str:
        if not self.end:
            return f"{self.figure}: {self.value}, but {self.span} wanted"
        if self.value is None:
            value = "?"
        else:
            value = f"{self.value:g}" if self.value == int(self.value) else f"{self.value:.2f}"
        return f"{self.figure}: {value}, {self.end} {self.limit:g}"

    def as_json(self) -> dict[str, Any]:
        """As schemas of reports have it."""
        limits = {"limit": self.limit} if self.end else {"least": self.least, "most": self.most}
        return {"name": self.name, **limits, "value": self.value, "met": self.met}


@frozen(slots=True)
class LevelMatch:
    """A document against the thresholds of each level, easy ones first; none if nothing can be measured.

    ``gauges`` are all figures that can have a threshold.
    """

    bounds: Mapping[str, tuple[LevelBound, ...]]
    gauges: Mapping[str, float | None]

    @property
    def level(self) -> str | None:
        """The first level whose thresholds are all met."""
        for level, bounds in self.bounds.items():
            if all(bound.met for bound in bounds):
                return level
        return None

    def missed(self, level: str) -> tuple[LevelBound, ...]:
        """The thresholds of a level that are not met."""
        return tuple(bound for bound in self.bounds[level] if not bound.met)


def level_fix(source: Source, field: Span, claimed: str, measured: str | None) -> tuple[Edit, ...]:
    """The edit of the header's field that claims a level, so that it claims the measured one.

    There is none if no level was measured.
    """
    start = source.offset(field.line, field.column)
    at = source.text.rfind(claimed, start, source.offset(field.end_line, field.end_column))
    return (Edit(source.span(at, at + len(claimed)), measured),) if measured and at >= 0 else ()


@frozen
class LevelReport:
    """A document with its figures, its ``level``, and the one it claims (empty in games without levels)."""

    inquiry: "DocumentAnalysis"
    level: LevelMatch
    claimed: str

    @property
    def title(self) -> str:
        """Its title."""
        return self.inquiry.title

    @property
    def source(self) -> Source:
        """Its text."""
        return self.inquiry.source


def level_in_words(weighed: LevelReport, width: int) -> Iterator[str]:
    """The title of the document, and the thresholds that it does not meet."""
    yield f"{weighed.source.name}: {weighed.title}"
    claims = f"  claims to be {weighed.claimed}"
    if not weighed.level.bounds:
        yield f"{claims}; its solution is not certain, so there is nothing to measure"
        return
    measured = weighed.level.level or f"neither {' nor '.join(weighed.level.bounds)}"
    yield f"{claims}, measures as {measured}"
    wide = 2 + max(map(len, weighed.level.bounds))
    for level in weighed.level.bounds:
        missed = "; ".join(map(str, weighed.level.missed(level)))
        text = f"not met: {missed}" if missed else "all thresholds met"
        yield from textwrap.wrap(
            text, width, initial_indent=f"  {level + ':':<{wide}}", subsequent_indent=" " * (wide + 2)
        )


def level_as_json(weighed: LevelReport) -> dict[str, Any]:
    """The level as schemas of reports have it."""
    measured = weighed.level
    thresholds: dict[str, list[dict[str, Any]]] = {}
    for level, bounds in measured.bounds.items():
        thresholds[level] = [bound.as_json() for bound in bounds]
    return {
        "claimed": weighed.claimed,
        "measured": measured.level,
        "figures": dict(measured.gauges) or None,
        "thresholds": thresholds,
    }


_BAR = "█"
_MARGIN = 2
_LABEL = 26
_NUMBER = 5
_CHART = 12
"""Columns of a bar."""


def bar_of(value: float, most: float) -> str:
    """A bar of blocks, as long as a value beside the greatest one."""
    return _BAR * round(_CHART * value / max(most, 1))


def chart_row(
    label: str, value: int, most: int, told: str, width: int, more: str = "", mark: str = " "
) -> Iterator[str]:
    """A row of a chart: label, number, bar, and what it counts, on several lines if that is long."""
    bar = _BAR * max(round(_CHART * value / max(most, 1)), 1 if value else 0)
    *above, last = textwrap.wrap(label, _LABEL - 1, break_on_hyphens=False) or [""]
    for line in above:
        yield f"{' ' * _MARGIN}{line}"
    start = f"{mark:<{_MARGIN}}{last:<{_LABEL}}{f'{value}{more}':>{_NUMBER}}  {bar:<{_CHART}}  "
    room = max(width - len(start), _LABEL)
    first, *rest = textwrap.wrap(told, room, break_on_hyphens=False) or [""]
    yield (start + first).rstrip()
    yield from (" " * len(start) + line for line in rest)


def short_row(label: str, value: int, most: int) -> str:
    """A row of a label, a number and a bar."""
    return f"{' ' * _MARGIN}{label:<{_LABEL}}{value:>{_NUMBER}}  {bar_of(value, most)}".rstrip()


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows as a table: the first column begins on the left, the others end on the right."""
    widths = [0] * len(rows[0])
    for row in rows:
        widths = [max(width, len(cell)) for width, cell in zip(widths, row, strict=True)]
    lines: list[str] = []
    for first, *others in rows:
        cells = [first.ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


Bar = Mapping[str, Any]
"""A row of a chart on a page: ``label``, ``value``, ``share`` of the longest bar in percent, and ``mark``.

``told`` is what is counted.
"""


def bars(rows: Iterable[tuple[str, int, str, tuple[str, ...], str]]) -> tuple[Bar, ...]:
    """Rows of a label, a number, what is after the number, what is counted, and a mark."""
    from casekit.prose.markup import visible_text  # noqa: PLC0415 - likewise
    from casekit.prose.phrasing import capital  # noqa: PLC0415 - a level needs no page

    every_row = tuple(rows)
    most = max([value for _, value, _, _, _ in every_row], default=1) or 1
    made: list[Bar] = []
    for label, value, more, counted, mark in every_row:
        bar = {
            "label": visible_text(capital(label)),
            "value": f"{value}{more}",
            "share": round(100 * value / most, 1),
            "told": counted,
            "mark": mark,
        }
        made.append(bar)
    return tuple(made)


MapCell = tuple[str, str, str]
"""A path or line in the map of all of them, what it is good for, and its number, if it has one."""

FigureTable = tuple[str, str, tuple[str, ...], tuple[tuple[str, ...], ...]]
"""A title, what there is to know about the table, its head and its rows."""


@frozen
class MetricsSection:
    """One document on the page, with its part of the comparison: figures by their names.

    ``map`` has all paths or lines: a title, a note, the cells, and the legend of their kinds. Each of the
    ``charts`` has a title, what there is to know about it, and its bars; one without bars is not shown.
    """

    weighed: LevelReport
    compared: Mapping[str, float | None]
    map: tuple[str, str, tuple[MapCell, ...], Mapping[str, str]] | None
    charts: tuple[tuple[str, str, tuple[Bar, ...]], ...]
    tables: tuple[FigureTable, ...] = ()

    @property
    def limits(self) -> str:
        """The head of the column of limits."""
        bounds = chain.from_iterable(self.weighed.level.bounds.values())
        return "limit" if all(bound.end for bound in bounds) else "limits"


def figures_page(
    noun: str, sections: Sequence[MetricsSection], findings: Iterable[Diagnostic], style: str = ""
) -> str:
    """Documents with their figures as one HTML page; ``style`` is added to that of charts."""
    from casekit.analysis.standalone_html import render_page  # noqa: PLC0415 - likewise

    on_levels = [finding for finding in findings if finding.code.family == "6"]
    about: list[tuple[Diagnostic, ...]] = []
    for section in sections:
        file = section.weighed.source.name
        about.append(tuple([finding for finding in on_levels if finding.span.file == file]))
    return render_page("figures.html", noun=noun, sections=sections, findings=about, style=style)
