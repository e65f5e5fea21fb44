"""The cover of a booklet: the same for every game, from its title page and what its edition says."""

import re
from typing import TYPE_CHECKING

from casekit.building.planning import BoundBooklet, numbered

if TYPE_CHECKING:
    from casekit.print.content.pieces import Wrap

_EMPTY_LINE = re.compile(r"\n[ \t]*\n")


def cover_of(binding: BoundBooklet, pages: int) -> "Wrap":
    """The content of the cover of a booklet with ``pages`` pages."""
    from casekit.games.colours import shades
    from casekit.print.content.pieces import Palette, Wrap
    from casekit.print.text.prose import label

    content, _ = numbered(binding)
    table = binding.table
    back = (" ".join(text.split()) for text in _EMPTY_LINE.split(table.back))
    return Wrap(
        title=content.title,
        subtitle=content.subtitle,
        drawing=content.drawing,
        back=tuple(filter(None, back)),
        spine=label(table.spine.strip(), content.language),
        number=table.isbn or table.ean,
        numbered=f"ISBN {table.isbn}" if table.isbn else "",
        pages=pages,
        thickness=table.thickness,
        palette=Palette(content.accent, **shades(content.accent)),
        language=content.language,
        paper=content.paper,
        span=content.span,
    )
