"""The memory of the last builds into a folder, so that nothing is made twice (``.casekit.json``).

The format is that of ``schemas/manifest.schema.json``. Whatever is wrong with the file, it remembers nothing,
and so does one that is not sealed with the user's key (``user_cache``), for it may be anybody's. Paths in it
are relative to its folder, so that a project can be moved as a whole.
"""

import ctypes
import json
import os
import platform
import stat
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from casekit import __version__
from casekit.diagnostics import Report
from casekit.diagnostics.renderers.json_report import as_json, from_json
from casekit.kit.code_registry import known_codes
from casekit.language.source_files import LIMIT, contents_here, decode, read_bytes
from casekit.print.numbers.statistics import Shuffle
from casekit.system.user_cache import is_sealed, own_digest, seal, trusted_key, version_of
from casekit.values import asdict, frozen, replace

MANIFEST = ".casekit.json"
MANIFEST_VERSION = 2
_MOST_BYTES = 20_000_000

_LIBRARIES = (
    "jinja2",
    "weasyprint",
    "pydyf",
    "tinycss2",
    "tinyhtml5",
    "cssselect2",
    "pyphen",
    "uharfbuzz",
    "pikepdf",
    "pillow",
)
# The names under which WeasyPrint looks for them too.
_SHARED = {
    "pango": (("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0.dll"), "pango_version_string"),
    "harfbuzz": (("libharfbuzz.so.0", "libharfbuzz.0.dylib", "libharfbuzz-0.dll"), "hb_version_string"),
}

Digests = Mapping[str, str]
"""The digest of each file by its path from the memory's folder; empty for a file that is not there."""

Wish = Mapping[str, Any]
"""A request for a build, as JSON has it; two builds with one wish make the same from the same files."""


@frozen(slots=True)
class CachedBuild:
    """A build that succeeded.

    Attributes:
        wish: what was asked for, as JSON has it.
        tools: what it was made with.
        inputs: everything it was made from, and what it looked for and did not find.
        outputs: what it made.
        answer: what it had to say, as JSON has it.
    """

    wish: Wish
    tools: Mapping[str, str]
    inputs: Digests
    outputs: Digests
    answer: Mapping[str, Any]


@frozen
class BuildCache:
    """The memory of a folder of builds with a wish; no key in ``foreign`` folders is believed."""

    folder: Path
    wish: Wish
    foreign: tuple[Path, ...]

    def recall(self, names: Iterable[str]) -> tuple[Report, tuple[Shuffle, ...]] | None:
        """The answer of a build that need not be done again: its findings and the figures of its numbers.

        Wish, tools, inputs and outputs must still be what they were. ``names`` are those of the files that
        are wanted; a build that made other files does not count.
        """
        key = trusted_key(self.foreign)
        if key is None:
            return None
        folder, wanted = self.folder.resolve(), (self.wish, tools(), set(names))
        for build in _builds(folder, key):
            files = {**build.inputs, **build.outputs}
            if wanted == (build.wish, build.tools, {*build.outputs}) and files == _now(folder, files):
                return _answer_of(build)
        return None

    def record(
        self, inputs: Digests, files: Mapping[Path, bytes], report: Report, shuffles: Iterable[Shuffle]
    ) -> Mapping[Path, bytes]:
        """The file that remembers a build whose ``files`` are about to be written.

        Locks among them are inputs too. There is no file if nothing is remembered here. Builds that this one
        replaces or whose files it changes are forgotten.
        """
        key = trusted_key(self.foreign, make=True)
        if key is None:
            return {}
        made = {relative(self.folder, path): file_digest(data) for path, data in files.items()}
        answer = {
            "diagnostics": [as_json(finding) for finding in report.diagnostics],
            # The next time no number is new.
            "booklets": [asdict(replace(shuffle, added=())) for shuffle in shuffles],
        }
        build = CachedBuild(
            self.wish,
            tools(),
            {name: made.get(name, digest) for name, digest in inputs.items()},
            {name: digest for name, digest in made.items() if name not in inputs},
            answer,
        )
        return {self.folder / MANIFEST: with_build(self.folder, build, key)}


