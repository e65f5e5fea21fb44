"""Line ends as they should be, where WeasyPrint goes wrong.

A text before another element ends with a space. If all of its words fit on the line and only this space does not,
WeasyPrint takes the text for too long, and breaks it after its first word or in the middle of that:

    the poor children have paid.
    A
    bishop slept in the second row. I died at him until he woke, and then, my dears, I
    died again.

A space at the end of a line hangs over it and is not seen, so such a text is as long as its words.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

_WRAPPED = frozenset({"normal", "pre-line"})
"""The ways to treat spaces in which lines are broken and spaces at their ends go."""


@contextmanager
def hanging_spaces() -> Iterator[None]:
    """Let spaces hang over the ends of lines, for as long as this lasts."""
    inline: Any = import_module("weasyprint.layout.inline")
    before = inline.split_first_line

    def split_first_line(
        text: str, style: Any, context: Any, max_width: Any, *rest: Any, **options: Any
    ) -> Any:
        found = before(text, style, context, max_width, *rest, **options)
        _, length, resume_at, *_ = found
        words = text.rstrip(" ")
        if (
            resume_at is None
            or words == text
            or max_width is None
            or style["white_space"] not in _WRAPPED
            # Asked for every line, this would set each text twice.
            or b" " in text.encode()[:length].strip(b" ")
        ):
            return found
        layout, _, left, width, *heights = before(words, style, context, max_width, *rest, **options)
        if left is not None or width > max_width:
            return found
        return layout, len(text.encode()), None, width, *heights

    inline.split_first_line = split_first_line
    try:
        yield
    finally:
        inline.split_first_line = before
