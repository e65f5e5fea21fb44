"""From an ``edition.toml`` to an edition, or to what is wrong with it.

No name may occur twice, and nothing may refer to what does not exist.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from casekit.diagnostics import Finding, Source, codes, has_errors
from casekit.games.midnight.board_figures import PLAYERS, Deck, TableFigures
from casekit.games.midnight.codes import MISSING_DECK, RULE_WITHOUT_SENTENCE, UNPLAYABLE_EDITION
from casekit.games.midnight.document import (
    LEVELS,
    SETTING,
    THRESHOLDS,
    Drawings,
    Edition,
    GeneralRule,
    Location,
    Quotations,
    Suspect,
    Topic,
    Zone,
)
from casekit.games.midnight.language import deck_file, line_forms, scope
from casekit.games.midnight.language.board_limits import unfitting_figures
from casekit.kit import editions, interface
from casekit.kit.edition_settings import (
    BookletSettings,
    Fault,
    Imprint,
    check_bar_codes,
    check_file_names,
    disguised,
    faults_found,
    repeated,
    repeated_slugs,
    unmakeable,
)
from casekit.language.data.toml import (
    MalformedError,
    limits_of,
    list_of,
    only_keys,
    place_in,
    read_shaped,
    scalar,
    table,
    tables,
    value_of,
)
from casekit.language.formula.nodes import NAME, other_name
from casekit.language.source_files import decode, inside, is_there, read_bytes
from casekit.language.suggestions import name_key
from casekit.values import fields, replace

_CAPITALS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_TOPICS = frozenset(("motive",))
"""Words of the language that are topics all the same (rulebook, "Investigate")."""
_BUILT_IN_NAMES = re.compile(r"suspect|person|location|zone(?:-\d+)?|motive|method")
"""The names of types and zones in formulas; no location can have such a slug."""


def check_edition(edition: Edition, source: Source) -> tuple[Finding, ...]:
    """Report what does not fit together in an edition read from ``source``."""
    faults = chain(
        _repetitions(edition),
        repeated_slugs(edition.booklets),
        _references(edition),
        _names(edition),
        unmakeable(edition.booklets),
    )
    return (*faults_found(faults, source), *_unspoken(edition, source), *_disguised(edition, source))


def _disguised(edition: Edition, source: Source) -> Iterator[Finding]:
    """Names that are not what they look like."""
    named = {"suspects": ("name",), "locations": ("slug", "name"), "topics": ("slug", "name")}
    for table_name, columns in named.items():
        rows = getattr(edition, table_name)
        for column in columns:
            yield from disguised(source, table_name, column, [getattr(row, column) for row in rows])


def _unspoken(edition: Edition, source: Source) -> Iterator[Finding]:
    """General rules that no reader sees."""
    for index, rule in enumerate(edition.rules):
        if not rule.sentence:
            yield RULE_WITHOUT_SENTENCE.at(
                place_in(source, ("rules", index)),
                f"the general rule `{rule.formula}` has no sentence, so no reader knows it",
                hint="write it as a table: `[[rules]]` with a `formula`"
                " and the `sentence` that is printed for it",
            )


def _repetitions(edition: Edition) -> Iterator[Fault]:
    yield from repeated("suspects", "name", [suspect.name for suspect in edition.suspects], key=name_key)
    columns = (("suspects", "letter"), ("zones", "number"), ("locations", "number"))
    for name, column in (*columns, ("locations", "slug"), ("topics", "slug")):
        yield from repeated(name, column, [getattr(row, column) for row in getattr(edition, name)])


def _references(edition: Edition) -> Iterator[Fault]:
    zones = {zone.number for zone in edition.zones}
    for index, location in enumerate(edition.locations):
        if location.zone not in zones:
            yield (
                ("locations", index),
                f"location {location.number} is in zone {location.zone}, which does not exist",
                "name the number of a zone",
            )
    for index, suspect in enumerate(edition.suspects):
        if suspect.cabin is not None and suspect.cabin not in edition.locations_by_number:
            yield (
                ("suspects", index),
                f"{suspect.name}'s cabin {suspect.cabin} is not a location",
                "name the number of a location, or leave out `cabin` where nobody has one",
            )
    for index, zone in enumerate(edition.zones):
        for way in zone.ways:
            if way not in zones:
                yield (
                    ("zones", index),
                    f"a way leads from zone {zone.number} to zone {way}, which does not exist",
                    "name the number of a zone",
                )


def _names(edition: Edition) -> Iterator[Fault]:
    for index, suspect in enumerate(edition.suspects):
        if not _CAPITALS.fullmatch(suspect.name) or suspect.name != suspect.name.upper():
            yield (
                ("suspects", index),
                f"the suspect `{suspect.name}` is not a first name in capitals",
                "write the name in capitals, as in `KATRINA`",
            )
    slugs = [("locations", index, location.slug) for index, location in enumerate(edition.locations)]
    slugs += [("topics", index, topic.slug) for index, topic in enumerate(edition.topics)]
    for kind, index, slug in slugs:
        reserved = slug in {*scope.RESERVED_IN_CASES, *line_forms.BLOCKS} - _TOPICS
        if reserved or (kind == "locations" and _BUILT_IN_NAMES.fullmatch(slug)) or not NAME.fullmatch(slug):
            yield (
                (kind, index),
                f"`{slug}` cannot be a slug",
                other_name(scope.RESERVED_IN_CASES)
                if slug in scope.RESERVED_IN_CASES
                else "use letters, digits and hyphens, and no word of the language",
            )


EDITION_SCHEMA = "schemas/edition.schema.json"

_KEYS = frozenset(field.name for field in fields(Edition)) - {"file", "events"} | {"format", "game"}

_BUILT_IN = Path(__file__).parents[1] / "data" / "edition.toml"


@cache
def built_in() -> Edition:
    """The edition that serves where a case has none of its own."""
    return _edition(tomllib.loads(_BUILT_IN.read_text(encoding="utf-8")), None)


def built_in_source() -> Source:
    """The text of the built-in edition."""
    return Source(_BUILT_IN.name, _BUILT_IN.read_text(encoding="utf-8"))


def load(data: bytes, file: Path) -> interface.LoadedSettings[Edition]:
    """Read an edition that lies at ``file``, and its deck.

    A deck with faults does not keep cases from being checked.
    """
    source, _ = decode(data, str(file))
    edition, problems = load_edition(data, file)
    if edition is not None:
        problems = (
            *problems,
            *check_edition(edition, source),
            *check_file_names(edition.booklets, source, edition.deck),
            *check_bar_codes(edition.booklets, source),
        )
    if edition is None or has_errors(problems):
        return interface.LoadedSettings(None, problems, (source,))
    problems = (*problems, *_unplayable(edition, source))
    deck, deck_source, deck_problems = _deck(edition, source, file)
    sources = (source,) if deck_source is None else (source, deck_source)
    problems = (*problems, *deck_problems, *_drawing_faults(edition, source, file))
    return interface.LoadedSettings(replace(edition, events=deck), problems, sources)


def _unplayable(edition: Edition, source: Source) -> tuple[Finding, ...]:
    """Figures of the board that do not fit the ship; cases can be checked all the same."""
    return faults_found(unfitting_figures(edition, PLAYERS), source, UNPLAYABLE_EDITION)


def _drawing_faults(edition: Edition, source: Source, file: Path) -> Iterator[Finding]:
    """The faults of the pictures that an edition names, before anything is printed."""
    for key, name in edition.drawings.named:
        # Few editions name any.
        from casekit.games.midnight.language.pictures import named_picture  # noqa: PLC0415 - seldom

        yield from named_picture(name, key, file.parent, place_in(source, ("drawings", key)))[1]


def _deck(
    edition: Edition, source: Source, file: Path
) -> tuple[Deck | None, Source | None, tuple[Finding, ...]]:
    """The deck that an edition names, its text, and what is wrong with it."""
    if not edition.deck:
        return None, None, ()
    path = file.parent / edition.deck
    within = inside(file.parent, edition.deck)
    data, problems = read_bytes(path, file.parent) if within and is_there(path) else (None, ())
    if problems and problems[0].code is codes.UNFETCHED_FILE:
        return None, None, problems
    if data is None:
        absent = "there is no such file" if within else "it is outside the edition's folder"
        missing = MISSING_DECK.at(
            place_in(source, ("deck",)),
            f"the event cards are to be in {edition.deck}: {problems[0].message if problems else absent}",
            hint="name a file in the edition's folder, or leave out `deck`",
        )
        return None, None, (missing,)
    return deck_file.load_deck(data, editions.shown(path), edition)


def load_edition(data: bytes, file: Path) -> tuple[Edition | None, tuple[Finding, ...]]:
    """Read the bytes of an edition file; ``file`` is its place, against which its cases are looked up."""
    source, problems = decode(data, str(file))
    if problems:
        return None, problems
    return read_shaped(source, codes.INVALID_EDITION, EDITION_SCHEMA, lambda content: _edition(content, file))


def _edition(content: Mapping[str, Any], file: Path | None) -> Edition:
    only_keys(content, _KEYS)
    zones = tables(content, "zones", Zone)
    return Edition(
        title=scalar(content.get("title", ""), str),
        language=scalar(content.get("language", "en"), str),
        suspects=tables(content, "suspects", Suspect),
        zones=zones,
        locations=tables(content, "locations", Location),
        topics=tables(content, "topics", Topic),
        rules=_rules(content.get("rules", [])),
        quotations=value_of(Quotations, content.get("quotations", "free")),
        abbreviations=list_of(content.get("abbreviations", []), str),
        booklets=tables(content, "booklets", BookletSettings, least=0),
        imprint=table(content, "imprint", Imprint),
        levels=limits_of(content.get("levels", {}), LEVELS, THRESHOLDS),
        deck=scalar(content.get("deck", ""), str),
        table=_figures(content.get("table", {}), [zone.number for zone in zones]),
        setting=_setting(content.get("setting", {})),
        drawings=table(content, "drawings", Drawings),
        file=file,
    )


def _setting(setting: Any) -> Mapping[str, str]:
    """The words of a setting, none of which is taken for a gap in the words around it."""
    if not isinstance(setting, dict) or not setting.keys() <= SETTING:
        raise MalformedError(f"`setting` holds names of {', '.join(sorted(SETTING))}")
    if any(not isinstance(word, str) or re.search(r"[{}\n]", word) for word in setting.values()):
        raise MalformedError("the words of a `setting` have no braces and are on one line")
    return setting


def _rules(value: Any) -> tuple[GeneralRule, ...]:
    """General rules: tables with a formula and a sentence, or formulas alone, as in the first editions."""
    if isinstance(value, list) and all(isinstance(rule, str) for rule in value):
        return tuple(map(GeneralRule, value))
    return tables({"rules": value}, "rules", GeneralRule)


def _figures(value: Any, zones: Sequence[int]) -> TableFigures:
    """The figures of the board. Where nothing is written, those of the rulebook, if the ship has its zones.

    Without them a ship has no suite, pawns begin everywhere, and revelations are made where the first pawn
    begins.
    """
    rulebook = TableFigures()
    (figures,) = tables({"table": [value]}, "table", TableFigures)
    if {len(figures.ship), len(figures.buoys)} != {len(rulebook.ship)}:
        raise MalformedError("`ship` and `buoys` hold a number for 2, 3, 4 and 5 players")
    figures = replace(figures, start=tuple(dict.fromkeys(figures.start)))
    suite = value.get("suite", rulebook.suite if rulebook.suite in zones else 0)
    if {*rulebook.start, rulebook.revelations} <= {*zones}:
        return replace(figures, suite=suite)
    suite = value.get("suite", 0)
    start = figures.start if "start" in value else tuple(zone for zone in zones if zone != suite)
    first = next((zone for zone in (*start, *zones) if zone in zones and zone != suite), rulebook.revelations)
    return replace(figures, suite=suite, start=start, revelations=value.get("revelations", first))
