"""Where markup that begins in a text ends."""

import re
from bisect import bisect_left

from casekit.manuscripts.allowed_markup import PairedMarkup

_BRACKET = re.compile(r"\\.|\[|\]|\n[ \t]*\n", re.DOTALL)
"""A square bracket, or what decides on brackets: an escaped character, or the end of a paragraph."""

_BLANK_LINE = re.compile(r"\n[ \t]*\n")


class MarkupEnds:
    """The ends of the markup of a text. Nothing is looked for twice that is not there."""

    text: str
    """The text."""

    brackets: dict[int, int]
    """Where each square bracket that is opened in a paragraph is closed."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.brackets = _closing_brackets(text)
        self._paragraph_ends = [blank_line.start() for blank_line in _BLANK_LINE.finditer(text)] + [len(text)]
        # The limit up to which each closing sign was looked for in vain.
        self._limit_of_missing: dict[str, int] = {}

    def _end_of_paragraph(self, place: int) -> int:
        """Where the paragraph of a place ends."""
        index = bisect_left(self._paragraph_ends, place)
        return self._paragraph_ends[min(index, len(self._paragraph_ends) - 1)]

    def end_of_code(self, start: int, length: int) -> int | None:
        """Where code ends that begins with ``length`` backquotes before ``start``."""
        limit = self._end_of_paragraph(start)
        backquotes = "`" * length
        if self._limit_of_missing.get(backquotes) == limit:
            return None
        closing = re.compile(rf"(?<!`)`{{{length}}}(?!`)").search(self.text, start, limit)
        if closing is None:
            self._limit_of_missing[backquotes] = limit
            return None
        return closing.end()

    def end_of(self, markup: PairedMarkup, start: int) -> int | None:
        """Where the words inside a markup end that begin at ``start``."""
        limit = len(self.text) if markup.far else self._end_of_paragraph(start)
        if self._limit_of_missing.get(markup.closer) == limit:
            return None
        has_one_sign = markup.opener == markup.closer
        if has_one_sign and self.text.startswith(markup.opener[0], start):
            return None
        if not markup.far and self.text[start : start + 1].isspace():
            return None
        end = self.text.find(markup.closer, start, limit)
        # Around words, there is no space between them and their markup.
        while end > 0 and has_one_sign and not markup.far and self.text[end - 1].isspace():
            end = self.text.find(markup.closer, end + 1, limit)
        if end < 0:
            self._limit_of_missing[markup.closer] = limit
            return None
        return end


def _closing_brackets(text: str) -> dict[int, int]:
    """Where each square bracket that is opened in a paragraph is closed."""
    closing_brackets: dict[int, int] = {}
    open_brackets: list[int] = []
    for sign in _BRACKET.finditer(text):
        if sign.group() == "[":
            open_brackets.append(sign.start())
        elif sign.group() == "]":
            if open_brackets:
                closing_brackets[open_brackets.pop()] = sign.start()
        elif not sign.group().startswith("\\"):
            # A paragraph ends.
            open_brackets.clear()
    return closing_brackets
