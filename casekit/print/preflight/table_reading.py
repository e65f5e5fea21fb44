"""The correlation table of a case, read from its page by the positions of its words."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import inf
from typing import NamedTuple

from casekit.print.content.booklet import Group, TableRow, printed_in
from casekit.print.preflight.printed_text import Page, PrintedLine, normalise, plain

_LEAST_GAP_OF_NUMBERS = 0.25
"""The least gap between two numbers, as a part of the size of their figures."""


class _RowPlace(NamedTuple):
    """Where a row of a table begins."""

    line: PrintedLine
    """The line of the page that it begins in."""

    label_index: int
    """The index, in that line, of the fragment that ends its label."""


def has_row_of_table(page: Page, groups: Sequence[Group]) -> bool:
    """Whether a page shows any row of the groups of a table."""
    rows = chain.from_iterable(group.rows for group in groups)
    return any(_place_of_row(page, row) for row in rows)


def numbers_of_row(page: Page, group: Group, row: TableRow) -> dict[str, int]:
    """The numbers of a row by the titles of their columns; the title of a single column is empty."""
    place = _place_of_row(page, row)
    if place is None:
        return {}
    first_cell = place.label_index + 1
    cells = place.line[first_cell : first_cell + len(row.keys)]
    numbers = [cell for cell in cells if cell.text.strip().isdecimal()]
    if not group.columns:
        return {"": int(numbers[0].text)} if numbers else {}
    centres = _centres_of_columns(page, group)
    if not centres:
        return {}
    return {_nearest_column(centres, number.centre): int(number.text) for number in numbers}


def surplus_numbers(page: Page, groups: Sequence[Group], numbers: Mapping[str, int]) -> Iterator[str]:
    """The numbers on the page of a table that are neither in an entry nor the name of a row or a division.

    Args:
        page: the page.
        groups: the groups of the table.
        numbers: the number of each paragraph, by its key.
    """
    allowed_counts = Counter(printed_in(groups, "keys"))
    for group in groups:
        for row in group.rows:
            allowed_counts.update(str(numbers[key]) for key in row.keys)
    shown_counts: Counter[str] = Counter()
    for line in page.upright:
        shown_counts.update(_numbers_in(line))
    return (number for number, count in shown_counts.items() if count > allowed_counts[number])


def _numbers_in(line: PrintedLine) -> list[str]:
    """The numbers that are alone in a line; some programs write the figures of one number apart."""
    numbers: list[str] = []
    end_of_number = -inf
    for fragment in line:
        text = fragment.text.strip()
        if not text.isdecimal():
            end_of_number = -inf
            continue
        if fragment.x - end_of_number < _LEAST_GAP_OF_NUMBERS * fragment.size:
            numbers[-1] += text
        else:
            numbers.append(text)
        end_of_number = fragment.x + fragment.width
    return numbers


def _place_of_row(page: Page, row: TableRow) -> _RowPlace | None:
    """Where a table's row begins on a page."""
    code = normalise(row.code)
    code_and_label = code + normalise(row.label)
    for line in page.upright:
        texts = [normalise(fragment.text) for fragment in line]
        for index, text in enumerate(texts):
            # Some programs set the code and the label in one go; and a long label goes on in the next line.
            text_with_one_before = "".join(texts[max(0, index - 1) : index + 1])
            for beginning in (text, text_with_one_before):
                if len(beginning) > len(code) and code_and_label.startswith(beginning):
                    return _RowPlace(line, index)
    return None


def _centres_of_columns(page: Page, group: Group) -> dict[str, float]:
    """The middle of each of a group's columns, by its title, in the line that has all their titles."""
    column_of_text = {plain(column): column for column in group.columns}
    for line in page.upright:
        centres: dict[str, float] = {}
        for fragment in line:
            column = column_of_text.get(plain(fragment.text))
            if column is not None:
                centres[column] = fragment.centre
        if len(centres) == len(column_of_text):
            return centres
    return {}


def _nearest_column(centres: Mapping[str, float], x: float) -> str:
    """The title of the column whose middle is nearest to a place."""
    return min(centres, key=lambda title: abs(centres[title] - x))
