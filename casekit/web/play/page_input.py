"""The entries that a page may make, within bounds: the seed of a game, names, notes and remarks.

Nothing is taken for granted of them: it is JSON that any program may have sent.
"""

import secrets
from collections.abc import Container, Mapping
from typing import Any

from casekit.diagnostics.invisible_characters import visible
from casekit.tabletop import match

MOST_SEED = 2**63 - 1
"""The greatest seed of a game."""

MOST_NOTES = 20_000
"""At most this many characters of a player's notes are kept."""

MOST_REMARK = 4_000
"""At most this many characters of a remark are kept."""

MOST_REMARKS = 200
"""A player has at most this many remarks, and as many marks."""

MOST_NAME = 40
"""At most this many characters of a player's name are shown."""

MOST_KEY = 200
"""At most this many characters name what a mark or a remark is about."""

MARKS = frozenset({"out", "likely"})
"""The marks that players give answers in their notebooks."""

TOO_MUCH = 413
"""The HTTP status of an action that is refused since it has more than is kept."""


class ActionRefusedError(Exception):
    """An action that a page asks for is refused; the message says why."""

    def __init__(self, problem: str, status: int = 400) -> None:
        super().__init__(problem)
        self.status = status
        """That of HTTP."""


def seed_from(entered: Any) -> int:
    """The seed of a game: a number or its decimal digits; a random one for ``None``.

    Raises:
        ActionRefusedError: if it is anything else, or too great.
    """
    if entered is None:
        return secrets.randbelow(MOST_SEED)
    seed = entered
    if isinstance(entered, str) and _is_short_number(entered):
        seed = int(entered)
    if not isinstance(seed, int) or not 0 <= seed <= MOST_SEED:
        raise ActionRefusedError(f"a seed is a number from 0 to {MOST_SEED}")
    return seed


def _is_short_number(text: str) -> bool:
    """Whether a text is digits, and no more than a seed may have: Python reads no number of thousands."""
    return text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_SEED))


def name_at(names: Any, seat: int) -> str:
    """The name that a page gives a seat, as it may be shown; empty if it gives none."""
    name = names[seat] if seat < len(names) else ""
    if not isinstance(name, str):
        return ""
    return visible(_without_surrogates(" ".join(name.split())))[:MOST_NAME]


def player_notes_from(content: Mapping[str, Any]) -> match.PlayerNotes:
    """Everything that a player writes beside the game.

    Raises:
        ActionRefusedError: if something is too long, or there is too much, to be kept.
    """
    return match.PlayerNotes(
        notes=_text_from(content, "notes", MOST_NOTES),
        marks=_texts_from(content, "marks", allowed=MARKS),
        remarks=_texts_from(content, "remarks"),
        general=_text_from(content, "general", MOST_REMARK),
    )


def _text_from(content: Mapping[str, Any], name: str, most: int) -> str:
    """The text of this name, of ``most`` characters at most; empty if there is none."""
    text = content.get(name)
    return _bounded(text, most) if isinstance(text, str) else ""


def _texts_from(
    content: Mapping[str, Any], name: str, *, allowed: Container[str] | None = None
) -> dict[str, str]:
    """The texts of the object of this name by their keys, those that are not empty and are ``allowed``."""
    entered = content.get(name)
    texts: dict[str, str] = {}
    for key, text in entered.items() if isinstance(entered, dict) else ():
        if not isinstance(text, str) or not text:
            continue
        if allowed is None or text in allowed:
            texts[_bounded(str(key), MOST_KEY)] = _bounded(text, MOST_REMARK)
    if len(texts) > MOST_REMARKS:
        raise ActionRefusedError(f"{MOST_REMARKS} {name} are kept, and no more", TOO_MUCH)
    return texts


def _bounded(text: str, most: int) -> str:
    """A text as it may be shown and kept.

    Raises:
        ActionRefusedError: if it has more than ``most`` characters.
    """
    if len(text) > most:
        problem = f"a text of {len(text)} characters is not kept: it may have at most {most}"
        raise ActionRefusedError(problem, TOO_MUCH)
    return visible(_without_surrogates(text))


def _without_surrogates(text: str) -> str:
    """A text with question marks for halves of characters, which no file can hold."""
    return text.encode("utf-8", "replace").decode()
