"""Files that appear whole or not at all, one or several together; findings on what hinders that."""

import errno
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from casekit.diagnostics import Finding, Span, codes
from casekit.kit.editions import EDITION
from casekit.language.source_files import noted_inputs, real
from casekit.pipeline.loading import CASE, CHECKOUT_FOLDERS
from casekit.system import disk, temporary

_HINT_BY_ERROR = {
    errno.ENOSPC: "free some space, or choose a folder on another disk",
    errno.EDQUOT: "free some space, or choose a folder on another disk",
    errno.EACCES: "close the program that has it open, if there is one; or make it writable, or choose another place",
    errno.EISDIR: "move away what is here: casekit has to write a file of this name",
    errno.ELOOP: "remove the link, or name the folder that it leads to",
}
"""What the user can do about an error of the system, by its number."""

_SOURCE_KINDS = {
    CASE: "a case",
    EDITION: "an edition",
    ".lock.json": "a lock file, which keeps numbers that were printed",
    ".pages.json": "a file that keeps pages which were printed",
}
"""The files that are protected by the ends of their names, wherever they are."""


def write_bytes(
    path: Path, data: bytes, mode: int | None = None, *, rewrites: bool = False
) -> tuple[Finding, ...]:
    """Write bytes to a file, making its folder, or say why that cannot be done.

    A link is replaced, not the file that it leads to.

    Args:
        path: the file.
        data: its bytes.
        mode: the rights of a new file, as ``write_atomically`` takes them.
        rewrites: whether this is a file that the command is there to rewrite: nothing else takes the place
            of a source.
    """
    problems = check_names([path])
    if not problems and not rewrites:
        problems = check_output([path])
    if problems:
        return problems
    try:
        disk.make_folders(path.parent)
        temporary.write_atomically(path, data, mode)
    except OSError as error:
        return (_cannot_write(path, (error.strerror or str(error)).lower(), error.errno),)
    return ()


def write_all(
    files: Mapping[Path, bytes], *, rewrites: bool = False
) -> tuple[tuple[Path, ...], tuple[Finding, ...]]:
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
    if not rewrites and (problems := check_output(files)):
        return (), problems
    try:
        with _new_folders({path.parent: None for path in files}), ExitStack() as stack:
            changed_files = {path: data for path, data in files.items() if not _holds(path, data)}
            staged_files = _staged_files(changed_files, stack)
            for path, staged_file in staged_files.items():
                with _blamed_on(path):
                    disk.fill(staged_file, changed_files[path], safely=True)
                    _give_rights(staged_file, path)
            _move_to_places(staged_files)
            return tuple(changed_files), ()
    except OSError as error:
        path = next(iter(files)) if error.filename is None else Path(error.filename)
        return (), (_cannot_write(path, (error.strerror or str(error)).lower(), error.errno),)


@contextmanager
def _new_folders(folders: Iterable[Path]) -> Iterator[None]:
    """Make folders; those that were not there before go again if something fails."""
    new_folders: list[Path] = []
    try:
        for folder in folders:
            missing = [place for place in (folder, *folder.parents) if not place.exists()]
            for place in reversed(missing):
                disk.make_folders(place)
                new_folders.append(place)
        yield
    except BaseException:
        for folder in reversed(new_folders):
            with suppress(OSError):
                disk.remove_folder(folder)
        raise


def check_place(folder: Path) -> tuple[Finding, ...]:
    """A finding if no folder can have a name; asked before anything is looked for in the folder."""
    try:
        folder.resolve()
        folder.absolute().exists()
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "its links run in a circle"
        return (_cannot_write(folder, reason.lower()),)
    return ()


def check_folder(folder: Path) -> tuple[Finding, ...]:
    """A finding if no files can be written to a folder, which may be a new one; asked before the work."""
    if problems := check_place(folder):
        return problems
    places = (folder, *folder.absolute().parents)
    existing = next(place for place in places if place.exists() or place.is_symlink())
    if existing.is_dir() and os.access(existing, os.W_OK | os.X_OK):
        return ()
    if existing.is_dir():
        reason = "it cannot be written to"
    else:
        reason = "it is a file, not a folder" if existing.exists() else "it is a link that leads nowhere"
    return (_cannot_write(existing, reason),)


def check_names(files: Iterable[Path]) -> tuple[Finding, ...]:
    """Findings for folders, devices and pipes that have the names of files to be written.

    A user who may write to a device's folder would replace the device.
    """
    reasons = {file: os.strerror(errno.EISDIR).lower() for file in files if file.is_dir()}
    for file in files:
        if file not in reasons and file.exists() and not file.is_file():
            reasons[file] = "it is a device or a pipe, not a file"
    return tuple([_cannot_write(file, reason, errno.EISDIR) for file, reason in reasons.items()])


