"""What the last builds into a folder were made from, so that nothing is made twice (``.casekit.json``).

The format is that of ``schemas/manifest.schema.json``. The file is only a memory: whatever is wrong with it, it
remembers nothing. Paths in it are relative to its folder, so that a project can be moved as a whole.
"""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

NAME = ".casekit.json"
VERSION = 1

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


def recall(folder: Path, wish: Mapping[str, Any], tools: Mapping[str, str]) -> Build | None:
    """The build that would do the same again: same wish and tools, its inputs and outputs still what they were."""
    folder = folder.resolve()
    for build in _builds(folder):
        if build.wish == wish and build.tools == tools:
            files = {**build.inputs, **build.outputs}
            if files == _now(folder, files):
                return build
    return None


def remembering(folder: Path, build: Build) -> bytes:
    """The manifest with a build added; those that it replaces or whose files it changed are forgotten."""
    others = (
        other
        for other in _builds(folder)
        if other.wish != build.wish
        and all(build.outputs.get(name, digest) == digest for name, digest in other.outputs.items())
    )
    content = {"manifest": VERSION, "builds": [asdict(each) for each in (*others, build)]}
    return (json.dumps(content, indent=1, sort_keys=True) + "\n").encode()


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


def digest_of(data: bytes) -> str:
    """The digest of a file's bytes."""
    return f"sha256:{sha256(data).hexdigest()}"


def _digest(file: Path) -> str:
    try:
        # What is no plain file might never end.
        return digest_of(file.read_bytes()) if file.is_file() else ""
    except OSError:
        return ""


def _builds(folder: Path) -> tuple[Build, ...]:
    try:
        content = json.loads((folder / NAME).read_bytes())
        if content["manifest"] != VERSION:
            return ()
        builds = tuple(Build(**build) for build in content["builds"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ()
    mappings = ("wish", "tools", "inputs", "outputs", "answer")
    return tuple(
        build for build in builds if all(isinstance(getattr(build, name), dict) for name in mappings)
    )
