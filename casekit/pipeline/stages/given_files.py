"""Cases and editions as they are given: by a name on the command line, or by their bytes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.games.bindings import BookletSettings
from casekit.games.editions import Editions, Shelf, cases_of, is_edition, shown
from casekit.language.reading import read_bytes

CASE = ".case"
"""The ending of the names of cases."""


@dataclass(frozen=True, slots=True)
class Input:
    """A case or an edition to read: the name to show, its bytes if they are at hand, and its path.

    ``within`` is the folder it was found in, if the user did not name it.
    """

    name: str
    data: bytes | None
    path: Path
    within: Path | None = None

    @classmethod
    def of(cls, path: Path) -> "Input":
        """The file at a path."""
        return cls(path.as_posix(), None, path)

    def read(self) -> tuple[bytes | None, tuple[Diagnostic, ...]]:
        """Its bytes, or why they cannot be read."""
        return read_bytes(self.path, self.within, self.name) if self.data is None else (self.data, ())


def with_editions(inputs: Sequence[Input], editions: Editions) -> Iterator[tuple[Input | None, Shelf | None]]:
    """Every case, and each edition before its own; the edition of a case by itself depends on its game."""
    for each in inputs:
        if not is_edition(each.path):
            yield each, None
            continue
        shelf = editions.read(each.path)
        yield None, shelf
        for booklet in shelf.edition.booklets if shelf.edition else ():
            for case in inputs_in(booklet, each.path):
                yield case, shelf


def found_in(target: Path) -> Path | None:
    """The folder that the edition of a target was found in; ``None`` if the target is the file itself."""
    return target if target.is_dir() else None


def inputs_in(booklet: BookletSettings, file: Path) -> tuple[Input, ...]:
    """The cases of a booklet of the edition in a file."""
    return tuple(Input(shown(case), None, case, file.parent) for case in cases_of(booklet, file))


def no_booklet(file: Path, purpose: str) -> Diagnostic:
    """The finding for an edition of which there is nothing to print or to translate."""
    return Diagnostic(
        codes.MISSING_CASE,
        f"this edition has no booklet, so there is nothing to {purpose}",
        Span(shown(file)),
        hint="add a `[[booklets]]` with a slug and its cases, or name a single case",
    )
