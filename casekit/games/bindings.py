"""Booklets as an edition lists them, for every game, and the names of files that they lead to."""

from collections.abc import Iterator
from dataclasses import dataclass
from posixpath import normpath

from casekit.diagnostics import Diagnostic, Source, codes
from casekit.language.data.toml import place_in
from casekit.system.portable_names import flaw


@dataclass(frozen=True, slots=True)
class BookletSettings:
    """Documents that are bound together. ``cases`` are file names relative to the edition file."""

    slug: str
    colour: str = ""
    cases: tuple[str, ...] = ()
    paper: str = "a5"


def check_file_names(
    booklets: tuple[BookletSettings, ...], source: Source, deck: str = ""
) -> Iterator[Diagnostic]:
    """Report files that could not be written, or not be told apart, on another machine: booklets, cases and a deck.

    Source: Windows, "Naming Files, Paths, and Namespaces".
    """
    for place, told, name in _names(booklets, deck):
        if reason := flaw(name):
            yield _finding(source, place, f"{told} {reason}")
    yield from _alike(booklets, source)


def _names(
    booklets: tuple[BookletSettings, ...], deck: str
) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    """Every name: its place in the edition, what it is called in messages, and the name."""
    for index, booklet in enumerate(booklets):
        yield ("booklets", index), f"the slug `{booklet.slug}`", booklet.slug
        for case in booklet.cases:
            yield ("booklets", index), f"the case `{case}`", case
    if deck:
        yield ("deck",), f"the deck `{deck}`", deck


def _alike(booklets: tuple[BookletSettings, ...], source: Source) -> Iterator[Diagnostic]:
    """Cases whose names differ in capitals only; that of slugs is a matter of each game's edition checks."""
    seen: dict[str, str] = {}
    for index, booklet in enumerate(booklets):
        for case in map(normpath, booklet.cases):
            other = seen.setdefault(case.casefold(), case)
            if other != case:
                message = f"the case `{case}` differs from `{other}` in capitals only: on many disks they are one file"
                yield _finding(source, ("booklets", index), message)


def _finding(source: Source, place: tuple[str | int, ...], message: str) -> Diagnostic:
    return Diagnostic(codes.UNPORTABLE_NAME, message, place_in(source, place), hint="give it another name")
