"""Answers that are kept for the next time, sealed with a key that only this user has.

Work that is done elsewhere, or was done before, counts only if its fingerprint is this one: casekit's own
files, and the libraries that it reasons with. Anybody who can write a file of digests can write the right
ones for their own files. So what is remembered is sealed with a key that is kept where only this user writes:
``trusted_key`` gives it, or nothing. ``open_cache`` keeps answers for the next time in a folder of the user's
own, each sealed together with its name: a file that anybody else wrote or moved there says nothing. Whatever
is wrong with the folder, nothing is remembered, and nothing fails.
"""

import hmac
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

_PACKAGE = Path(__file__).resolve().parent.parent

_FOLDERS_BESIDE = ("grammar", "schemas")
"""In a checkout these are beside the package, in a wheel inside it."""

_LIBRARIES = ("lark", "networkx", "numpy", "pillow", "python-sat", "rapidfuzz")
"""The libraries that an answer may depend on."""

_ENDINGS_WITHOUT_EFFECT = (".pyc", ".md")
"""The endings of files that no answer depends on."""

_COMPILED_FOLDER = "__pycache__"

_INSTALLED_ENDING = ".dist-info"
"""The ending of the folder that an installer leaves beside a package."""

KEY_FILE = "build.key"
_KEY_BYTES = 32

_WRITTEN_BY_OTHERS = 0o022
"""The rights of others to write a file or a folder."""

_ANY_RIGHT_OF_OTHERS = 0o077

_MOST_ANSWERS = 20_000
"""At most this many answers are kept; then the oldest go."""

_ANSWERS_LEFT = 15_000
"""This many answers are left when the oldest go."""

_MOST_BYTES_OF_ANSWER = 5_000_000

