"""Groups of rows divided between two columns."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby

from casekit.print.content.booklet import Group, TableRow

Columns = tuple[tuple[Group, ...], tuple[Group, ...]]
# How much longer the longer column may be before a group is divided between the two.
_PATIENCE = 1.2


def halves(groups: Sequence[Group], lines: Callable[[TableRow], int] = lambda _: 1) -> Columns:
    """Divide groups into two columns of nearly the same height, in reading order.

    A division stays whole; a group is cut only where that makes the columns much shorter, and then has its
    title over both parts.
    """
    blocks = [
        (group, tuple(rows))
        for group in groups
        for _, rows in groupby(group.rows, key=lambda row: row.division or (row.code, row.label))
    ]
    cuts = [(_regroup(blocks[:cut]), _regroup(blocks[cut:])) for cut in range(1, len(blocks) + 1)]
    if not cuts:
        return (), ()

    def cost(columns: Columns) -> float:
        left, right = columns
        divided = bool(right) and left[-1].title == right[0].title
        return max(height(left, lines), height(right, lines)) * (_PATIENCE if divided else 1)

    return min(cuts, key=cost)


def height(groups: Sequence[Group], lines: Callable[[TableRow], int] = lambda _: 1) -> int:
    """The lines that groups take, one for each title."""
    return sum(1 + sum(lines(row) for row in group.rows) for group in groups)


def _regroup(blocks: Sequence[tuple[Group, tuple[TableRow, ...]]]) -> tuple[Group, ...]:
    return tuple(
        replace(group, rows=tuple(row for _, rows in parts for row in rows))
        for group, parts in (
            (group, list(parts)) for group, parts in groupby(blocks, key=lambda block: block[0])
        )
    )
