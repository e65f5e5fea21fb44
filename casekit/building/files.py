"""Files that appear whole or not at all, one or several together."""

import os
import shutil
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from casekit.system.temporary import folder_in


def write_atomically(path: Path, data: bytes, mode: int | None = None) -> None:
    """Write a file beside its final place and move it there when it is safely on the disk.

    ``mode`` is who may read and write it, as in chmod(2); without one that is as for any new file.

    Whatever interrupts it, ``path`` holds what it held before, or all of ``data``. A link of this name is replaced,
    not followed.

    Raises:
        OSError: if the folder does not exist or cannot be written to.
    """
    with ExitStack() as stack:
        (new,) = _stages([path], stack).values()
        _fill(new, data)
        if mode is not None:
            new.chmod(mode)
        new.replace(path)


def write_together(files: Mapping[Path, bytes]) -> tuple[Path, ...]:
    """Write several files so that after a failure all of them are as they were before.

    All are written beside their final places first, which is where a disk may turn out to be full, and then moved
    one after the other. Files that hold their bytes already are not touched. Links are replaced, not followed.

    Returns:
        The files that were written.

    Raises:
        OSError: if one cannot be written; its ``filename`` says which.
    """
    changed = {path: data for path, data in files.items() if not _holds(path, data)}
    with ExitStack() as stack:
        stages = _stages(changed, stack)
        for path, new in stages.items():
            with _blamed_on(path):
                _fill(new, changed[path])
        _move(stages)
    return tuple(changed)


def _holds(path: Path, data: bytes) -> bool:
    try:
        status = path.lstat()
        return stat.S_ISREG(status.st_mode) and status.st_size == len(data) and path.read_bytes() == data
    except OSError:
        return False


def _stages(paths: Iterable[Path], stack: ExitStack) -> dict[Path, Path]:
    """Where files are written first: on the same disk, in a folder that goes even if this process is killed."""
    folders: dict[Path, Path] = {}
    stages: dict[Path, Path] = {}
    for path in paths:
        with _blamed_on(path):
            if path.parent not in folders:
                folders[path.parent] = stack.enter_context(folder_in(path.parent))
            stages[path] = folders[path.parent] / str(len(stages))
    return stages


def _move(stages: Mapping[Path, Path]) -> None:
    """Move files to their places, and the old ones back if one cannot be moved."""
    copies = {path: new.with_suffix(".old") for path, new in stages.items() if _is_file_or_link(path)}
    for path, copy in copies.items():
        with _blamed_on(path):
            shutil.copy2(path, copy, follow_symlinks=False)
    moved: list[Path] = []
    try:
        for path, new in stages.items():
            moved.append(path)
            with _blamed_on(path):
                new.replace(path)
    except BaseException:
        for path in moved:
            if path in copies:
                copies[path].replace(path)
            elif path.is_file() and not stages[path].exists():
                path.unlink()
        raise


def _is_file_or_link(path: Path) -> bool:
    return path.is_symlink() or path.is_file()


def _fill(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def _blamed_on(path: Path) -> Iterator[None]:
    """Let an error name the file that was to be written, not one that nobody knows."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise
