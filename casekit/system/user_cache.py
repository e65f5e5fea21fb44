"""Files that only this user writes.

They are the key that seals what is remembered, answers that are kept, and where the cursor of an editor is.

Work that is done elsewhere, or was done before, counts only if its fingerprint is this one: casekit's own
files, and the libraries that it reasons with. Anybody who can write a file of digests can write the right
ones for their own files. So what is remembered is sealed with a key that is kept where only this user writes:
``trusted_key`` gives it, or nothing. ``open_cache`` keeps answers for the next time in a folder of the user's
own, each sealed together with its name: a file that anybody else wrote or moved there says nothing. Whatever
is wrong with the folder, nothing is remembered, and nothing fails.

Whoever shows a file offers a slot for it, in a folder that only this user can open. An editor of the file
writes there where the cursor is; without a slot nothing is written. So neither has to find the other, no
address or secret is passed on, and all that a reader learns is a line of a file that it shows already.
"""

import hmac
import json
import os
import platform
import secrets
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from platformdirs import user_cache_path, user_state_path

from casekit import __version__
from casekit.system import disk, temporary
from casekit.system.executors import is_ci
from casekit.values import frozen

_PACKAGE = Path(__file__).resolve().parent.parent
_BESIDE = ("grammar", "schemas")
"""In a checkout these are beside the package, in a wheel inside it."""

_LIBRARIES = ("lark", "networkx", "numpy", "pillow", "python-sat", "rapidfuzz")
_IGNORED = (".pyc", ".md")
_COMPILED = "__pycache__"
_INSTALLED = ".dist-info"


@cache
def fingerprint() -> Mapping[str, str]:
    """The version of everything that an answer depends on, by name; empty for what is not installed."""
    libraries = {name: version_of(name) for name in _LIBRARIES}
    python = ".".join(platform.python_version_tuple()[:2])
    return {"casekit": __version__, "casekit's files": own_digest(), "python": python, **libraries}


def version_of(name: str) -> str:
    """The version of a package that is installed, or nothing.

    It is in the name of the folder that an installer leaves beside the package, ``NAME-VERSION.dist-info``
    (PyPA, "Recording installed projects"). To import ``importlib.metadata``, which also finds packages that
    were installed otherwise, takes longer than all else that a remembered answer needs.
    """
    if known := _versions_by_folder().get(name.replace("-", "_").lower()):
        return known
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 -- see above

    try:
        return version(name)
    except PackageNotFoundError:
        return ""


@cache
def _versions_by_folder() -> Mapping[str, str]:
    """The versions of the packages whose folders say them, by name; the first on the path counts."""
    versions: dict[str, str] = {}
    for folder in sys.path:
        try:
            names = [entry.name for entry in Path(folder).iterdir()]
        except OSError:
            continue
        for name in names:
            package, hyphen, version = name.removesuffix(_INSTALLED).partition("-")
            if hyphen and name.endswith(_INSTALLED):
                versions.setdefault(package.lower(), version)
    return versions


@cache
def own_digest() -> str:
    """A digest of casekit's files.

    These are code, grammars, schemas, templates, words, drawings, profiles and fonts.
    """
    whole = sha256()
    for name, file in sorted(_own_files()):
        whole.update(name.encode() + b"\0")
        with open(file, "rb") as stream:  # noqa: PTH123 -- one of 700
            whole.update(sha256(stream.read()).digest())
    return whole.hexdigest()


def _own_files() -> Iterator[tuple[str, str]]:
    """The name of each of casekit's files, the same on all systems, and where it is.

    Each check that is remembered asks for them: with ``Path.rglob`` that takes five times as long.
    """
    above = _PACKAGE.parent
    beside = [(above / folder, above) for folder in _BESIDE if not (_PACKAGE / folder).exists()]
    for folder, root in ((_PACKAGE, _PACKAGE), *beside):
        root_length = len(str(root)) + 1
        for place, folders, names in os.walk(folder):
            if _COMPILED in folders:
                folders.remove(_COMPILED)
            for name in names:
                file = f"{place}{os.sep}{name}"
                if not name.endswith(_IGNORED):
                    yield file[root_length:].replace(os.sep, "/"), file


