"""The settings that editions of all games share: booklets, their colours, the imprint, and checks of these.

The checks find names that occur twice or that no file can have, and booklets that cannot be made.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from posixpath import normpath
from typing import Any, Protocol

from casekit.diagnostics import Code, Finding, Source, codes
from casekit.language.data.toml import MOST_FINDINGS, place_in
from casekit.language.suggestions import is_strange
from casekit.print.content.papers import OFFICE_PAPER_THICKNESS, PAPERS
from casekit.system.file_names import flaw, folded
from casekit.values import frozen


@frozen(slots=True)
class BookletSettings:
    """Documents that are bound together. ``cases`` are file names relative to the edition file.

    The rest is for a cover in one piece: a number for its bar code, an ``isbn`` or any other ``ean``; the
    prose on its ``back``; the text on its ``spine`` if it is not the title; the ``thickness`` of a sheet of
    the paper in millimetres.
    """

    slug: str
    colour: str = ""
    cases: tuple[str, ...] = ()
    paper: str = "a5"
    isbn: str = ""
    ean: str = ""
    back: str = ""
    spine: str = ""
    thickness: float = OFFICE_PAPER_THICKNESS

    @property
    def has_cover(self) -> bool:
        """Whether something is said that only a cover in one piece shows."""
        return any((self.isbn, self.ean, self.back.strip(), self.spine.strip()))


@frozen(slots=True)
class Imprint:
    """The people who made an edition, when, and what others may do with it.

    Empty parts are not printed, and no ``year`` if it is 0.
    """

    publisher: str = ""
    printer: str = ""
    year: int = 0
    printing: str = ""
    rights: str = ""
    credits: tuple[str, ...] = ()


class EditionSettings(Protocol):
    """The settings that all documents of an edition share."""

    @property
    def title(self) -> str:
        """The title of the edition."""

    @property
    def language(self) -> str:
        """The language of its prose, a tag of IETF BCP 47."""

    @property
    def booklets(self) -> Sequence[BookletSettings]:
        """The booklets that are bound."""

    @property
    def imprint(self) -> Imprint:
        """The people who made it."""

    @property
    def file(self) -> Path | None:
        """Where they were read from; ``None`` for those that are built in."""


DataPath = tuple[str | int, ...]
"""The keys and indices that lead to a place in the data of an edition."""


def check_file_names(
    booklets: tuple[BookletSettings, ...], source: Source, deck: str = ""
) -> Iterator[Finding]:
    """Report names that other machines cannot write or do not distinguish: of booklets, cases and a deck.

    Source: Windows, "Naming Files, Paths, and Namespaces".
    """
    for path, message in (*_unwritable_names(booklets, deck), *_indistinguishable_cases(booklets)):
        yield codes.UNPORTABLE_NAME.at(place_in(source, path), message, hint="give it another name")


def _unwritable_names(booklets: tuple[BookletSettings, ...], deck: str) -> Iterator[tuple[DataPath, str]]:
    for path, description, name in _file_names(booklets, deck):
        reason = flaw(name)
        if reason:
            yield path, f"{description} {reason}"


def _file_names(booklets: tuple[BookletSettings, ...], deck: str) -> Iterator[tuple[DataPath, str, str]]:
    """Every name of a file: its path in the edition, its description in messages, and the name."""
    for index, booklet in enumerate(booklets):
        yield ("booklets", index), f"the slug `{booklet.slug}`", booklet.slug
        for case in booklet.cases:
            yield ("booklets", index), f"the case `{case}`", case
    if deck:
        yield ("deck",), f"the deck `{deck}`", deck


def _indistinguishable_cases(booklets: tuple[BookletSettings, ...]) -> Iterator[tuple[DataPath, str]]:
    """Cases whose names differ in capitals or forms of Unicode only.

    Each game's edition checks compare slugs.
    """
    seen: dict[str, str] = {}
    for index, booklet in enumerate(booklets):
        for case in map(normpath, booklet.cases):
            other = seen.setdefault(folded(case), case)
            if other != case:
                message = (
                    f"the case `{case}` differs from `{other}` only in capitals or in forms of Unicode: "
                    "on many disks they are one file"
                )
                yield ("booklets", index), message


def check_bar_codes(booklets: tuple[BookletSettings, ...], source: Source) -> Iterator[Finding]:
    """Report numbers of which no bar code can be made, and booklets that have two."""
    for index, booklet in enumerate(booklets):
        path = ("booklets", index)
        for kind, number in (("ISBN", booklet.isbn), ("EAN", booklet.ean)):
            problem = _flaw_of_bar_code(number, kind)
            if problem:
                reason, hint = problem
                yield codes.WRONG_BAR_CODE.at(
                    place_in(source, (*path, kind.lower())),
                    f"`{number}` is not an {kind}: {reason}",
                    hint=hint,
                )
        if booklet.isbn and booklet.ean:
            yield codes.WRONG_BAR_CODE.at(
                place_in(source, (*path, "ean")),
                f"the booklet `{booklet.slug}` has both an ISBN and another EAN, but a cover has one bar code",
                hint="leave out `ean`: the ISBN is one",
            )


def _flaw_of_bar_code(number: str, kind: str) -> tuple[str, str] | None:
    """The reason why a number is not of its kind, and a hint; none if it is right or left out."""
    if not number:
        return None
    from casekit.print.content import bar_code  # noqa: PLC0415 -- few editions have one

    return bar_code.flaw(number, books=kind == "ISBN")


Fault = tuple[DataPath, str, str]
"""The path to what is wrong in the data, what is wrong, and what to do."""

_FILE_NAME = re.compile(r"[\w-]{1,60}")
"""A booklet's slug: its files are named after it, in the folder they are built in and nowhere else."""
_MIXED_COLOUR = re.compile(r"#[0-9a-f]{6}")


