"""Which cases a change concerns: those that look at any place where something differs now.

Each case is read as a check reads it, but nothing is deduced. Whatever is looked at on the way is noted, and
compared with what was there before.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from casekit.diagnostics import Span, caught
from casekit.kit.editions import EditionFinder, LoadedEdition, is_edition, title_in
from casekit.language.places import NotedPlaces, noting_places
from casekit.language.source_files import read_bytes, real
from casekit.pipeline.checking import check_without_deduction
from casekit.pipeline.loading import InputFile, open_document, with_editions
from casekit.system.git_files import GitError, RevisionComparison


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


KnownPlaces = dict[Path, NotedPlaces]
"""The places that an input looked at when it was last read, by the path of the input."""


def inputs_affected_by(
    inputs: Sequence[InputFile], editions: EditionFinder, changes: Changes, known: KnownPlaces | None = None
) -> tuple[InputFile, ...]:
    """The inputs that a change concerns, in their order.

    An edition's cases are in its place, unless it has changed itself.

    Args:
        inputs: cases and editions.
        editions: finds the edition of each case.
        changes: what has changed.
        known: the places of inputs that were read before, which are not read again. It is brought up to date:
            of an input that a change concerns nothing is known any more.
    """
    known = {} if known is None else known
    affected: dict[Path, InputFile] = {}
    for file in inputs:
        read_edition = partial(_places_of_edition, file, editions)
        if is_edition(file.path) and _is_affected(file, read_edition, changes, known):
            affected[file.path] = file
            continue
        for case, shelf in with_editions((file,), editions):
            if _is_affected(case, partial(_places_of_case, case, shelf, editions), changes, known):
                affected[case.path] = case
    return tuple(affected.values())


def _is_affected(
    file: InputFile,
    read_places: Callable[[], NotedPlaces | None],
    changes: Changes,
    known: KnownPlaces,
) -> bool:
    """Whether a change concerns an input. One that casekit fails to read is checked, which says so."""
    if file.data is not None:
        return True
    places = known.pop(file.path, None)
    if places is None:
        places, _ = caught(read_places, Span(file.name))
    if places is None or any_differs(places, changes):
        return True
    known[file.path] = places
    return False


def _places_of_edition(file: InputFile, editions: EditionFinder) -> NotedPlaces:
    with noting_places() as places:
        editions.read(file.path)
    return places


def _places_of_case(
    case: InputFile, shelf: LoadedEdition | None, editions: EditionFinder
) -> NotedPlaces | None:
    """The places that a case looks at; none if it cannot be read."""
    with noting_places() as places:
        typed = open_document(case, editions, shelf)
        if typed.lost:
            return None
        check_without_deduction(typed)
    return places


def any_differs(places: NotedPlaces, changes: Changes) -> bool:
    """Whether anything that was looked at differs from what was there before."""
    only_headers = places.headers.keys() - {real(file) for file in places.files()}
    if any(changes.kind_differs(step) for step in places.steps if step not in only_headers):
        return True
    if any(changes.bytes_differ(file) for file in places.files()):
        return True
    return any(changes.header_differs(file, title) for file, title in places.headers.items())
