"""A document that is set in two parts, which are laid out at the same time where there are processes enough.

The second part holds text alone, so that it can come from another process. However many there are, the pages are the same.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from casekit.print.text.ink import Shown
from casekit.print.text.typesetter import Inlay, Layout, ReadyPages, lay_out_pages, ready_pages
from casekit.system.collecting import no_collections
from casekit.system.crew import ALONE, Crew

LEFT, RIGHT = "left", "right"


@dataclass(frozen=True)
class Inlaid:
    """What is laid on the pages of a document: inlays, by the ``id`` of their boxes, and the glyphs that they show."""

    inlays: Mapping[str, Inlay]
    shown: Iterable[Shown] = ()


@dataclass(frozen=True)
class _Rest:
    """The second part as HTML, and on which side it begins."""

    html: str
    side: str


@contextmanager
def second_part_begun(
    html_of: Callable[[str], str], inlaid: Inlaid, crew: Crew = ALONE
) -> Iterator[Callable[[str], Layout]]:
    """Begin with the second part of a document, on a left page.

    Args:
        html_of: the second part as HTML, given the side that it begins on.
        inlaid: what is laid on the pages of the document.
        crew: the processes that there are for it.

    Yields:
        A function from the first part as HTML to the pages of both; if it ends on a left page, the second is set again.

    Raises:
        LostProcessError: if a process was killed.
    """
    ready: dict[str, ReadyPages] = {}
    with crew.begun(_set_rest, [_Rest(html_of(LEFT), LEFT)]) as finish:

        def lay_out(html: str) -> Layout:
            front = lay_out_pages(html)
            if not ready:
                (ready[LEFT],) = finish()
            side = LEFT if front.pages % 2 else RIGHT
            if side not in ready:
                ready[side] = _set_rest(_Rest(html_of(side), side))
            return front.followed_by(ready[side]).with_inlays(inlaid.inlays, inlaid.shown)

        yield lay_out


def _set_rest(rest: _Rest) -> ReadyPages:
    with no_collections():
        return ready_pages(rest.html, before=int(rest.side == LEFT))
