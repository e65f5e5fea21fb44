"""The calls that change a disk.

Every file that casekit makes, moves or removes, it makes, moves or removes by these.

They are in one place so that each can be made to fail: ``tests/cli/test_faults.py`` lets every single one of
a command do so, and ``tests/test_opened.py`` sees that there are no others.
"""

import os
import shutil
import tempfile
from pathlib import Path

rename = os.replace
"""Move a file to its place; what is there before is gone in the same moment."""

sync = os.fsync
"""Wait until what was written to a descriptor is safely on the disk."""

truncate = os.ftruncate
remove = os.unlink
remove_folder = os.rmdir
remove_tree = shutil.rmtree
change_mode = os.chmod

_BINARY = getattr(os, "O_BINARY", 0)
"""Line ends are written as they are, on Windows too."""


def make_folders(folder: Path, mode: int = 0o777) -> None:
    """Make a folder, which has a mode if it is new, and those above it."""
    folder.mkdir(mode=mode, parents=True, exist_ok=True)


def new_folder(prefix: str, parent: Path) -> Path:
    """Make a folder for this user alone, with a name that nothing else has."""
    return Path(tempfile.mkdtemp(prefix=prefix, dir=parent))


def create(path: Path, flags: int = os.O_TRUNC, mode: int = 0o666) -> int:
    """A descriptor of a file to be written, which is made where there is none.

    ``mode`` and ``flags`` are those of open(2); without flags a file that is there is emptied.
    """
    return os.open(path, os.O_WRONLY | os.O_CREAT | flags | _BINARY, mode)


def write(handle: int, data: bytes) -> None:
    """Write all of some bytes to a descriptor."""
    left = memoryview(data)
    while left:
        left = left[os.write(handle, left) :]


def fill(path: Path, data: bytes, *, mode: int = 0o666, safely: bool = False) -> None:
    """Make a file of some bytes; ``safely`` if it is to be on the disk before anything else happens."""
    handle = create(path, mode=mode)
    try:
        write(handle, data)
        if safely:
            sync(handle)
    finally:
        os.close(handle)


def copy(path: Path, other: Path) -> None:
    """Copy a file with its times and rights, and a link as a link."""
    shutil.copy2(path, other, follow_symlinks=False)
