"""The key by which casekit recognises what it remembered itself: anybody may have written what is in a folder.

Anybody who can write a file of digests can write the right ones for their own files. So what is remembered is
sealed with a key that is kept where only this user writes: ``believed_key`` gives it, or nothing.
"""

import hmac
import os
import secrets
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from platformdirs import user_state_path

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


def believed_key(foreign: Iterable[Path], *, make: bool = False) -> bytes | None:
    """This user's key; ``None`` if there is none, or none that can be believed, or nothing is remembered here.

    Where strangers' changes are checked and built (CI), their folders are not asked for what was done before.

    Args:
        foreign: folders whose files a stranger may have written; ``HOME`` and ``XDG_STATE_HOME`` may lead into them.
        make: whether to make a key where there is none.
    """
    if os.environ.get("CI", "").strip().lower() not in {"", "false"}:
        return None
    try:
        folder = user_state_path("casekit", appauthor=False).absolute()
        if lies_in(folder, foreign):
            return None
        if make:
            _make(folder)
        return _read(folder)
    except (OSError, RuntimeError, ValueError):
        return None


def lies_in(folder: Path, others: Iterable[Path]) -> bool:
    """Whether a folder is in one of others, by its name or by where its links lead."""
    places = [place for other in others for place in (other.absolute(), other.resolve())]
    return any(name.is_relative_to(place) for name in (folder, folder.resolve()) for place in places)


def _make(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / NAME
    if _is_ours(file.parent, _WRITTEN_BY_OTHERS) and file.is_file() and file.stat().st_size != _BYTES:
        file.unlink()
    with suppress(FileExistsError):
        # Windows would write two bytes for some of the key's.
        binary = getattr(os, "O_BINARY", 0)
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | binary, 0o600)
        with open(handle, "wb") as stream:  # noqa: PTH123 -- of a descriptor
            stream.write(secrets.token_bytes(_BYTES))


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
    status = path.lstat()
    return status.st_uid == os.geteuid() and not status.st_mode & forbidden and not path.is_symlink()