NAME = "build.key"
_BYTES = 32
_WRITTEN_BY_OTHERS = 0o022
_OTHERS = 0o077


def seal(key: bytes, content: bytes) -> str:
    """The seal of a content, which nobody without the key can write."""
    return hmac.new(key, content, "sha256").hexdigest()


def is_sealed(key: bytes, content: bytes, given: object) -> bool:
    """Whether a content has the seal of a key."""
    return isinstance(given, str) and given.isascii() and hmac.compare_digest(seal(key, content), given)


def trusted_key(foreign: Iterable[Path], *, make: bool = False) -> bytes | None:
    """This user's key.

    ``None`` if there is none, or none that can be believed, or nothing is remembered here.

    Where strangers' changes are checked and built (CI), their folders are not asked for what was done before.

    Args:
        foreign: folders whose files a stranger may have written; ``HOME`` and ``XDG_STATE_HOME`` may lead
            into them.
        make: whether to make a key where there is none.
    """
    if is_ci():
        return None
    try:
        folder = user_state_path("casekit", appauthor=False).absolute()
        if is_inside(folder, foreign):
            return None
        if make:
            _make(folder)
        return _read(folder)
    except (OSError, RuntimeError, ValueError):
        return None


def is_inside(folder: Path, others: Iterable[Path]) -> bool:
    """Whether a folder is in one of others, by its name or by where its links lead."""
    names = (folder, folder.resolve())
    for other in others:
        for place in (other.absolute(), other.resolve()):
            if any(name.is_relative_to(place) for name in names):
                return True
    return False


def _make(folder: Path) -> None:
    disk.make_folders(folder, 0o700)
    file = folder / NAME
    broken = _is_ours(folder, _WRITTEN_BY_OTHERS) and file.is_file() and file.stat().st_size != _BYTES
    if broken or not os.path.lexists(file):
        temporary.write_atomically(file, secrets.token_bytes(_BYTES), 0o600)


def _read(folder: Path) -> bytes | None:
    file = folder / NAME
    if not (_is_ours(folder, _WRITTEN_BY_OTHERS) and _is_ours(file, _OTHERS)):
        return None
    if not stat.S_ISREG(file.lstat().st_mode):
        return None
    key = file.read_bytes()
    return key if len(key) == _BYTES else None


def _is_ours(path: Path, forbidden: int) -> bool:
    """Whether this user has a file or folder, and no others the rights that are forbidden."""
    if os.name != "posix":
        return not path.is_symlink()
    return temporary.is_own(path.lstat(), forbidden) and not path.is_symlink()


_MOST = 20_000
"""At most this many answers are kept; then the oldest go."""

_LEFT = 15_000
"""This many answers are left when they go."""

_LONGEST = 5_000_000
"""Bytes of an answer."""

