"""Everybody's place at each time: by truth and by word."""

from dataclasses import dataclass
from typing import Literal

Standing = Literal["told", "untold", "open"]
"""Whether a line says where somebody is in truth, none does, or the truth itself does not say."""


@dataclass(frozen=True, slots=True)
class Testimony:
    """A line's statement on a cell: somebody was at ``place`` or, if ``denied``, was not. ``false`` if the truth is another."""

    place: str
    path: str
    id: str
    denied: bool = False
    false: bool = False


@dataclass(frozen=True, slots=True)
class TimetableCell:
    """One person at one time. ``place`` is where in truth; empty if that is open, or nowhere."""

    place: str
    standing: Standing
    words: tuple[Testimony, ...] = ()

    @property
    def denying(self) -> tuple[Testimony, ...]:
        """The statements that are false."""
        return tuple(word for word in self.words if word.false)


@dataclass(frozen=True, slots=True)
class TimetableRow:
    """One person, or thing, at all times."""

    name: str
    cells: tuple[TimetableCell, ...]


@dataclass(frozen=True, slots=True)
class TimetableEvent:
    """Something that happens at one of the times: its column, and what."""

    column: int
    says: str


@dataclass(frozen=True, slots=True)
class Timetable:
    """Rows of people and columns of times. ``columns`` has one empty name where there are no times."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[TimetableRow, ...]
    events: tuple[TimetableEvent, ...] = ()
