"""What editors ask about a document, by the protocol's names for it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from casekit.editor import protocol_words as words
from casekit.editor.answering.hovering import hover
from casekit.editor.session import OpenText

if TYPE_CHECKING:
    from casekit.editor.language_server import CasekitServer


@dataclass(frozen=True, slots=True)
class Feature:
    """A message of the protocol, what is done about it, and what editors have to know about that beforehand."""

    method: str
    answer: Callable[..., Any]
    options: Any = None


def _at(ls: "CasekitServer", params: Any) -> tuple[OpenText, int] | None:
    """The document and the character that a question is about."""
    opened = ls.session.texts.get(params.text_document.uri)
    if opened is None:
        return None
    return opened, opened.places.offset(words.position_of(params.position))


def hovered(ls: "CasekitServer", params: types.HoverParams) -> types.Hover | None:
    """What there is to say about a word."""
    place = _at(ls, params)
    found = hover(*place) if place else None
    if place is None or found is None:
        return None
    content = types.MarkupContent(types.MarkupKind.Markdown, found.text)
    return types.Hover(content, words.range_of(place[0].places, found.start, found.end))


QUESTIONS: tuple[Feature, ...] = (Feature(types.TEXT_DOCUMENT_HOVER, hovered),)
