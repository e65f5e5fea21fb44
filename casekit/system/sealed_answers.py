"""Answers that are kept for the next time, in a folder of the user's own.

Each is sealed with the user's key (``sealing``), together with its name: a file that anybody else wrote or moved
there says nothing. Whatever is wrong with the folder, nothing is remembered, and nothing fails.
"""

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from platformdirs import user_cache_path

from casekit.system.sealing import believed_key, is_sealed, lies_in, seal

_MOST = 20_000
"""At most this many answers are kept; then the oldest go."""

_LEFT = 15_000
"""This many answers are left when they go."""

_LONGEST = 5_000_000
"""Bytes of an answer."""

_FLAGS = sum(getattr(os, name, 0) for name in ("O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))


class Keeper:
    """A folder of answers, each under a name of hexadecimal digits."""

    def __init__(self, folder: Path, key: bytes) -> None:
        self._folder, self._key = folder, key
        self._written = 0

    def recall(self, name: str) -> bytes | None:
        """The answer kept under a name; ``None`` if there is none that this user sealed."""
        try:
            with open(self._file(name), "rb", opener=_open) as stream:
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
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, new = tempfile.mkstemp(dir=file.parent)
            try:
                with open(handle, "wb") as stream:  # noqa: PTH123 -- of a descriptor
                    stream.write(seal(self._key, _sealed(name, content)).encode() + b"\n" + content)
                # Whether it is safely on the disk does not matter: half a file has no seal.
                Path(new).replace(file)
            except BaseException:
                Path(new).unlink(missing_ok=True)
                raise
            self._written += 1

    def close(self) -> None:
        """Forget the oldest answers, if there are too many."""
        if not self._written:
            return
        with suppress(OSError):
            ages = sorted(self._ages())
            for _, file in ages[: len(ages) - _LEFT if len(ages) > _MOST else 0]:
                file.unlink(missing_ok=True)

    def _ages(self) -> Iterator[tuple[float, Path]]:
        for file in self._folder.glob("*/*"):
            with suppress(OSError):
                yield file.lstat().st_mtime, file

    def _file(self, name: str) -> Path:
        return self._folder / name[:2] / name[2:]


def keeper(purpose: str, foreign: Iterable[Path]) -> Keeper | None:
    """The keeper of a user's answers; ``None`` if nothing is remembered here.

    Args:
        purpose: what the answers are about, a name of a folder.
        foreign: folders whose files a stranger may have written; variables of the environment may lead into them.
    """
    foreign = tuple(foreign)
    try:
        folder = user_cache_path("casekit", appauthor=False).absolute() / purpose
        if lies_in(folder, foreign):
            return None
        key = believed_key(foreign, make=True)
        return None if key is None else Keeper(folder, key)
    except (OSError, RuntimeError, ValueError):
        return None


def _sealed(name: str, content: bytes) -> bytes:
    return name.encode() + b"\0" + content


def _open(name: str, flags: int) -> int:
    return os.open(name, flags | _FLAGS)
