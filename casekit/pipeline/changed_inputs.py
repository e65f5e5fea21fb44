"""Which cases a change concerns: those that look at any place where something differs now.

Each case is read as a check reads it, but nothing is deduced. Whatever is looked at on the way is noted, and
compared with what was there before.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Protocol

from casekit.diagnostics import Span, caught
from casekit.kit.editions import EditionFinder, LoadedEdition, is_edition, title_in
from casekit.language.places import NotedPlaces, noting_places
from casekit.language.source_files import read_bytes, real
from casekit.pipeline.checking import check_without_deduction
from casekit.pipeline.loading import InputFile, open_document, with_editions
from casekit.system.executors import Job, cpu_count
from casekit.system.git_comparison import RevisionComparison
from casekit.system.git_files import GitError
from casekit.system.process_limits import TaskLimits
from casekit.values import frozen


class Changes(Protocol):
    """The knowledge of which places have changed."""

    def kind_differs(self, step: Path, /) -> bool:
        """Whether a link leads elsewhere, or there is something of another kind, or nothing, at a place."""

    def bytes_differ(self, file: Path, /) -> bool:
        """Whether a file has other bytes."""

    def header_differs(self, file: Path, title: str, /) -> bool:
        """Whether a case had a title other than this one, or a file was added or removed."""


class ChangesSinceRevision(RevisionComparison):
    """The places that differ from what a revision has."""

    def header_differs(self, file: Path, title: str) -> bool:
        """Whether a case was not a file in the revision, or had another title."""
        if self.kind_differs(file):
            return True
        if not self.bytes_differ(file):
            return False
        try:
            return title_in(self.stored_bytes(file)) != title
        except GitError:
            # A partial clone does not have it.
            return True


class ReportedChanges:
    """The places of which a follower of files says that they have changed, not how."""

    def __init__(self, files: Iterable[Path]) -> None:
        self._places = frozenset(real(file.parent) / file.name for file in files)

    def kind_differs(self, step: Path) -> bool:
        """Whether a place is among those that were reported: it may have been of another kind."""
        return step in self._places

    def bytes_differ(self, file: Path) -> bool:
        """Whether a file is among those that were reported."""
        return real(file) in self._places

    def header_differs(self, file: Path, title: str) -> bool:
        """Whether a case is reported and has another title now, or is not a file."""
        if file not in self._places:
            return False
        data, _ = read_bytes(file, file.parent)
        return data is None or title_in(data) != title


@frozen
class _CaseToRead:
    """A case of which it is to be seen at which places it looks."""

    file: InputFile
    """The file of the case."""

    edition: LoadedEdition | None
    """The edition whose booklet has it, if that was named."""


KnownPlaces = dict[Path, NotedPlaces]
"""The places that an input looked at when it was last read, by the path of the input."""


def inputs_affected_by(
    inputs: Sequence[InputFile],
    editions: EditionFinder,
    changes: Changes,
    known: KnownPlaces | None = None,
    limits: TaskLimits | None = None,
) -> tuple[InputFile, ...]:
    """The inputs that a change concerns, in their order.

    In the place of an edition are those of its cases that the change concerns; or the edition, if it has
    changed itself.

    Args:
        inputs: cases and editions.
        editions: finds the edition of each case.
        changes: the places that have changed.
        known: the places of inputs that were read before, which are not read again. It is brought up to date:
            of an input that a change concerns nothing is known any more.
        limits: the most that reading a case may take, if it has limits; one that reaches them is affected.
    """
    known = {} if known is None else known
    candidates: dict[Path, InputFile] = {}
    cases: list[_CaseToRead] = []
    affected = _affected_editions(inputs, editions, changes)
    for file in inputs:
        if file.path in affected:
            candidates[file.path] = file
            continue
        for case_file, edition in with_editions((file,), editions):
            candidates[case_file.path] = case_file
            cases.append(_CaseToRead(case_file, edition))
    _note_unknown_places(cases, editions, limits, known)
    for case in cases:
        places = known.get(case.file.path) if case.file.data is None else None
        if places is None or any_differs(places, changes):
            affected.add(case.file.path)
            known.pop(case.file.path, None)
    return tuple([file for place, file in candidates.items() if place in affected])


def _note_unknown_places(
    cases: Iterable[_CaseToRead], editions: EditionFinder, limits: TaskLimits | None, known: KnownPlaces
) -> None:
    """Add the places of cases that are not ``known`` yet; a case that cannot be read adds none."""
    unread = [case for case in cases if case.file.data is None and case.file.path not in known]
    for case, places in zip(unread, _places_of(unread, editions, limits), strict=True):
        if places is not None:
            known[case.file.path] = places


def _affected_editions(inputs: Iterable[InputFile], editions: EditionFinder, changes: Changes) -> set[Path]:
    """The paths of the editions among the inputs that look at a place that has changed."""
    affected: set[Path] = set()
    for file in inputs:
        if is_edition(file.path) and any_differs(_places_of_edition(file, editions), changes):
            affected.add(file.path)
    return affected


def _places_of(
    cases: Sequence[_CaseToRead], editions: EditionFinder, limits: TaskLimits | None
) -> Iterator[NotedPlaces | None]:
    """The places that each case looks at; ``None`` for one that cannot be read to its end."""
    if limits is None:
        for case in cases:
            yield caught(partial(_places_of_case, editions, case), Span(case.file.name))[0]
        return
    from casekit.system.limited_workers import run_limited

    job = Job(_places_of_case, EditionFinder, editions.override)
    with closing(run_limited(job, cases, cpu_count(), [limits] * len(cases))) as outcomes:
        for outcome in outcomes:
            yield outcome.result


def _places_of_edition(file: InputFile, editions: EditionFinder) -> NotedPlaces:
    """The places that reading an edition looks at."""
    with noting_places() as places:
        editions.read(file.path)
    return places


def _places_of_case(editions: EditionFinder, case: _CaseToRead) -> NotedPlaces | None:
    """The places that a check of a case looks at; ``None`` if the case cannot be read."""
    with noting_places() as places:
        document = open_document(case.file, editions, case.edition)
        if document.lost:
            return None
        check_without_deduction(document)
    return places


def any_differs(places: NotedPlaces, changes: Changes) -> bool:
    """Whether anything that was looked at differs from what was there before."""
    only_headers = places.headers.keys() - {real(file) for file in places.files()}
    if any(changes.kind_differs(step) for step in places.steps if step not in only_headers):
        return True
    if any(changes.bytes_differ(file) for file in places.files()):
        return True
    return any(changes.header_differs(file, title) for file, title in places.headers.items())
