"""Finds the cases that are served, what a change of files concerns, and the folders that have to be followed.

It reads files and changes nothing of the cases that are served, so that it may be called in any thread.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from casekit.kit.editions import EditionFinder, is_edition, title_in
from casekit.language.source_files import is_file, real
from casekit.pipeline import changed_inputs, loading
from casekit.values import frozen

Find = Callable[[], Sequence[loading.InputFile]]
"""Finds the cases and editions that are to be served, as they are now."""


@frozen(slots=True)
class FoundCase:
    """A case that is to be served."""

    input: loading.InputFile
    title: str
    """The title in its header or, if it has none, the name of its file."""
    is_there: bool
    """Whether its file is there."""


@frozen(slots=True)
class CaseScan:
    """The cases that are to be served after a change of files."""

    cases: Mapping[Path, FoundCase]
    """By their real paths."""
    changed: frozenset[Path]
    """The real paths of the cases that the change concerns."""


class FollowedFolders(NamedTuple):
    """The folders whose changes may concern a case.

    They are folders, and not files, because an editor may put a new file in the place of an old one.
    """

    deep: tuple[Path, ...]
    """Folders that count with everything below them."""
    flat: tuple[Path, ...]
    """Folders of cases that were named, which count without the folders in them."""


class CaseFinder:
    """Finds cases with ``find``; ``edition`` is the file of the edition for all of them, if one was named."""

    def __init__(self, find: Find, edition: Path | None) -> None:
        self._find = find
        self._edition = edition
        self._known_places: changed_inputs.KnownPlaces = {}
        """What each case looked at when it was last read."""

    def cases(self) -> dict[Path, FoundCase]:
        """The cases that are to be served now, by their real paths."""
        inputs = loading.with_editions(self._find(), EditionFinder(self._edition))
        return {real(file.path): FoundCase(file, _title(file), is_file(file.path)) for file, _ in inputs}

    def scan(self, changed_files: Sequence[Path]) -> CaseScan:
        """The cases that are to be served now that some files have changed.

        It may be called in one thread at a time.
        """
        cases = self.cases()
        changed = changed_inputs.inputs_affected_by(
            [case.input for case in cases.values() if case.is_there],
            EditionFinder(self._edition),
            changed_inputs.ReportedChanges(changed_files),
            self._known_places,
        )
        return CaseScan(cases, frozenset(real(file.path) for file in changed))

    def folders_to_follow(self, case_folders: Iterable[Path]) -> FollowedFolders:
        """The folders to follow now; ``case_folders`` are those of the cases that were served until now."""
        editions = EditionFinder(self._edition)
        deep: list[Path] = []
        flat = [*case_folders]
        for file in self._find():
            if file.within:
                deep.append(file.within)
            flat.append(file.path.absolute().parent)
            edition = editions.read(file.path) if is_edition(file.path) else editions.of(file.path.parent)
            # Pictures may be anywhere below the file of an edition.
            deep += [Path(source.name).absolute().parent for source in edition.sources]
        deep_folders = _distinct_folders(deep)
        flat_folders = [
            folder for folder in _distinct_folders(flat) if not _is_in_one_of(folder, deep_folders)
        ]
        return FollowedFolders(deep_folders, tuple(flat_folders))


def _title(file: loading.InputFile) -> str:
    """The title in the header of a case or, if it has none, the name of its file."""
    data, _ = file.read()
    return title_in(data or b"") or file.path.stem


def _distinct_folders(paths: Iterable[Path]) -> tuple[Path, ...]:
    """The real paths of those that are folders, each once."""
    return tuple(dict.fromkeys(real(path) for path in paths if path.is_dir()))


def _is_in_one_of(folder: Path, others: Iterable[Path]) -> bool:
    """Whether a folder is in one of others, or is one of them."""
    return any(folder.is_relative_to(other) for other in others)
