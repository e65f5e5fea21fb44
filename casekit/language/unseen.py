"""Finds characters by which a text could look other than it is read, or that nobody sees."""

import re
from collections.abc import Iterator
from itertools import islice

from casekit.diagnostics import Diagnostic, Edit, Source, codes
from casekit.diagnostics.hidden import DIRECTION, END, HIDDEN, is_plain, name_of

MOST_LINES = 20
"""At most this many lines of a file are reported: it is probably not a text."""

_CURE = "delete it; many editors can show such characters"


def find_hidden(source: Source) -> Iterator[Diagnostic]:
    """One finding for each line that has such characters, with a fix for all of them in it."""
    at = len(source.text) if is_plain(source.text) else 0
    for _ in range(MOST_LINES):
        found = HIDDEN.search(source.text, at)
        if found is None:
            return
        # A line end of another kind is inside a line, as the language has it.
        end = source.text.find("\n", found.start())
        at = len(source.text) if end < 0 else end
        yield _finding(source, list(HIDDEN.finditer(source.text, found.start(), at)))


def find_escaped(source: Source, content: object) -> Iterator[Diagnostic]:
    """Hidden characters in the data of a text that writes them as escapes, such as ``u202e``, one finding for each kind."""
    hidden = dict.fromkeys(char for text in _texts(content) for char in HIDDEN.findall(text))
    for char in islice(hidden, MOST_LINES):
        message, hint = described(char)
        written = re.search(rf"\\(u|U0000){ord(char):04x}|\\U{ord(char):08x}", source.text, re.IGNORECASE)
        place = source.span(*written.span()) if written else source.whole()
        yield Diagnostic(codes.HIDDEN_CHARACTER, message, place, hint=hint)


def _texts(content: object) -> Iterator[str]:
    """Every text in data of lists and tables, keys too, however deep."""
    waiting = [content]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            waiting += [*value.values(), *value]
        elif isinstance(value, list):
            waiting += value


def _finding(source: Source, found: list[re.Match[str]]) -> Diagnostic:
    first = found[0]
    message, hint = described(first.group())
    more = f"; {len(found)} characters in this line are hidden" if len(found) > 1 else ""
    return Diagnostic(
        codes.HIDDEN_CHARACTER,
        message + more,
        source.span(first.start(), first.end()),
        hint=hint,
        fix=tuple(
            Edit(source.span(each.start(), each.end()), " " if END.match(each.group()) else "")
            for each in found[:MOST_LINES]
        ),
    )


def described(char: str) -> tuple[str, str]:
    """The fault of a hidden character, and the cure."""
    name = name_of(char)
    if DIRECTION.match(char):
        return f"{name} turns the direction of writing, so that this line looks other than it is read", _CURE
    if END.match(char):
        return f"{name} looks like a line end and is none", "write a line end or a space instead"
    kind = "is a control character and" if char < " " or "\x7f" <= char < "\xa0" else "is a character that"
    return f"{name} {kind} cannot be seen", _CURE
