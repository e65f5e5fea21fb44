"""Names in an edition that not every machine can have as names of files (Windows, "Naming Files, Paths, and Namespaces")."""

from collections.abc import Iterator
from posixpath import normpath

from casekit.diagnostics import Diagnostic, Source, codes
from casekit.games.midnight.edition import Edition
from casekit.language.data.toml import place_in
from casekit.system.portable_names import flaw


def check_file_names(edition: Edition, source: Source) -> Iterator[Diagnostic]:
    """Report booklets, cases and decks whose files could not be written, or not be told apart, on another machine."""
    for place, told, name in _names(edition):
        if reason := flaw(name):
            yield _finding(source, place, f"{told} {reason}")
    yield from _alike(edition, source)


def _names(edition: Edition) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    """Every name: its place in the edition, what it is called in messages, and the name."""
    for index, booklet in enumerate(edition.booklets):
        yield ("booklets", index), f"the slug `{booklet.slug}`", booklet.slug
        for case in booklet.cases:
            yield ("booklets", index), f"the case `{case}`", case
    if edition.deck:
        yield ("deck",), f"the deck `{edition.deck}`", edition.deck


def _alike(edition: Edition, source: Source) -> Iterator[Diagnostic]:
    """Cases whose names differ in capitals only; that of slugs is a matter of ``edition_checks``."""
    seen: dict[str, str] = {}
    for index, booklet in enumerate(edition.booklets):
        for case in map(normpath, booklet.cases):
            other = seen.setdefault(case.casefold(), case)
            if other != case:
                message = f"the case `{case}` differs from `{other}` in capitals only: on many disks they are one file"
                yield _finding(source, ("booklets", index), message)


def _finding(source: Source, place: tuple[str | int, ...], message: str) -> Diagnostic:
    return Diagnostic(codes.UNPORTABLE_NAME, message, place_in(source, place), hint="give it another name")
