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

from casekit.diagnostics import Code, Finding, Source, Span, codes
from casekit.diagnostics.invisible_characters import find_hidden
from casekit.language.places import note_opened, note_seen
from casekit.language.suggestions import nearest
from casekit.values import replace

LIMIT = 2_000_000
"""The most bytes a file may have. A case of sixty long paragraphs has some 60,000."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"

POINTED = "it is a pointer of Git LFS in place of the file"
"""Why a file that Git LFS has not fetched cannot be read, as the rest of a sentence."""

FETCH = "run `git lfs pull`, which brings the file itself"
"""The hint for such a file."""

_LFS_POINTERS = (b"version https://git-lfs.github.com/spec/", b"version https://hawser.github.com/spec/")
"""How every pointer begins: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md."""

_CONFLICT_MARKERS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
"""Markers of merge conflicts. Hardly any text has one, which is seen many times faster than its lines are."""

_OPEN_FLAGS = sum(getattr(os, name, 0) for name in ("O_CLOEXEC", "O_NOCTTY", "O_NONBLOCK", "O_BINARY"))
"""Flags with which not even opening a pipe waits for anybody."""

_KINDS_OF_SPECIAL_FILES = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
"""Tests of the mode of a file, and what a file that passes is in words."""

_MOST_NAMES = 2000
"""The number of names in a folder among which one like a missing one is looked for."""

_WIDE_BYTE_ORDER_MARKS = (
    (b"\xff\xfe\0\0", "UTF-32"),
    (b"\0\0\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
"""The byte order marks of encodings of two or four bytes a letter, the longer marks first."""

_SAMPLE_BYTES = 400
"""How much of a text is looked at to see whether it is UTF-16 without a byte order mark."""

_LEAST_ZERO_SHARE = 0.6
"""In a text of letters with Latin ones among them, every other byte of UTF-16 is zero more often than this,
and no byte of the others."""


class ForeignFileError(OSError):
    """A file that was found in a folder and leads out of it."""


class SpecialFileError(OSError):
    """Something that is not a plain file: a pipe or a device might never end."""


class UnfetchedFileError(OSError):
    """The pointer that Git LFS puts in the place of a file until it is fetched."""

    def __init__(self) -> None:
        super().__init__(errno.EIO, POINTED)


_MISSING_FILE = (
    codes.NO_SUCH_FILE,
    "check the name, and the folder that you are in; `casekit new NAME` starts a case",
)
"""The code and the hint for a file that the user named and that cannot be opened."""

_CODES_AND_HINTS: dict[type[OSError], tuple[Code, str]] = {
    ForeignFileError: (
        codes.FOREIGN_FILE,
        "put the file itself there, or name this one on the command line if you trust it",
    ),
    SpecialFileError: (codes.SPECIAL_FILE, "name a plain file; what a pipe brings can be given as `-`"),
    UnfetchedFileError: (codes.UNFETCHED_FILE, FETCH),
}
"""The code and the hint for a file that is there and is not read, by the kind of error."""

Opening = Callable[[Path, Path | None, int], bytes]
"""A function in place of ``contents``."""


@contextmanager
def opened_by(opening: Opening) -> Iterator[None]:
    """Have all files opened in another way meanwhile: to learn which are read, or to read others."""
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
        within: the folder it was found in, out of which no link may lead; ``None`` for a file that the user
            named.
        limit: how many bytes are read.

    Raises:
        ForeignFileError: if it is outside that folder.
        SpecialFileError: if it is a pipe or a device.
        UnfetchedFileError: if Git LFS has not fetched it.
        OSError: if it cannot be read for another reason.
    """
    note_input(file)
    try:
        data = _opening.get()(file, within, limit)
    except OSError:
        note_opened(file, within, limit, None)
        raise
    note_opened(file, within, limit, data)
    if data.startswith(_LFS_POINTERS):
        raise UnfetchedFileError
    return data


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
    """The bytes of a plain file of this machine, whatever ``opened_by`` says: see ``contents``.

    Raises:
        OSError: as ``contents`` does, but not for a file that Git LFS has not fetched.
    """
    try:
        place = str(file) if within is None else _place_inside(file, within)
        with open(place, "rb", opener=_open_plain if within is None else _open_without_links) as stream:
            return stream.read(limit + 1)
    except ValueError as error:  # a zero byte in the name
        raise OSError(errno.EINVAL, "no file can have such a name") from error


_opening: ContextVar[Opening] = ContextVar("opening", default=contents_here)


def _place_inside(file: Path, folder: Path) -> str:
    """Where a file is once all links are followed, if that is in a folder or below it."""
    place = os.path.realpath(file, strict=True)
    if not Path(place).is_relative_to(os.path.realpath(folder)):
        raise ForeignFileError(errno.EPERM, "it is a link that leads out of its folder")
    return place


