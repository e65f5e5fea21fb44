"""The level of a document, held against thresholds; and figures as charts and tables.

Charts are for a terminal and, on a web page, for publishers (``templates/charts.html``). Nothing that only
pages need is imported before a page is written.
"""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from casekit.diagnostics import Edit, Finding, Source, Span
from casekit.values import frozen

if TYPE_CHECKING:
    from casekit.analysis.document_analysis import DocumentAnalysis

_BAR = "█"

# The columns of the parts of a chart's row in a terminal.
_MARGIN_COLUMNS = 2
_LABEL_COLUMNS = 26
_NUMBER_COLUMNS = 5
_BAR_COLUMNS = 12

_FAMILY_OF_LEVELS = "6"
"""The first digit of the codes of findings on levels."""


@frozen(slots=True)
class LevelBound:
    """The bounds of a figure for a level, and its value."""

    name: str
    """The name of the threshold."""

    figure: str
    """What it measures."""

    least: float | None
    """The least that the figure is to be; ``None`` without a lower limit."""

    most: float | None
    """The most that the figure is to be; ``None`` without an upper limit."""

    value: float | None
    """The figure; ``None`` if it cannot be measured."""

    @property
    def met(self) -> bool:
        """Whether the figure is within its bounds; so is one that cannot be measured."""
        if self.value is None:
            return True
        value = round(self.value, 6)
        return (self.least is None or self.least <= value) and (self.most is None or value <= self.most)

    @property
    def limit(self) -> float:
        """The single threshold; the upper one of two, and 0 without any."""
        limit = self.least if self.most is None else self.most
        return 0 if limit is None else limit

    @property
    def end(self) -> str:
        """On which side of a single threshold the figure has to be; empty if it is between two."""
        if self.most is None:
            return "at least"
        return "at most" if self.least is None else ""

    @property
    def span(self) -> str:
        """Two thresholds in words: "2 to 4"."""
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
    """A document against the thresholds of each level."""

    bounds: Mapping[str, tuple[LevelBound, ...]]
    """The bounds of each level by its name, easy levels first; empty if nothing can be measured."""

    gauges: Mapping[str, float | None]
    """All figures that can have a threshold, by name."""

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
    field_start = source.offset(field.line, field.column)
    field_end = source.offset(field.end_line, field.end_column)
    start = source.text.rfind(claimed, field_start, field_end)
    if not measured or start < 0:
        return ()
    return (Edit(source.span(start, start + len(claimed)), measured),)


@frozen
class LevelReport:
    """A document with its level; games add their figures."""

    analysis: "DocumentAnalysis"
    """The document."""

    level: LevelMatch
    """Its figures beside the thresholds of all levels."""

    claimed: str
    """The level that it claims; empty in games without levels."""

    @property
    def title(self) -> str:
        """Its title."""
        return self.analysis.title

    @property
    def source(self) -> Source:
        """Its text."""
        return self.analysis.source


def level_in_words(report: LevelReport, width: int) -> Iterator[str]:
    """The title of the document, and the thresholds that it does not meet."""
    yield f"{report.source.name}: {report.title}"
    claims = f"  claims to be {report.claimed}"
    if not report.level.bounds:
        yield f"{claims}; its solution is not certain, so there is nothing to measure"
        return
    measured = report.level.level or f"neither {' nor '.join(report.level.bounds)}"
    yield f"{claims}, measures as {measured}"
    name_columns = 2 + max(map(len, report.level.bounds))
    for level in report.level.bounds:
        missed = "; ".join(map(str, report.level.missed(level)))
        text = f"not met: {missed}" if missed else "all thresholds met"
        start = f"  {level + ':':<{name_columns}}"
        yield from textwrap.wrap(text, width, initial_indent=start, subsequent_indent=" " * len(start))


def level_as_json(report: LevelReport) -> dict[str, Any]:
    """The level as schemas of reports have it."""
    match = report.level
    thresholds: dict[str, list[dict[str, Any]]] = {}
    for level, bounds in match.bounds.items():
        thresholds[level] = [bound.as_json() for bound in bounds]
    return {
        "claimed": report.claimed,
        "measured": match.level,
        "figures": dict(match.gauges) or None,
        "thresholds": thresholds,
    }


# --- charts and tables in a terminal --------------------------------------------------------------


def bar_of(value: float, most: float) -> str:
    """A bar of blocks, as long as a value beside the greatest one."""
    return _BAR * round(_BAR_COLUMNS * value / max(most, 1))


