"""From a file to its bytes and from these to a source, or to what is wrong with them."""

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice
from pathlib import Path

from casekit.diagnostics import Code, Diagnostic, Source, Span, codes
from casekit.diagnostics.hidden import find_hidden
from casekit.language.nearest import nearest

LIMIT = 2_000_000
"""The most bytes a file may have. A case of sixty long paragraphs has some 60,000."""

_MARK = b"\xef\xbb\xbf"


class ForeignFileError(OSError):
    """A file that was found in a folder and leads out of it."""


class SpecialFileError(OSError):
    """Something that is not a plain file: a pipe or a device might never end."""


Opening = Callable[[Path, Path | None, int], bytes]
"""A function in place of ``contents``."""


@contextmanager
def opened_by(opening: Opening) -> Iterator[None]:
    """Have all files opened in another way meanwhile: so that it is known which ones, or because they are elsewhere."""
    token = _opening.set(opening)
    try:
        yield
    finally:
        _opening.reset(token)


def contents(file: Path, within: Path | None = None, limit: int = LIMIT) -> bytes:
    """The bytes of a plain file; of one that is longer than ``limit`` only one more, by which that is seen.

    Everything that casekit is given or finds is opened here.

    Args:
        file: where it is.
        within: the folder it was found in, out of which no link may lead; ``None`` for a file that the user named.
        limit: how many bytes are read.

    Raises:
        ForeignFileError: if it is outside that folder.
        SpecialFileError: if it is a pipe or a device.
        OSError: if it cannot be read for another reason.
    """
    note_input(file)
    return _opening.get()(file, within, limit)


_inputs: ContextVar[dict[Path, None] | None] = ContextVar("inputs", default=None)


@contextmanager
def noting_inputs() -> Iterator[None]:
    """Note which files are read meanwhile: no output of the same command may take the place of one."""
    token = _inputs.set({})
    try:
        yield
    finally:
        _inputs.reset(token)


def note_input(file: Path) -> None:
    """Note that a file is an input of the command that runs, if one does."""
    noted = _inputs.get()
    if noted is not None:
        noted[file] = None


def noted_inputs() -> tuple[Path, ...]:
    """The files that the command which runs has read so far."""
    return tuple(_inputs.get() or ())


def contents_here(file: Path, within: Path | None, limit: int) -> bytes:
    """The same, whoever wants to open files otherwise."""
    try:
        place = str(file) if within is None else _inside(file, within)
        with open(place, "rb", opener=_open if within is None else _open_itself) as stream:
            return stream.read(limit + 1)
    except ValueError as error:  # a zero byte in the name
        raise OSError(errno.EINVAL, "no file can have such a name") from error


_opening: ContextVar[Opening] = ContextVar("opening", default=contents_here)


def _inside(file: Path, folder: Path) -> str:
    """Where a file is once all links are followed, if that is in a folder or below it."""
    place = os.path.realpath(file, strict=True)
    if not Path(place).is_relative_to(os.path.realpath(folder)):
        raise ForeignFileError(errno.EPERM, "it is a link that leads out of its folder")
    return place


_FLAGS = sum(getattr(os, name, 0) for name in ("O_CLOEXEC", "O_NOCTTY", "O_NONBLOCK", "O_BINARY"))
"""So that not even opening a pipe waits for anybody."""


def _open(name: str, flags: int) -> int:
    """Open a plain file; what was opened is looked at, not what was there before."""
    handle = os.open(name, flags | _FLAGS)
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        kind = next((kind for test, kind in _KINDS if test(mode)), "something else")
        raise SpecialFileError(errno.EINVAL, f"it is {kind}, not a file")
    return handle


def _open_itself(name: str, flags: int) -> int:
    """Open a plain file by a name without links: one that is there now was put there just now."""
    return _open(name, flags | getattr(os, "O_NOFOLLOW", 0))


_KINDS = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def standard_input() -> bytes:
    """The bytes of standard input; of more than can be read, only one byte too many."""
    return sys.stdin.buffer.read(LIMIT + 1)


