"""Editions while their files may change: they are read again when one of these files has changed."""

from pathlib import Path

from casekit.games.editions import EDITION, Editions, Shelf, inside
from casekit.language.reading import real

_State = tuple[int, int, int] | None


class KeptEditions:
    """Editions as they are on disk now."""

    def __init__(self) -> None:
        self._editions = Editions()
        self._seen: dict[Path, _State] = {}
        self._followed: set[Path] = set()

    def now(self, folder: Path) -> Editions:
        """The editions for documents in a folder; those that were read before, if none of their files has changed."""
        if any(_state(file) != state for file, state in self._seen.items()):
            self._editions, self._seen, self._followed = Editions(), {}, set()
        here = real(folder)
        for candidate in (here, *here.parents):
            self._follow(candidate / EDITION)
        for file, shelf in self._editions.shelves.items():
            if file not in self._followed:
                self._followed.add(file)
                for each in _files(file, shelf):
                    self._follow(each)
        return self._editions

    def _follow(self, file: Path) -> None:
        if file not in self._seen:
            self._seen[file] = _state(file)


def _files(file: Path, shelf: Shelf) -> tuple[Path, ...]:
    """The files that decide what an edition is: its own, and those of the other cases, whose titles count.

    A case that is not there yet may be written.
    """
    root, booklets = file.parent, shelf.edition.booklets if shelf.edition else ()
    cases = (root / case for booklet in booklets for case in booklet.cases if inside(root, case))
    return (file, *(Path(source.name) for source in shelf.sources), *cases)


def _state(file: Path) -> _State:
    """The state that distinguishes one version of a file from another."""
    try:
        found = file.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
