"""Editions on disk: the one that a document belongs to, read once and by the game that it names."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from casekit.diagnostics import Edit, Finding, Source, Span, caught, codes
from casekit.kit import edition_settings
from casekit.kit.edition_letters import edition_letters
from casekit.kit.game_detection import usable_game
from casekit.kit.registry import DEFAULT, game_called
from casekit.language.data.schema import FORMAT, newer
from casekit.language.data.toml import MOST_FINDINGS, place_in
from casekit.language.places import NotedPlaces, note_header, note_places, noting_places
from casekit.language.source_files import (
    decode,
    inside,
    is_file,
    is_there,
    leads_to_anything,
    read_bytes,
    resolved,
)
from casekit.language.suggestions import name_key
from casekit.values import frozen
from casekit.values.grouping import grouped

EDITION = "edition.toml"
_SUFFIX = ".toml"

_TITLE = re.compile(r"^title[ \t]*:[ \t]*(\S.*?)(?=[ \t]*\r?$|[ \t]//)", re.MULTILINE)
_BEFORE_TABLES = r"(?:(?!\[)[^\n]*\n)*?"
_GAME = re.compile(_BEFORE_TABLES + r"game[ \t]*=[ \t]*[\"']([^\"'\n]*)[\"']")
_FORMAT = re.compile(_BEFORE_TABLES + r"([\"']?)format\1[ \t]*=[ \t]*+([^\n#]*[^\s#])")
_LONGEST_FORMAT = 20
_COMMENTS = re.compile(r"\A(?:[ \t]*(?:#[^\n]*)?\n)+")
_HEADER = 4_096
"""How many bytes at the beginning of a case hold its title."""


@frozen
class LoadedEdition:
    """An edition as found on disk: its game and what it holds, or what is wrong with it.

    ``titles`` are those of the cases in its booklets, by file: no paragraph may name another's case. ``game``
    is as it names it, even if there is no such game. ``sources`` are its own text and those of the files that
    it names.
    """

    settings: edition_settings.EditionSettings | None
    diagnostics: tuple[Finding, ...] = ()
    sources: tuple[Source, ...] = ()
    titles: Mapping[Path, str] = field(default_factory=dict)
    game: str = DEFAULT

    def may_serve(self, game: str) -> bool:
        """Whether it is one for documents of a game, as far as it can be read."""
        return self.settings is None or self.game == game

    def other_titles(self, case: Path) -> tuple[str, ...]:
        """The titles of the other cases of the edition."""
        place = resolved(case)
        return tuple(title for file, title in self.titles.items() if file != place)


@dataclass
class EditionFinder:
    """Finds the edition a case belongs to, and reads each edition file once.

    ``override`` is the edition file to take for every case instead of the nearest; ``loaded_editions`` are
    those read so far, and ``places`` what was looked at for each of these. Whoever gives an edition that was
    read elsewhere need not know its places.
    """

    override: Path | None = None
    loaded_editions: dict[Path, LoadedEdition] = field(default_factory=dict)
    places: dict[Path, NotedPlaces] = field(default_factory=dict)

    def of(self, folder: Path, game: str = DEFAULT) -> LoadedEdition:
        """The edition for a case in a folder: the nearest file in it or above, else the built-in one."""
        if self.override is not None:
            edition = self.read(self.override)
            if edition.may_serve(game):
                return edition
            return LoadedEdition(None, (_other_game(self.override, edition, game),))
        here = resolved(folder)
        for candidate in (here, *here.parents):
            # An edition that cannot be read is a finding, not a reason to take another.
            if is_there(candidate / EDITION):
                edition = self.read(candidate / EDITION, candidate)
                if edition.may_serve(game):
                    return edition
        return LoadedEdition(game_called(game).language.default_edition(), game=game)

    def read(self, file: Path, within: Path | None = None) -> LoadedEdition:
        """Read an edition file; ``within`` is the folder it was found in, if the user did not name it."""
        if file not in self.loaded_editions:
            with noting_places() as places:
                edition, failed = caught(lambda: self._load(file, within), Span(shown(file)))
            self.loaded_editions[file] = edition or LoadedEdition(None, failed)
            self.places[file] = places
        if file in self.places:
            note_places(self.places[file])
        return self.loaded_editions[file]

    def note(self, edition: LoadedEdition) -> None:
        """Note the places on which an edition that was read before depends."""
        for file, loaded_edition in self.loaded_editions.items():
            if loaded_edition is edition and file in self.places:
                note_places(self.places[file])

    @staticmethod
    def _load(file: Path, within: Path | None) -> LoadedEdition:
        name = shown(file)
        data, problems = read_bytes(file, within, name)
        if data is None:
            return LoadedEdition(None, problems)
        source, _ = decode(data, name)
        game, game_problems = _game_of(source)
        format_findings = _format_of(source)
        format_errors = [finding for finding in format_findings if finding.code is not codes.UNSTATED_FORMAT]
        # A newer format may be of games that are not here.
        problems = tuple(format_errors) or game_problems
        if problems:
            return LoadedEdition(None, problems, (source,), game=game)
        loaded = game_called(game).language.load_edition(data, Path(name))
        settings = loaded.settings
        if settings is None:
            return LoadedEdition(None, loaded.diagnostics, loaded.sources, game=game)
        titles = dict(_titles(settings, file))
        # A case that is missing does not keep the others from being checked.
        further = islice(_findings_on_files(settings, file, source, titles, loaded.sources), MOST_FINDINGS)
        findings = (*format_findings, *loaded.diagnostics, *further)
        return LoadedEdition(settings, findings, loaded.sources, titles, game)


def _findings_on_files(
    settings: edition_settings.EditionSettings,
    file: Path,
    source: Source,
    titles: Mapping[Path, str],
    sources: tuple[Source, ...],
) -> Iterator[Finding]:
    """Findings on the cases of booklets, and on letters in the edition and the files that it names."""
    yield from _booklet_problems(settings, source, file)
    yield from _repeated_titles(titles, source, file)
    for text in sources:
        yield from edition_letters(text)


def _game_of(source: Source) -> tuple[str, tuple[Finding, ...]]:
    """The name of the game that an edition has before its first table, and why there is no such game."""
    named = _GAME.match(source.text)
    if named is None:
        return DEFAULT, ()
    _, problems = usable_game(named, source, codes.INVALID_EDITION)
    return named[1], problems


def _format_of(source: Source) -> tuple[Finding, ...]:
    """A note if an edition does not name its format before its first table.

    An error if that is not a format, or a newer one.
    """
    named = _FORMAT.match(source.text)
    if named is None:
        message = f"this edition does not say its format; it is read as format {FORMAT}"
        hint = f"write `format = {FORMAT}` before its first key; `casekit fmt --upgrade` does so"
        first = len(source.text) - len(_COMMENTS.sub("", source.text, count=1))
        fix = (Edit(source.span(first, first), f"format = {FORMAT}\n"),)
        return (codes.UNSTATED_FORMAT.at(source.whole(), message, hint=hint, fix=fix),)
    value, place = named[2], source.span(*named.span(2))
    if value == str(FORMAT):
        return ()
    # More digits than any format has may be too many for a number.
    number = int(value) if value.isdecimal() and len(value) < _LONGEST_FORMAT else value
    if later := newer(codes.NEWER_FORMAT, "this edition", number, place):
        return later
    message = f"`{value[:_LONGEST_FORMAT]}` is not a format of editions: there is only {FORMAT}"
    return (codes.INVALID_EDITION.at(place, message, hint=f"write `format = {FORMAT}`"),)


def _other_game(file: Path, edition: LoadedEdition, game: str) -> Finding:
    return codes.INVALID_EDITION.at(
        Span(shown(file)),
        f"this is an edition of {edition.game}, but the document is one of {game}",
        hint="name an edition of the same game",
    )


def cases_of(booklet: edition_settings.BookletSettings, edition_file: Path) -> tuple[Path, ...]:
    """The files of a booklet's cases that are there, in their order; no other file of the machine is read."""
    root = edition_file.parent
    return tuple(root / case for case in booklet.cases if inside(root, case) and is_file(root / case))


