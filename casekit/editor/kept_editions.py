"""Editions while their files may change: they are read again when one of these files is another than it was."""

from pathlib import Path

from casekit.games.editions import EDITION, Editions, Shelf, cases_of
from casekit.language.reading import real

_State = tuple[int, int, int] | None


class KeptEditions:
    """Editions as they are on disk now."""

    def __init__(self) -> None:
        self._editions = Editions()
        self._seen: dict[Path, _State] = {}

    def now(self, folder: Path) -> Editions:
        """The editions for documents in a folder; those that were read before, if none of their files has changed."""
        if any(_state(file) != state for file, state in self._seen.items()):
            self._editions, self._seen = Editions(), {}
        here = real(folder)
        for candidate in (here, *here.parents):
            self._seen.setdefault(candidate / EDITION, _state(candidate / EDITION))
        for file, shelf in self._editions.shelves.items():
            for each in _files(file, shelf):
                self._seen.setdefault(each, _state(each))
        return self._editions


def _files(file: Path, shelf: Shelf) -> tuple[Path, ...]:
    """The files that decide what an edition is: its own, and those of the other cases, whose titles count."""
    booklets = shelf.edition.booklets if shelf.edition else ()
    cases = (case for booklet in booklets for case in cases_of(booklet, file))
    return (file, *(Path(source.name) for source in shelf.sources), *cases)


def _state(file: Path) -> _State:
    """What tells one version of a file from another."""
    try:
        found = file.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
