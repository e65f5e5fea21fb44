"""The job ticket: what a print shop has to know of each file, as text."""

from collections.abc import Iterable
from itertools import chain
from textwrap import TextWrapper, wrap as wrapped

from casekit.print.content.papers import (
    PAGES_PER_SHEET,
    POINTS_PER_MM,
    PRINT_CONDITION_NAME,
    Saddle,
    Terms,
    signatures,
)
from casekit.print.preflight.content_stream import Painting, paintings
from casekit.print.preflight.pdf_opening import box_of, opened

# Letters on a line.
_LINE_WIDTH = 76
_INDENT = "    "


TicketFile = tuple[str, str, bytes, Saddle | None]
"""A finished file: its name, its kind of piece, its bytes, and how it is folded if it is a sheet to fold."""


def ticket(title: str, files: Iterable[TicketFile], terms: Terms) -> str:
    """The text of a ticket. The sizes, pages and inks are read in the files."""
    parts = [terms.title.format(title)]
    indented = TextWrapper(_LINE_WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT)
    for name, kind, data, saddle in files:
        lines = (_facts(data, saddle, terms), terms.uses[kind])
        parts.append("\n".join([name, *map(indented.fill, lines)]))
    parts.append("\n".join(wrapped(terms.all.format(PRINT_CONDITION_NAME), _LINE_WIDTH)))
    return "\n\n".join(parts) + "\n"


def _facts(data: bytes, saddle: Saddle | None, terms: Terms) -> str:
    with opened(data) as file:
        left, bottom, right, top = box_of(file.pages[0].trimbox)
        count = len(file.pages)
        size = (f"{round(side / POINTS_PER_MM, 1):g}" for side in (right - left, top - bottom))
        pages = (terms.one if count == 1 else terms.pages).format(count, *size)
        if saddle is not None:
            parts = signatures(2 * count, saddle)
            pages += terms.sheets.format(" + ".join(str(part // PAGES_PER_SHEET) for part in parts))
        all_paintings = chain.from_iterable(map(paintings, file.pages))
        coloured = any(_has_colour(painting) for painting in all_paintings)
        return terms.facts.format(pages, terms.coloured if coloured else terms.black)


def _has_colour(painting: Painting) -> bool:
    """Whether something is painted in more than black; pictures are, unless they are grey, and gradients."""
    if painting.kind == "gradient":
        return True
    if painting.kind == "picture":
        return bool(painting.thing.get("/ColorSpace") == "/DeviceCMYK")
    inks = painting.colour.inks
    return inks is not None and any(inks[:3])
