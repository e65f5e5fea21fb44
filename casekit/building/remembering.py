"""A build that would make again what is there makes nothing."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from casekit.building import manifest
from casekit.building.tools import tools
from casekit.diagnostics import Source
from casekit.diagnostics.forms import Report
from casekit.diagnostics.forms.json_ import as_json, from_json
from casekit.games.all_codes import known_codes
from casekit.language.reading import decode, read_bytes
from casekit.print.numbers.statistics import Shuffle
from casekit.system.sealing import believed_key, is_forgetful

Wish = Mapping[str, Any]
"""A request for a build, as JSON has it; two builds with one wish make the same from the same files."""


@dataclass(frozen=True)
class RememberedBuild:
    """The answer of a build: its findings and the figures of its numbers."""

    report: Report
    shuffles: tuple[Shuffle, ...]


def wish_of(output: Path, target: Path, **options: Any) -> Wish:
    """The wish for a build. The user's folder is part of it, for findings name files as seen from there."""
    places = {"target": target, "standing": Path.cwd()}
    wish = {**options, **{name: manifest.relative(output, place) for name, place in places.items()}}
    given: Wish = json.loads(json.dumps(wish))
    return given


def recall(output: Path, wish: Wish, names: Iterable[str], foreign: Iterable[Path]) -> RememberedBuild | None:
    """The answer of a build into a folder that need not be done again.

    ``names`` are those of the files that are wanted; in ``foreign`` folders no key is believed.
    """
    key = None if is_forgetful() else believed_key(foreign)
    build = None if key is None else manifest.find_build(output, wish, tools(), names, key)
    if build is None:
        return None
    try:
        found = tuple(from_json(each, known_codes()) for each in build.answer["diagnostics"])
        shuffles = tuple(_shuffle(each) for each in build.answer["booklets"])
    except (KeyError, TypeError, ValueError):
        return None
    sources = {name: _source(name) for name in dict.fromkeys(each.span.file for each in found)}
    return RememberedBuild(Report(found, sources, ()), shuffles)


@dataclass(frozen=True)
class RememberedProduct:
    """A finished file that a build made, or one that has the name of such a file.

    Attributes:
        name: what the build called it.
        wish: what was asked for.
        proved: what the build said, if it made this very file and would make the same again; else ``None``.
        inputs: the files that it was made from.
    """

    name: str
    wish: Wish
    proved: Report | None
    inputs: tuple[str, ...] = ()


def recognise(
    file: Path, data: bytes, target: Path, edition: Path | None, foreign: Iterable[Path]
) -> RememberedProduct | None:
    """The product of a case or an edition that a file is, by the memory beside it."""
    key = None if is_forgetful() else believed_key(foreign)
    if key is None:
        return None
    folder = file.parent
    asked = manifest.relative(folder, target), None if edition is None else str(edition.absolute())
    for name, build, is_same in manifest.builds_with(folder, key, manifest.file_digest(data), file.name):
        if (build.wish.get("target"), build.wish.get("edition")) != asked:
            continue
        current = is_same and build.tools == tools() and manifest.is_current(folder, build)
        said = _said(build) if current else None
        if (
            said is not None
            and said.diagnostics
            and build.wish.get("standing") != manifest.relative(folder, Path.cwd())
        ):
            # They name files as seen from somewhere else.
            said = None
        there = tuple(each for each, digest in build.inputs.items() if digest)
        return RememberedProduct(name, build.wish, said, there)
    return None


def _said(build: manifest.Build) -> Report | None:
    """The findings of a build; ``None`` if they cannot be read."""
    try:
        found = tuple(from_json(each, known_codes()) for each in build.answer["diagnostics"])
    except (KeyError, TypeError, ValueError):
        return None
    names = dict.fromkeys(each.span.file for each in found)
    return Report(found, {name: _source(name) for name in names}, ())


def record(
    output: Path,
    wish: Wish,
    inputs: manifest.Digests,
    files: Mapping[Path, bytes],
    report: Report,
    shuffles: Iterable[Shuffle],
    foreign: Iterable[Path],
) -> Mapping[Path, bytes]:
    """The file that remembers a build whose ``files`` are about to be written; locks among them are inputs too.

    None if nothing is remembered here.
    """
    key = None if is_forgetful() else believed_key(foreign, make=True)
    if key is None:
        return {}
    made = {manifest.relative(output, path): manifest.file_digest(data) for path, data in files.items()}
    outputs = {name: digest for name, digest in made.items() if name not in inputs}
    answer = {
        "diagnostics": [as_json(found) for found in report.diagnostics],
        # The next time no number is new.
        "booklets": [asdict(replace(shuffle, added=())) for shuffle in shuffles],
    }
    again = {name: made.get(name, digest) for name, digest in inputs.items()}
    build = manifest.Build(wish, tools(), again, outputs, answer)
    return {output / manifest.MANIFEST: manifest.with_build(output, build, key)}


def _shuffle(data: Mapping[str, Any]) -> Shuffle:
    read = Shuffle(**data)
    return replace(read, gaps=tuple(read.gaps), added=tuple(read.added))


def _source(name: str) -> Source:
    data, _ = read_bytes(Path(name))
    return decode(data or b"", name)[0]