def _open_plain(name: str, flags: int) -> int:
    """Open a plain file; what was opened is looked at, not what was there before."""
    descriptor = os.open(name, flags | _OPEN_FLAGS)
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        kind = next((kind for test, kind in _KINDS_OF_SPECIAL_FILES if test(mode)), "something else")
        raise SpecialFileError(errno.EINVAL, f"it is {kind}, not a file")
    return descriptor


def _open_without_links(name: str, flags: int) -> int:
    """Open a plain file by a name without links: one that is there now was put there just now."""
    return _open_plain(name, flags | getattr(os, "O_NOFOLLOW", 0))


def standard_input() -> tuple[bytes | None, tuple[Finding, ...]]:
    """The bytes of standard input, or why it cannot be read; at most one byte more than ``LIMIT``."""
    try:
        return sys.stdin.buffer.read(LIMIT + 1), ()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        hint = "give it a text, as in `casekit check - < the-last-toast.case`"
        unread = codes.NO_SUCH_FILE.at(Span("-"), f"standard input cannot be read: {reason}", hint=hint)
        return None, (unread,)


def is_there(file: Path) -> bool:
    """Whether there is anything under a name, be it a link that leads nowhere."""
    note_seen(file)
    return os.path.lexists(file)


def leads_to_anything(path: Path) -> bool:
    """Whether there is anything at the end of all links."""
    note_seen(path)
    return os.path.exists(path)  # noqa: PTH110 -- a name that is too long is no fault


def is_file(path: Path) -> bool:
    """Whether a path leads to a plain file."""
    note_seen(path)
    return os.path.isfile(path)  # noqa: PTH113 -- likewise


def size_of(file: Path) -> int:
    """The size of a file that was opened and is longer than what is read of it, in bytes.

    Raises:
        OSError: if it is gone.
    """
    return file.stat().st_size


def resolved(path: Path) -> Path:
    """A path without links, for an answer that depends on where it leads.

    Raises:
        OSError: if its name is too long.
        RuntimeError: if its links lead in a circle.
        ValueError: if no file can have its name.
    """
    note_seen(path)
    return path.resolve()


def inside(root: Path, name: str) -> bool:
    """Whether a name leads to a place below a folder.

    Links in a circle, and what is not a name, lead nowhere.
    """
    try:
        return resolved(root / name).is_relative_to(resolved(root))
    except (OSError, RuntimeError, ValueError):
        return False


def real(path: Path) -> Path:
    """A path without links, as far as they lead anywhere."""
    return Path(os.path.realpath(path))


def read_bytes(
    file: Path, within: Path | None = None, name: str | None = None
) -> tuple[bytes | None, tuple[Finding, ...]]:
    """Read a file, or say why it cannot be read.

    Args:
        file: where it is.
        within: the folder it was found in; ``None`` for a file that the user named.
        name: what messages call it, if not by its path.
    """
    try:
        return contents(file, within), ()
    except OSError as error:
        code, hint = code_and_hint(error, _MISSING_FILE)
        if error.errno == errno.ELOOP:
            hint = "remove this link: it leads back to itself"
        if error.errno == errno.ENOENT and str(file) == "-":
            hint = "name a file: standard input, which `-` stands for elsewhere, is not read here"
        elif error.errno == errno.ENOENT and within is None and _opening.get() is contents_here:
            hint = _similar_names_hint(file) or hint
        message = f"this cannot be read: {reason_of(error)}"
        problem = code.at(Span(name or file.as_posix()), message, hint=hint)
        return None, (problem,)


def _similar_names_hint(file: Path) -> str | None:
    """The hint that offers files of the same folder and kind with names like a missing one, if any."""
    try:
        with os.scandir(file.parent) as entries:
            names = [entry.name for entry in islice(entries, _MOST_NAMES)]
    except (OSError, ValueError):
        return None
    similar_names = nearest(file.name, [name for name in names if Path(name).suffix == file.suffix])
    # Any other character in a name could be taken for a part of the message.
    printable_names = [name for name in similar_names if name.isprintable() and "`" not in name]
    paths = [f"`{file.with_name(name).as_posix()}`" for name in printable_names]
    return f"write {' or '.join(paths)}" if paths else None


def reason_of(error: OSError) -> str:
    """The reason why a file cannot be read, as the rest of a sentence."""
    if isinstance(error, UnfetchedFileError):
        return POINTED
    return (error.strerror or str(error)).lower()


def code_and_hint(error: OSError, default: tuple[Code, str]) -> tuple[Code, str]:
    """The code and the hint for a file that cannot be read, by its kind of error."""
    return _CODES_AND_HINTS.get(type(error), default)


