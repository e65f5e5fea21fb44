"""Cases that are opened here and checked elsewhere: what another process needs of each.

The file of a case is read in this process, and so is its edition. A ``CaseTask`` goes to the process that
checks the case, on this machine or on another one.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casekit.diagnostics import Finding, Source, Span, caught, codes, own_fault
from casekit.kit.editions import EditionFinder, LoadedEdition
from casekit.kit.game_detection import game_of
from casekit.kit.interface import AnyGame
from casekit.kit.registry import DEFAULT, game_called
from casekit.language.places import NotedPlaces, OpenedFile, noting_places
from casekit.language.source_files import decode_quickly
from casekit.pipeline.loading import (
    InputFile,
    ReadingInput,
    TypedDocument,
    parse_bytes,
    reading_beside,
    resolve_document,
    with_editions,
)
from casekit.values import field, frozen, replace

if TYPE_CHECKING:
    from casekit.system.limited_workers import TaskOutcome


@frozen
class CaseTask:
    """A case as the process that checks it needs it."""

    data: bytes
    """The bytes of the case."""

    name: str
    """The name of the case, as findings show it."""

    edition: LoadedEdition
    """The edition of the case."""

    other_titles: tuple[str, ...]
    """The titles of the other cases of the edition."""

    reading_input: ReadingInput | None = None
    """The file of its reading, if there is one."""

    supplied_files: dict[OpenedFile, bytes | OSError] = field(default_factory=dict)
    """For a worker on another machine: the bytes of each file that it asked for, or why there are none."""

    def document(self) -> TypedDocument:
        """The case, parsed and typed."""
        document = resolve_document(parse_bytes(self.data, self.name), self.edition, self.other_titles)
        return replace(document, reading_input=self.reading_input)


@frozen
class OpenedCase:
    """A case whose file and edition were read, or the findings that say why they were not."""

    file: InputFile
    """The file of the case, as it was named."""

    source: Source
    """The text of the case; empty if it could not be read."""

    game: AnyGame
    """The game that the text names."""

    task: CaseTask | None = None
    """The task of checking it; ``None`` if it could not be read."""

    findings: tuple[Finding, ...] = ()
    """Why it could not be read."""

    named_edition: LoadedEdition | None = None
    """The edition whose booklet has the case, if that edition was named rather than the case."""

    places: NotedPlaces = field(default_factory=NotedPlaces)
    """The places that were looked at to open it."""

    @property
    def files(self) -> tuple[Path, ...]:
        """The file of the case and that of its edition, if it has one."""
        settings = None if self.task is None else self.task.edition.settings
        if settings is None or settings.file is None:
            return (self.file.path,)
        return (self.file.path, settings.file)


def open_cases(inputs: Sequence[InputFile], editions: EditionFinder) -> Iterator[OpenedCase]:
    """Open all cases, those of the editions among the inputs too, each when it is asked for."""
    for file, edition in with_editions(inputs, editions):
        with noting_places() as places:
            case, failure = caught(partial(_open_case, file, edition, editions), Span(file.name))
        if case is None:
            case = _unread_case(file, failure)
        yield replace(case, places=places, named_edition=edition)


def _open_case(file: InputFile, named_edition: LoadedEdition | None, editions: EditionFinder) -> OpenedCase:
    data, problems = file.read()
    if data is None:
        return _unread_case(file, problems)
    source, _ = decode_quickly(data, file.name)
    game, _ = game_of(source)
    if named_edition is None:
        edition = editions.of(file.path.parent, game.name)
    else:
        edition = named_edition
        editions.note(edition)
    task = CaseTask(data, file.name, edition, edition.other_titles(file.path), reading_beside(file))
    return OpenedCase(file, source, game, task)


def _unread_case(file: InputFile, findings: tuple[Finding, ...]) -> OpenedCase:
    return OpenedCase(file, Source(file.name, ""), game_called(DEFAULT), findings=findings)


def why_not_checked(source: Source, outcome: "TaskOutcome[Any]") -> Finding:
    """The finding that a case was not checked to its end: a fault of casekit's, or a limit was reached."""
    if outcome.error is not None:
        return own_fault(outcome.error, source.whole())
    return over_limit(source, outcome.limit)


def over_limit(source: Source, reason: str) -> Finding:
    """The finding that a case reached a limit; ``reason`` is the rest of the sentence "this case ..."."""
    hint = "shorten what makes it so large or so hard; a case that you trust may have more: `--limits 30s,2000MB`"
    return limit_finding(source.whole(), f"this case {reason}, so it is not checked", hint)


def limit_finding(place: Span, message: str, hint: str) -> Finding:
    """The finding that some work within limits was not done to its end."""
    return codes.TOO_MUCH_TO_CHECK.at(place, message, hint=hint)