def recognise(
    file: Path, data: bytes, target: Path, edition: Path | None, foreign: Iterable[Path]
) -> tuple[str, CachedBuild, Report | None] | None:
    """The product of a case or an edition that a file is, by the memory beside it, or whose name it has.

    This is what the build called it, the build, and what that said, if it made this very file and would make
    the same again.
    """
    key = trusted_key(foreign)
    if key is None:
        return None
    folder = file.parent.resolve()
    wanted = relative(folder, target), None if edition is None else str(edition.absolute())
    builds, digest = _builds(folder, key)[::-1], file_digest(data)
    same: list[tuple[str, CachedBuild]] = []
    for build in builds:
        same += [(name, build) for name, other in build.outputs.items() if other == digest]
    # Failing builds that made a file of this digest, one that made a file of this name.
    for name, build in same or [(file.name, build) for build in builds if file.name in build.outputs]:
        if (build.wish.get("target"), build.wish.get("edition")) == wanted:
            current = bool(same) and build.tools == tools() and build.inputs == _now(folder, build.inputs)
            return name, build, _report_of(build, folder) if current else None
    return None


def _report_of(build: CachedBuild, folder: Path) -> Report | None:
    """The findings of a build; ``None`` if they name files as seen from somewhere else."""
    report, _ = _answer_of(build) or (None, ())
    here = build.wish.get("standing") == relative(folder, Path.cwd())
    return report if here or not (report and report.diagnostics) else None


def with_build(folder: Path, build: CachedBuild, key: bytes) -> bytes:
    """The memory of a folder with a build added.

    Those that it replaces or whose files it changed are forgotten.
    """
    builds = [asdict(other) for other in _builds(folder, key) if _stays_beside(other, build)]
    builds.append(asdict(build))
    content = {"manifest": MANIFEST_VERSION, "seal": seal(key, _canonical(builds)), "builds": builds}
    return (json.dumps(content, indent=1, sort_keys=True) + "\n").encode()


def _stays_beside(other: CachedBuild, new: CachedBuild) -> bool:
    """Whether a build differs from a new one, which has left its files as they were."""
    if other.wish == new.wish:
        return False
    return all(new.outputs.get(name, digest) == digest for name, digest in other.outputs.items())


def _builds(folder: Path, key: bytes) -> tuple[CachedBuild, ...]:
    """The builds remembered under a seal; empty if the file does not fit in any way."""
    file = folder / MANIFEST
    try:
        status = file.lstat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST_BYTES:
            return ()
        content = json.loads(contents_here(file, folder, LIMIT))
        sealed = is_sealed(key, _canonical(content["builds"]), content["seal"])
        if content["manifest"] != MANIFEST_VERSION or not sealed:
            return ()
        return tuple(CachedBuild(**build) for build in content["builds"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ()


def _canonical(builds: Any) -> bytes:
    """The bytes to seal: the same for the same builds."""
    return json.dumps([MANIFEST_VERSION, builds], sort_keys=True).encode()


def _answer_of(build: CachedBuild) -> tuple[Report, tuple[Shuffle, ...]] | None:
    """The findings of a build and the figures of its numbers; ``None`` if they cannot be read."""
    try:
        findings = tuple([from_json(finding, known_codes()) for finding in build.answer["diagnostics"]])
        shuffles = tuple(
            [
                Shuffle(**kept | {"gaps": tuple(kept["gaps"]), "added": ()})
                for kept in build.answer["booklets"]
            ]
        )
    except (KeyError, TypeError, ValueError):
        return None
    names = dict.fromkeys([finding.span.file for finding in findings])
    sources = {name: decode(read_bytes(Path(name))[0] or b"", name)[0] for name in names}
    return Report(findings, sources, ()), shuffles


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
    """A path as the memory in a folder has it."""
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


def tools() -> Mapping[str, str]:
    """The versions of all tools that pages are made with, and a digest of casekit's own files and fonts.

    If any of them changes, so may the bytes of a PDF. WeasyPrint is not imported for it, so it takes a few
    hundredths of a second. A missing tool has no version.
    """
    found = {name: version_of(name) for name in _LIBRARIES}
    found |= {name: _shared_version(*where) for name, where in _SHARED.items()}
    return {"casekit": f"{__version__} {own_digest()}", "python": platform.python_version(), **found}


def _shared_version(files: tuple[str, ...], function: str) -> str:
    for file in files:
        try:
            call = getattr(ctypes.CDLL(file), function)
        except (OSError, AttributeError):
            continue
        call.restype = ctypes.c_char_p
        found: bytes = call()
        return found.decode()
    return ""
