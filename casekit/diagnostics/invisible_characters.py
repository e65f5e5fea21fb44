"""Characters that no text of a case needs: they cannot be seen, or let a text look other than it is read.

Control characters steer a terminal, bidirectional ones turn around what follows them ("Trojan Source",
Boucher and Anderson 2021), some look like line breaks and are not, others are nothing at all. Characters
without a shape that writing does need are not among them: soft hyphens, the joiners of emoji and of some
scripts, and places where a line may or may not end.
"""

import re
from collections.abc import Iterator
from itertools import groupby, islice

from casekit.diagnostics import Edit, Finding, Source, codes

_CONTROLS = r"\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f"
_DIRECTIONS = r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_ENDS = r"\x0b\x0c\x1c-\x1e\x85\u2028\u2029"
# Fillers of Hangul count as letters, so that they could be part of a name.
_NOTHING = (
    r"\u115f\u1160\u180e\u2061-\u2065\u206a-\u206f\u3164\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    r"\ud800-\udfff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
)

HIDDEN = re.compile(rf"[{_CONTROLS}{_DIRECTIONS}{_ENDS}{_NOTHING}]|\r(?!\n)")
"""One character that no text of a case needs."""

UNSEEN = "\u00ad\u200b\u200c\u200d\u2060"
"""Soft hyphen, zero-width space, the joiners of scripts and words: they have no shape, and are needed."""

UNUSUAL = re.compile(
    "[^\t\n\r -~\u00a0-\u00ac\u00ae-\u00b1\u00b4-\u00b8\u00ba-\u017f\u2013\u2014\u2018-\u201a\u201c-\u201e\u2026\u202f\u20ac]"
)
"""A character that not every text may hold as a matter of course: others are in every face of prose."""

_FILLERS = "\u115f\u1160\u3164\uffa0"
"""Hidden characters that Python takes for letters."""


def is_plain(text: str) -> bool:
    """Whether a text has no hidden character for certain: many times faster than looking for one."""
    rest = text.replace("\r\n", "").replace("\n", "").replace("\t", "")
    if not rest.isprintable():
        return False
    return rest.isascii() or not any(filler in rest for filler in _FILLERS)


_END = rf"[{_ENDS}\r]"


def name_of(char: str) -> str:
    """The name of a hidden character, as in messages: ``U+202E RIGHT-TO-LEFT OVERRIDE``."""
    import unicodedata  # noqa: PLC0415 - hardly any text has such a character

    return f"U+{ord(char):04X} {unicodedata.name(char, '')}".rstrip()


def visible(text: str) -> str:
    """Replace what no text needs by something to be seen, as many characters as before; for web pages."""
    return HIDDEN.sub(lambda found: shape(found.group()), text)


def shape(char: str) -> str:
    """The sign for a hidden character: the picture of a control character (``␛``), else U+FFFD."""
    if char < " ":
        return chr(0x2400 + ord(char))
    return "\u2421" if char == "\x7f" else "\ufffd"


MOST_LINES = 20
"""At most this many lines of a file are reported: it is probably not a text."""

_CURE = "delete it; many editors can show such characters"


def find_hidden(source: Source) -> Iterator[Finding]:
    """One finding for each line that has such characters, with a fix for all of them in it."""
    hidden = () if is_plain(source.text) else HIDDEN.finditer(source.text)
    # A line end of another kind is inside a line, as the language has it.
    lines = groupby(hidden, key=lambda mark: source.line_of(mark.start()))
    for _, line in islice(lines, MOST_LINES):
        marks = list(line)
        message, hint = described(marks[0].group())
        more = f"; {len(marks)} characters in this line are hidden" if len(marks) > 1 else ""
        fix = tuple(
            Edit(source.span(*mark.span()), " " if re.match(_END, mark.group()) else "")
            for mark in marks[:MOST_LINES]
        )
        yield codes.HIDDEN_CHARACTER.at(source.span(*marks[0].span()), message + more, hint=hint, fix=fix)


def find_escaped(source: Source, content: object) -> Iterator[Finding]:
    """Hidden characters in data that a text writes as escapes, such as ``u202e``, one finding a kind."""
    hidden: dict[str, None] = {}
    for text in _texts(content):
        hidden |= dict.fromkeys(HIDDEN.findall(text))
    for char in islice(hidden, MOST_LINES):
        message, hint = described(char)
        written = re.search(rf"\\(u|U0000){ord(char):04x}|\\U{ord(char):08x}", source.text, re.IGNORECASE)
        place = source.span(*written.span()) if written else source.whole()
        yield codes.HIDDEN_CHARACTER.at(place, message, hint=hint)


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


def described(char: str) -> tuple[str, str]:
    """The fault of a hidden character, and the cure."""
    name = name_of(char)
    if re.match(f"[{_DIRECTIONS}]", char):
        return f"{name} turns the direction of writing, so that this line looks other than it is read", _CURE
    if re.match(_END, char):
        return f"{name} looks like a line end and is none", "write a line end or a space instead"
    kind = "is a control character and" if char < " " or "\x7f" <= char < "\xa0" else "is a character that"
    return f"{name} {kind} cannot be seen", _CURE