def is_there(file: Path) -> bool:
    """Whether there is anything under a name, be it a link that leads nowhere."""
    return os.path.lexists(file)


def real(path: Path) -> Path:
    """A path without links, as far as they lead anywhere."""
    return Path(os.path.realpath(path))


def read_bytes(
    file: Path, within: Path | None = None, name: str | None = None
) -> tuple[bytes | None, tuple[Diagnostic, ...]]:
    """Read a file, or say why it cannot be read.

    Args:
        file: where it is.
        within: the folder it was found in; ``None`` for a file that the user named.
        name: what messages call it, if not by its path.
    """
    try:
        return contents(file, within), ()
    except OSError as error:
        code, hint = _CURES.get(type(error), _MISSING)
        if error.errno == errno.ELOOP:
            hint = "remove this link: it leads back to itself"
        if error.errno == errno.ENOENT and within is None and _opening.get() is contents_here:
            hint = _renamed(file) or hint
        reason = (error.strerror or str(error)).lower()
        problem = Diagnostic(code, f"this cannot be read: {reason}", Span(name or file.as_posix()), hint=hint)
        return None, (problem,)


def _renamed(file: Path) -> str | None:
    """The hint that offers files of the same folder and kind whose names are like that of one that is not there."""
    try:
        with os.scandir(file.parent) as entries:
            names = [entry.name for entry in islice(entries, _MOST_NAMES)]
    except (OSError, ValueError):
        return None
    found = nearest(file.name, [name for name in names if Path(name).suffix == file.suffix])
    # Whatever else a name holds could be taken for a part of the message.
    plain = [
        f"`{file.with_name(name).as_posix()}`" for name in found if name.isprintable() and "`" not in name
    ]
    return f"write {' or '.join(plain)}" if plain else None


_MOST_NAMES = 2000
_MISSING = (
    codes.NO_SUCH_FILE,
    "check the name, and the folder that you are in; `casekit new NAME` starts a case",
)
_CURES: dict[type[OSError], tuple[Code, str]] = {
    ForeignFileError: (
        codes.FOREIGN_FILE,
        "put the file itself there, or name this one on the command line if you trust it",
    ),
    SpecialFileError: (codes.SPECIAL_FILE, "name a plain file; what a pipe brings can be given as `-`"),
}


def decode(data: bytes, name: str) -> tuple[Source, tuple[Diagnostic, ...]]:
    """Read UTF-8 bytes, with or without a byte order mark, as the source called ``name``.

    Bytes that cannot be read yield an empty source and one diagnostic; a text with hidden characters, one for
    each line that has any. Either way nothing more is to be read from it.
    """
    source, problems = decode_quickly(data, name)
    # Nothing is said of a text beyond that it is not what it seems to be.
    return source, problems or tuple(find_hidden(source))


def decode_quickly(data: bytes, name: str) -> tuple[Source, tuple[Diagnostic, ...]]:
    """The same for bytes that were looked at before: hidden characters are not looked for."""
    if len(data) > LIMIT:
        problem = Diagnostic(
            codes.FILE_TOO_LARGE,
            f"this file has more than {LIMIT:,} bytes, which is the most that casekit reads",
            Span(name),
            hint="check that it is the file you mean; split a long case into several files",
        )
        return Source(name, ""), (problem,)
    shift = len(_MARK) if data.startswith(_MARK) else 0
    body = data[shift:]
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        before = body[: error.start].decode("utf-8")
        problem = Diagnostic(
            codes.NOT_UTF_8,
            f"this file is not UTF-8: byte 0x{body[error.start]:02x} at offset {error.start + shift} is not allowed there",
            Source(name, before, shift).span(len(before), len(before)),
            hint="save it as UTF-8 (it may be Latin-1 or Windows-1252 now)",
        )
        return Source(name, ""), (problem,)
    at = text.find("\0")
    if at >= 0:
        problem = Diagnostic(
            codes.NOT_UTF_8,
            "this is not text: it holds a zero byte",
            Source(name, text, shift).span(at, at + 1),
            hint="give casekit a text file, not a document or an archive",
        )
        return Source(name, ""), (problem,)
    return Source(name, text, shift), ()
