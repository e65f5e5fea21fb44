"""Folders for what is needed for a moment only, which go even if nobody is left to remove them.

``folder_in(parent)`` makes one and removes it at the end. Whoever is killed cannot do that: a folder is
locked as long as its process lives (flock(2), which ends with the process), and the next one made in the same
place removes those that nobody holds any more. ``temporaries()`` gives the whole process such a folder to put
its temporary files into; ``write_atomically(path, data)`` writes a file in one before it has its name.
"""

import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from casekit.system import disk

_fcntl: Any = None
# Windows has none; what a killed process leaves stays there.
with suppress(ImportError):
    _fcntl = import_module("fcntl")

_NAME = re.compile(r"\.?casekit-tmp-[a-z0-9_]{8}")
_OTHERS = 0o077


@contextmanager
def folder_in(parent: Path, *, shown: bool = False) -> Iterator[Path]:
    """A new folder in another, for this user alone; gone at the end, whatever happens.

    Args:
        parent: the other folder.
        shown: whether its name begins without a dot, for programs that may read no hidden folders.

    Raises:
        OSError: if the parent does not exist or cannot be written to.
    """
    _sweep(parent)
    folder, lock = _locked(parent, "casekit-tmp-" if shown else ".casekit-tmp-")
    try:
        yield folder
    finally:
        disk.remove_tree(folder, ignore_errors=True)
        _close(lock)


@contextmanager
def temporaries() -> Iterator[Path]:
    """Put all temporary files of this process in a folder that is removed at the end."""
    before = tempfile.tempdir
    with folder_in(Path(tempfile.gettempdir())) as folder:
        tempfile.tempdir = str(folder)
        try:
            yield folder
        finally:
            tempfile.tempdir = before


@contextmanager
def held(file: Path) -> Iterator[None]:
    """A file as this process's own, which waits until no other process has it so.

    At once where there are no locks.
    """
    lock = -1
    with suppress(OSError):
        lock = -1 if _fcntl is None else os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        _hold(lock)
        yield
    finally:
        _close(lock)


def write_atomically(
    path: Path, data: bytes, mode: int | None = None, *, beside: Path | None = None, safely: bool = True
) -> None:
    """Write a file in another place first, and move it to its own when it is ``safely`` on the disk.

    Whatever interrupts it, ``path`` holds what it held before, or all of ``data``. A link of this name is
    replaced, not followed.

    Args:
        path: its place.
        data: what it is to hold.
        mode: who may read and write it, as in chmod(2); without one that is as for any new file.
        beside: a folder on the same disk to write it in first; without one that is the folder of ``path``.
        safely: whether it has to outlast the end of the system, too.

    Raises:
        OSError: if the folder does not exist or cannot be written to.
    """
    with folder_in(beside or path.parent) as folder:
        new = folder / path.name
        disk.fill(new, data, safely=safely)
        if mode is not None:
            disk.change_mode(new, mode)
        disk.rename(new, path)


def _locked(parent: Path, prefix: str) -> tuple[Path, int]:
    """A new folder that this process holds, and the descriptor of its lock."""
    while True:
        folder = disk.new_folder(prefix, parent)
        lock = _open(folder)
        _hold(lock)
        # Before it was held, another process may have taken it for one that was left behind.
        if _is_still(folder, lock):
            return folder, lock
        _close(lock)


def _sweep(parent: Path) -> None:
    """Remove the folders that processes of this user were killed in; what is anything else stays."""
    if _fcntl is None or not shutil.rmtree.avoids_symlink_attacks:
        return
    with suppress(OSError), os.scandir(parent) as entries:
        for name in [entry.name for entry in entries if _NAME.fullmatch(entry.name)]:
            lock = _open(parent / name)
            if lock >= 0 and is_own(os.fstat(lock)) and _is_left(lock):
                disk.remove_tree(parent / name, ignore_errors=True)
            _close(lock)


def _open(folder: Path) -> int:
    """A descriptor of a folder itself, not of what a link leads to; -1 if there is none."""
    if _fcntl is None:
        return -1
    try:
        return os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return -1


def _close(lock: int) -> None:
    if lock >= 0:
        os.close(lock)


def is_own(status: os.stat_result, forbidden: int = _OTHERS) -> bool:
    """Whether something is this user's, and others have none of the rights that are forbidden.

    On POSIX only.
    """
    return status.st_uid == os.geteuid() and not stat.S_IMODE(status.st_mode) & forbidden


def _hold(lock: int) -> None:
    """Take a lock, waiting for a process that has it."""
    # Some disks know no locks; on these nothing is ever held to be left behind.
    with suppress(OSError):
        if lock >= 0:
            _fcntl.flock(lock, _fcntl.LOCK_EX)


def _is_left(lock: int) -> bool:
    """Whether nobody holds a folder any more; if so, this process does now."""
    try:
        _fcntl.flock(lock, _fcntl.LOCK_EX | _fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _is_still(folder: Path, lock: int) -> bool:
    """Whether a folder is still where it was made."""
    try:
        return folder.is_dir() and (lock < 0 or os.path.samestat(folder.stat(), os.fstat(lock)))
    except OSError:
        return False