def _titles(settings: edition_settings.EditionSettings, edition_file: Path) -> Iterator[tuple[Path, str]]:
    files: dict[Path, None] = {}
    for booklet in settings.booklets:
        for case in cases_of(booklet, edition_file):
            files[resolved(case)] = None
    # With a single case there is no other to name, and its file need not be read twice.
    if len(files) == 1:
        return
    for file in files:
        # The check of a case reports that it cannot be read.
        with noting_places():  # of its bytes only the title matters
            data, _ = read_bytes(file, edition_file.parent)
        title = title_in(data or b"")
        note_header(file, title)
        if title:
            yield file, title


def _repeated_titles(titles: Mapping[Path, str], source: Source, file: Path) -> Iterator[Finding]:
    """Titles that several cases have: in tables of contents and among readers they cannot be told apart."""
    owners = grouped((name_key(title), case) for case, title in titles.items())
    folder = resolved(file.parent)
    for cases in owners.values():
        if len(cases) == 1:
            continue
        *others, last = [case.relative_to(folder).as_posix() for case in cases]
        yield codes.REPEATED_TITLE.at(
            place_in(source, ("booklets",)),
            f"{', '.join(others)} and {last} have the same title, “{titles[cases[0]]}”",
            hint="give each case a title of its own",
        )


def title_in(data: bytes) -> str:
    """The title in the header of a document; empty if there is none."""
    field = _TITLE.search(data[:_HEADER].decode("utf-8-sig", "replace"))
    return field[1] if field else ""


def _booklet_problems(
    settings: edition_settings.EditionSettings, source: Source, file: Path
) -> Iterator[Finding]:
    """Cases that an edition's booklets name and that are not there, or not the edition's to print."""
    root = file.parent
    for index, booklet in enumerate(settings.booklets):
        place = place_in(source, ("booklets", index))
        if not booklet.cases:
            yield codes.MISSING_CASE.at(
                place,
                f"the booklet `{booklet.slug}` has no cases",
                hint='list its files, as in `cases = ["the-last-toast.case"]`',
            )
        for case in booklet.cases:
            within = inside(root, case)
            if not within or not is_file(root / case):
                exists = leads_to_anything(root / case)
                reason = "not a file" if exists else "not there"
                yield codes.MISSING_CASE.at(
                    place,
                    f"the booklet `{booklet.slug}` names {case}, which is "
                    + (reason if within else "outside the edition's folder"),
                    hint="name a case file in the edition's folder or below it",
                )


def is_edition(path: Path) -> bool:
    """Whether a path names an edition rather than a case."""
    return path.suffix == _SUFFIX


def shown(file: Path) -> str:
    """A path as messages show it: relative to the current folder, if it is below that."""
    try:
        # The file itself may be a link, even one that leads nowhere: its own name counts.
        return (resolved(file.parent) / file.name).relative_to(Path.cwd()).as_posix()
    except (OSError, RuntimeError, ValueError):
        return file.as_posix()
