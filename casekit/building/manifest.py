"""The sources of the last builds into a folder, so that nothing is made twice (``.casekit.json``).

The format is that of ``schemas/manifest.schema.json``. The file is only a memory: whatever is wrong with it, it
remembers nothing, and so does one that is not sealed with the user's key (``sealing``), for it may be anybody's. Paths
in it are relative to its folder, so that a project can be moved as a whole.
"""

import json
import os
import stat
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from casekit.language.reading import contents
from casekit.system.sealing import is_sealed, seal

MANIFEST = ".casekit.json"
MANIFEST_VERSION = 2
_MOST_BYTES = 20_000_000

Digests = Mapping[str, str]
"""The digest of each file by its path from the manifest's folder; empty for a file that is not there."""


@dataclass(frozen=True, slots=True)
class Build:
    """A build that succeeded.

    Attributes:
        wish: what was asked for, as JSON has it.
        tools: what it was made with.
        inputs: everything it was made from, and what it looked for and did not find.
        outputs: what it made.
        answer: what it had to say, as JSON has it.
    """

    wish: Mapping[str, Any]
    tools: Mapping[str, str]
    inputs: Digests
    outputs: Digests
    answer: Mapping[str, Any]


def find_build(
    folder: Path, wish: Mapping[str, Any], tools: Mapping[str, str], names: Iterable[str], key: bytes
) -> Build | None:
    """The build that would do the same again: same wish and tools, its inputs and outputs still what they were.

    ``names`` are those of the files that are wanted in the folder; a build that made other files does not count.
    """
    folder = folder.resolve()
    wanted = set(names)
    for build in _builds(folder, key):
        if build.wish == wish and build.tools == tools and wanted == set(build.outputs):
            files = {**build.inputs, **build.outputs}
            if files == _now(folder, files):
                return build
    return None


def builds_with(folder: Path, key: bytes, digest: str, name: str) -> tuple[tuple[str, Build, bool], ...]:
    """The remembered builds that made a file of a digest, or failing that one of a name.

    Returns:
        The name of the file in each build, the build, and whether it has the digest.
    """
    folder = folder.resolve()
    builds = _builds(folder, key)[::-1]
    same = tuple(
        (made, build, True) for build in builds for made, other in build.outputs.items() if other == digest
    )
    return same or tuple((name, build, False) for build in builds if name in build.outputs)


def is_current(folder: Path, build: Build) -> bool:
    """Whether everything that a build was made from is still what it was."""
    return build.inputs == _now(folder.resolve(), build.inputs)


def with_build(folder: Path, build: Build, key: bytes) -> bytes:
    """The manifest with a build added; those that it replaces or whose files it changed are forgotten."""
    others = (
        other
        for other in _builds(folder, key)
        if other.wish != build.wish
        and all(build.outputs.get(name, digest) == digest for name, digest in other.outputs.items())
    )
    builds = [asdict(each) for each in (*others, build)]
    content = {"manifest": MANIFEST_VERSION, "seal": seal(key, _canonical(builds)), "builds": builds}
    return (json.dumps(content, indent=1, sort_keys=True) + "\n").encode()


def _canonical(builds: Any) -> bytes:
    """The bytes to seal: the same for the same builds."""
    return json.dumps([MANIFEST_VERSION, builds], sort_keys=True).encode()


def digests(folder: Path, files: Iterable[Path]) -> Digests:
    """The digests of files as they are now."""
    return {relative(folder, file): _digest(file) for file in files}


def _now(folder: Path, names: Iterable[str]) -> Digests | None:
    """The digests of files as they are now; ``None`` if a name can be none of a file."""
    try:
        return digests(folder, (folder / name for name in names))
    except (OSError, RuntimeError, ValueError):
        return None


def relative(folder: Path, file: Path) -> str:
    """A path as a manifest in a folder has it."""
    # Links among the folders are followed, or `..` would lead astray.
    place = file.parent.resolve() / file.name
    try:
        return Path(os.path.relpath(place, folder.resolve())).as_posix()
    except ValueError:  # on another drive
        return place.as_posix()


def file_digest(data: bytes) -> str:
    """The digest of a file's bytes."""
    return f"sha256:{sha256(data).hexdigest()}"


def _digest(file: Path) -> str:
    try:
        # Something that is not a plain file might never end.
        return file_digest(file.read_bytes()) if file.is_file() else ""
    except OSError:
        return ""


def _builds(folder: Path, key: bytes) -> tuple[Build, ...]:
    """The builds remembered under a seal; empty if the file does not fit in any way."""
    file = folder / MANIFEST
    try:
        status = file.lstat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST_BYTES:
            return ()
        content = json.loads(contents(file, folder))
        if content["manifest"] != MANIFEST_VERSION or not is_sealed(
            key, _canonical(content["builds"]), content["seal"]
        ):
            return ()
        return tuple(Build(**build) for build in content["builds"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ()
