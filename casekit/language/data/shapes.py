"""Settings from TOML in the shape that their schema asks for, as frozen dataclasses."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, Literal, TypeVar, get_args, get_origin

from casekit.diagnostics import Code, Diagnostic, Source
from casekit.language.data.toml import read_toml, toml_violations

T = TypeVar("T")


class MalformedError(Exception):
    """Data that has not the shape its schema asks for."""


def read_shaped(
    source: Source, code: Code, schema: str, build: Callable[[Mapping[str, Any]], T]
) -> tuple[T | None, tuple[Diagnostic, ...]]:
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
            Diagnostic(code, str(error), source.whole(), hint=f"see {schema}"),
        )


def only_keys(content: Mapping[str, Any], known: frozenset[str]) -> None:
    """Nothing, if all keys of the settings are known.

    Raises:
        MalformedError: otherwise.
    """
    if unknown := sorted(set(content) - known):
        raise MalformedError(f"an edition has no `{unknown[0]}`")


def tables(content: Mapping[str, Any], key: str, kind: type[T], least: int = 1) -> tuple[T, ...]:
    """The tables of an array, ``least`` of them at the least, each as a dataclass.

    Raises:
        MalformedError: if they are not there, or not in shape.
    """
    found = content.get(key, [])
    if not isinstance(found, list) or len(found) < least:
        raise MalformedError(f"an edition needs `[[{key}]]`")
    return tuple(_table(each, key, kind) for each in found)


def table(content: Mapping[str, Any], key: str, kind: type[T]) -> T:
    """A table as a dataclass, which has its defaults where the table is not there.

    Raises:
        MalformedError: if it is not in shape.
    """
    return _table(content.get(key, {}), key, kind)


def _table(table: Any, key: str, kind: type[T]) -> T:
    if not isinstance(table, dict):
        raise MalformedError(f"`{key}` holds tables")
    columns = {column.name: column for column in fields(kind)}  # type: ignore[arg-type]  # all are dataclasses
    if unknown := sorted(set(table) - set(columns)):
        raise MalformedError(f"`{key}` has no `{unknown[0]}`")
    values: dict[str, Any] = {}
    for name, column in columns.items():
        if name not in table:
            if column.default is MISSING:
                raise MalformedError(f"each of `{key}` needs `{name}`")
            continue
        values[name] = _value(column.type, table[name])
    return kind(**values)


def _value(kind: Any, value: Any) -> Any:
    inner = next(iter(get_args(kind)), None)
    if get_origin(kind) is tuple and isinstance(inner, type) and is_dataclass(inner):
        return tables({"rows": value}, "rows", inner)
    if get_origin(kind) is not Literal:
        return _READERS[kind](value)
    if value not in get_args(kind):
        raise MalformedError(f"{value!r} is not one of {', '.join(get_args(kind))}")
    return value


def text_of(value: Any) -> str:
    """A text.

    Raises:
        MalformedError: if it is something else.
    """
    if not isinstance(value, str):
        raise MalformedError(f"{value!r} is not a text")
    return value


def number_of(value: Any) -> int:
    """A whole number that is not negative.

    Raises:
        MalformedError: if it is something else.
    """
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise MalformedError(f"{value!r} is not a number")
    return value


def measure_of(value: Any) -> float:
    """A number that is not negative.

    Raises:
        MalformedError: if it is something else.
    """
    if type(value) not in (int, float) or not 0 <= value < float("inf"):
        raise MalformedError(f"{value!r} is not a measure")
    return float(value)


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


def truth_of(value: Any) -> bool:
    """True or false.

    Raises:
        MalformedError: if it is something else.
    """
    if not isinstance(value, bool):
        raise MalformedError(f"{value!r} is neither true nor false")
    return value


_READERS: Mapping[Any, Any] = {
    bool: truth_of,
    str: text_of,
    int: number_of,
    float: measure_of,
    tuple[int, ...]: lambda value: tuple(map(number_of, list_of(value, int))),
    tuple[str, ...]: lambda value: list_of(value, str),
    tuple[str, ...] | None: lambda value: list_of(value, str),
}