def faults_found(
    faults: Iterable[Fault], source: Source, code: Code = codes.INVALID_EDITION
) -> tuple[Finding, ...]:
    """The first faults of settings read from ``source``, as findings."""
    return tuple(
        code.at(place_in(source, path), message, hint=hint)
        for path, message, hint in islice(faults, MOST_FINDINGS)
    )


def repeated(
    table: str,
    column: str,
    values: Iterable[str | int],
    key: Callable[[Any], str | int] = lambda value: value,
) -> Iterator[Fault]:
    """Values that occur twice in a column of an array of tables: those with one ``key`` are the same."""
    seen: set[str | int] = set()
    for index, value in enumerate(values):
        if key(value) in seen:
            yield (
                (table, index),
                f"two of the {table} have the {column} `{value}`",
                f"give each its own {column}",
            )
        seen.add(key(value))


def disguised(source: Source, table: str, column: str, names: Sequence[str]) -> Iterator[Finding]:
    """Names in a column of an array of tables that have letters of two scripts, or look like others.

    A printed name of several words may have letters of any script.
    """
    if not any(map(is_strange, names)):
        return
    from casekit.language import look_alikes  # noqa: PLC0415 -- few editions have such names

    shapes, reported = look_alikes.Shapes(names), set[str]()
    for index, name in enumerate(names):
        if not is_strange(name):
            continue
        look_alike = shapes.meant(name)
        foreign_letters = "" if " " in name else look_alikes.strangers(name)
        if look_alike and look_alike not in reported:
            reported.add(name)
            difference = look_alikes.difference(name, look_alike)
            yield codes.LOOK_ALIKE_NAMES.at(
                place_in(source, (table, index)),
                f"two of the {table} have a {column} that looks like `{look_alike}`: one has {difference}",
                hint=f"write the same letters, or give one of them another {column}",
            )
        elif foreign_letters:
            listing = look_alikes.named_letters(foreign_letters)
            yield codes.DISGUISED_NAME.at(
                place_in(source, (table, index)),
                f"the {column} `{name}` has letters of two scripts: {listing} among others",
                hint="write all its letters in one script",
            )


def repeated_slugs(booklets: Sequence[BookletSettings]) -> Iterator[Fault]:
    """Booklets whose files would have one name; many disks do not distinguish capitals from small letters."""
    yield from repeated("booklets", "slug", [folded(booklet.slug) for booklet in booklets])


def unmakeable(booklets: Sequence[BookletSettings]) -> Iterator[Fault]:
    """Booklets on unknown paper or in an unknown colour, with a file twice, or with an unusable slug."""
    for index, booklet in enumerate(booklets):
        path = ("booklets", index)
        if booklet.paper not in PAPERS:
            yield path, f"there is no paper `{booklet.paper}`", f"it is one of {', '.join(PAPERS)}"
        colour = booklet.colour.lower()
        if colour not in COLOURS and not _MIXED_COLOUR.fullmatch(colour):
            known = ", ".join(name for name in COLOURS if name)
            yield path, f"there is no colour `{booklet.colour}`", f"it is one of {known}, or `#rrggbb`"
        for case, times in Counter(map(normpath, booklet.cases)).items():
            if times > 1:
                yield (
                    path,
                    f"the booklet `{booklet.slug}` names {case} more than once",
                    "name each case once; it would be printed twice",
                )
        if not _FILE_NAME.fullmatch(booklet.slug):
            yield (
                path,
                f"`{booklet.slug}` cannot be the name of a file",
                "use letters, digits, hyphens and underscores, 60 at most",
            )


COLOURS = {
    "": "#1f3a5f",
    "blue": "#1f3a5f",
    "green": "#1d4d3f",
    "red": "#7a1f2b",
    "violet": "#47305f",
    "brown": "#5a3d22",
    "grey": "#3c434b",
    "black": "#1c1c1c",
}
"""Colours that an edition may call by name, as ``#rrggbb``; the empty name is that of the night."""

_WHITE, _BLACK = (255, 255, 255), (8, 10, 16)


def accent_of(colour: str) -> str:
    """The colour of headings and drawings as ``#rrggbb``; that of the night for what is not a colour."""
    accent = COLOURS.get(colour.lower(), colour.lower())
    return accent if _MIXED_COLOUR.fullmatch(accent) else COLOURS[""]


def shades(accent: str) -> dict[str, str]:
    """Lighter and darker shades of a colour, all as ``#rrggbb``."""
    colour = [int(accent[start : start + 2], 16) for start in (1, 3, 5)]
    return {
        "deep": _mix(colour, _BLACK, 0.6),
        "night": _mix(colour, _BLACK, 0.25),
        "dusk": _mix(colour, _WHITE, 0.12),
        "mist": _mix(colour, _WHITE, 0.62),
        "glow": _mix(colour, _WHITE, 0.9),
    }


def _mix(colour: Sequence[int], other: Sequence[int], part: float) -> str:
    """A colour with a ``part`` of another one, from 0 to 1; both as their red, green and blue."""
    mixed = [round(own + (added - own) * part) for own, added in zip(colour, other, strict=True)]
    return "#" + "".join(f"{value:02x}" for value in mixed)
