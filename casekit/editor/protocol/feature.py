"""A message of the protocol, and the document and place that it is about."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from lsprotocol import types

from casekit.editor.deducing import Question
from casekit.editor.protocol import protocol_words as words
from casekit.editor.session import OpenText, Session
from casekit.editor.settings import EditorSettings


@dataclass(frozen=True, slots=True)
class Feature:
    """A message of the protocol, what is done about it, and what editors have to know about that beforehand."""

    method: str
    answer: Callable[..., Any]
    options: Any = None


class Served(Protocol):
    """The server as features need it: its texts, its settings, and answers of the process that deduces."""

    session: Session
    settings: EditorSettings

    async def ask(self, question: Question) -> Any:
        """The answer of the other process; ``None`` if it was broken off, or failed."""

    async def ask_soon(self, question: Question, seconds: float) -> Any:
        """The same, if it comes within ``seconds``."""


def about_text(
    method: str, answer: Callable[[Served, OpenText, Any], Any], nothing: Any = None, options: Any = None
) -> Feature:
    """A question about a document; the answer is ``nothing`` if the editor has not opened it."""

    def answered(ls: Served, params: Any) -> Any:
        opened = ls.session.texts.get(params.text_document.uri)
        return nothing if opened is None else answer(ls, opened, params)

    return Feature(method, answered, options)


def character_at(opened: OpenText, position: types.Position) -> int:
    """The character of the source at a position."""
    return max(0, opened.places.offset(words.position_of(position)) - opened.view.shift)
