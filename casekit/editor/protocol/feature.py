"""A message of the protocol, and the document and place that it is about."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from casekit.editor.protocol import protocol_words as words
from casekit.editor.session import OpenText

if TYPE_CHECKING:
    from casekit.editor.language_server import CasekitServer


@dataclass(frozen=True, slots=True)
class Feature:
    """A message of the protocol, what is done about it, and what editors have to know about that beforehand."""

    method: str
    answer: Callable[..., Any]
    options: Any = None


def open_text(ls: "CasekitServer", params: Any) -> OpenText | None:
    """The document that a message is about, if the editor has opened it."""
    return ls.session.texts.get(params.text_document.uri)


def character_at(opened: OpenText, position: types.Position) -> int:
    """The character of the source at a position."""
    return max(0, opened.places.offset(words.position_of(position)) - opened.view.shift)
