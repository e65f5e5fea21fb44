"""Typeset pages on their way from a painter to where they become a file."""

from collections.abc import Mapping
from dataclasses import dataclass

from casekit.diagnostics import Diagnostic
from casekit.print.content.wanted import Titled
from casekit.print.numbers.room import PageRoom
from casekit.print.text.ink import Shown
from casekit.print.text.typesetter import Inlay, Layout


@dataclass(frozen=True)
class Painted:
    """Typeset pages and what they hold.

    ``tail`` is the number of pages of a booklet that stay last; pages that are not bound have none.
    """

    layout: Layout
    content: Titled
    tail: int | None = None


@dataclass(frozen=True)
class SetParagraphs:
    """Paragraphs that are painted but on no page yet, by key: the room they take, their texts, and the glyphs of these."""

    room: PageRoom
    inlays: Mapping[str, Inlay]
    shown: tuple[Shown, ...]


@dataclass(frozen=True)
class Beforehand:
    """What of a booklet is set before it has numbers.

    ``measured`` is the layout of what has to be measured; ``paragraphs`` are ``None`` where they are set with their pages.
    """

    measured: Layout
    paragraphs: SetParagraphs | None


Painting = tuple[Painted | None, tuple[Diagnostic, ...]]
"""Typeset pages, or ``None`` if a finding is an error; and the findings."""
