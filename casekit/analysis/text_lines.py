"""Texts in lines of a width, for terminals; a width is a number of columns."""

import textwrap

LEAST_COLUMNS = 40
"""The least width of a text, however narrow the terminal is, and however far in the text begins."""


def wrapped(text: str, width: int) -> list[str]:
    """A text in lines, in which long words stay whole."""
    return textwrap.wrap(text, max(width, LEAST_COLUMNS), break_long_words=False, break_on_hyphens=False)


def hanging(start: str, text: str, width: int) -> list[str]:
    """A text in lines beside its start, in which long words stay whole.

    The first line comes after the start, and the others are indented as far. At least ``LEAST_COLUMNS`` are
    left beside the start; a text without words is one line.
    """
    columns = max(width - len(start), LEAST_COLUMNS)
    lines = textwrap.wrap(text, columns, break_long_words=False, break_on_hyphens=False) or [""]
    return [start + lines[0], *(" " * len(start) + line for line in lines[1:])]


def hanging_in_width(start: str, text: str, width: int, further_columns: int = 0) -> list[str]:
    """A text in lines that are no longer than the width, their start included, even if a word is.

    The first line comes after the start, and the others are indented as far, or some columns further. A text
    without words has no lines.
    """
    return textwrap.wrap(
        text,
        max(width, LEAST_COLUMNS),
        initial_indent=start,
        subsequent_indent=" " * (len(start) + further_columns),
        break_on_hyphens=False,
    )
