"""Where the writer's cursor is, passed on to those that show the same case, such as `casekit serve`."""

from typing import Any

from casekit.editor.protocol import protocol_words as words
from casekit.editor.protocol.feature import Feature, Served
from casekit.editor.session import OpenText
from casekit.system.cursor_slots import CursorPlace, tell_cursor

METHOD = "casekit/cursor"
"""A notification with the document and the position of the cursor, as those of the protocol have them."""


def moved(ls: Served, params: Any) -> None:
    """The cursor was moved in a document; anything that says something else is not heard."""
    document, position = getattr(params, "textDocument", None), getattr(params, "position", None)
    uri, line = getattr(document, "uri", None), getattr(position, "line", None)
    opened = ls.session.texts.get(uri) if isinstance(uri, str) else None
    if opened is None or not isinstance(line, int) or words.path_of(opened.uri) is None:
        return
    tell_cursor(opened.path, place_of(opened, line))


def place_of(opened: OpenText, line: int) -> CursorPlace:
    """A line of a document, from 0 as editors count, with the heading above it: other lines may not be saved yet."""
    lines = opened.text.split("\n")[: max(0, line) + 1]
    heading = next((each for each in reversed(lines) if each.startswith("==")), "")
    return CursorPlace(max(0, line) + 1, heading.strip())


CURSOR = Feature(METHOD, moved)
