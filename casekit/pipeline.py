"""The order of the stages. Nothing else in casekit knows it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from casekit.diagnostics import Diagnostic, Source, Span, codes, has_errors, in_order
from casekit.diagnostics.forms import Report
from casekit.diagnostics.silence import silenced
from casekit.games.midnight.case import Case
from casekit.games.midnight.edition import Edition
from casekit.games.midnight.load import built_in, load_edition
from casekit.games.midnight.resolve import Resolution, resolve
from casekit.language.parsing import parse
from casekit.language.reading import decode
from casekit.language.silences import find_silences
from casekit.language.tree import Document

EDITION = "edition.toml"

Progress = Callable[[str], None]
"""Told the name of each file before it is worked on."""


@dataclass(frozen=True)
class Shelf:
    """An edition as found on disk: what it holds, or what is wrong with it."""

    edition: Edition | None
    diagnostics: tuple[Diagnostic, ...] = ()
    source: Source | None = None


@dataclass(frozen=True)
class Parsed:
    """A text and its syntax tree."""

    document: Document
    diagnostics: tuple[Diagnostic, ...]

    @property
    def file(self) -> str:
        """What messages call the text."""
        return self.document.source.name


@dataclass(frozen=True)
class Checked:
    """A case after all checks. ``case`` is missing if its edition could not be read, ``verdict`` if it has none."""

    file: str
    source: Source
    diagnostics: tuple[Diagnostic, ...]
    case: Case | None = None
    verdict: Mapping[str, Any] | None = None


@dataclass
class Editions:
    """Finds the edition a case belongs to, and reads each edition file once.

    ``override`` is the edition file to take for every case instead of the nearest.
    """

    override: Path | None = None
    _read: dict[Path, Shelf] = field(default_factory=dict)

    def of(self, folder: Path) -> Shelf:
        """The edition for a case in a folder: the nearest file in it or above, else the built-in one."""
        if self.override is not None:
            return self.read(self.override)
        here = folder.resolve()
        for candidate in (here, *here.parents):
            if (candidate / EDITION).is_file():
                return self.read(candidate / EDITION)
        return Shelf(built_in())

    def read(self, file: Path) -> Shelf:
        """Read an edition file."""
        if file not in self._read:
            self._read[file] = self._load(file)
        return self._read[file]

    @staticmethod
    def _load(file: Path) -> Shelf:
        from casekit.games.midnight.edition_checks import check_edition

        name = shown(file)
        data, problems = read_bytes(file)
        if data is None:
            return Shelf(None, problems)
        source, _ = decode(data, name)
        edition, problems = load_edition(data, Path(name))
        if edition is not None:
            problems = (*problems, *check_edition(edition, source))
        return Shelf(None if has_errors(problems) else edition, problems, source)


def shown(file: Path) -> str:
    """A path as messages show it: relative to where the user stands, if it lies below."""
    try:
        return file.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return file.as_posix()


def read_bytes(file: Path) -> tuple[bytes | None, tuple[Diagnostic, ...]]:
    """Read a file, or say why it cannot be read."""
    try:
        return file.read_bytes(), ()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        problem = Diagnostic(
            codes.NO_SUCH_FILE,
            f"this cannot be read: {reason}",
            Span(file.as_posix()),
            hint="check the name; `casekit new NAME` starts a case",
        )
        return None, (problem,)


def parse_bytes(data: bytes, name: str) -> Parsed:
    """Decode and parse a case."""
    source, problems = decode(data, name)
    if problems:
        return Parsed(Document(source), problems)
    return Parsed(*parse(source))


def resolve_parsed(parsed: Parsed, shelf: Shelf) -> Resolution | None:
    """Type a case, unless there is nothing to type or no edition to type it with."""
    if shelf.edition is None or not (parsed.document.header or parsed.document.blocks):
        return None
    return resolve(parsed.document, shelf.edition)


def check_bytes(data: bytes, name: str, shelf: Shelf) -> Checked:
    """Take a case the whole way from its bytes to a verdict."""
    parsed = parse_bytes(data, name)
    source = parsed.document.source
    resolution = resolve_parsed(parsed, shelf)
    if resolution is None:
        return Checked(name, source, in_order(parsed.diagnostics))
    from casekit.games.midnight.checks import check_text

    found = (*parsed.diagnostics, *resolution.diagnostics, *check_text(resolution))
    verdict: Mapping[str, Any] | None = None
    if not parsed.diagnostics and resolution.sound and _reasonable(resolution.case):
        problems, verdict = _reason(resolution.case)
        found = (*found, *problems)
    found = silenced(found, find_silences(parsed.document))
    return Checked(name, source, in_order(found), resolution.case, verdict)


def _reasonable(case: Case) -> bool:
    """Whether there is something to prove: questions with possible answers, and the truth."""
    return {"terms", "truth"} <= case.blocks and bool(case.motives) and bool(case.methods)


def _reason(case: Case) -> tuple[tuple[Diagnostic, ...], Mapping[str, Any] | None]:
    from casekit.games.midnight.answers import verdict_as_json
    from casekit.games.midnight.checks import check_logic
    from casekit.games.midnight.inquiry import Inquiry

    inquiry = Inquiry(case)
    problems = check_logic(inquiry)
    return problems, None if inquiry.knowledge.refused else verdict_as_json(inquiry)


def check_files(
    inputs: Iterable[tuple[str, bytes | None, Path]], editions: Editions, progress: Progress
) -> tuple[Report, tuple[Checked, ...]]:
    """Check cases, each given as the name to show, its bytes (``None``: read the path) and its path."""
    checked: list[Checked] = []
    shelves: dict[int, Shelf] = {}
    for name, given, path in inputs:
        progress(name)
        data, problems = (given, ()) if given is not None else read_bytes(path)
        if data is None:
            checked.append(Checked(name, Source(name, ""), problems))
            continue
        shelf = editions.of(path.parent)
        shelves[id(shelf)] = shelf
        checked.append(check_bytes(data, name, shelf))
    return report_of(checked, shelves.values()), tuple(checked)


def report_of(checked: Iterable[Checked], shelves: Iterable[Shelf] = ()) -> Report:
    """Put the findings of cases and of their editions together."""
    checked = tuple(checked)
    shelves = tuple(shelves)
    sources = {each.file: each.source for each in checked}
    sources |= {shelf.source.name: shelf.source for shelf in shelves if shelf.source is not None}
    found = [problem for shelf in shelves for problem in shelf.diagnostics]
    found += [problem for each in checked for problem in each.diagnostics]
    return Report(
        diagnostics=in_order(found),
        sources=sources,
        files=tuple(each.file for each in checked),
        cases=tuple({"file": each.file, "verdict": each.verdict} for each in checked),
    )


def with_findings(report: Report, found: Iterable[Diagnostic]) -> Report:
    """A report with further findings."""
    return replace(report, diagnostics=in_order((*report.diagnostics, *found)))


def format_bytes(data: bytes, name: str) -> tuple[str | None, Source, tuple[Diagnostic, ...]]:
    """The canonical text of a case, or what keeps it from being read."""
    from casekit.language.formatter import format_document

    parsed = parse_bytes(data, name)
    source = parsed.document.source
    if parsed.diagnostics:
        return None, source, parsed.diagnostics
    return format_document(parsed.document), source, ()


def export_bytes(
    data: bytes, name: str, shelf: Shelf
) -> tuple[dict[str, Any] | None, Source, tuple[Diagnostic, ...]]:
    """A case as JSON, or what keeps it from being typed."""
    from casekit.language.interchange import export_document

    parsed = parse_bytes(data, name)
    source = parsed.document.source
    resolution = resolve_parsed(parsed, shelf)
    found = (*shelf.diagnostics, *parsed.diagnostics, *(resolution.diagnostics if resolution else ()))
    if resolution is None or has_errors(found):
        return None, source, in_order(found)
    return export_document(parsed.document, resolution.case.scope, "midnight"), source, ()


def import_bytes(data: bytes, name: str) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """The text of the case that JSON describes, or what is wrong with the JSON."""
    from casekit.language.formatter import format_document
    from casekit.language.interchange import import_document
    from casekit.language.validation import load_json

    content, problems = load_json(data, name, "schemas/case.schema.json")
    if content is None:
        return None, problems
    document = import_document(content, name)
    text = format_document(document)
    again, problems = parse(Source(name, text))
    if problems or again != document:
        lost = Diagnostic(
            codes.INVALID_JSON,
            "this cannot be written as text: a text of it would not read as line, paragraph or name",
            Span(name),
            hint="write prose without line ends, blank notes and marks that begin a line in notes",
        )
        return None, (lost,)
    return text, ()
