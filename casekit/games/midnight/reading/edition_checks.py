"""Whether an edition is consistent in itself: no name twice, nothing that refers to nothing."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from casekit.diagnostics import Diagnostic, Source
from casekit.games.faults import Fault, faults_found, repeated, repeated_slugs, unmakeable
from casekit.games.midnight import codes
from casekit.games.midnight.edition import Edition
from casekit.games.midnight.reading.case_forms import BLOCKS
from casekit.games.midnight.reading.declarations import RESERVED_IN_CASES
from casekit.language.data.toml import place_in
from casekit.language.formula.scope import NAME

_CAPITALS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_TOPICS = frozenset(("motive",))
"""Words of the language that are topics all the same (rulebook, "Investigate")."""
_BUILT_IN = re.compile(r"suspect|person|location|zone(?:-\d+)?|motive|method")
"""The names of types and zones in formulas; no location can have such a slug."""


def check_edition(edition: Edition, source: Source) -> tuple[Diagnostic, ...]:
    """Report what does not fit together in an edition read from ``source``."""
    faults = chain(
        _repetitions(edition),
        repeated_slugs(edition.booklets),
        _references(edition),
        _names(edition),
        unmakeable(edition.booklets),
    )
    return (*faults_found(faults, source), *_unspoken(edition, source))


def _unspoken(edition: Edition, source: Source) -> Iterator[Diagnostic]:
    """General rules that no reader sees."""
    for index, rule in enumerate(edition.rules):
        if not rule.sentence:
            yield Diagnostic(
                codes.RULE_WITHOUT_SENTENCE,
                f"the general rule `{rule.formula}` has no sentence, so no reader knows it",
                place_in(source, ("rules", index)),
                hint="write it as a table: `[[rules]]` with a `formula` and the `sentence` that is printed for it",
            )


def _repetitions(edition: Edition) -> Iterator[Fault]:
    columns: tuple[tuple[str, str, Iterable[str | int]], ...] = (
        ("suspects", "name", [suspect.name for suspect in edition.suspects]),
        ("suspects", "letter", [suspect.letter for suspect in edition.suspects]),
        ("zones", "number", [zone.number for zone in edition.zones]),
        ("locations", "number", [location.number for location in edition.locations]),
        ("locations", "slug", [location.slug for location in edition.locations]),
        ("topics", "slug", [topic.slug for topic in edition.topics]),
    )
    for table, column, values in columns:
        yield from repeated(table, column, values)


def _references(edition: Edition) -> Iterator[Fault]:
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


def _names(edition: Edition) -> Iterator[Fault]:
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
