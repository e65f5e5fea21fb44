"""Settings from TOML: read, held against a schema, and as frozen dataclasses.

Every finding has its place in the text.
"""

import json
import re
import tomllib
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import UnionType
from typing import Any, Literal, TypeVar, get_args, get_origin

from casekit import resources
from casekit.diagnostics import Code, Finding, Source, Span, composed
from casekit.diagnostics.invisible_characters import find_escaped
from casekit.language.data.schema import violations as schema_violations
from casekit.values import MISSING, fields, is_dataclass
from casekit.values.grouping import grouped

_TOML_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")

MOST_FINDINGS = 50
"""A check reports at most this many faults of a file; whoever corrects them sees the next."""


def read_toml(source: Source, code: Code, schema: str) -> tuple[dict[str, Any] | None, tuple[Finding, ...]]:
    """The data of a TOML text, or a finding of ``code`` that says why there is none and names the schema."""
    if long := _LONG_KEY.search(source.text):
        is_quoted = long["quoted"] is not None
        message = f"a key has more than {_MOST_PARTS} parts"
        if is_quoted:
            message = f"a key has more than {_MOST_QUOTED_PARTS} parts in quotes"
        return None, (code.at(source.span(long.start(), long.start()), message, hint=f"see {schema}"),)
    try:
        content = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        return None, (_not_toml(error, source, code, schema),)
    except (RecursionError, ValueError):
        message = "this TOML is nested too deep, or a number in it has too many digits"
        return None, (code.at(source.whole(), message, hint=f"see {schema}"),)
    problems = tuple(find_escaped(source, content)) if "\\" in source.text else ()
    return (None if problems else content), problems


def place_in(source: Source, path: Sequence[str | int]) -> Span:
    """The line of a table or key in a TOML text, by its path in the data: a good guess, never a failure."""
    at = 0
    places = _places(source.text)
    for step, following in zip(path, (*path[1:], None), strict=False):
        if isinstance(step, int):
            continue
        nth = following if isinstance(following, int) else 0
        starts = places.get(step, [])
        first = bisect_left(starts, at)
        if first == len(starts):
            break
        at = starts[min(first + nth, len(starts) - 1)]
    end = source.text.find("\n", at)
    return source.span(at, len(source.text) if end < 0 else end)


@lru_cache(maxsize=4)
def _places(text: str) -> Mapping[str, list[int]]:
    """The offsets at which a line begins with each key or table, found once for all findings of a text."""
    return grouped((line["table"] or line["key"], line.start("what")) for line in _BEGINNING.finditer(text))


_BEGINNING = re.compile(
    r"""^[ \t]*(?P<what>\[\[?[ \t]*["']?(?P<table>[\w-]+)|["']?(?P<key>[\w-]+)["']?[ \t]*[=.])""",
    re.MULTILINE,
)

_MOST_PARTS = 32
"""The most parts of a key."""

_MOST_QUOTED_PARTS = 7
"""The most parts of a key that are in quotes, which may hold points."""

_LONG_KEY = re.compile(
    # A part cannot begin within another, and none is read twice: however long the text, one pass is enough.
    rf"""(?<!["'\w-])(?:["'\w-]++[ \t]*+\.[ \t]*+){{{_MOST_PARTS}}}"""
    rf"""|(?P<quoted>^(?:[^\n]*?["'][ \t]*+\.[ \t]*+["'\w-]){{{_MOST_QUOTED_PARTS + 1}}})""",
    re.MULTILINE,
)
"""A key of more parts than any that means something. Python takes time with the square of their number."""


_NO_CLOSING_QUOTE = r"Illegal character '\n'"
"""The message of Python on a line that ends within quotes, which is how most quotes are forgotten."""


def _not_toml(error: tomllib.TOMLDecodeError, source: Source, code: Code, schema: str) -> Finding:
    place = _TOML_PLACE.search(str(error))
    message = _TOML_PLACE.sub("", str(error)).strip()
    at = len(source.text)
    if place:
        at = sum(len(line) + 1 for line in source.text.split("\n")[: int(place[1]) - 1]) + int(place[2]) - 1
    if message == _NO_CLOSING_QUOTE:
        # A quote within a text would have ended it, so the last one begins it.
        start = max(source.text.rfind('"', 0, at), 0)
        return code.at(
            source.span(start, at),
            "a text in quotes has no end on this line",
            hint='close it with `"` where the text ends',
        )
    return code.at(
        source.span(at, at),
        f"this is not TOML: {message[:1].lower()}{message[1:]}",
        hint=f"correct the line; see {schema}",
    )


def toml_violations(content: Mapping[str, Any], source: Source, code: Code, schema: str) -> Iterator[Finding]:
    """The findings of the schema. Only asked when something is wrong: it costs more than reading the file."""
    described = json.loads(resources.text(schema))
    # TOML distinguishes 6.0 from 6, and so do we; a schema alone does not.
    errors = schema_violations(described, content, MOST_FINDINGS, whole_floats=False)
    misspelt = {error.path for error in errors if error.unknown}
    for error in errors:
        # A key that is misspelt is not missing as well.
        if error.keyword == "required" and error.path in misspelt:
            continue
        # A place in words, `cards 12, kind`: people count from one.
        steps = (f" {step + 1}" if isinstance(step, int) else f", {step}" for step in error.path)
        name = "".join(steps).removeprefix(", ") or described["$id"].split(":")[-2]
        yield code.at(
            place_in(source, error.path),
            f"{name}: {error.message}",
            hint=f"see {schema} for what belongs there",
        )


