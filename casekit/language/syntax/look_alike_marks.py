"""Characters that look like the marks of the language and are others.

A line with such a mark would be taken for prose, and printed.

They come from keyboards for Chinese and Japanese, from word processors, and from what was copied out of a
page.
"""

import re
import unicodedata
from collections.abc import Iterator

from casekit.diagnostics import codes
from casekit.language.syntax.dialect import KnownMistake

_TILDES = "\uff5e\u02dc\u223c\u301c\ufe4b\u2053\u223d\u02f7"
_EQUALS = "\uff1d\ufe66\ua78a\u2550\u30a0"
_SLASHES = "\uff0f\u2044\u2215\u29f8\u2571"
_LOOKS = (
    dict.fromkeys(_TILDES, "~")
    | dict.fromkeys(_EQUALS, "=")
    | dict.fromkeys(_SLASHES, "/")
    | {"\u2a75": "==", "\u2afd": "//"}
)
_USES = {"~": "begins a statement", "==": "begins a heading", "//": "begins a comment"}

_LINE = re.compile(
    r"^[ \t]*(?:"
    rf"(?P<tilde>[{_TILDES}])(?=[ \t]*[^\s{_TILDES}])"
    rf"|(?P<heading>(?!==)[={_EQUALS}]{{2}}(?![={_EQUALS}])|\u2a75)(?=[ \t]*\w)"
    rf"|(?P<comment>(?!//)[/{_SLASHES}]{{2}}(?![/{_SLASHES}])|\u2afd)"
    r")",
    re.MULTILINE,
)
_MARKS = {"tilde": "~", "heading": "==", "comment": "//"}
_NOTES = re.compile(r"[ \t]*==[ \t]+notes(?![\w-])")


def look_alike_lines(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Where a piece of laid-out text has lines that begin with such a character, with the mark it looks like.

    A piece is a heading and what is below it. In notes, which are not printed, only headings are looked for.
    """
    in_notes = _NOTES.match(text, start) is not None
    for line in _LINE.finditer(text, start, end):
        kind = str(line.lastgroup)
        if kind == "heading" or not in_notes:
            yield line.start(kind), line.end(kind), _MARKS[kind]


def has_look_alikes(text: str) -> bool:
    """Whether a line of a text may begin with one: seen many times faster than where it is."""
    return not text.isascii() and any(map(text.__contains__, _LOOKS))


def look_alike_line(sign: str, mark: str) -> KnownMistake:
    """The fault of a line that begins with what looks like a mark."""
    return KnownMistake(
        codes.LOOK_ALIKE_MARK,
        f"`{sign}` ({_name(sign)}) is not the `{mark}` that {_USES[mark]}, so this line is prose and is printed",
        f"write `{mark}`, or `\\{sign}` if it is to be printed",
    )


def look_alike_sign(sign: str) -> tuple[KnownMistake, str] | None:
    """The fault of a character in a line of logic, and the sign that it looks like, if it is one of those."""
    meant = _LOOKS.get(sign) or unicodedata.normalize("NFKC", sign)
    if sign.isascii() or not meant.isascii() or meant.isalnum() or not meant.strip():
        return None
    message = f"`{sign}` ({_name(sign)}) looks like `{meant}` and is another character"
    return KnownMistake(codes.LOOK_ALIKE_MARK, message, f"write `{meant}`"), meant


def _name(found: str) -> str:
    """The name of the first of some characters that is not on every keyboard."""
    odd = next(char for char in found if not char.isascii())
    return f"U+{ord(odd):04X} {unicodedata.name(odd, '')}".rstrip()