def check_output(files: Iterable[Path]) -> tuple[Finding, ...]:
    """Findings for outputs that would take a source's place or lead out of their checkout."""
    files = tuple(files)
    return (*check_sources(files), *_links_out_of_checkout(files))


def check_sources(files: Iterable[Path]) -> tuple[Finding, ...]:
    """Findings for outputs that would replace a source.

    Sources are cases, editions, locks, kept pages, and inputs of the command.
    """
    findings: list[Finding] = []
    for file in dict.fromkeys(files):
        kind = _source_kind(file) if os.path.lexists(file) else ""
        if kind:
            findings.append(_over_source(file, kind))
    return tuple(findings)


def _over_source(file: Path, kind: str) -> Finding:
    """The finding that an output would replace a source."""
    return codes.OUTPUT_OVER_SOURCE.at(
        Span(file.as_posix()),
        f"this is {kind}, and the output would replace it",
        hint="give the output another name",
    )


def _source_kind(file: Path) -> str:
    """The kind of source that a file is, in words; empty for any other file."""
    name = file.name.lower()
    for ending, kind in _SOURCE_KINDS.items():
        if name == ending or (ending.startswith(".") and name.endswith(ending)):
            return kind
    for input_file in noted_inputs():
        with suppress(OSError, ValueError):
            if os.path.samestat(input_file.stat(), file.stat()):
                return "a file that this command reads"
    return ""


def _links_out_of_checkout(files: Iterable[Path]) -> Iterator[Finding]:
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
    """Whether a folder is the root of a checkout."""
    return any((folder / mark).exists() for mark in CHECKOUT_FOLDERS)


def check_inside(folder: Path, files: Iterable[Path]) -> tuple[Finding, ...]:
    """Findings for folders that are links, through which files would be written outside a folder."""
    root = real(folder)
    folders = dict.fromkeys([file.parent for file in files])
    outside = [place for place in folders if not real(place).is_relative_to(root)]
    reason = "it is a link that leads out of its folder"
    return tuple([_cannot_write(place, reason, errno.ELOOP) for place in outside])


def _cannot_write(path: Path, reason: str, number: int | None = None) -> Finding:
    """The finding that a file cannot be written; ``number`` is that of an error of the system."""
    return codes.CANNOT_WRITE.at(
        Span(path.as_posix()),
        f"this cannot be written: {reason}",
        hint=_HINT_BY_ERROR.get(number or 0, "choose another place, or make this one writable"),
    )


def _holds(path: Path, data: bytes) -> bool:
    """Whether a file is there and holds some bytes already."""
    try:
        status = path.lstat()
        return stat.S_ISREG(status.st_mode) and status.st_size == len(data) and path.read_bytes() == data
    except OSError:
        return False


def _give_rights(staged_file: Path, path: Path) -> None:
    """Give a new file the rights of the file that it will replace.

    Raises:
        PermissionError: if that file may not be written.
    """
    if not path.is_file() or path.is_symlink():
        return
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    disk.change_mode(staged_file, stat.S_IMODE(path.stat().st_mode))


def _staged_files(paths: Iterable[Path], stack: ExitStack) -> dict[Path, Path]:
    """For each file the one that is written first, in a temporary folder on the same disk.

    The folder is removed when the stack is closed, and even if this process is killed.
    """
    folders: dict[Path, Path] = {}
    staged_files: dict[Path, Path] = {}
    for path in paths:
        with _blamed_on(path):
            if path.parent not in folders:
                folders[path.parent] = stack.enter_context(temporary.folder_in(path.parent))
            staged_files[path] = folders[path.parent] / str(len(staged_files))
    return staged_files


def _move_to_places(staged_files: Mapping[Path, Path]) -> None:
    """Move files to their places, and the old ones back if one cannot be moved."""
    copies: dict[Path, Path] = {}
    for path, staged_file in staged_files.items():
        if path.is_symlink() or path.is_file():
            copies[path] = staged_file.with_suffix(".old")
    for path, copy in copies.items():
        with _blamed_on(path):
            disk.copy(path, copy)
    begun_paths: list[Path] = []
    try:
        for path, staged_file in staged_files.items():
            begun_paths.append(path)
            with _blamed_on(path):
                disk.rename(staged_file, path)
    except BaseException:
        for path in begun_paths:
            if path in copies:
                disk.rename(copies[path], path)
            elif path.is_file() and not staged_files[path].exists():
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