T = TypeVar("T")


_MOST_TABLES = 300
"""In an array. An edition has 24 locations."""


class MalformedError(Exception):
    """Data that has not the shape its schema asks for."""


def read_shaped(
    source: Source, code: Code, schema: str, build: Callable[[Mapping[str, Any]], T]
) -> tuple[T | None, tuple[Finding, ...]]:
    """The value that ``build`` makes of a TOML text, or findings of ``code`` that say why it makes none.

    The schema is only asked if ``build`` raises ``MalformedError``: that costs more than reading the file.
    """
    content, problems = read_toml(source, code, schema)
    if content is None:
        return None, problems
    try:
        return build(content), ()
    except MalformedError as error:
        return None, tuple(toml_violations(content, source, code, schema)) or (
            code.at(source.whole(), str(error), hint=f"see {schema}"),
        )


def only_keys(content: Mapping[str, Any], known: frozenset[str]) -> None:
    """Nothing, if all keys of the settings are known.

    Raises:
        MalformedError: otherwise.
    """
    if unknown := sorted(set(content) - known):
        raise MalformedError(f"an edition has no `{unknown[0]}`")


_NAMES = frozenset(("name", "slug"))


def tables(content: Mapping[str, Any], key: str, kind: type[T], least: int = 1) -> tuple[T, ...]:
    """The tables of an array, ``least`` of them at the least and a few hundred at most, each as a dataclass.

    Raises:
        MalformedError: if they are not there, too many, or not in shape.
    """
    members = content.get(key, [])
    if not isinstance(members, list) or len(members) < least:
        raise MalformedError(f"an edition needs `[[{key}]]`")
    if len(members) > _MOST_TABLES:
        raise MalformedError(
            f"there are {len(members):,} of `{key}`, and at most {_MOST_TABLES} are read: leave those that a case needs"
        )
    return tuple(_table(each, key, kind) for each in members)


def table(content: Mapping[str, Any], key: str, kind: type[T]) -> T:
    """A table as a dataclass, which has its defaults where the table is not there.

    Raises:
        MalformedError: if it is not in shape.
    """
    return _table(content.get(key, {}), key, kind)


def _table(table: Any, key: str, kind: type[T]) -> T:
    if not isinstance(table, dict):
        raise MalformedError(f"`{key}` holds tables")
    # All of these kinds are dataclasses.
    columns = {column.name: column for column in fields(kind)}  # type: ignore[arg-type]
    if unknown := sorted(set(table) - set(columns)):
        raise MalformedError(f"`{key}` has no `{unknown[0]}`")
    values: dict[str, Any] = {}
    for name, column in columns.items():
        if name in table:
            value = value_of(column.type, table[name])
            # Names are compared; editors on some systems write their accents as characters of their own.
            values[name] = composed(value) if name in _NAMES and isinstance(value, str) else value
        elif column.default is MISSING:
            raise MalformedError(f"each of `{key}` needs `{name}`")
    return kind(**values)


def value_of(kind: Any, value: Any) -> Any:
    """A value of a kind that a field of a dataclass may have: a number is not negative.

    Raises:
        MalformedError: if it is of another kind.
    """
    inner: Any = next(iter(get_args(kind)), None)
    if get_origin(kind) is UnionType:
        return value_of(inner, value)
    if isinstance(inner, type) and is_dataclass(inner):
        return tables({"rows": value}, "rows", inner)
    if get_origin(kind) is tuple:
        return tuple(scalar(each, inner) for each in list_of(value, inner))
    if get_origin(kind) is not Literal:
        return scalar(value, kind)
    if value not in get_args(kind):
        raise MalformedError(f"{value!r} is not one of {', '.join(get_args(kind))}")
    return value


def scalar(value: Any, kind: type[T]) -> T:
    """A text, a truth value, or a number that is not negative: a whole one, or one with a fraction.

    Raises:
        MalformedError: if it is something else.
    """
    types, what = _SCALARS[kind]
    if type(value) not in types or (kind in {int, float} and not 0 <= value < float("inf")):
        raise MalformedError(f"{value!r} is {what}")
    return kind(value)  # type: ignore[call-arg]  # each of these takes what it makes


_SCALARS: Mapping[type, tuple[tuple[type, ...], str]] = {
    bool: ((bool,), "neither true nor false"),
    str: ((str,), "not a text"),
    int: ((int,), "not a number"),
    float: ((int, float), "not a measure"),
}


def list_of(value: Any, kind: type[T]) -> tuple[T, ...]:
    """A list of things of one kind.

    Raises:
        MalformedError: if it is something else.
    """
    if not isinstance(value, list) or any(type(item) is not kind for item in value):
        raise MalformedError(f"{value!r} is not a list of the right things")
    return tuple(value)


def limits_of(
    value: Any, levels: tuple[str, ...], thresholds: frozenset[str]
) -> Mapping[str, Mapping[str, float]]:
    """A table of thresholds for some levels.

    Raises:
        MalformedError: if there is another level or threshold, or a limit that is not a number or negative.
    """
    if not isinstance(value, dict) or not value.keys() <= set(levels):
        raise MalformedError(f"`levels` holds a table for each of {' and '.join(levels)}")
    for level in value.values():
        if not isinstance(level, dict) or not level.keys() <= thresholds:
            raise MalformedError("a level holds thresholds")
        if any(type(limit) not in (int, float) or limit < 0 for limit in level.values()):
            raise MalformedError("a threshold is a number")
    return value
