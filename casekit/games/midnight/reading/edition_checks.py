"""Whether an edition is consistent in itself: no name twice, nothing that refers to nothing."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from posixpath import normpath

from casekit.diagnostics import Diagnostic, Source, codes
from casekit.games.colours import COLOURS
from casekit.games.midnight.edition import Edition
from casekit.games.midnight.reading.case_tree import BLOCKS
from casekit.games.midnight.reading.declarations import RESERVED_IN_CASES
from casekit.language.data.toml import MOST_FINDINGS, place_in
from casekit.language.formula.scope import NAME
from casekit.print.content.papers import PAPERS

_CAPITALS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_TOPICS = frozenset(("motive",))
"""Words of the language that are topics all the same (rulebook, "Investigate")."""
_FILE_NAME = re.compile(r"[\w-]{1,60}")
"""A booklet's slug: its files are named after it, in the folder they are built in and nowhere else."""
_MIXED_COLOUR = re.compile(r"#[0-9a-f]{6}")
_BUILT_IN = re.compile(r"suspect|person|location|zone(?:-\d+)?|motive|method")
"""What formulas call types and zones; no location can have such a slug."""


def check_edition(edition: Edition, source: Source) -> tuple[Diagnostic, ...]:
    """Report what does not fit together in an edition read from ``source``."""
    found = (
        finding for check in (_repetitions, _references, _names, _booklets) for finding in check(edition)
    )
    return tuple(
        Diagnostic(codes.INCONSISTENT_EDITION, message, place_in(source, path), hint=hint)
        for path, message, hint in islice(found, MOST_FINDINGS)
    )


Finding = tuple[tuple[str | int, ...], str, str]


def _repetitions(edition: Edition) -> Iterator[Finding]:
    columns: tuple[tuple[str, str, Iterable[str | int]], ...] = (
        ("suspects", "name", [suspect.name for suspect in edition.suspects]),
        ("suspects", "letter", [suspect.letter for suspect in edition.suspects]),
        ("zones", "number", [zone.number for zone in edition.zones]),
        ("locations", "number", [location.number for location in edition.locations]),
        ("locations", "slug", [location.slug for location in edition.locations]),
        ("topics", "slug", [topic.slug for topic in edition.topics]),
        # Files are named after it, and many disks tell no capitals from small letters.
        ("booklets", "slug", [booklet.slug.casefold() for booklet in edition.booklets]),
    )
    for table, column, values in columns:
        seen: set[str | int] = set()
        for index, value in enumerate(values):
            if value in seen:
                yield (
                    (table, index),
                    f"two of the {table} have the {column} `{value}`",
                    f"give each its own {column}",
                )
            seen.add(value)


def _references(edition: Edition) -> Iterator[Finding]:
    zones = {zone.number for zone in edition.zones}
    for index, location in enumerate(edition.locations):
        if location.zone not in zones:
            message = f"location {location.number} is in zone {location.zone}, which does not exist"
            yield ("locations", index), message, "name the number of a zone"
    for index, suspect in enumerate(edition.suspects):
        if suspect.cabin not in edition.locations_by_number:
            message = f"{suspect.name}'s cabin {suspect.cabin} is not a location"
            yield ("suspects", index), message, "name the number of a location"
    for index, zone in enumerate(edition.zones):
        for way in zone.ways:
            if way not in zones:
                yield (
                    ("zones", index),
                    f"a way leads from zone {zone.number} to zone {way}, which does not exist",
                    ("name the number of a zone"),
                )


def _names(edition: Edition) -> Iterator[Finding]:
    for index, suspect in enumerate(edition.suspects):
        if not _CAPITALS.fullmatch(suspect.name) or suspect.name != suspect.name.upper():
            message = f"the suspect `{suspect.name}` is not a first name in capitals"
            yield ("suspects", index), message, "write the name in capitals, as in `KATRINA`"
    slugs = [("locations", index, location.slug) for index, location in enumerate(edition.locations)]
    slugs += [("topics", index, topic.slug) for index, topic in enumerate(edition.topics)]
    for table, index, slug in slugs:
        reserved = slug in {*RESERVED_IN_CASES, *BLOCKS} - _TOPICS
        if reserved or (table == "locations" and _BUILT_IN.fullmatch(slug)) or not NAME.fullmatch(slug):
            message = f"`{slug}` cannot be a slug"
            yield (table, index), message, "use letters, digits and hyphens, and no word of the language"


def _booklets(edition: Edition) -> Iterator[Finding]:
    for index, booklet in enumerate(edition.booklets):
        if booklet.paper not in PAPERS:
            message = f"there is no paper `{booklet.paper}`"
            yield ("booklets", index), message, f"it is one of {', '.join(PAPERS)}"
        colour = booklet.colour.lower()
        if colour not in COLOURS and not _MIXED_COLOUR.fullmatch(colour):
            message = f"there is no colour `{booklet.colour}`"
            known = ", ".join(name for name in COLOURS if name)
            yield ("booklets", index), message, f"it is one of {known}, or `#rrggbb`"
        files = [normpath(case) for case in booklet.cases]
        for case in (case for case, times in Counter(files).items() if times > 1):
            message = f"the booklet `{booklet.slug}` names {case} more than once"
            yield (
                ("booklets", index),
                message,
                "name each case once; its paragraphs would have two numbers each",
            )
        if not _FILE_NAME.fullmatch(booklet.slug):
            message = f"`{booklet.slug}` cannot be the name of a file"
            yield ("booklets", index), message, "use letters, digits, hyphens and underscores, 60 at most"
