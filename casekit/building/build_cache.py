"""The cache of the last builds into a folder, so that nothing is made twice (``.casekit.json``).

``schemas/manifest.schema.json`` describes the file. A file that is broken in any way holds no builds, and so
does one that is not sealed with the user's key (``user_cache``): anybody may have written it. Paths in it are
relative to its folder, so that a project can be moved as a whole.
"""

import ctypes
import json
import os
import platform
import stat
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from casekit import __version__
from casekit.diagnostics import Report
from casekit.diagnostics.renderers.json_report import as_json, from_json
from casekit.kit.code_registry import known_codes
from casekit.language.source_files import LIMIT, contents_here, decode, read_bytes
from casekit.print.numbers.shuffle_figures import Shuffle
from casekit.system.user_cache import is_sealed, own_digest, seal, trusted_key, version_of
from casekit.values import asdict, frozen, replace

MANIFEST = ".casekit.json"
MANIFEST_VERSION = 2

_MOST_MANIFEST_BYTES = 20_000_000

_PYTHON_LIBRARIES = (
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

_SHARED_LIBRARIES = {
    "pango": (("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0.dll"), "pango_version_string"),
    "harfbuzz": (("libharfbuzz.so.0", "libharfbuzz.0.dylib", "libharfbuzz-0.dll"), "hb_version_string"),
}
"""Libraries in C: the names under which WeasyPrint looks for each, and its function for the version."""

Digests = Mapping[str, str]
"""The digest of each file by its path from the folder of the cache; empty for a file that is not there."""

RequestKey = Mapping[str, Any]
"""A request for a build, as JSON has it. Two builds with equal keys make the same from the same files."""


class BuildOutcome(NamedTuple):
    """The part of what a build said that is kept."""

    report: Report
    """Its findings."""

    shuffles: tuple[Shuffle, ...]
    """The figures of the numbers of its booklets."""


@frozen(slots=True)
class CachedBuild:
    """A build that succeeded."""

    request_key: RequestKey
    """What was asked for; called ``wish`` in the file."""

    tools: Mapping[str, str]
    """What it was made with: the version of each tool by its name."""

    inputs: Digests
    """Everything it was made from, and what it looked for and did not find."""

    outputs: Digests
    """What it made."""

    outcome: Mapping[str, Any]
    """What it had to say, as JSON has it; called ``answer`` in the file."""

    @classmethod
    def of_json(cls, content: Mapping[str, Any]) -> "CachedBuild":
        """A build as the file holds it.

        Raises:
            ValueError: if a part is missing or unknown.
        """
        if content.keys() != {"wish", "tools", "inputs", "outputs", "answer"}:
            raise ValueError("a build in the cache lacks a part, or has an unknown one")
        return cls(
            request_key=content["wish"],
            tools=content["tools"],
            inputs=content["inputs"],
            outputs=content["outputs"],
            outcome=content["answer"],
        )

    def as_json(self) -> dict[str, Any]:
        """The build as the file holds it."""
        return {
            "wish": self.request_key,
            "tools": self.tools,
            "inputs": self.inputs,
            "outputs": self.outputs,
            "answer": self.outcome,
        }


@frozen
class BuildCache:
    """The cache of one folder, for builds that were asked for with one key."""

    folder: Path
    """The folder that is built into, which holds the file."""

    request_key: RequestKey
    """What is asked for."""

    untrusted_folders: tuple[Path, ...]
    """Folders whose files a stranger may have written; no user's key in them is believed."""

    def recall(self, output_names: Iterable[str]) -> BuildOutcome | None:
        """The outcome of a build that need not be done again; ``None`` if there was no such build.

        Request, tools, inputs and outputs must still be what they were.

        Args:
            output_names: the names of the files that are asked for; a build that made other files does not
                count.
        """
        key = trusted_key(self.untrusted_folders)
        if key is None:
            return None
        folder, tools_now, names = self.folder.resolve(), tools(), set(output_names)
        for build in _builds(folder, key):
            is_same_request = build.request_key == self.request_key and build.tools == tools_now
            if not is_same_request or build.outputs.keys() != names:
                continue
            files = {**build.inputs, **build.outputs}
            if files == _digests_now(folder, files):
                return _outcome_of(build)
        return None

    def record(
        self, inputs: Digests, files: Mapping[Path, bytes], report: Report, shuffles: Iterable[Shuffle]
    ) -> Mapping[Path, bytes]:
        """The file that records a build, and its bytes; empty if nothing is recorded here.

        Builds that this one replaces, and those whose files it changes, are not in it any more.

        Args:
            inputs: everything that the build was made from.
            files: what is about to be written; lock files among them are inputs too.
            report: the findings of the build.
            shuffles: the figures of the numbers of its booklets.
        """
        key = trusted_key(self.untrusted_folders, make=True)
        if key is None:
            return {}
        new_digests = {relative(self.folder, path): file_digest(data) for path, data in files.items()}
        outcome = {
            "diagnostics": [as_json(finding) for finding in report.diagnostics],
            # The next time no number is new.
            "booklets": [asdict(replace(shuffle, added=())) for shuffle in shuffles],
        }
        build = CachedBuild(
            request_key=self.request_key,
            tools=tools(),
            inputs={name: new_digests.get(name, digest) for name, digest in inputs.items()},
            outputs={name: digest for name, digest in new_digests.items() if name not in inputs},
            outcome=outcome,
        )
        return {self.folder / MANIFEST: with_build(self.folder, build, key)}


@frozen(slots=True)
class RecognisedFile:
    """A file that a build made, or that has the name of one that a build made."""

    name: str
    """The name that the build gave the file."""

    build: CachedBuild
    """The build."""

    report: Report | None
    """The findings of the build, if it made this very file and would make the same now; else ``None``."""


def recognise(
    file: Path, data: bytes, target: Path, edition: Path | None, untrusted_folders: Iterable[Path]
) -> RecognisedFile | None:
    """Find the build that made a file, by the cache in its folder; ``None`` if there is none.

    Args:
        file: the file.
        data: its bytes. The latest build of a file with these bytes is taken; only if there is none, the
            latest that made a file with this name.
        target: the case or edition that the build must have been asked for.
        edition: the edition file that it must have been asked for, if the user named one.
        untrusted_folders: as ``BuildCache`` has them.
    """
    key = trusted_key(untrusted_folders)
    if key is None:
        return None
    folder = file.parent.resolve()
    builds = _builds(folder, key)[::-1]
    wanted_target = relative(folder, target), None if edition is None else str(edition.absolute())
    candidates = _builds_of_digest(builds, file_digest(data))
    is_same_file = bool(candidates)
    if not is_same_file:
        candidates = [(file.name, build) for build in builds if file.name in build.outputs]
    for name, build in candidates:
        if (build.request_key.get("target"), build.request_key.get("edition")) != wanted_target:
            continue
        if is_same_file and build.tools == tools() and build.inputs == _digests_now(folder, build.inputs):
            return RecognisedFile(name, build, _report_seen_from_here(build, folder))
        return RecognisedFile(name, build, None)
    return None


def _builds_of_digest(builds: Iterable[CachedBuild], digest: str) -> list[tuple[str, CachedBuild]]:
    """The builds that made a file with a digest, each with the name that it gave the file."""
    named_builds: list[tuple[str, CachedBuild]] = []
    for build in builds:
        named_builds += [(name, build) for name, other in build.outputs.items() if other == digest]
    return named_builds


def _report_seen_from_here(build: CachedBuild, folder: Path) -> Report | None:
    """The findings of a build; ``None`` if they name files as seen from another current folder."""
    outcome = _outcome_of(build)
    if outcome is None:
        return None
    is_seen_from_here = build.request_key.get("standing") == relative(folder, Path.cwd())
    return outcome.report if is_seen_from_here or not outcome.report.diagnostics else None


def with_build(folder: Path, build: CachedBuild, key: bytes) -> bytes:
    """The bytes of the cache of a folder with a build added.

    Builds that it replaces, and those whose files it changed, are left out.
    """
    builds = [other.as_json() for other in _builds(folder, key) if _stays_beside(other, build)]
    builds.append(build.as_json())
    content = {"manifest": MANIFEST_VERSION, "seal": seal(key, _canonical(builds)), "builds": builds}
    return (json.dumps(content, indent=1, sort_keys=True) + "\n").encode()


def _stays_beside(other: CachedBuild, new: CachedBuild) -> bool:
    """Whether a build counts after a new one, which answered another request and left its files alone."""
    if other.request_key == new.request_key:
        return False
    return all(new.outputs.get(name, digest) == digest for name, digest in other.outputs.items())


def _builds(folder: Path, key: bytes) -> tuple[CachedBuild, ...]:
    """The builds in the cache of a folder, oldest first; none if the file is broken or has another seal."""
    file = folder / MANIFEST
    try:
        status = file.lstat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST_MANIFEST_BYTES:
            return ()
        content = json.loads(contents_here(file, folder, LIMIT))
        sealed = is_sealed(key, _canonical(content["builds"]), content["seal"])
        if content["manifest"] != MANIFEST_VERSION or not sealed:
            return ()
        return tuple(CachedBuild.of_json(build) for build in content["builds"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return ()


def _canonical(builds: Any) -> bytes:
    """The bytes to seal: the same for the same builds."""
    return json.dumps([MANIFEST_VERSION, builds], sort_keys=True).encode()


def _outcome_of(build: CachedBuild) -> BuildOutcome | None:
    """The findings of a build and the figures of its numbers; ``None`` if they cannot be read."""
    try:
        findings = tuple([from_json(finding, known_codes()) for finding in build.outcome["diagnostics"]])
        shuffles = tuple([_shuffle_of_json(figures) for figures in build.outcome["booklets"]])
    except (KeyError, TypeError, ValueError):
        return None
    names = dict.fromkeys([finding.span.file for finding in findings])
    sources = {name: decode(read_bytes(Path(name))[0] or b"", name)[0] for name in names}
    return BuildOutcome(Report(findings, sources, ()), shuffles)


def _shuffle_of_json(figures: Mapping[str, Any]) -> Shuffle:
    """The figures of a booklet's numbers, which are not new any more."""
    return Shuffle(**{**figures, "gaps": tuple(figures["gaps"]), "added": ()})


def digests(folder: Path, files: Iterable[Path]) -> Digests:
    """The digests of files as they are now."""
    return {relative(folder, file): _digest(file) for file in files}


def _digests_now(folder: Path, names: Iterable[str]) -> Digests | None:
    """The digests of files as they are now; ``None`` if no file can have one of the names."""
    try:
        return digests(folder, (folder / name for name in names))
    except (OSError, RuntimeError, ValueError):
        return None


def relative(folder: Path, file: Path) -> str:
    """A path as the cache in a folder has it."""
    # Links among the folders are followed, or `..` would lead astray.
    resolved_file = file.parent.resolve() / file.name
    try:
        return Path(os.path.relpath(resolved_file, folder.resolve())).as_posix()
    except ValueError:  # on another drive
        return resolved_file.as_posix()


def file_digest(data: bytes) -> str:
    """The digest of a file's bytes."""
    return f"sha256:{sha256(data).hexdigest()}"


def _digest(file: Path) -> str:
    """The digest of a file as it is now; empty if there is none, or if it cannot be read."""
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
    versions = {"casekit": f"{__version__} {own_digest()}", "python": platform.python_version()}
    versions |= {name: version_of(name) for name in _PYTHON_LIBRARIES}
    for name, (files, function) in _SHARED_LIBRARIES.items():
        versions[name] = _shared_library_version(files, function)
    return versions


def _shared_library_version(files: tuple[str, ...], function: str) -> str:
    """The version of the first of these libraries that is there, by its function; empty without one."""
    for file in files:
        try:
            call = getattr(ctypes.CDLL(file), function)
        except (OSError, AttributeError):
            continue
        call.restype = ctypes.c_char_p
        version: bytes = call()
        return version.decode()
    return ""
