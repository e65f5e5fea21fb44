"""From an ``edition.toml`` to an edition, or to what is wrong with it."""

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, fields, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from casekit.diagnostics import Diagnostic, Source, codes, has_errors
from casekit.games.bindings import BookletSettings, check_file_names
from casekit.games.editions import inside, shown
from casekit.games.game import Loaded
from casekit.games.midnight.deck import Deck
from casekit.games.midnight.edition import (
    LEVELS,
    THRESHOLDS,
    Edition,
    Location,
    Suspect,
    Topic,
    Zone,
)
from casekit.games.midnight.reading.deck_file import load_deck
from casekit.games.midnight.reading.edition_checks import check_edition
from casekit.language.data.toml import place_in, read_toml, toml_violations
from casekit.language.reading import decode, is_there, read_bytes

T = TypeVar("T")

EDITION_SCHEMA = "schemas/edition.schema.json"

_BUILT_IN = Path(__file__).parents[1] / "data" / "edition.toml"


class _Malformed(Exception):  # noqa: N818  # a signal inside this module
    """The data has not the shape the schema asks for."""


@cache
def built_in() -> Edition:
    """The edition that serves where a case has none of its own."""
    return _edition(tomllib.loads(_BUILT_IN.read_text(encoding="utf-8")), None)


def built_in_source() -> Source:
    """The text of the built-in edition."""
    return Source(_BUILT_IN.name, _BUILT_IN.read_text(encoding="utf-8"))


def load(data: bytes, file: Path) -> Loaded:
    """Read an edition that lies at ``file``, and its deck; a deck with faults does not keep cases from being checked."""
    source, _ = decode(data, str(file))
    edition, problems = load_edition(data, file)
    if edition is not None:
        problems = (
            *problems,
            *check_edition(edition, source),
            *check_file_names(edition.booklets, source, edition.deck),
        )
    if edition is None or has_errors(problems):
        return Loaded(None, problems, (source,))
    deck, deck_source, deck_problems = _deck(edition, source, file)
    sources = (source,) if deck_source is None else (source, deck_source)
    return Loaded(replace(edition, events=deck), (*problems, *deck_problems), sources)


def _deck(
    edition: Edition, source: Source, file: Path
) -> tuple[Deck | None, Source | None, tuple[Diagnostic, ...]]:
    """The deck that an edition names, its text, and what is wrong with it."""
    if not edition.deck:
        return None, None, ()
    path = file.parent / edition.deck
    within = inside(file.parent, edition.deck)
    data, problems = read_bytes(path, file.parent) if within and is_there(path) else (None, ())
    if data is None:
        reason = "there is no such file" if within else "it is outside the edition's folder"
        reason = problems[0].message if problems else reason
        problem = Diagnostic(
            codes.MISSING_DECK,
            f"the event cards are to be in {edition.deck}: {reason}",
            place_in(source, ("deck",)),
            hint="name a file in the edition's folder, or leave out `deck`",
        )
        return None, None, (problem,)
    return load_deck(data, shown(path), edition)


def load_edition(data: bytes, file: Path) -> tuple[Edition | None, tuple[Diagnostic, ...]]:
    """Read the bytes of an edition file; ``file`` is its place, against which its cases are looked up."""
    source, problems = decode(data, str(file))
    if problems:
        return None, problems
    content, problems = read_toml(source, codes.INVALID_EDITION, EDITION_SCHEMA)
    if content is None:
        return None, problems
    try:
        edition = _edition(content, file)
    except _Malformed as error:
        return None, tuple(toml_violations(content, source, codes.INVALID_EDITION, EDITION_SCHEMA)) or (
            Diagnostic(codes.INVALID_EDITION, str(error), source.whole(), hint=f"see {EDITION_SCHEMA}"),
        )
    return edition, ()


def _edition(content: Mapping[str, Any], file: Path | None) -> Edition:
    known = {
        "game",
        "title",
        "language",
        "rules",
        "abbreviations",
        "suspects",
        "zones",
        "locations",
        "topics",
    }
    if unknown := sorted(set(content) - known - {"booklets", "levels", "deck"}):
        raise _Malformed(f"an edition has no `{unknown[0]}`")
    return Edition(
        title=_text(content.get("title", "")),
        language=_text(content.get("language", "en")),
        suspects=_tables(content, "suspects", Suspect),
        zones=_tables(content, "zones", Zone),
        locations=_tables(content, "locations", Location),
        topics=_tables(content, "topics", Topic),
        rules=_list(content.get("rules", []), str),
        abbreviations=_list(content.get("abbreviations", []), str),
        booklets=_tables(content, "booklets", BookletSettings, least=0),
        levels=_levels(content.get("levels", {})),
        deck=_text(content.get("deck", "")),
        file=file,
    )


def _tables(content: Mapping[str, Any], key: str, kind: type[T], least: int = 1) -> tuple[T, ...]:
    tables = content.get(key, [])
    if not isinstance(tables, list) or len(tables) < least:
        raise _Malformed(f"an edition needs `[[{key}]]`")
    return tuple(_table(table, key, kind) for table in tables)


def _table(table: Any, key: str, kind: type[T]) -> T:
    if not isinstance(table, dict):
        raise _Malformed(f"`{key}` holds tables")
    columns = {column.name: column for column in fields(kind)}  # type: ignore[arg-type]  # all are dataclasses
    if unknown := sorted(set(table) - set(columns)):
        raise _Malformed(f"`{key}` has no `{unknown[0]}`")
    values: dict[str, Any] = {}
    for name, column in columns.items():
        if name not in table:
            if column.default is MISSING:
                raise _Malformed(f"each of `{key}` needs `{name}`")
            continue
        values[name] = _READERS[cast("Any", column.type)](table[name])
    return kind(**values)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise _Malformed(f"{value!r} is not a text")
    return value


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise _Malformed(f"{value!r} is not a number")
    return value


def _list(value: Any, kind: type[T]) -> tuple[T, ...]:
    if not isinstance(value, list) or any(type(item) is not kind for item in value):
        raise _Malformed(f"{value!r} is not a list of the right things")
    return tuple(value)


def _levels(value: Any) -> Mapping[str, Mapping[str, float]]:
    if not isinstance(value, dict) or not value.keys() <= set(LEVELS):
        raise _Malformed(f"`levels` holds a table for each of {' and '.join(LEVELS)}")
    for level in value.values():
        if not isinstance(level, dict) or not level.keys() <= THRESHOLDS:
            raise _Malformed("a level holds thresholds")
        if any(type(limit) not in (int, float) or limit < 0 for limit in level.values()):
            raise _Malformed("a threshold is a number")
    return value


_READERS: Mapping[Any, Any] = {
    str: _text,
    int: _number,
    tuple[int, ...]: lambda value: tuple(map(_number, _list(value, int))),
    tuple[str, ...]: lambda value: _list(value, str),
}
