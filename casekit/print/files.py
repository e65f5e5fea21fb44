"""Files that appear whole or not at all, one or several together."""

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file beside its final place and move it there when it is safely on the disk.

    Whatever interrupts it, ``path`` holds what it held before, or all of ``data``.

    Raises:
        OSError: if the folder does not exist or cannot be written to.
    """
    with _beside(path) as temporary:
        _fill(temporary, data)
        temporary.replace(path)


def write_together(files: Mapping[Path, bytes]) -> tuple[Path, ...]:
    """Write several files so that after a failure all of them are as they were before.

    All are written beside their final places first, which is where a disk may turn out to be full, and then moved
    one after the other. Files that hold their bytes already are not touched.

    Returns:
        The files that were written.

    Raises:
        OSError: if one cannot be written; its ``filename`` says which.
    """
    changed = {path: data for path, data in files.items() if not _holds(path, data)}
    with ExitStack() as stack:
        temporaries = {path: stack.enter_context(_beside(path)) for path in changed}
        for path, temporary in temporaries.items():
            with _blamed_on(path):
                _fill(temporary, changed[path])
        _move(temporaries, stack)
    return tuple(changed)


def _holds(path: Path, data: bytes) -> bool:
    try:
        return path.stat().st_size == len(data) and path.read_bytes() == data
    except OSError:
        return False


def _move(temporaries: Mapping[Path, Path], stack: ExitStack) -> None:
    """Move files to their places, and the old ones back if one cannot be moved."""
    copies = {path: stack.enter_context(_beside(path)) for path in temporaries if path.is_file()}
    for path, copy in copies.items():
        with _blamed_on(path):
            shutil.copy2(path, copy)
    moved: list[Path] = []
    try:
        for path, temporary in temporaries.items():
            moved.append(path)
            with _blamed_on(path):
                temporary.replace(path)
    except BaseException:
        for path in moved:
            if path in copies:
                copies[path].replace(path)
            elif path.is_file() and not temporaries[path].exists():
                path.unlink()
        raise


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """A new empty file in the folder of another, as readable as any; gone at the end unless it was moved."""
    with _blamed_on(path):
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    os.close(handle)
    temporary = Path(name)
    try:
        # mkstemp makes files private; a booklet is as readable as any other new file.
        temporary.chmod(0o666 & ~_umask())
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)


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


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