_FLAGS = sum(getattr(os, name, 0) for name in ("O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))


class SealedCache:
    """A folder of answers, each under a name of hexadecimal digits."""

    def __init__(self, folder: Path, key: bytes) -> None:
        self._folder, self._key = folder, key
        self._written = 0

    def recall(self, name: str) -> bytes | None:
        """The answer kept under a name; ``None`` if there is none that this user sealed."""
        try:
            with open(self._file(name), "rb", opener=lambda file, how: os.open(file, how | _FLAGS)) as stream:
                kept = stream.read(_LONGEST + 1)
        except OSError:
            return None
        given, _, content = kept.partition(b"\n")
        text = given.decode("ascii", "replace")
        return content if is_sealed(self._key, _sealed(name, content), text) else None

    def keep(self, name: str, content: bytes) -> None:
        """Keep an answer, if there is room for it."""
        file = self._file(name)
        with suppress(OSError):
            disk.make_folders(file.parent, 0o700)
            sealed = seal(self._key, _sealed(name, content)).encode() + b"\n" + content
            # Whether it is safely on the disk does not matter: half a file has no seal.
            temporary.write_atomically(file, sealed, 0o600, beside=self._folder, safely=False)
            self._written += 1

    def close(self) -> None:
        """Forget the oldest answers, if there are too many."""
        if not self._written:
            return
        with suppress(OSError):
            ages = sorted(self._ages())
            for _, file in ages[: len(ages) - _LEFT if len(ages) > _MOST else 0]:
                disk.remove(file)

    def _ages(self) -> Iterator[tuple[float, Path]]:
        for file in self._folder.glob("*/*"):
            with suppress(OSError):
                yield file.lstat().st_mtime, file

    def _file(self, name: str) -> Path:
        return self._folder / name[:2] / name[2:]


def open_cache(purpose: str, foreign: Iterable[Path]) -> SealedCache | None:
    """The keeper of a user's answers; ``None`` if nothing is remembered here.

    Args:
        purpose: what the answers are about, a name of a folder.
        foreign: folders whose files a stranger may have written; variables of the environment may lead into
            them.
    """
    foreign = tuple(foreign)
    try:
        folder = user_cache_path("casekit", appauthor=False).absolute() / purpose
        if is_inside(folder, foreign):
            return None
        key = trusted_key(foreign, make=True)
        return None if key is None else SealedCache(folder, key)
    except (OSError, RuntimeError, ValueError):
        return None


def _sealed(name: str, content: bytes) -> bytes:
    return name.encode() + b"\0" + content


_OWN_FILE, _OWN_FOLDER = 0o600, 0o700
_LONGEST_CONTENT = 2_000
"""Bytes of what is in a slot."""
_LONGEST_HEADING = 300
_MOST_LINES = 10**7


@frozen(slots=True)
class CursorPlace:
    """A line of a file, from 1, and the heading of the block that it is in, as it is written.

    The heading is empty before the first block.
    """

    line: int
    heading: str = ""


class CursorChannel:
    """The slot of a file, for whoever shows it."""

    def __init__(self, file: Path) -> None:
        self._slot = _slot(file)
        self._offered = False
        self._seen: bytes = b""

    def news(self) -> CursorPlace | None:
        """Where the cursor has gone since this was asked last.

        ``None`` if it has not moved, or nobody says.
        """
        try:
            if not self._offered:
                _offer(self._slot)
                self._offered = True
            content = _content(self._slot)
        except FileNotFoundError:
            # Somebody else who showed the file has ended.
            self._offered = False
            return None
        except OSError:
            return None
        if content == self._seen:
            return None
        self._seen = content
        return _place(content)

    def withdraw(self) -> None:
        """Take the slot away."""
        with suppress(OSError):
            if self._offered:
                disk.remove(self._slot)
        self._offered = False


def send_cursor(file: Path, place: CursorPlace) -> bool:
    """Write into the slot of a file where the cursor is; whether there is one, and it is this user's own."""
    content = json.dumps({"line": place.line, "heading": place.heading[:_LONGEST_HEADING]}).encode()
    try:
        handle = os.open(_slot(file), os.O_WRONLY | _NO_LINK)
        try:
            if not _is_private(os.fstat(handle)):
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
    name = sha256(os.fsencode(os.path.normcase(os.path.realpath(file)))).hexdigest()[:32]
    return user_state_path("casekit", appauthor=False).absolute() / "cursors" / name


def _offer(slot: Path) -> None:
    for folder in (slot.parent.parent, slot.parent):
        disk.make_folders(folder, _OWN_FOLDER)
    disk.change_mode(slot.parent, _OWN_FOLDER)
    os.close(disk.create(slot, os.O_TRUNC | _NO_LINK, _OWN_FILE))


def _content(slot: Path) -> bytes:
    handle = os.open(slot, os.O_RDONLY | _NO_LINK)
    with open(handle, "rb") as stream:  # noqa: PTH123 -- of a descriptor
        return stream.read(_LONGEST_CONTENT) if _is_private(os.fstat(handle)) else b""


def _is_private(status: os.stat_result) -> bool:
    """Whether it is a file of this user that nobody else can write.

    Windows keeps others out of the folder.
    """
    return stat.S_ISREG(status.st_mode) and (os.name == "nt" or temporary.is_own(status))


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
