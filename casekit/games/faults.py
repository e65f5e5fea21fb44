"""Inconsistencies in the settings of any game: names that occur twice, booklets that cannot be made."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from posixpath import normpath

from casekit.diagnostics import Diagnostic, Source, codes
from casekit.games.bindings import BookletSettings
from casekit.games.colours import COLOURS
from casekit.language.data.toml import MOST_FINDINGS, place_in
from casekit.print.content.papers import PAPERS
from casekit.system.portable_names import folded

Fault = tuple[tuple[str | int, ...], str, str]
"""The path to what is wrong in the data, what is wrong, and what to do."""

_FILE_NAME = re.compile(r"[\w-]{1,60}")
"""A booklet's slug: its files are named after it, in the folder they are built in and nowhere else."""
_MIXED_COLOUR = re.compile(r"#[0-9a-f]{6}")


def faults_found(faults: Iterable[Fault], source: Source) -> tuple[Diagnostic, ...]:
    """The first faults of settings read from ``source``, as findings."""
    return tuple(
        Diagnostic(codes.INCONSISTENT_EDITION, message, place_in(source, path), hint=hint)
        for path, message, hint in islice(faults, MOST_FINDINGS)
    )


def repeated(table: str, column: str, values: Iterable[str | int]) -> Iterator[Fault]:
    """Values that occur twice in a column of an array of tables."""
    seen: set[str | int] = set()
    for index, value in enumerate(values):
        if value in seen:
            yield (
                (table, index),
                f"two of the {table} have the {column} `{value}`",
                f"give each its own {column}",
            )
        seen.add(value)


def repeated_slugs(booklets: Sequence[BookletSettings]) -> Iterator[Fault]:
    """Booklets whose files would have one name; many disks do not distinguish capitals from small letters."""
    yield from repeated("booklets", "slug", [folded(booklet.slug) for booklet in booklets])


def unmakeable(booklets: Sequence[BookletSettings]) -> Iterator[Fault]:
    """Booklets on unknown paper or in an unknown colour, with a file twice, or with a slug that names no file."""
    for index, booklet in enumerate(booklets):
        place = ("booklets", index)
        if booklet.paper not in PAPERS:
            message = f"there is no paper `{booklet.paper}`"
            yield place, message, f"it is one of {', '.join(PAPERS)}"
        colour = booklet.colour.lower()
        if colour not in COLOURS and not _MIXED_COLOUR.fullmatch(colour):
            message = f"there is no colour `{booklet.colour}`"
            known = ", ".join(name for name in COLOURS if name)
            yield place, message, f"it is one of {known}, or `#rrggbb`"
        files = [normpath(case) for case in booklet.cases]
        for case in (case for case, times in Counter(files).items() if times > 1):
            message = f"the booklet `{booklet.slug}` names {case} more than once"
            yield place, message, "name each case once; it would be printed twice"
        if not _FILE_NAME.fullmatch(booklet.slug):
            message = f"`{booklet.slug}` cannot be the name of a file"
            yield place, message, "use letters, digits, hyphens and underscores, 60 at most"