def chart_row(
    label: str, value: int, most: int, counted: str, width: int, suffix: str = "", mark: str = " "
) -> Iterator[str]:
    """A row of a chart, on several lines if it is long: mark, label, number, bar, and what is counted.

    Args:
        label: what the number is.
        value: the number.
        most: the largest number of the chart.
        counted: what the number counts.
        width: how many columns there are.
        suffix: what is after the number, such as ``+``.
        mark: one character at the beginning.
    """
    bar = bar_of(value, most) or (_BAR if value else "")
    *lines_above, last_line = textwrap.wrap(label, _LABEL_COLUMNS - 1, break_on_hyphens=False) or [""]
    for line in lines_above:
        yield f"{' ' * _MARGIN_COLUMNS}{line}"
    number = f"{value}{suffix}"
    start = (
        f"{mark:<{_MARGIN_COLUMNS}}{last_line:<{_LABEL_COLUMNS}}{number:>{_NUMBER_COLUMNS}}"
        f"  {bar:<{_BAR_COLUMNS}}  "
    )
    counted_columns = max(width - len(start), _LABEL_COLUMNS)
    first, *others = textwrap.wrap(counted, counted_columns, break_on_hyphens=False) or [""]
    yield (start + first).rstrip()
    yield from (" " * len(start) + line for line in others)


def short_row(label: str, value: int, most: int) -> str:
    """A row of a label, a number and a bar."""
    start = f"{' ' * _MARGIN_COLUMNS}{label:<{_LABEL_COLUMNS}}{value:>{_NUMBER_COLUMNS}}"
    return f"{start}  {bar_of(value, most)}".rstrip()


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


# --- charts and tables on a page ------------------------------------------------------------------

Bar = Mapping[str, Any]
"""A row of a chart on a page: ``label``, ``value``, ``share`` of the longest bar in percent, and ``mark``.

``told`` is what is counted.
"""


def bars(rows: Iterable[tuple[str, int, str, tuple[str, ...], str]]) -> tuple[Bar, ...]:
    """Rows of a label, a number, what is after the number, what is counted, and a mark."""
    from casekit.prose.markup import visible_text  # noqa: PLC0415 - likewise
    from casekit.prose.phrasing import capital  # noqa: PLC0415 - a level needs no page

    all_rows = tuple(rows)
    most = max([value for _, value, _, _, _ in all_rows], default=1) or 1
    chart: list[Bar] = []
    for label, value, suffix, counted, mark in all_rows:
        bar = {
            "label": visible_text(capital(label)),
            "value": f"{value}{suffix}",
            "share": round(100 * value / most, 1),
            "told": counted,
            "mark": mark,
        }
        chart.append(bar)
    return tuple(chart)


MapCell = tuple[str, str, str]
"""A path or line in the map of all of them, what it is good for, and its number, if it has one."""

FigureTable = tuple[str, str, tuple[str, ...], tuple[tuple[str, ...], ...]]
"""A title, what there is to know about the table, its head and its rows."""


@frozen
class MetricsSection:
    """One document on the page."""

    weighed: LevelReport
    """The document with its level."""

    compared: Mapping[str, float | None]
    """Its figures by name, for the comparison with the other documents."""

    map: tuple[str, str, tuple[MapCell, ...], Mapping[str, str]] | None
    """All its paths or lines: a title, a note, the cells, and the legend of their kinds."""

    charts: tuple[tuple[str, str, tuple[Bar, ...]], ...]
    """Charts: the title of each, what to know about it, and its bars. One without bars is not shown."""

    tables: tuple[FigureTable, ...] = ()
    """Tables of further figures."""

    @property
    def limits(self) -> str:
        """The head of the column of limits."""
        bounds = chain.from_iterable(self.weighed.level.bounds.values())
        return "limit" if all(bound.end for bound in bounds) else "limits"


def figures_page(
    noun: str, sections: Sequence[MetricsSection], findings: Iterable[Finding], style: str = ""
) -> str:
    """Documents with their figures as one HTML page; ``style`` is added to that of charts."""
    from casekit.analysis.standalone_html import render_page  # noqa: PLC0415 - likewise

    findings_on_levels = [finding for finding in findings if finding.code.family == _FAMILY_OF_LEVELS]
    findings_by_section: list[tuple[Finding, ...]] = []
    for section in sections:
        file = section.weighed.source.name
        on_section = tuple([finding for finding in findings_on_levels if finding.span.file == file])
        findings_by_section.append(on_section)
    return render_page(
        "figures.html", noun=noun, sections=sections, findings=findings_by_section, style=style
    )
