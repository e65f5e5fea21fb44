"""The entries of a page, held within bounds: a seed, names, and a person's notes."""

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from casekit.diagnostics.hidden import visible
from casekit.tabletop.playing.course import PrivateDesk

MOST_SEED = 2**63 - 1
MOST_REMARKS = 200
MOST_NOTES, MOST_REMARK = 20_000, 4_000
"""Characters of somebody's notes, and of a remark."""
_LONGEST_NAME, _LONGEST_KEY = 40, 200


class WishRefusedError(Exception):
    """A wish that cannot be granted; ``status`` is that of HTTP."""

    def __init__(self, problem: str, status: int = 400) -> None:
        super().__init__(problem)
        self.status = status


def seed_of(wanted: Any) -> int:
    """The seed of the chance of a game: a number, also as a text, or any if none is wanted."""
    if wanted is None:
        return secrets.randbelow(MOST_SEED)
    if (
        isinstance(wanted, str)
        and wanted.isascii()
        and wanted.isdecimal()
        and len(wanted) <= len(str(MOST_SEED))
    ):
        wanted = int(wanted)
    if not isinstance(wanted, int) or not 0 <= wanted <= MOST_SEED:
        raise WishRefusedError(f"a seed is a number from 0 to {MOST_SEED}")
    return wanted


def name_at(names: Any, seat: int) -> str:
    """The name that a page gives a seat, as it may be shown; empty if it gives none."""
    found = names[seat] if seat < len(names) else ""
    return visible(_whole(" ".join(found.split())))[:_LONGEST_NAME] if isinstance(found, str) else ""


def desk_of(content: Mapping[str, Any]) -> PrivateDesk:
    """All notes of a person.

    Raises:
        WishRefusedError: if something is too long, or there is too much, to be kept.
    """

    def text(name: str, most: int) -> str:
        found = content.get(name)
        return _bounded(found, most) if isinstance(found, str) else ""

    def pairs(name: str, allowed: Callable[[str], bool]) -> tuple[tuple[str, str], ...]:
        found = content.get(name)
        texts = tuple(
            (_bounded(str(key), _LONGEST_KEY), _bounded(value, MOST_REMARK))
            for key, value in (found.items() if isinstance(found, dict) else ())
            if isinstance(value, str) and value and allowed(value)
        )
        if len(texts) > MOST_REMARKS:
            raise WishRefusedError(f"{MOST_REMARKS} {name} are kept, and no more", 413)
        return texts

    return PrivateDesk(
        text("notes", MOST_NOTES),
        pairs("marks", {"out", "likely"}.__contains__),
        pairs("remarks", bool),
        text("general", MOST_REMARK),
    )


def _bounded(found: str, most: int) -> str:
    if len(found) > most:
        raise WishRefusedError(
            f"a text of {len(found)} characters is not kept: it may have at most {most}", 413
        )
    return visible(_whole(found))


def _whole(text: str) -> str:
    """A text without halves of characters, which no file can hold."""
    return text.encode("utf-8", "replace").decode()
