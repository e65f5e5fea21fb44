"""Files that appear whole or not at all, one or several together.

What keeps them from being written is said in words.
"""

import errno
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.kit.editions import EDITION
from casekit.language.source_files import noted_inputs, real
from casekit.pipeline.loading import CASE, CHECKOUT
from casekit.system import disk, temporary

_CURES = {
    errno.ENOSPC: "free some space, or choose a folder on another disk",
    errno.EDQUOT: "free some space, or choose a folder on another disk",
    errno.EACCES: "close the program that has it open, if there is one; or make it writable, or choose another place",
    errno.EISDIR: "move away what is here: casekit has to write a file of this name",
    errno.ELOOP: "remove the link, or name the folder that it leads to",
}


def write_bytes(
    path: Path, data: bytes, mode: int | None = None, *, rewrites: bool = False
) -> tuple[Diagnostic, ...]:
    """Write bytes to a file, making its folder, or say why that cannot be done.

    A link is replaced, not the file that it leads to. ``mode`` is that of ``write_atomically``, ``rewrites``
    that of ``write_all``.
    """
    if special := check_names([path]):
        return special
    if refused := () if rewrites else check_output([path]):
        return refused
    try:
        disk.make_folders(path.parent)
        temporary.write_atomically(path, data, mode)
    except OSError as error:
        return (_cannot_write(path, (error.strerror or str(error)).lower(), error.errno),)
    return ()


def write_all(
    files: Mapping[Path, bytes], *, rewrites: bool = False
) -> tuple[tuple[Path, ...], tuple[Diagnostic, ...]]:
    """Write files together, making their folders: all of them or, with a finding that says why, none.

    All are written beside their final places first, which is where a disk may turn out to be full, and then
    moved one after the other. Links are replaced, not followed.

    Args:
        files: the bytes of each.
        rewrites: whether these are files that the command is there to rewrite: nothing else takes the place
            of a source.

    Returns:
        The files that were written (the others hold their bytes already, and are not touched), and findings.
    """
    if refused := () if rewrites else check_output(files):
        return (), refused
    try:
        with _folders({path.parent: None for path in files}), ExitStack() as stack:
            changed = {path: data for path, data in files.items() if not _holds(path, data)}
            stages = _stages(changed, stack)
            for path, new in stages.items():
                with _blamed_on(path):
                    disk.fill(new, changed[path], safely=True)
                    _give_rights(new, path)
            _move(stages)
            return tuple(changed), ()
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
                disk.make_folders(place)
                made.append(place)
        yield
    except BaseException:
        for folder in reversed(made):
            with suppress(OSError):
                disk.remove_folder(folder)
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
    """Whether files can be written to a folder that may have to be made; asked before the work begins."""
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


def check_names(files: Iterable[Path]) -> tuple[Diagnostic, ...]:
    """Findings for folders, devices and pipes that have the names of files to be written.

    A user who may write to a device's folder would replace the device.
    """
    reasons = {file: os.strerror(errno.EISDIR).lower() for file in files if file.is_dir()}
    for file in files:
        if file not in reasons and file.exists() and not file.is_file():
            reasons[file] = "it is a device or a pipe, not a file"
    return tuple([_cannot_write(file, reason, errno.EISDIR) for file, reason in reasons.items()])


def check_output(files: Iterable[Path]) -> tuple[Diagnostic, ...]:
    """Findings for outputs that would take a source's place or lead out of their checkout."""
    files = tuple(files)
    return (*check_sources(files), *_leading_out(files))


def check_sources(files: Iterable[Path]) -> tuple[Diagnostic, ...]:
    """Findings for files that somebody wrote and no output replaces.

    These are cases, editions, locks, kept pages, and inputs of the command.
    """
    there = dict.fromkeys([file for file in files if os.path.lexists(file)])
    kinds = {file: kind for file in there if (kind := _source_kind(file))}
    return tuple([_over_source(file, kind) for file, kind in kinds.items()])


def _over_source(file: Path, kind: str) -> Diagnostic:
    return codes.OUTPUT_OVER_SOURCE.at(
        Span(file.as_posix()),
        f"this is {kind}, and the output would replace it",
        hint="give the output another name",
    )