_OPEN_FLAGS = sum(getattr(os, name, 0) for name in ("O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))
"""Flags with which no link is followed, and opening a pipe does not wait."""


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
    known_version = _versions_by_folder().get(name.replace("-", "_").lower())
    if known_version:
        return known_version
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
            package, hyphen, version = name.removesuffix(_INSTALLED_ENDING).partition("-")
            if hyphen and name.endswith(_INSTALLED_ENDING):
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
    beside = [(above / folder, above) for folder in _FOLDERS_BESIDE if not (_PACKAGE / folder).exists()]
    for folder, root in ((_PACKAGE, _PACKAGE), *beside):
        root_length = len(str(root)) + 1
        for place, folders, names in os.walk(folder):
            if _COMPILED_FOLDER in folders:
                folders.remove(_COMPILED_FOLDER)
            for name in names:
                file = f"{place}{os.sep}{name}"
                if not name.endswith(_ENDINGS_WITHOUT_EFFECT):
                    yield file[root_length:].replace(os.sep, "/"), file


def seal(key: bytes, content: bytes) -> str:
    """The seal of a content, which nobody without the key can write."""
    return hmac.new(key, content, "sha256").hexdigest()


def is_sealed(key: bytes, content: bytes, claimed_seal: object) -> bool:
    """Whether a content has the seal of a key; ``claimed_seal`` may be anything that a file holds."""
    if not isinstance(claimed_seal, str) or not claimed_seal.isascii():
        return False
    return hmac.compare_digest(seal(key, content), claimed_seal)


def trusted_key(untrusted_folders: Iterable[Path], *, make: bool = False) -> bytes | None:
    """This user's key; ``None`` if there is no key that can be trusted, or nothing is remembered here.

    Where strangers' changes are checked and built (CI), their folders are not asked for what was done before.

    Args:
        untrusted_folders: folders whose files a stranger may have written; ``HOME`` and ``XDG_STATE_HOME``
            may lead into them.
        make: whether to make a key where there is none.
    """
    if is_ci():
        return None
    try:
        folder = user_state_path("casekit", appauthor=False).absolute()
        if is_inside(folder, untrusted_folders):
            return None
        if make:
            _make_key(folder)
        return _read_key(folder)
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


def _make_key(folder: Path) -> None:
    """Write a key into a folder if there is none, or one of another length."""
    disk.make_folders(folder, 0o700)
    file = folder / KEY_FILE
    is_broken = _is_ours(folder, _WRITTEN_BY_OTHERS) and file.is_file() and file.stat().st_size != _KEY_BYTES
    if is_broken or not os.path.lexists(file):
        temporary.write_atomically(file, secrets.token_bytes(_KEY_BYTES), 0o600)


def _read_key(folder: Path) -> bytes | None:
    """The key in a folder, if nobody else can have written it."""
    file = folder / KEY_FILE
    if not (_is_ours(folder, _WRITTEN_BY_OTHERS) and _is_ours(file, _ANY_RIGHT_OF_OTHERS)):
        return None
    if not stat.S_ISREG(file.lstat().st_mode):
        return None
    key = file.read_bytes()
    return key if len(key) == _KEY_BYTES else None


def _is_ours(path: Path, forbidden_rights: int) -> bool:
    """Whether a file or folder is this user's, and nobody else has the rights that are forbidden."""
    if os.name != "posix":
        return not path.is_symlink()
    return temporary.is_own(path.lstat(), forbidden_rights) and not path.is_symlink()


class SealedCache:
    """A folder of answers, each under a name of hexadecimal digits."""

    def __init__(self, folder: Path, key: bytes) -> None:
        """Keep answers in a folder, sealed with a key."""
        self._folder = folder
        self._key = key
        self._count_of_written = 0

    def recall(self, name: str) -> bytes | None:
        """The answer kept under a name; ``None`` if there is none that this user sealed."""
        try:
            with open(self._file(name), "rb", opener=_open_without_links) as stream:
                data = stream.read(_MOST_BYTES_OF_ANSWER + 1)
        except OSError:
            return None
        claimed_seal, _, content = data.partition(b"\n")
        if not is_sealed(self._key, _with_name(name, content), claimed_seal.decode("ascii", "replace")):
            return None
        return content

    def keep(self, name: str, content: bytes) -> None:
        """Keep an answer, if there is room for it."""
        file = self._file(name)
        with suppress(OSError):
            disk.make_folders(file.parent, 0o700)
            sealed_content = seal(self._key, _with_name(name, content)).encode() + b"\n" + content
            # Whether it is safely on the disk does not matter: half a file has no seal.
            temporary.write_atomically(file, sealed_content, 0o600, beside=self._folder, safely=False)
            self._count_of_written += 1

    def close(self) -> None:
        """Forget the oldest answers, if there are too many."""
        if not self._count_of_written:
            return
        with suppress(OSError):
            files = [file for _, file in sorted(self._files_with_times())]
            if len(files) <= _MOST_ANSWERS:
                return
            for file in files[: len(files) - _ANSWERS_LEFT]:
                disk.remove(file)

    def _files_with_times(self) -> Iterator[tuple[float, Path]]:
        """The files of all answers, each after the time at which it was written."""
        for file in self._folder.glob("*/*"):
            with suppress(OSError):
                yield file.lstat().st_mtime, file

    def _file(self, name: str) -> Path:
        return self._folder / name[:2] / name[2:]


def open_cache(purpose: str, untrusted_folders: Iterable[Path]) -> SealedCache | None:
    """The cache of this user's answers; ``None`` if nothing is remembered here.

    Args:
        purpose: what the answers are about, a name of a folder.
        untrusted_folders: folders whose files a stranger may have written; variables of the environment may
            lead into them.
    """
    untrusted_folders = tuple(untrusted_folders)
    try:
        folder = user_cache_path("casekit", appauthor=False).absolute() / purpose
        if is_inside(folder, untrusted_folders):
            return None
        key = trusted_key(untrusted_folders, make=True)
        return None if key is None else SealedCache(folder, key)
    except (OSError, RuntimeError, ValueError):
        return None


def _with_name(name: str, content: bytes) -> bytes:
    """The bytes that are sealed: an answer with its name, so that it counts under no other name."""
    return name.encode() + b"\0" + content


def _open_without_links(name: str, flags: int) -> int:
    return os.open(name, flags | _OPEN_FLAGS)
