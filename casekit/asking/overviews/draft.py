"""How far a document is written, in one screen: for a draft, whose findings would mostly say that it is not finished."""

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from casekit.diagnostics import Code
from casekit.model.passages import Prose

TODO = "TODO"
_FRESH = 4
"""A document is a draft if at least one of this many of its parts holds nothing but what is to do."""


@dataclass(frozen=True, slots=True)
class DraftPart:
    """A part of a document: how many of its texts are written, of how many, and which are not; or what it holds."""

    name: str
    written: int = 0
    total: int = 0
    left: tuple[str, ...] = ()
    about: str = ""


@dataclass(frozen=True)
class WritingDraft:
    """How far a document is. ``waiting`` texts are there and hold ``TODO``; findings of some codes are ``explained`` by it."""

    title: str
    parts: tuple[DraftPart, ...]
    waiting: int
    next: str
    explained: frozenset[Code]

    @property
    def written(self) -> int:
        """How many texts are written."""
        return sum(part.written for part in self.parts)

    @property
    def total(self) -> int:
        """How many texts there are to be."""
        return sum(part.total for part in self.parts)

    @property
    def fresh(self) -> bool:
        """Whether enough is still to do that a list of findings would hide what is next."""
        return bool(self.waiting) and self.waiting * _FRESH >= self.total

    def in_words(self, file: str, hidden: int, width: int) -> str:
        """The draft as text; ``hidden`` findings are not shown beside it."""
        names = max(len(part.name) for part in self.parts)
        counts = max(len(_count(part)) for part in self.parts)
        lines = [f"{file}: {self.title}: a draft, {self.written} of {self.total} texts written"]
        for part in self.parts:
            start = f"  {'x' if _done(part) else ' '} {part.name:{names}}  {_count(part):{counts}}"
            rest = part.about or (f"to write: {', '.join(part.left)}" if part.left else "")
            room = max(width - len(start) - 2, 20)
            shown = textwrap.shorten(rest, room, placeholder=" ...") if rest else ""
            lines.append(f"{start}  {shown}".rstrip())
        lines += textwrap.wrap(f"Next: {self.next}", width, subsequent_indent="      ")
        if hidden:
            lines.append(
                f"{hidden} findings say that this is a draft; `casekit check --all {file}` shows them."
            )
        return "\n".join(lines)


def is_written(prose: Sequence[Prose]) -> bool:
    """Whether there is prose and nothing in it is still to do."""
    return bool(prose) and not is_waiting(prose)


def is_waiting(prose: Iterable[Prose]) -> bool:
    """Whether something in prose is still to do."""
    return any(TODO in each.text for each in prose)


def _done(part: DraftPart) -> bool:
    return bool(part.total) and part.written == part.total


def _count(part: DraftPart) -> str:
    return f"{part.written} of {part.total}" if part.total else ""