def with_cure(problem: Finding, cure: str) -> Finding:
    """A finding on a file that casekit writes, with the cure for such a file.

    One on a newer format, and on a file that is not fetched yet, has a better hint of its own.
    """
    if problem.code in {codes.NEWER_FORMAT, codes.UNFETCHED_FILE}:
        return problem
    return replace(problem, hint=cure)


def decode(data: bytes, name: str, *, underlined: bool = False) -> tuple[Source, tuple[Finding, ...]]:
    """Read UTF-8 bytes, with or without a byte order mark, as the source called ``name``.

    Bytes that cannot be read yield an empty source and one finding; a text with markers of a merge conflict,
    one for each conflict; a text with hidden characters, one for each line that has any. In each of these
    cases nothing more is to be read from it. In a text that may have titles ``underlined``, as Markdown has,
    a line of `=` alone does not count as a marker.
    """
    source, problems = decode_quickly(data, name)
    # Nothing is said of a text beyond that it is not what it seems to be.
    problems = problems or _conflicts(source, underlined=underlined)
    return source, problems or tuple(find_hidden(source))


def decode_quickly(data: bytes, name: str) -> tuple[Source, tuple[Finding, ...]]:
    """Read UTF-8 bytes that were looked at before: hidden characters and conflicts are not looked for."""
    if len(data) > LIMIT:
        problem = codes.FILE_TOO_LARGE.at(
            Span(name),
            f"this file has more than {LIMIT:,} bytes, which is the most that casekit reads",
            hint="check that it is the file you mean; split a long case into several files",
        )
        return Source(name, ""), (problem,)
    if data.startswith(_LFS_POINTERS):
        return Source(name, ""), (_unfetched(name),)
    shift = len(_BYTE_ORDER_MARK) if data.startswith(_BYTE_ORDER_MARK) else 0
    body = data[shift:]
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        text_before = body[: error.start].decode("utf-8")
        place = Source(name, text_before, shift).span(len(text_before), len(text_before))
        reason = f"byte 0x{body[error.start]:02x} at offset {error.start + shift} is not allowed there"
        hint = "save it as UTF-8 (it may be Latin-1 or Windows-1252 now)"
        return Source(name, ""), (_not_utf_8(data, place, f"this file is not UTF-8: {reason}", hint),)
    zero_byte = text.find("\0")
    if zero_byte >= 0:
        place = Source(name, text, shift).span(zero_byte, zero_byte + 1)
        hint = "give casekit a text file, not a document or an archive"
        return Source(name, ""), (_not_utf_8(data, place, "this is not text: it holds a zero byte", hint),)
    return Source(name, text, shift), ()


def left_by_git(data: bytes, name: str) -> tuple[Finding, ...]:
    """The findings on what git has left in the place of a file: a pointer of Git LFS, or conflicts.

    ``decode`` reports these, too. This is for files that may be no text, may be long, and may hold hidden
    characters: logs, saved games, earlier answers, drawings.
    """
    if data.startswith(_LFS_POINTERS):
        return (_unfetched(name),)
    if not any(marker.encode() in data for marker in _CONFLICT_MARKERS):
        return ()
    shift = len(_BYTE_ORDER_MARK) if data.startswith(_BYTE_ORDER_MARK) else 0
    try:
        text = data[shift:].decode("utf-8")
    except UnicodeDecodeError:
        return ()
    return _conflicts(Source(name, text, shift), underlined=False)


def _conflicts(source: Source, *, underlined: bool) -> tuple[Finding, ...]:
    """The findings on merge conflicts in a text."""
    if not any(marker in source.text for marker in _CONFLICT_MARKERS):
        return ()
    from casekit.language.merge_conflicts import find_conflicts  # noqa: PLC0415 - few texts have a marker

    return tuple(find_conflicts(source, underlined=underlined))


def _unfetched(name: str) -> Finding:
    return codes.UNFETCHED_FILE.at(Span(name), f"this cannot be read: {POINTED}", hint=FETCH)


def _not_utf_8(data: bytes, place: Span, message: str, hint: str) -> Finding:
    """The finding on bytes that are not UTF-8, at a place.

    If it can be seen which encoding they are in, it says so in place of the ``message`` and the ``hint``.
    """
    if encoding := _wide_encoding(data):
        message = f"this file is {encoding}, and casekit reads UTF-8"
        hint = "save it as UTF-8; some editors call UTF-16 “Unicode”"
    return codes.NOT_UTF_8.at(place, message, hint=hint)


def _wide_encoding(data: bytes) -> str:
    """The encoding of two or four bytes a letter that a text seems to be in; empty for any other."""
    for mark, encoding in _WIDE_BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return encoding
    sample = data[:_SAMPLE_BYTES]
    halves = (sample[0::2], sample[1::2])
    zero_shares = [half.count(0) / max(1, len(half)) for half in halves]
    return "UTF-16" if max(zero_shares) > _LEAST_ZERO_SHARE and not min(zero_shares) else ""
