"""Figures of documents beside those of earlier versions."""

from collections.abc import Mapping, Sequence
from typing import Any

from casekit.analysis.figures.metrics import Metric
from casekit.analysis.level_report import columns
from casekit.values import frozen


@frozen(slots=True)
class MetricChange:
    """A figure in two versions; it has no value in a version that does not have it."""

    before: Metric
    """The figure of the earlier version."""

    now: Metric
    """The figure of the later version."""

    @property
    def comparable(self) -> bool:
        """Whether both figures are about the same questions."""
        return self.before.about == self.now.about

    @property
    def change(self) -> int | None:
        """By how much it changed, if both versions have it, about the same questions."""
        if not self.comparable or self.before.value is None or self.now.value is None:
            return None
        return self.now.value - self.before.value

    @property
    def come(self) -> tuple[str, ...]:
        """The members that are counted now and were not."""
        return tuple(name for name in self.now.members if name not in self.before.members)

    @property
    def gone(self) -> tuple[str, ...]:
        """The members that were counted and are not now."""
        return tuple(name for name in self.before.members if name not in self.now.members)

    @property
    def differs(self) -> bool:
        """Whether the figure changed, or what it counts."""
        return self.before.value != self.now.value or bool(self.come or self.gone)

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """Its name, both figures and the change, for a table."""
        change = "" if self.change is None else f"{self.change:+}"
        return self.now.name, str(self.before), str(self.now), change

    def __str__(self) -> str:
        if not self.change:
            return f"{self.now.name} is {self.now}"
        verb = "fell" if self.change < 0 else "rose"
        return f"{self.now.name} {verb} from {self.before} to {self.now}"

    def as_json(self) -> dict[str, Any]:
        """As ``schemas/report.schema.json`` has it; ``certain`` if no budget cut either version short."""
        return {
            "measure": self.now.measure,
            "of": self.now.of,
            "before": self.before.value,
            "now": self.now.value,
            "change": self.change,
            "comparable": self.comparable,
            "certain": self.now.exact and self.before.exact,
        }


def side_by_side(now: Sequence[Metric], before: Sequence[Metric] | None) -> tuple[MetricChange, ...]:
    """The figures of a version, each with the same figure of an earlier one.

    Those that only the earlier one has are at the end.
    """
    earlier = {metric.name: metric for metric in before or ()}
    rows: list[MetricChange] = []
    for metric in now:
        earlier_metric = earlier.pop(metric.name, _without_value(metric))
        rows.append(MetricChange(earlier_metric, metric))
    rows += [MetricChange(metric, _without_value(metric)) for metric in earlier.values()]
    return tuple(rows)


def _without_value(metric: Metric) -> Metric:
    """The same figure as a version has it that does not have a value of it."""
    return Metric(metric.measure, metric.of, None, about=metric.about)


def by_case(content: Any) -> dict[str, Mapping[str, Any]]:
    """The cases of an answer of ``casekit report --json``, by file.

    Raises:
        ValueError, KeyError, TypeError: if it is not one.
    """
    if not isinstance(content, dict):
        raise TypeError("an answer is an object")
    cases: dict[str, Mapping[str, Any]] = {}
    for case in content.get("cases", [content]):
        if not isinstance(case["file"], str) or not isinstance(case["measured"], bool):
            raise TypeError("an answer names each file, and whether it was measured")
        cases[case["file"]] = case
    return cases


def table_of_changes(rows_by_case: Mapping[str, Sequence[MetricChange]]) -> str:
    """The figures that changed, case by case, and how many cases have all their figures as before."""
    sections: list[str] = []
    for name, rows in rows_by_case.items():
        changed_rows = [row for row in rows if row.differs]
        if changed_rows:
            sections.append(f"{name}\n{changed_figures(changed_rows)}")
    cases = len(rows_by_case)
    unchanged = cases - len(sections)
    if unchanged == cases == 1:
        sections.append("The figures of 1 case are as before.")
    elif unchanged == cases:
        sections.append(f"The figures of {unchanged} cases are as before.")
    elif unchanged:
        sections.append(f"The figures of {unchanged} of {cases} cases are as before.")
    return "\n\n".join(sections)


def changed_figures(rows: Sequence[MetricChange]) -> str:
    """Figures in both versions, and which paths or lines some of them count now, or no longer."""
    cells: list[Sequence[str]] = []
    for row in rows:
        name, *others = row.cells
        cells.append((f"  {name}", *others))
    head, *lines = columns([("", "before", "now", "change"), *cells]).split("\n")
    table = [head]
    for line, row in zip(lines, rows, strict=True):
        table.append("  ".join(filter(None, (line, member_changes(row), why_not_compared(row)))))
    return "\n".join(table)


def why_not_compared(row: MetricChange) -> str:
    """Why a figure is not compared with the one before, if it is not."""
    return "" if row.comparable else f"not compared: now of {', '.join(row.now.about) or 'no answer'}"


def member_changes(row: MetricChange, minus: str = "-") -> str:
    """The members that a figure counts now, and those that it counts no longer."""
    return ", ".join([*(f"+{name}" for name in row.come), *(f"{minus}{name}" for name in row.gone)])
