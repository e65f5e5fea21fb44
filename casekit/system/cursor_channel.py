"""Where the cursor of an editor is, passed on through a file that only this user writes.

Whoever shows a file offers a slot for it, in a folder that only this user can open. An editor of the file
writes there where the cursor is; without a slot nothing is written. So neither has to find the other, no
address or secret is passed on, and all that a reader learns is a line of a file that it shows already.
"""

import json
import os
import stat
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from platformdirs import user_state_path

from casekit.system import disk, temporary
from casekit.values import frozen

_FILE_MODE = 0o600
_FOLDER_MODE = 0o700

_MOST_BYTES = 2_000
"""How much of a slot is read."""

_MOST_LETTERS_OF_HEADING = 300

_MOST_LINES = 10**7
"""The largest number of a line that a slot may have."""

_OPEN_FLAGS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
"""Flags with which no link is followed."""


@frozen(slots=True)
class CursorPlace:
    """Where the cursor of an editor is in a file."""

    line: int
    """The line, from 1."""

    heading: str = ""
    """The heading of the block that the line is in, as it is written; empty before the first block."""


class CursorChannel:
    """The slot of a file, for whoever shows it."""

    def __init__(self, file: Path) -> None:
        """Have a slot for a file. It is offered when ``news`` is asked first."""
        self._slot = _slot(file)
        self._is_offered = False
        self._last_content: bytes = b""

    def news(self) -> CursorPlace | None:
        """Where the cursor has gone since this was asked last.

        ``None`` if it has not moved, or nobody says.
        """
        try:
            if not self._is_offered:
                _offer(self._slot)
                self._is_offered = True
            content = _content(self._slot)
        except FileNotFoundError:
            # Somebody else who showed the file has ended.
            self._is_offered = False
            return None
        except OSError:
            return None
        if content == self._last_content:
            return None
        self._last_content = content
        return _place(content)

    def withdraw(self) -> None:
        """Take the slot away."""
        with suppress(OSError):
            if self._is_offered:
                disk.remove(self._slot)
        self._is_offered = False


def send_cursor(file: Path, place: CursorPlace) -> bool:
    """Write into the slot of a file where the cursor is.

    Returns:
        Whether there is a slot, and it is this user's own.
    """
    content = json.dumps({"line": place.line, "heading": place.heading[:_MOST_LETTERS_OF_HEADING]}).encode()
    try:
        descriptor = os.open(_slot(file), os.O_WRONLY | _OPEN_FLAGS)
        try:
            if not _is_private(os.fstat(descriptor)):
                return False
            disk.truncate(descriptor, 0)
            disk.write(descriptor, content)
        finally:
            os.close(descriptor)
    except OSError:
        return False
    return True


def _slot(file: Path) -> Path:
    """Where the slot of a file is, under a digest of where the file's links lead."""
    name = sha256(os.fsencode(os.path.normcase(os.path.realpath(file)))).hexdigest()[:32]
    return user_state_path("casekit", appauthor=False).absolute() / "cursors" / name


def _offer(slot: Path) -> None:
    """Make an empty slot, in a folder that only this user can open."""
    for folder in (slot.parent.parent, slot.parent):
        disk.make_folders(folder, _FOLDER_MODE)
    disk.change_mode(slot.parent, _FOLDER_MODE)
    os.close(disk.create(slot, os.O_TRUNC | _OPEN_FLAGS, _FILE_MODE))


def _content(slot: Path) -> bytes:
    """The bytes in a slot; none if it is not this user's own."""
    descriptor = os.open(slot, os.O_RDONLY | _OPEN_FLAGS)
    with open(descriptor, "rb") as stream:  # noqa: PTH123 -- of a descriptor
        return stream.read(_MOST_BYTES) if _is_private(os.fstat(descriptor)) else b""


def _is_private(status: os.stat_result) -> bool:
    """Whether it is a file of this user that nobody else can write.

    Windows keeps others out of the folder.
    """
    return stat.S_ISREG(status.st_mode) and (os.name == "nt" or temporary.is_own(status))


def _place(content: bytes) -> CursorPlace | None:
    """The place that the content of a slot names, if all of it is there."""
    try:
        json_place = json.loads(content)
        line, heading = json_place["line"], json_place["heading"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if not (isinstance(line, int) and isinstance(heading, str) and 0 < line <= _MOST_LINES):
        return None
    return CursorPlace(line, heading[:_MOST_LETTERS_OF_HEADING])
