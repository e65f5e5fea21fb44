"""Places on disk on which an answer depends: whatever was looked at while it was made.

A place is a file, a folder, a link, or a name at which there is nothing. Who reads, notes each place that it
looks at, and whether what is in it matters or only what it is. So whoever asks later need not know why.
"""

import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path

_MOST_STEPS = 1_000
"""The number of steps that are followed at most, because links may lead in a circle."""


@dataclass
class NotedPlaces:
    """The places that were looked at.

    ``seen`` are those of which it matters what they are and where they lead, ``opened`` those whose bytes
    matter too. Of ``headers`` the title in the header matters: it is the value.
    """

    seen: dict[Path, None] = field(default_factory=dict)
    opened: dict[Path, None] = field(default_factory=dict)
    headers: dict[Path, str] = field(default_factory=dict)

    def add(self, other: "NotedPlaces") -> None:
        """Add the places on which another answer depends, as one that was made before."""
        self.seen |= other.seen
        self.opened |= other.opened
        self.headers |= other.headers


_noted: ContextVar[NotedPlaces | None] = ContextVar("places", default=None)


@contextmanager
def noting_places() -> Iterator[NotedPlaces]:
    """Note the places that are looked at meanwhile. They are not noted by one who notes around this."""
    places = NotedPlaces()
    token = _noted.set(places)
    try:
        yield places
    finally:
        _noted.reset(token)


def note_seen(place: Path) -> None:
    """Note that it matters what is at a place, and where it leads."""
    places = _noted.get()
    if places is not None:
        places.seen[_absolute(place)] = None


def note_opened(file: Path) -> None:
    """Note that the bytes of a file matter."""
    places = _noted.get()
    if places is not None:
        places.opened[_absolute(file)] = None


def note_header(file: Path, title: str) -> None:
    """Note that the title of a file matters, and nothing else in it."""
    places = _noted.get()
    if places is not None:
        places.headers[_absolute(file)] = title


def note_places(others: NotedPlaces) -> None:
    """Note the places of an answer that was made before and is used again."""
    places = _noted.get()
    if places is not None:
        places.add(others)


def _absolute(place: Path) -> Path:
    """The place from the root on, with its links and its `..` as they are written."""
    return Path.cwd() / place


def steps_to(place: Path) -> Iterator[Path]:
    """Every folder, link and file on the way to a place, each under its name in its folder without links.

    A link is a step, and so is each step on the way that it leads. What comes after a name at which there is
    nothing is a step under the name that it would have.
    """
    here = Path(place.anchor)
    ahead = deque(place.parts[1:])
    for _ in range(_MOST_STEPS):
        if not ahead:
            return
        name = ahead.popleft()
        if name == os.pardir:
            here = here.parent
            continue
        step = here / name
        yield step
        try:
            target = step.readlink()
        except (OSError, ValueError):
            here = step
            continue
        if target.is_absolute():
            here = Path(target.anchor)
            ahead.extendleft(reversed(target.parts[1:]))
        else:
            ahead.extendleft(reversed(target.parts))
