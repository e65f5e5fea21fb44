"""A build that would make again what is there makes nothing."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from casekit.diagnostics import Source
from casekit.diagnostics.forms import Report
from casekit.diagnostics.forms.json_ import as_json, from_json
from casekit.language.reading import decode, read_bytes
from casekit.print import manifest
from casekit.print.statistics import Shuffle
from casekit.print.tools import tools

Wish = Mapping[str, Any]
"""What is asked for, as JSON has it; two builds with one wish make the same from the same files."""


@dataclass(frozen=True)
class Answer:
    """What a build said: its findings, its files and the figures of its numbers."""

    report: Report
    files: tuple[str, ...]
    shuffles: tuple[Shuffle, ...]


def wish_of(output: Path, target: Path, **options: Any) -> Wish:
    """What is asked for. Where the user stands is part of it, for findings name files as seen from there."""
    places = {"target": target, "standing": Path.cwd()}
    wish = {**options, **{name: manifest.relative(output, place) for name, place in places.items()}}
    given: Wish = json.loads(json.dumps(wish))
    return given


def recall(output: Path, wish: Wish) -> Answer | None:
    """The answer of a build into a folder that need not be done again."""
    build = manifest.recall(output, wish, tools())
    if build is None:
        return None
    try:
        found = tuple(from_json(each) for each in build.answer["diagnostics"])
        shuffles = tuple(_shuffle(each) for each in build.answer["booklets"])
        files = tuple((output / name).as_posix() for name in build.answer["files"])
    except (KeyError, TypeError, ValueError):
        return None
    sources = {name: _source(name) for name in dict.fromkeys(each.span.file for each in found)}
    return Answer(Report(found, sources, ()), files, shuffles)


def remembering(
    output: Path,
    wish: Wish,
    inputs: manifest.Digests,
    files: Mapping[Path, bytes],
    report: Report,
    shuffles: Iterable[Shuffle],
) -> Mapping[Path, bytes]:
    """The file that remembers a build whose ``files`` are about to be written; locks among them are inputs too."""
    made = {manifest.relative(output, path): manifest.digest_of(data) for path, data in files.items()}
    outputs = {name: digest for name, digest in made.items() if name not in inputs}
    answer = {
        "diagnostics": [as_json(found) for found in report.diagnostics],
        "files": list(outputs),
        # The next time no number is new.
        "booklets": [asdict(replace(shuffle, added=())) for shuffle in shuffles],
    }
    again = {name: made.get(name, digest) for name, digest in inputs.items()}
    build = manifest.Build(wish, tools(), again, outputs, answer)
    return {output / manifest.NAME: manifest.remembering(output, build)}


def _shuffle(data: Mapping[str, Any]) -> Shuffle:
    read = Shuffle(**data)
    return replace(read, gaps=tuple(read.gaps), added=tuple(read.added))


def _source(name: str) -> Source:
    data, _ = read_bytes(Path(name))
    return decode(data or b"", name)[0]
