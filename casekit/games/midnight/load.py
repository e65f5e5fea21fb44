"""From an ``edition.toml`` to an edition, or to what is wrong with it."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from casekit import resources
from casekit.diagnostics import Diagnostic, Source, Span, codes
from casekit.diagnostics.codes import Code
from casekit.games.midnight.edition import (
    LEVELS,
    THRESHOLDS,
    Booklet,
    Edition,
    Location,
    Suspect,
    Topic,
    Zone,
)
from casekit.language.reading import decode

T = TypeVar("T")

_BUILT_IN = Path(__file__).with_name("data") / "edition.toml"
_TOML_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


SCHEMAS = {
    codes.INVALID_EDITION: "schemas/edition.schema.json",
    codes.INVALID_DECK: "schemas/deck.schema.json",
}
"""Where it is described what a file must hold, under the code of what it says otherwise."""


class _Malformed(Exception):  # noqa: N818  # a signal inside this module
    """The data has not the shape the schema asks for."""


@cache
def built_in() -> Edition:
    """The edition that serves where a case has none of its own."""
    return _edition(tomllib.loads(_BUILT_IN.read_text(encoding="utf-8")), None)


def built_in_source() -> Source:
    """The text of the built-in edition."""
    return Source(_BUILT_IN.name, _BUILT_IN.read_text(encoding="utf-8"))


def load_edition(data: bytes, file: Path) -> tuple[Edition | None, tuple[Diagnostic, ...]]:
    """Read the bytes of an edition file; ``file`` is its place, against which its cases are looked up."""
    source, problems = decode(data, str(file))
    if problems:
        return None, problems
    content, problems = read_toml(source, codes.INVALID_EDITION)
    if content is None:
        return None, problems
    try:
        edition = _edition(content, file)
    except _Malformed as error:
        return None, tuple(violations(content, source, codes.INVALID_EDITION)) or (
            Diagnostic(
                codes.INVALID_EDITION, str(error), source.whole(), hint="see schemas/edition.schema.json"
            ),
        )
    return edition, ()


def read_toml(source: Source, code: Code) -> tuple[dict[str, Any] | None, tuple[Diagnostic, ...]]:
    """The data of a TOML text, or a finding of ``code`` (a key of ``SCHEMAS``) that says why there is none."""
    try:
        return tomllib.loads(source.text), ()
    except tomllib.TOMLDecodeError as error:
        return None, (_not_toml(error, source, code),)
    except (RecursionError, ValueError):
        message = "this TOML is nested too deep, or a number in it has too many digits"
        return None, (Diagnostic(code, message, source.whole(), hint=f"see {SCHEMAS[code]}"),)


def place_in(source: Source, path: Sequence[str | int]) -> Span:
    """The line of a table or key in a TOML text, by its path in the data: a good guess, never a failure."""
    at = 0
    for step, following in zip(path, (*path[1:], None), strict=False):
        if isinstance(step, int):
            continue
        nth = following if isinstance(following, int) else 0
        header = re.compile(rf"^\s*(?:\[\[?\s*{re.escape(step)}\b|{re.escape(step)}\s*=)", re.MULTILINE)
        found = list(header.finditer(source.text, at))
        if not found:
            break
        at = found[min(nth, len(found) - 1)].start()
    start = at + len(source.text[at:]) - len(source.text[at:].lstrip())
    end = source.text.find("\n", start)
    return source.span(start, len(source.text) if end < 0 else end)


def _not_toml(error: tomllib.TOMLDecodeError, source: Source, code: Code) -> Diagnostic:
    place = _TOML_PLACE.search(str(error))
    message = _TOML_PLACE.sub("", str(error)).strip()
    at = len(source.text)
    if place:
        lines = source.text.split("\n")
        at = sum(len(line) + 1 for line in lines[: int(place[1]) - 1]) + int(place[2]) - 1
    return Diagnostic(
        code,
        f"this is not TOML: {message[:1].lower()}{message[1:]}",
        source.span(at, at),
        hint=f"correct the line; see {SCHEMAS[code]}",
    )


def violations(content: Mapping[str, Any], source: Source, code: Code) -> Iterator[Diagnostic]:
    """What the schema says. Only asked when something is wrong: it costs more than reading the file."""
    import jsonschema  # noqa: PLC0415

    schema = json.loads(resources.text(SCHEMAS[code]))
    # TOML tells 6.0 from 6, and so do we; a schema alone does not.
    types = jsonschema.Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, value: type(value) is int
    )
    strict = jsonschema.validators.extend(jsonschema.Draft202012Validator, type_checker=types)  # type: ignore[no-untyped-call]
    validator = strict(schema)
    errors = sorted(validator.iter_errors(content), key=lambda error: [str(step) for step in error.path])
    misspelt = {tuple(error.path) for error in errors if error.validator == "additionalProperties"}
    for error in errors:
        # A key that is misspelt is not missing as well.
        if error.validator == "required" and tuple(error.path) in misspelt:
            continue
        path = list(error.absolute_path)
        name = _named(path) or schema["$id"].rpartition(":")[2]
        yield Diagnostic(
            code,
            f"{name}: {error.message}",
            place_in(source, cast("Sequence[str | int]", path)),
            hint=f"see {SCHEMAS[code]} for what belongs there",
        )


def _named(path: Sequence[str | int]) -> str:
    """A place in a file in words: `cards 12, zone`; people count from one."""
    return "".join(f" {step + 1}" if isinstance(step, int) else f", {step}" for step in path).removeprefix(
        ", "
    )


def _edition(content: Mapping[str, Any], file: Path | None) -> Edition:
    known = {"title", "language", "rules", "abbreviations", "suspects", "zones", "locations", "topics"}
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
        booklets=_tables(content, "booklets", Booklet, least=0),
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
