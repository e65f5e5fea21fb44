"""Places on disk on which an answer depends: whatever was looked at while it was made.

A place is a file, a folder, a link, or a name at which there is nothing. Whoever reads, notes each place that
is looked at, and whether the bytes in it matter or only what it is. So whoever asks later need not know why.
"""

import os
import stat
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

_MOST_STEPS = 1_000
"""The number of steps that are followed at most, because links may lead in a circle."""

NOTHING, FOLDER, FILE, OTHER = "nothing", "folder", "file", "other"
_LINK = "link "

UNREADABLE, LONGER = "", "longer"
"""In place of the digest of a file that could not be read, or that is longer than what is read."""


class OpenedFile(NamedTuple):
    """A file that was opened, the folder that it had to be in, if any, and the most bytes that were read."""

    file: Path
    within: Path | None
    limit: int


@dataclass
class NotedPlaces:
    """The places that were looked at."""

    steps: dict[Path, str] = field(default_factory=dict)
    """Every folder, link and file on the way to a place, and what was there (see ``kind_at``)."""

    opened: dict[OpenedFile, str] = field(default_factory=dict)
    """The files whose bytes matter, each with the SHA-256 of these."""

    headers: dict[Path, str] = field(default_factory=dict)
    """The titles of cases. Nothing else in these cases matters."""

    def add(self, other: "NotedPlaces") -> None:
        """Add the places on which another answer depends, as one that was made before."""
        self.steps |= other.steps
        self.opened |= other.opened
        self.headers |= other.headers

    def files(self) -> Iterator[Path]:
        """The files whose bytes matter."""
        for opened in self.opened:
            yield opened.file

    def note_opened(self, file: Path, within: Path | None, limit: int, data: bytes | None) -> None:
        """Note that the bytes of a file matter; ``None`` if they could not be read."""
        opened = OpenedFile(_absolute(file), None if within is None else _absolute(within), limit)
        self.see(opened.file)
        self.opened[opened] = digest_of(data, limit)

    def see(self, place: Path) -> None:
        """Note each folder, link and file on the way to a place, under its name in its folder without links.

        A link is a step, and so is each step on the way that it leads. What comes after a name at which there
        is nothing is a step under the name that it would have.
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
            kind = self.steps.get(step) or kind_at(step)
            self.steps[step] = kind
            if not kind.startswith(_LINK):
                here = step
                continue
            target = Path(kind.removeprefix(_LINK))
            if target.is_absolute():
                here = Path(target.anchor)
                ahead.extendleft(reversed(target.parts[1:]))
            else:
                ahead.extendleft(reversed(target.parts))


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
        places.see(_absolute(place))


def note_opened(file: Path, within: Path | None, limit: int, data: bytes | None) -> None:
    """Note that the bytes of a file matter; ``None`` if they could not be read."""
    places = _noted.get()
    if places is not None:
        places.note_opened(file, within, limit, data)


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


def digest_of(data: bytes | None, limit: int) -> str:
    """The SHA-256 of the bytes of a file, or a word in place of it."""
    if data is None:
        return UNREADABLE
    return LONGER if len(data) > limit else sha256(data).hexdigest()


def _absolute(place: Path) -> Path:
    """The place from the root on, with its links and its `..` as they are written."""
    return Path.cwd() / place


def kind_at(step: Path) -> str:
    """A word for what is at a place that is in a folder without links; of a link also where it leads."""
    try:
        mode = step.lstat().st_mode
        if stat.S_ISLNK(mode):
            return f"{_LINK}{step.readlink()}"
    except (OSError, ValueError):
        return NOTHING
    if stat.S_ISDIR(mode):
        return FOLDER
    return FILE if stat.S_ISREG(mode) else OTHER
