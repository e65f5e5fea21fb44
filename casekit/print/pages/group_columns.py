"""Groups of table rows divided into two columns of nearly the same height, in reading order."""

from collections.abc import Callable, Sequence
from itertools import groupby

from casekit.print.content.booklet import Group, TableRow
from casekit.values import frozen, replace

# How much longer the longer column may be before a group is divided between the two.
_LONGER_RATHER_THAN_DIVIDED = 1.2

Columns = tuple[tuple[Group, ...], tuple[Group, ...]]
"""The groups of the left column and of the right one."""
LinesOfRow = Callable[[TableRow], int]
"""How many lines a row takes."""


@frozen(slots=True)
class _Block:
    """Rows of a group that stay together: those of one division."""

    group: Group
    rows: tuple[TableRow, ...]


def _one_line(_: TableRow) -> int:
    return 1


def divided_in_two(groups: Sequence[Group], lines_of_row: LinesOfRow = _one_line) -> Columns:
    """Divide groups into two columns of nearly the same height, in reading order.

    A division stays whole; a group is cut only if that makes the columns much shorter, and then has its title
    over both parts.
    """
    blocks: list[_Block] = []
    for group in groups:
        divisions = groupby(group.rows, key=lambda row: row.division or (row.code, row.label))
        blocks += [_Block(group, tuple(rows)) for _, rows in divisions]
    if not blocks:
        return (), ()
    choices = [(_groups_of(blocks[:cut]), _groups_of(blocks[cut:])) for cut in range(1, len(blocks) + 1)]

    def cost(columns: Columns) -> float:
        left, right = columns
        longer = max(line_count(left, lines_of_row), line_count(right, lines_of_row))
        is_group_divided = bool(right) and left[-1].title == right[0].title
        return longer * (_LONGER_RATHER_THAN_DIVIDED if is_group_divided else 1)

    return min(choices, key=cost)


def line_count(groups: Sequence[Group], lines_of_row: LinesOfRow = _one_line) -> int:
    """The lines that groups take, one for each title."""
    count = 0
    for group in groups:
        count += 1 + sum(map(lines_of_row, group.rows))
    return count


def _groups_of(blocks: Sequence[_Block]) -> tuple[Group, ...]:
    """The groups of blocks, each with the rows that are in these blocks."""
    groups = []
    for group, blocks_of_group in groupby(blocks, key=lambda block: block.group):
        rows: list[TableRow] = []
        for block in blocks_of_group:
            rows += block.rows
        groups.append(replace(group, rows=tuple(rows)))
    return tuple(groups)
