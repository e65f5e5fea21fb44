"""The job ticket: what a print shop has to know of each file, as a text that goes with them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING

from casekit.print.content.papers import CONDITION_NAME, POINTS_PER_MM

if TYPE_CHECKING:
    from casekit.print.preflight.objects.painting import Painting

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
    # Loaded only where files are finished.
    from casekit.print.preflight.objects.open_files import opened, trim_of  # noqa: PLC0415 -- see above
    from casekit.print.preflight.objects.painting import paintings  # noqa: PLC0415 -- likewise

    with opened(data) as file:
        left, bottom, right, top = trim_of(file.pages[0])
        count = len(file.pages)
        size = (f"{round(side / POINTS_PER_MM, 1):g}" for side in (right - left, top - bottom))
        pages = (terms.one if count == 1 else terms.pages).format(count, *size)
        coloured = any(_has_colour(painting) for page in file.pages for painting in paintings(page))
        return terms.facts.format(pages, terms.coloured if coloured else terms.black)


def _has_colour(painting: "Painting") -> bool:
    """Whether something is painted in more than black; pictures are, unless they are grey, and gradients."""
    if painting.kind == "gradient":
        return True
    if painting.kind == "picture":
        return bool(painting.thing.get("/ColorSpace") == "/DeviceCMYK")
    inks = painting.colour.inks
    return inks is not None and any(inks[:3])


def _set(text: str) -> str:
    return "\n".join(wrap(text, _WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT))
