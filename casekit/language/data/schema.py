"""The first things that are wrong with data, held against a JSON Schema: in time that grows with the data alone.

Of the ways that ``oneOf`` and ``anyOf`` allow, a value is held against the one that it is meant to be, by its type, its
keys and the keys whose values the schema names (``"op": "not"``). A library that tries every way keeps all errors of
all of them, and in nested data those of each way times those of the ways inside it: a file of 2 MB took minutes and
gigabytes. ``tests/language/test_schema.py`` compares the two.

The schemas are ours and use the keywords below; any other one is an error. Words are those of ``jsonschema``.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from casekit import resources

_SAID = {"$schema", "$id", "$defs", "title", "description"}
_LONGEST = 120
_MOST_NAMES = 10


@dataclass(frozen=True, slots=True)
class Violation:
    """Something in data that a schema does not allow.

    ``path`` are the keys and indices that lead to it; ``unknown`` are the keys that its object may not have.
    """

    path: tuple[str | int, ...]
    keyword: str
    message: str
    unknown: tuple[str, ...] = ()


def violations(
    schema: Mapping[str, Any], data: object, most: int, *, whole_floats: bool = True
) -> tuple[Violation, ...]:
    """The first violations in the order of the data, at most ``most``; that of a value before those within it.

    Args:
        schema: a schema that refers to none but its own definitions.
        data: what was read from JSON or TOML.
        most: how many are wanted.
        whole_floats: whether 6.0 is an integer, as JSON Schema says.
    """
    found = _Found(most)
    with suppress(_EnoughError):
        _Rule(schema, _Definitions(schema, whole_floats=whole_floats)).check(data, None, found)
    return tuple(found.violations)


@cache
def schema_of_ours(file: str) -> Mapping[str, Any]:
    """A schema of the package, such as ``schemas/game.schema.json``."""
    found: Mapping[str, Any] = json.loads(resources.text(file))
    return found


_Path = tuple["_Path", str | int] | None
"""The way to a value, from its end."""


class _EnoughError(Exception):
    """As many violations were found as are wanted."""


@dataclass
class _Found:
    most: int
    violations: list[Violation] = field(default_factory=list)

    def add(self, path: _Path, keyword: str, message: str, unknown: tuple[str, ...] = ()) -> None:
        self.violations.append(Violation(tuple(_steps(path))[::-1], keyword, message, unknown))
        if len(self.violations) >= self.most:
            raise _EnoughError


def _steps(path: _Path) -> Iterator[str | int]:
    while path:
        path, step = path
        yield step


class _Definitions:
    """The rules that a schema refers to, each made when it is first needed."""

    def __init__(self, schema: Mapping[str, Any], *, whole_floats: bool) -> None:
        self._schema = schema
        self._rules: dict[str, _Rule] = {}
        self.types = _TYPES if whole_floats else {**_TYPES, "integer": lambda value: type(value) is int}

    def rule(self, schema: Mapping[str, Any]) -> "_Rule":
        if "$ref" not in schema:
            return _Rule(schema, self)
        name = schema["$ref"].removeprefix("#/$defs/")
        if name not in self._rules:
            self._rules[name] = _Rule(self._schema["$defs"][name], self)
        return self._rules[name]


class _Rule:
    """The demands of a schema on a value."""

    def __init__(self, schema: Mapping[str, Any], definitions: _Definitions) -> None:
        self._schema, self._definitions = schema, definitions
        if unknown := set(schema) - _SAID - _KEYWORDS:
            raise ValueError(f"unsupported in a schema: {sorted(unknown)}")
        self._is_type: Callable[[Any], bool] | None = (
            definitions.types[schema["type"]] if "type" in schema else None
        )
        self._scalars = [
            (keyword, check, schema[keyword]) for keyword, check in _SCALARS.items() if keyword in schema
        ]
        self._required: Sequence[str] = schema.get("required", ())
        # Keys whose values show what an object is meant to be.
        self._tags = [
            (key, inner.get("enum") or [inner["const"]])
            for key, inner in schema.get("properties", {}).items()
            if "enum" in inner or "const" in inner
        ]

    @cached_property
    def _properties(self) -> dict[str, "_Rule"]:
        inner = self._schema.get("properties", {})
        return {key: self._definitions.rule(each) for key, each in inner.items()}

    @cached_property
    def _others(self) -> "_Rule | None":
        inner = self._schema.get("additionalProperties")
        return self._definitions.rule(inner) if isinstance(inner, Mapping) else None

    @cached_property
    def _names(self) -> "_Rule | None":
        return (
            self._definitions.rule(self._schema["propertyNames"]) if "propertyNames" in self._schema else None
        )

    @cached_property
    def _items(self) -> "_Rule | None":
        return self._definitions.rule(self._schema["items"]) if "items" in self._schema else None

    @cached_property
    def _ways(self) -> list["_Rule"]:
        ways = self._schema.get("oneOf") or self._schema.get("anyOf") or ()
        return [self._definitions.rule(way) for way in ways]

    def check(self, value: Any, path: _Path, found: _Found) -> None:
        """Add what is wrong with a value, and with what is in it."""
        if self._is_type is not None and not self._is_type(value):
            found.add(path, "type", f"{_shown(value)} is not of type {self._schema['type']!r}")
            return
        for keyword, check, limit in self._scalars:
            if words := check(value, limit):
                found.add(path, keyword, words)
        if type(value) is dict:
            self._check_object(value, path, found)
        elif type(value) is list and self._items is not None:
            check_item = self._items.check
            for index, item in enumerate(value):
                check_item(item, (path, index), found)
        if self._ways:
            self._check_ways(value, path, found)

    def _check_object(self, value: dict[str, Any], path: _Path, found: _Found) -> None:
        for key in self._required:
            if key not in value:
                found.add(path, "required", f"{key!r} is a required property")
        properties, others, names = self._properties, self._others, self._names
        if self._schema.get("additionalProperties") is False and (
            unknown := sorted(value.keys() - properties)
        ):
            found.add(path, "additionalProperties", _unexpected(unknown), tuple(unknown))
        for key, inner in value.items():
            if names is not None:
                names.check(key, path, found)
            rule = properties.get(key, others)
            if rule is not None:
                rule.check(inner, (path, key), found)

    def _check_ways(self, value: Any, path: _Path, found: _Found) -> None:
        likely = [way for way in self._ways if way.is_like(value)] or [
            way for way in self._ways if way.is_tagged(value)
        ]
        if len(likely) == 1:
            likely[0].check(value, path, found)
            return
        right = sum(way.allows(value) for way in likely)
        if not right:
            found.add(path, "oneOf", f"{_shown(value)} is not valid under any of the given schemas")
        elif right > 1 and "oneOf" in self._schema:
            found.add(path, "oneOf", f"{_shown(value)} is valid under {right} of the given schemas")

    def is_like(self, value: Any) -> bool:
        """Whether a value has the type, the keys and the tags that are asked for; without them it is not allowed."""
        if self._is_type is not None and not self._is_type(value):
            return False
        return not isinstance(value, dict) or (
            all(key in value for key in self._required)
            and all(key not in value or _among(value[key], values) for key, values in self._tags)
        )

    def is_tagged(self, value: Any) -> bool:
        """Whether a value says that it is meant to be this, though it lacks something."""
        return (
            isinstance(value, dict)
            and any(key in value for key, _ in self._tags)
            and all(_among(value[key], values) for key, values in self._tags if key in value)
        )

    def allows(self, value: Any) -> bool:
        """Whether nothing is wrong with a value."""
        found = _Found(1)
        try:
            self.check(value, None, found)
        except _EnoughError:
            return False
        return True


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_TYPES: Mapping[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "number": _is_number,
    "integer": lambda value: _is_number(value) and (isinstance(value, int) or value.is_integer()),
}


def _among(value: Any, values: Sequence[Any]) -> bool:
    """Whether a value is one of some; ``true`` is not 1."""
    return any(value == each and isinstance(value, bool) == isinstance(each, bool) for each in values)


def _const(value: Any, expected: Any) -> str:
    """The fault of a value that must be another one; empty if it is."""
    return "" if _among(value, (expected,)) else f"{expected!r} was expected"


def _enum(value: Any, values: Sequence[Any]) -> str:
    """The fault of a value that must be one of some; empty if it is."""
    return "" if _among(value, values) else f"{_shown(value)} is not one of {values!r}"


def _pattern(value: Any, expression: str) -> str:
    """The fault of a text that must match an expression; empty if it does."""
    if not isinstance(value, str) or re.search(expression, value):
        return ""
    return f"{_shown(value)} does not match {expression!r}"


def _least_length(value: Any, least: int) -> str:
    """The fault of a text that is too short; empty if it is not."""
    return _too_short(value, least) if isinstance(value, str) else ""


def _least_items(value: Any, least: int) -> str:
    """The fault of a list that is too short; empty if it is not."""
    return _too_short(value, least) if isinstance(value, list) else ""


def _most_items(value: Any, most: int) -> str:
    """The fault of a list that is too long; empty if it is not."""
    return f"{_shown(value)} is too long" if isinstance(value, list) and len(value) > most else ""


def _too_short(value: Any, least: int) -> str:
    if len(value) >= least:
        return ""
    return f"{_shown(value)} {'should be non-empty' if least == 1 else 'is too short'}"


def _least(value: Any, limit: float) -> str:
    """The fault of a number that is too small; empty if it is not."""
    return (
        f"{_shown(value)} is less than the minimum of {limit!r}"
        if _is_number(value) and value < limit
        else ""
    )


def _greatest(value: Any, limit: float) -> str:
    """The fault of a number that is too great; empty if it is not."""
    return (
        f"{_shown(value)} is greater than the maximum of {limit!r}"
        if _is_number(value) and value > limit
        else ""
    )


_SCALARS: Mapping[str, Callable[[Any, Any], str]] = {
    "const": _const,
    "enum": _enum,
    "pattern": _pattern,
    "minLength": _least_length,
    "minItems": _least_items,
    "maxItems": _most_items,
    "minimum": _least,
    "maximum": _greatest,
}
_KEYWORDS = {
    *_SCALARS,
    "type",
    "required",
    "properties",
    "additionalProperties",
    "propertyNames",
    "items",
    "oneOf",
    "anyOf",
    "$ref",
}


def _shown(value: Any) -> str:
    """A value, or its beginning and end."""
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]} … {text[-_LONGEST // 2 :]}"


def _unexpected(unknown: Sequence[str]) -> str:
    names = ", ".join(map(_shown, unknown[:_MOST_NAMES]))
    rest = f" and {len(unknown) - _MOST_NAMES:,} more" if len(unknown) > _MOST_NAMES else ""
    verb = "was" if len(unknown) == 1 else "were"
    return f"Additional properties are not allowed ({names}{rest} {verb} unexpected)"
