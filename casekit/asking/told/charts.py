"""Figures as small charts for a terminal, and documents beside each other."""

import textwrap
from collections.abc import Iterator, Sequence

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
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            f"{cell:<{wide}}" if not column else f"{cell:>{wide}}"
            for column, (cell, wide) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
