"""The figures of versions side by side, as a table for people."""

from collections.abc import Mapping, Sequence

from casekit.asking.charts import columns
from casekit.asking.versions.gauges import Gauge, GaugeRow

_HEAD = ("", "before", "now", "change")


def gauge_table(rows_by_case: Mapping[str, Sequence[GaugeRow]]) -> str:
    """The figures that changed, case by case, and how many cases have all their figures as before."""
    told, same = [], 0
    for name, rows in rows_by_case.items():
        changed = [row for row in rows if _changed(row)]
        same += not changed
        if changed:
            told.append(f"{name}\n{columns([_HEAD, *map(_cells, changed)])}")
    if same:
        of = "" if len(rows_by_case) == same else f" of {len(rows_by_case)}"
        told.append(f"The figures of {same}{of} {'case' if same == 1 and not of else 'cases'} are as before.")
    return "\n\n".join(told)


def _changed(row: GaugeRow) -> bool:
    before = None if row.before is None else row.before.value
    return before != row.now.value


def _cells(row: GaugeRow) -> tuple[str, str, str, str]:
    change = "" if row.change is None else f"{row.change:+}"
    return f"  {row.now.name}", _figure(row.before), str(row.now), change


def _figure(gauge: Gauge | None) -> str:
    return "-" if gauge is None else str(gauge)
