"""Writing what a command made: to a file that appears whole or not at all, or to standard output."""

import errno
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.print.files import write_atomically, write_together

_CURES = {
    errno.ENOSPC: "free some space, or choose a folder on another disk",
    errno.EDQUOT: "free some space, or choose a folder on another disk",
    errno.EISDIR: "a file of this name is to be written; move the folder away",
}


def write(path: Path | None, text: str) -> tuple[Diagnostic, ...]:
    """Write a text to a file, or to standard output if there is none."""
    if path is None:
        click.echo(text, nl=False)
        return ()
    return write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> tuple[Diagnostic, ...]:
    """Write bytes to a file, making its folder, or say why that cannot be done."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, data)
    except OSError as error:
        return (_cannot_write(path, (error.strerror or str(error)).lower()),)
    return ()


def write_all(files: Mapping[Path, bytes]) -> tuple[tuple[Path, ...], tuple[Diagnostic, ...]]:
    """Write files together, making their folders: all of them or, with a finding that says why, none.

    Returns:
        The files that were written (the others hold their bytes already), and findings.
    """
    try:
        with _folders({path.parent: None for path in files}):
            return write_together(files), ()
    except OSError as error:
        where = next(iter(files)) if error.filename is None else Path(error.filename)
        return (), (_cannot_write(where, (error.strerror or str(error)).lower(), error.errno),)


@contextmanager
def _folders(folders: Iterable[Path]) -> Iterator[None]:
    """Make folders; those that were not there before go again if something fails."""
    made: list[Path] = []
    try:
        for folder in folders:
            missing = [place for place in (folder, *folder.parents) if not place.exists()]
            for place in reversed(missing):
                place.mkdir(exist_ok=True)
                made.append(place)
        yield
    except BaseException:
        for folder in reversed(made):
            with suppress(OSError):
                folder.rmdir()
        raise


def check_place(folder: Path) -> tuple[Diagnostic, ...]:
    """Whether a name can be one of a folder at all; asked before anything is looked for in it."""
    try:
        folder.resolve()
        folder.absolute().exists()
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "its links run in a circle"
        return (_cannot_write(folder, reason.lower()),)
    return ()


def check_folder(folder: Path) -> tuple[Diagnostic, ...]:
    """Whether files can be written to a folder that may have to be made; asked before the work is done."""
    if nowhere := check_place(folder):
        return nowhere
    places = (folder, *folder.absolute().parents)
    existing = next(place for place in places if place.exists() or place.is_symlink())
    if existing.is_dir() and os.access(existing, os.W_OK | os.X_OK):
        return ()
    if existing.is_dir():
        reason = "it cannot be written to"
    else:
        reason = "it is a file, not a folder" if existing.exists() else "it is a link that leads nowhere"
    return (_cannot_write(existing, reason),)


def check_files(files: Iterable[Path]) -> tuple[Diagnostic, ...]:
    """Findings for folders that have the names of files to be written."""
    return tuple(
        _cannot_write(file, os.strerror(errno.EISDIR).lower(), errno.EISDIR)
        for file in files
        if file.is_dir()
    )


def _cannot_write(path: Path, reason: str, number: int | None = None) -> Diagnostic:
    return Diagnostic(
        codes.CANNOT_WRITE,
        f"this cannot be written: {reason}",
        Span(path.as_posix()),
        hint=_CURES.get(number or 0, "choose another place, or make this one writable"),
    )
