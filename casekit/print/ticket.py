"""The job ticket: what a print shop has to know of each file, as a text that goes with them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO
from textwrap import wrap
from typing import Any

from casekit.print.content.papers import POINTS_PER_MM
from casekit.print.press.inks import CONDITION_NAME

_WIDTH = 76
_INDENT = "    "


@dataclass(frozen=True, slots=True)
class Terms:
    """The words of a ticket. ``{}`` stands for a title, a number or a name.

    ``uses`` say of each kind of piece what is to be done with it; ``one`` and ``pages`` how many pages of which size
    it has, ``black`` and ``coloured`` in which inks it is printed; ``facts`` puts both together.
    """

    title: str
    one: str
    pages: str
    black: str
    coloured: str
    facts: str
    uses: Mapping[str, str]
    all: str


@dataclass(frozen=True, slots=True)
class TicketFile:
    """A finished file: its name, the kind of piece it is, and its bytes."""

    name: str
    kind: str
    data: bytes


def ticket(title: str, items: Iterable[TicketFile], terms: Terms) -> str:
    """The text of a ticket; sizes, pages and inks are read in the files."""
    parts = [terms.title.format(title)]
    for item in items:
        lines = [_facts(item.data, terms), terms.uses[item.kind]]
        parts.append("\n".join([item.name, *(_set(line) for line in lines)]))
    parts.append("\n".join(wrap(terms.all.format(CONDITION_NAME), _WIDTH)))
    return "\n\n".join(parts) + "\n"


def _facts(data: bytes, terms: Terms) -> str:
    from pypdf import PdfReader  # noqa: PLC0415 -- loaded only where files are finished

    file = PdfReader(BytesIO(data))
    box = file.pages[0].trimbox
    count = len(file.pages)
    size = (f"{round(float(side) / POINTS_PER_MM, 1):g}" for side in (box.width, box.height))
    pages = (terms.one if count == 1 else terms.pages).format(count, *size)
    return terms.facts.format(pages, terms.coloured if _is_coloured(file) else terms.black)


def _is_coloured(file: Any) -> bool:
    """Whether a file of inks asks for more than black anywhere."""
    from casekit.print.preflight.operators import operations, streams  # noqa: PLC0415 -- likewise

    return any(
        _has_picture(owner)
        or any(
            operator in (b"k", b"K") and any(float(part) for part in operands[-4:-1])
            for operator, operands in operations(data)
        )
        for page in file.pages
        for owner, data in streams(page)
    )


def _has_picture(owner: Any) -> bool:
    """Whether a page or a form paints pictures or gradients of all inks."""
    from pypdf.generic import DictionaryObject  # noqa: PLC0415 -- likewise

    none = DictionaryObject()
    resources = owner.get("/Resources", none).get_object()
    pictures = resources.get("/XObject", none).get_object().values()
    spaces = [thing.get_object().get("/ColorSpace") for thing in pictures]
    return "/DeviceCMYK" in spaces or bool(resources.get("/Shading", none).get_object())


def _set(text: str) -> str:
    return "\n".join(wrap(text, _WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT))
