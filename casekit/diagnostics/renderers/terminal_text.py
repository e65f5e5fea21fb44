"""Text on a terminal: what may be shown of it, and how many cells it takes.

Written without rich, whose import costs more than a whole check.
"""

import re
from unicodedata import category, east_asian_width

from casekit.diagnostics.invisible_characters import HIDDEN, shape

TAB = 4
CUT = "…"

_REACH = 4
"""At most this many characters per cell of the width are shown: combining marks take no cell."""

_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
JOINERS = "\u200c\u200d"
# Joiners make one sign of two where they stand between letters of some scripts or between emoji; elsewhere
# they hide.
_LONE_JOINER = re.compile(rf"(?<![^\x00-\x7f{JOINERS}])[{JOINERS}]|[{JOINERS}](?![^\x00-\x7f{JOINERS}])")
_PLANE_END = 0xFFFE


def printable(text: str) -> str:
    """Replace whatever could steer a terminal or hide in a text; tabs and line breaks stay.

    C0 controls become their pictures (``␛``), everything else that has no shape of its own (C1 controls,
    marks that turn the direction of writing, lone surrogates, noncharacters) becomes U+FFFD.
    """
    if text.isprintable() and not HIDDEN.search(text):
        return text
    # A text may be as long as a catalogue: each character is looked at once, however often it occurs.
    characters = set(text)
    shapes = {ord(char): shape(char) for char in characters if is_shapeless(char)}
    if not characters.isdisjoint(JOINERS):
        text = _LONE_JOINER.sub("\ufffd", text)
    return text.translate(shapes) if shapes else text


def on_one_line(text: str) -> str:
    """As ``printable``, with line breaks and tabs replaced by their pictures too."""
    return "".join(map(_pictured, printable(text)))


def _pictured(char: str) -> str:
    return chr(0x2400 + ord(char)) if char < " " else char


def is_shapeless(char: str) -> bool:
    """Whether a character is invisible, apart from spaces, joiners, tabs and line breaks."""
    if char in "\n\t" or char in JOINERS:
        return False
    return (
        char < " "
        or char == "\x7f"
        or category(char) in _UNSAFE
        or ord(char) & _PLANE_END == _PLANE_END
        or HIDDEN.match(char) is not None
    )


def cells(char: str) -> int:
    """How many cells of a terminal a printable character takes: 0, 1 or 2."""
    if char.isascii():
        return 1
    if char in JOINERS or category(char) in {"Mn", "Me"} or "\u1160" <= char <= "\u11ff":
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def excerpt(line: str, start: int, end: int, width: int) -> tuple[str, int, int]:
    """A line as it is shown in at most ``width`` cells, with its characters ``start`` to ``end`` in view.

    With it the cells to underline: how many are before them, and how many they are. Tabs become spaces up to
    the next multiple of four. An empty range is underlined by one cell.
    """
    # A line may hold a million characters: only those that can be in view are looked at.
    left, right = max(0, start - _REACH * width), start + _REACH * width
    glyphs, starts = _expanded(line[left:right])
    low, high = starts[min(start - left, len(glyphs))], starts[min(end - left, len(glyphs))]
    high = max(high, low + 1)
    first, last = _window(starts, low, high, width)
    ahead = CUT if left or first else ""
    behind = CUT if right < len(line) or last < len(glyphs) else ""
    shown = ahead + "".join(glyphs[first:last]) + behind
    indent = max(0, low - starts[first]) + len(ahead)
    # The caret after the last character may be one cell beyond the text.
    length = min(high, max(starts[last], low + 1)) - low
    return shown, indent, length


def _expanded(line: str) -> tuple[list[str], list[int]]:
    """The glyphs of a line, and the cell each starts in, with the line's width at the end."""
    glyphs: list[str] = []
    starts = [0]
    for char in printable(line):
        glyph = " " * (TAB - starts[-1] % TAB) if char == "\t" else _pictured(char)
        glyphs.append(glyph)
        starts.append(starts[-1] + (len(glyph) if char == "\t" else cells(glyph)))
    return glyphs, starts


def _window(starts: list[int], low: int, high: int, width: int) -> tuple[int, int]:
    """The first glyph shown and the one after the last, so that the cells from ``low`` on are in view."""
    total = starts[-1]
    if total <= width:
        return 0, len(starts) - 1
    room = max(1, width - 2 * len(CUT))
    left = max(0, min(low - (room - min(high - low, room)) // 2, total - room))
    # A mark that combines with a letter left of the window goes with its letter.
    bases = (at for at, cell in enumerate(starts) if at == len(starts) - 1 or starts[at + 1] > cell)
    first = next(at for at in bases if starts[at] >= left)
    return first, max(first, *(at for at, cell in enumerate(starts) if cell <= left + room))
