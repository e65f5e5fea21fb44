"""What an editor shows where the mouse rests."""

import re
from dataclasses import dataclass

from casekit.diagnostics import Code, catalogue, codes
from casekit.editor.session import OpenText

_WORD = re.compile(r"[^\W_](?:[\w-]*\w)?|\d{1,2}:\d{2}")
_LINE = re.compile(r"[^\n]*")


@dataclass(frozen=True, slots=True)
class Hovered:
    """What is shown, as Markdown, and the characters that it is about."""

    text: str
    start: int
    end: int


def hover(opened: OpenText, offset: int) -> Hovered | None:
    """What there is to say about the word at a place."""
    start, end = word_at(opened.text, offset)
    if start == end:
        return None
    code = codes.find(opened.text[start:end])
    if code is not None and code.id == opened.text[start:end]:
        return Hovered(explained(code), start, end)
    return None


def word_at(text: str, offset: int) -> tuple[int, int]:
    """The word around a place, or right before it; nothing, if there is none."""
    begin = text.rfind("\n", 0, offset) + 1
    for match in _WORD.finditer(text, begin, _LINE.match(text, offset).end()):  # type: ignore[union-attr]
        if match.start() <= offset <= match.end():
            return match.span()
    return offset, offset


def explained(code: Code) -> str:
    """The entry of a code, as ``casekit explain`` shows it."""
    return f"### {code}\n\n{catalogue.entry(code)}"
