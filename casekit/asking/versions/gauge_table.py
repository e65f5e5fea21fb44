"""The figures of versions side by side, as a table for people."""

from collections.abc import Mapping, Sequence

from casekit.asking.told.charts import columns
from casekit.asking.versions.gauges import Gauge, GaugeRow

_HEAD = ("", "before", "now", "change")


def gauge_table(rows_by_case: Mapping[str, Sequence[GaugeRow]]) -> str:
    """The figures that changed, case by case, and how many cases have all their figures as before."""
    told, same = [], 0
    for name, rows in rows_by_case.items():
        changed = [row for row in rows if row.differs]
        same += not changed
        if changed:
            told.append(f"{name}\n{changed_figures(changed)}")
    if same:
        of = "" if len(rows_by_case) == same else f" of {len(rows_by_case)}"
        told.append(f"The figures of {same}{of} {'case' if same == 1 and not of else 'cases'} are as before.")
    return "\n\n".join(told)


def changed_figures(rows: Sequence[GaugeRow]) -> str:
    """Figures in both versions, and which paths or lines some of them count now, or no longer."""
    table = columns([_HEAD, *map(_cells, rows)]).split("\n")
    told = (f"{line}{_members(row)}{told_about(row)}" for line, row in zip(table[1:], rows, strict=True))
    return "\n".join((table[0], *told))


def told_about(row: GaugeRow) -> str:
    """Why a figure is not compared with the one before, if it is not."""
    return "" if row.comparable else f"  not compared: now of {', '.join(row.now.about) or 'no answer'}"


def _members(row: GaugeRow) -> str:
    come = [f"+{name}" for name in row.come]
    return "".join(
        f"  {', '.join(names)}" for names in ([*come, *(f"-{name}" for name in row.gone)],) if names
    )


def _cells(row: GaugeRow) -> tuple[str, str, str, str]:
    change = "" if row.change is None else f"{row.change:+}"
    return f"  {row.now.name}", _figure(row.before), str(row.now), change


def _figure(gauge: Gauge | None) -> str:
    return "-" if gauge is None else str(gauge)
