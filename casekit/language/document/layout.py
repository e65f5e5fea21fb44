"""The layout pass: lines that go on over several lines become one, and every line ends the same way.

The result has exactly as many characters as the text, so that positions in it are positions in the text.
"""

import re
from collections.abc import Set as AbstractSet

JOINT = "\v"
"""Stands for a line break inside a statement or declaration."""

_HEADING = re.compile(r"[ \t]*==[ \t]+([^\W\d_]\w*)?")
_MARKED = re.compile(r"[ \t]*(?:~|==[ \t])")
_PLAIN = re.compile(r"[^\s~=]")
"""A line that begins so is prose where no logic is expected."""

_ODD_SPACE = re.compile(r"[\r\v\f\x1c-\x1e\x85\u2028\u2029\ufeff]")
_NO_BREAK_SPACE = re.compile(r"[\u00a0\u202f]")

_SPACES = frozenset(" \t\r\v\f\x1c\x1d\x1e\x85\u2028\u2029\ufeff")
_BLANK = "".join(_SPACES)


def heading_lines(text: str) -> tuple[int, ...]:
    """Where the lines of headings begin: a text that is laid out in parts, cut there, has the same parts as in one.

    They are marked as headings whatever is above them, before odd spaces are made plain.
    """
    found: list[int] = []
    at = 0
    while (mark := text.find("==", at)) >= 0:
        start = text.rfind("\n", at, mark) + 1 or at
        if text[mark + 2 : mark + 3] in _SPACES and not text[start:mark].strip(_BLANK):
            found.append(start)
        # Only the first mark of a line can have nothing before it.
        at = text.find("\n", mark) + 1 or len(text)
    return tuple(found)


def lay_out(text: str, logic_blocks: AbstractSet[str]) -> str:
    """Join continuation lines by `JOINT`; what ends without a line break gets one.

    In ``logic_blocks`` every line may go on, elsewhere one that has a mark.
    """
    special = _NO_BREAK_SPACE.search(text) is not None
    lines = _ODD_SPACE.sub(" ", text.replace("\r\n", " \n")).split("\n")
    pieces: list[str] = []
    block: str | None = None
    own: int | None = None
    for line in lines:
        if not line:
            pieces.append("\n")
            own = None
            continue
        if own is None and block not in logic_blocks and _PLAIN.match(line) and not special:
            pieces += ("\n", line)
            continue
        margin = line[: len(line) - len(line.lstrip())]
        indent = len(margin)
        bare = line.strip()
        marked = _MARKED.match(line) is not None
        if bare and own is not None and indent > own and not marked:
            pieces.append(JOINT)
        else:
            pieces.append("\n")
            own = None
            if heading := _HEADING.match(line):
                block = heading[1]
            elif (
                bare and not bare.startswith("//") and block != "notes" and (marked or block in logic_blocks)
            ):
                own = indent
        # In prose a no-break space is the writer's; elsewhere it is a space that looks like one.
        spaced = line if marked or own is not None else margin
        pieces.append((_NO_BREAK_SPACE.sub(" ", spaced) if special else spaced) + line[len(spaced) :])
    pieces.append("\n")
    return "".join(pieces[1:])