_KINDS = {
    CASE: "a case",
    EDITION: "an edition",
    ".lock.json": "a lock file, which keeps numbers that were printed",
    ".pages.json": "a file that keeps pages which were printed",
}
"""The files that are protected by the end of their names, wherever they are."""


def _source_kind(file: Path) -> str:
    """The kind of source that a file is, in words; empty for any other file."""
    name = file.name.lower()
    for end, kind in _KINDS.items():
        if name == end or (end.startswith(".") and name.endswith(end)):
            return kind
    for given in noted_inputs():
        with suppress(OSError, ValueError):
            if os.path.samestat(given.stat(), file.stat()):
                return "a file that this command reads"
    return ""


def _leading_out(files: Iterable[Path]) -> Iterator[Diagnostic]:
    """Findings for folders of a checkout that are links out of it.

    Whoever wrote the checkout would choose where output goes.
    """
    # Other than `Path.resolve`, this follows no link.
    folders = [Path(os.path.abspath(file)).parent for file in files]  # noqa: PTH100
    for folder in dict.fromkeys(folders):
        root = next(filter(_is_checkout, (folder, *folder.parents)), None)
        if root is not None and not real(folder).is_relative_to(real(root)):
            yield _cannot_write(folder, "it is a link that leads out of the checkout", errno.ELOOP)


def _is_checkout(folder: Path) -> bool:
    return any((folder / mark).exists() for mark in CHECKOUT)


def check_inside(folder: Path, files: Iterable[Path]) -> tuple[Diagnostic, ...]:
    """Findings for folders that are links, through which files would be written outside a folder."""
    root = real(folder)
    folders = dict.fromkeys([file.parent for file in files])
    outside = [place for place in folders if not real(place).is_relative_to(root)]
    reason = "it is a link that leads out of its folder"
    return tuple([_cannot_write(place, reason, errno.ELOOP) for place in outside])


def _cannot_write(path: Path, reason: str, number: int | None = None) -> Diagnostic:
    return codes.CANNOT_WRITE.at(
        Span(path.as_posix()),
        f"this cannot be written: {reason}",
        hint=_CURES.get(number or 0, "choose another place, or make this one writable"),
    )


def _holds(path: Path, data: bytes) -> bool:
    try:
        status = path.lstat()
        return stat.S_ISREG(status.st_mode) and status.st_size == len(data) and path.read_bytes() == data
    except OSError:
        return False


def _give_rights(new: Path, path: Path) -> None:
    """Give a new file the rights of the one in whose place it goes; one that may not be written stays."""
    if not path.is_file() or path.is_symlink():
        return
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    disk.change_mode(new, stat.S_IMODE(path.stat().st_mode))


def _stages(paths: Iterable[Path], stack: ExitStack) -> dict[Path, Path]:
    """Where files are written first, on the same disk.

    The folder goes even if this process is killed.
    """
    folders: dict[Path, Path] = {}
    stages: dict[Path, Path] = {}
    for path in paths:
        with _blamed_on(path):
            if path.parent not in folders:
                folders[path.parent] = stack.enter_context(temporary.folder_in(path.parent))
            stages[path] = folders[path.parent] / str(len(stages))
    return stages


def _move(stages: Mapping[Path, Path]) -> None:
    """Move files to their places, and the old ones back if one cannot be moved."""
    copies = {
        path: new.with_suffix(".old") for path, new in stages.items() if path.is_symlink() or path.is_file()
    }
    for path, copy in copies.items():
        with _blamed_on(path):
            disk.copy(path, copy)
    moved: list[Path] = []
    try:
        for path, new in stages.items():
            moved.append(path)
            with _blamed_on(path):
                disk.rename(new, path)
    except BaseException:
        for path in moved:
            if path in copies:
                disk.rename(copies[path], path)
            elif path.is_file() and not stages[path].exists():
                disk.remove(path)
        raise


@contextmanager
def _blamed_on(path: Path) -> Iterator[None]:
    """Let an error name the file that was to be written, not one that nobody knows."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise
