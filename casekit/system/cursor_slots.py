"""The place of a writer's cursor, passed from an editor's process to those that show the same file.

Whoever shows a file offers a slot for it: a small file in a folder that only this user can open. An editor of the file
writes there where the cursor is; without a slot nothing is written. So neither has to find the other, no address or
secret is passed on, and all that a reader learns is a line of a file that it shows already.
"""

import hashlib
import json
import os
import stat
from contextlib import suppress
from pathlib import Path

from platformdirs import user_state_path

from casekit.frozen import frozen
from casekit.system import disk
from casekit.system.temporary import is_own

_OWN_FILE, _OWN_FOLDER = 0o600, 0o700
_LONGEST = 2_000
"""Bytes of what is in a slot."""
_LONGEST_HEADING = 300
_MOST_LINES = 10**7


@frozen(slots=True)
class CursorPlace:
    """A line of a file, from 1, and the heading of the block that it is in, as it is written; empty before the first."""

    line: int
    heading: str = ""


class CursorSlot:
    """The slot of a file, for whoever shows it."""

    def __init__(self, file: Path) -> None:
        self._slot = _slot(file)
        self._offered = False
        self._seen: bytes = b""

    def news(self) -> CursorPlace | None:
        """Where the cursor has gone since this was asked last; ``None`` if it has not moved, or nobody says."""
        try:
            if not self._offered:
                _offer(self._slot, os.O_TRUNC)
                self._offered = True
            found = _read(self._slot)
        except FileNotFoundError:
            # Somebody else who showed the file has ended.
            self._offered = False
            return None
        except OSError:
            return None
        if found == self._seen:
            return None
        self._seen = found
        return _place(found)

    def withdraw(self) -> None:
        """Take the slot away."""
        with suppress(OSError):
            if self._offered:
                disk.remove(self._slot)
        self._offered = False


def tell_cursor(file: Path, place: CursorPlace) -> bool:
    """Write into the slot of a file where the cursor is; whether there is one, and it is this user's own."""
    content = json.dumps({"line": place.line, "heading": place.heading[:_LONGEST_HEADING]}).encode()
    try:
        handle = os.open(_slot(file), os.O_WRONLY | _NO_LINK)
        try:
            if not _is_ours(os.fstat(handle)):
                return False
            disk.truncate(handle, 0)
            disk.write(handle, content)
        finally:
            os.close(handle)
    except OSError:
        return False
    return True


_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def _slot(file: Path) -> Path:
    name = hashlib.sha256(os.fsencode(os.path.normcase(os.path.realpath(file)))).hexdigest()[:32]
    return user_state_path("casekit", appauthor=False).absolute() / "cursors" / name


def _offer(slot: Path, how: int) -> None:
    for folder in (slot.parent.parent, slot.parent):
        disk.make_folders(folder, _OWN_FOLDER)
    disk.change_mode(slot.parent, _OWN_FOLDER)
    os.close(disk.create(slot, how | _NO_LINK, _OWN_FILE))


def _read(slot: Path) -> bytes:
    handle = os.open(slot, os.O_RDONLY | _NO_LINK)
    with open(handle, "rb") as stream:  # noqa: PTH123 -- of a descriptor
        return stream.read(_LONGEST) if _is_ours(os.fstat(handle)) else b""


def _is_ours(found: os.stat_result) -> bool:
    """Whether it is a file of this user that nobody else can write; Windows keeps others out of the folder."""
    return stat.S_ISREG(found.st_mode) and (os.name == "nt" or is_own(found))


def _place(content: bytes) -> CursorPlace | None:
    """The content of a slot, if all of it is there."""
    try:
        said = json.loads(content)
        line, heading = said["line"], said["heading"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if not (isinstance(line, int) and isinstance(heading, str) and 0 < line <= _MOST_LINES):
        return None
    return CursorPlace(line, heading[:_LONGEST_HEADING])
