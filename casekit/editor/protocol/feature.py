"""Settings of a user, and what each question of an editor is given."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Protocol

from lsprotocol import types

from casekit.editor.deducing import Question
from casekit.editor.protocol import protocol_words as words
from casekit.editor.session import OpenText, Session

_MOST_DELAY = 60_000


@dataclass(frozen=True)
class EditorSettings:
    """``deduction``: whether it is found out what follows; ``delay``: milliseconds after the last keystroke.

    ``inlays`` and ``lenses`` are shown unless they are switched off.
    """

    deduction: bool = True
    delay_ms: int = 300
    inlays: bool = True
    lenses: bool = True

    @property
    def delay(self) -> float:
        """The delay in seconds."""
        return self.delay_ms / 1000

    @classmethod
    def of(cls, options: Any) -> "EditorSettings":
        """Settings as an editor sends them; unknown ones, and those of another type, count as not set."""
        given = options if isinstance(options, dict) else {}
        named = {"delay": "delay_ms"}
        found: dict[str, Any] = {}
        for key, value in given.items():
            name = named.get(key, key)
            for field in fields(cls):
                if field.name == name and type(value) is type(field.default):
                    found[name] = value
        found["delay_ms"] = max(0, min(int(found.get("delay_ms", cls.delay_ms)), _MOST_DELAY))
        return cls(**found)


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
