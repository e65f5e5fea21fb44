"""Editions on disk: which one a case belongs to, each read and checked once."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from casekit.diagnostics import Diagnostic, Source, codes, has_errors
from casekit.games.midnight.deck import Deck, load_deck
from casekit.games.midnight.edition import Booklet, Edition
from casekit.games.midnight.edition_checks import check_edition
from casekit.games.midnight.load import built_in, load_edition, place_in
from casekit.language.reading import decode, read_bytes

EDITION = "edition.toml"
_SUFFIX = ".toml"

_TITLE = re.compile(r"^title[ \t]*:[ \t]*(\S.*?)(?=[ \t]*\r?$|[ \t]//)", re.MULTILINE)
_HEADER = 4_096
"""In so many bytes at the beginning of a case stands its title."""


@dataclass(frozen=True)
class Shelf:
    """An edition as found on disk: what it holds, or what is wrong with it.

    ``titles`` are those of the cases in its booklets, by file: no paragraph may name another's case.
    ``deck_source`` is the text of the event cards' file, if the edition names one and it was found.
    """

    edition: Edition | None
    diagnostics: tuple[Diagnostic, ...] = ()
    source: Source | None = None
    titles: Mapping[Path, str] = field(default_factory=dict)
    deck: Deck | None = None
    deck_source: Source | None = None

    def other_titles(self, case: Path) -> tuple[str, ...]:
        """The titles of the other cases of the edition."""
        return tuple(title for file, title in self.titles.items() if file != case.resolve())


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
        name = shown(file)
        data, problems = read_bytes(file)
        if data is None:
            return Shelf(None, problems)
        source, _ = decode(data, name)
        edition, problems = load_edition(data, Path(name))
        if edition is not None:
            problems = (*problems, *check_edition(edition, source))
        if edition is None or has_errors(problems):
            return Shelf(None, problems, source)
        # A case or a deck that is missing does not keep the others from being checked.
        deck, deck_source, deck_problems = _deck(edition, source, file)
        problems = (*problems, *_booklet_problems(edition, source, file), *deck_problems)
        return Shelf(edition, problems, source, dict(_titles(edition, file)), deck, deck_source)


def cases_of(booklet: Booklet, edition_file: Path) -> tuple[Path, ...]:
    """The files of a booklet's cases that are there, in their order; no other file of the machine is read."""
    root = edition_file.parent
    return tuple(root / case for case in booklet.cases if _inside(root, case) and _is_file(root / case))


def _inside(root: Path, name: str) -> bool:
    """Whether a name leads to a place below a folder; links that run in a circle and what is no name lead nowhere."""
    try:
        return (root / name).resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError, ValueError):
        return False


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long
        return False


def _titles(edition: Edition, edition_file: Path) -> Iterator[tuple[Path, str]]:
    files = {case.resolve(): None for booklet in edition.booklets for case in cases_of(booklet, edition_file)}
    # With a single case there is no other to name, and its file need not be read twice.
    for file in files if len(files) > 1 else ():
        # That a case cannot be read is said where it is checked.
        data, _ = read_bytes(file)
        title = _TITLE.search((data or b"")[:_HEADER].decode("utf-8-sig", "replace"))
        if title:
            yield file, title[1]


def _deck(
    edition: Edition, source: Source, file: Path
) -> tuple[Deck | None, Source | None, tuple[Diagnostic, ...]]:
    """The deck that an edition names, its text, and what is wrong with it."""
    if not edition.deck:
        return None, None, ()
    path = file.parent / edition.deck
    inside = _inside(file.parent, edition.deck)
    # What is no plain file, such as a pipe, might never end.
    data, problems = read_bytes(path) if inside and _is_file(path) else (None, ())
    if data is None:
        reason = "there is no such file" if inside else "it is outside the edition's folder"
        reason = problems[0].message if problems else reason
        problem = Diagnostic(
            codes.MISSING_DECK,
            f"the event cards are to be in {edition.deck}: {reason}",
            place_in(source, ("deck",)),
            hint="name a file in the edition's folder, or leave out `deck`",
        )
        return None, None, (problem,)
    return load_deck(data, shown(path), edition)


def _booklet_problems(edition: Edition, source: Source, file: Path) -> Iterator[Diagnostic]:
    """Cases that an edition's booklets name and that are not there, or not the edition's to print."""
    root = file.parent
    for index, booklet in enumerate(edition.booklets):
        place = place_in(source, ("booklets", index))
        if not booklet.cases:
            yield Diagnostic(
                codes.MISSING_CASE,
                f"the booklet `{booklet.slug}` has no cases",
                place,
                hint='list its files, as in `cases = ["the-last-toast.case"]`',
            )
        for case in booklet.cases:
            inside = _inside(root, case)
            if not inside or not _is_file(root / case):
                yield Diagnostic(
                    codes.MISSING_CASE,
                    f"the booklet `{booklet.slug}` names {case}, which is "
                    + ("not there" if inside else "outside the edition's folder"),
                    place,
                    hint="name a case file in the edition's folder or below it",
                )


def is_edition(path: Path) -> bool:
    """Whether a path names an edition rather than a case."""
    return path.suffix == _SUFFIX


def shown(file: Path) -> str:
    """A path as messages show it: relative to where the user stands, if it lies below."""
    try:
        # The file itself may be a link, even one that leads nowhere: what counts is what it is called here.
        return (file.parent.resolve() / file.name).relative_to(Path.cwd()).as_posix()
    except (OSError, RuntimeError, ValueError):
        return file.as_posix()
