"""The first things that are wrong with data, held against a JSON Schema by ``jsonschema``.

Of the ways that ``oneOf`` and ``anyOf`` allow, a value is held against the one that it is meant to be, by its type, its
keys and the keys whose values the schema names (``"op": "not"``). The library alone tries every way and keeps all errors of
all of them, and in nested data those of each way times those of the ways inside it: a file of 2 MB took minutes and
gigabytes. ``tests/language/test_schema.py`` holds that both say the same.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from casekit import resources

if TYPE_CHECKING:
    from jsonschema import ValidationError

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
    schema: Mapping[str, Any], data: Any, most: int, *, whole_floats: bool = True
) -> tuple[Violation, ...]:
    """The first violations, at most ``most``.

    Args:
        schema: a schema that refers to none but its own definitions.
        data: what was read from JSON or TOML.
        most: how many are wanted.
        whole_floats: whether 6.0 is an integer, as JSON Schema says.
    """
    try:
        found = _validator(schema, whole_floats=whole_floats).iter_errors(data)
        return tuple(map(_violation, islice(found, most)))
    except RecursionError:
        return (Violation((), "", "this is nested too deep"),)


@cache
def schema_of_ours(file: str) -> Mapping[str, Any]:
    """A schema of the package, such as ``schemas/game.schema.json``."""
    found: Mapping[str, Any] = json.loads(resources.text(file))
    return found


def _validator(schema: Mapping[str, Any], *, whole_floats: bool) -> Any:
    from jsonschema import Draft202012Validator  # noqa: PLC0415 -- loaded when something is imported or wrong
    from jsonschema.validators import extend  # noqa: PLC0415 -- with it

    types = Draft202012Validator.TYPE_CHECKER
    if not whole_floats:
        types = types.redefine("integer", lambda _, value: type(value) is int)
    ways = partial(_ways, schema.get("$defs", {}))
    ours = extend(Draft202012Validator, {"oneOf": ways, "anyOf": ways}, type_checker=types)  # type: ignore[no-untyped-call]  # the stubs lack it
    return ours(schema)


def _ways(
    defined: Mapping[str, Any],
    validator: Any,
    ways: Sequence[Mapping[str, Any]],
    value: Any,
    schema: Mapping[str, Any],
) -> "Iterator[ValidationError]":
    """The errors of the way that a value is meant to be; if that is not known, whether one of them allows it."""
    from jsonschema import ValidationError  # noqa: PLC0415 -- it is loaded by now

    known = [defined[way["$ref"].removeprefix("#/$defs/")] if "$ref" in way else way for way in ways]
    likely = [way for way in known if _is_like(validator, way, value)] or [
        way for way in known if _is_tagged(way, value)
    ]
    if len(likely) == 1:
        yield from validator.descend(value, likely[0])
        return
    right = sum(validator.evolve(schema=way).is_valid(value) for way in likely)
    if not right:
        yield ValidationError(f"{value!r} is not valid under any of the given schemas")
    elif right > 1 and "oneOf" in schema:
        yield ValidationError(f"{value!r} is valid under {right} of the given schemas")


def _tags(way: Mapping[str, Any]) -> Iterator[tuple[str, Sequence[Any]]]:
    """Keys whose values show what an object is meant to be."""
    for key, inner in way.get("properties", {}).items():
        if "enum" in inner or "const" in inner:
            yield key, inner.get("enum") or [inner["const"]]


def _is_like(validator: Any, way: Mapping[str, Any], value: Any) -> bool:
    """Whether a value has the type, the keys and the tags that are asked for; without them it is not allowed."""
    if "type" in way and not validator.is_type(value, way["type"]):
        return False
    return not isinstance(value, dict) or (
        all(key in value for key in way.get("required", ()))
        and all(key not in value or _among(value[key], values) for key, values in _tags(way))
    )


def _is_tagged(way: Mapping[str, Any], value: Any) -> bool:
    """Whether a value says that it is meant to be this, though it lacks something."""
    tags = dict(_tags(way)) if isinstance(value, dict) else {}
    return (
        bool(tags)
        and not tags.keys().isdisjoint(value)
        and all(_among(value[key], values) for key, values in tags.items() if key in value)
    )


def _among(value: Any, values: Sequence[Any]) -> bool:
    """Whether a value is one of some; ``true`` is not 1."""
    return any(value == each and isinstance(value, bool) == isinstance(each, bool) for each in values)


def _violation(error: "ValidationError") -> Violation:
    shown = repr(error.instance)
    message, unknown = error.message, ()
    if error.validator == "additionalProperties":
        instance, schema = cast("dict[str, Any]", error.instance), cast("dict[str, Any]", error.schema)
        unknown = tuple(sorted(instance.keys() - schema.get("properties", {}).keys()))
        message = _unexpected(unknown)
    elif len(shown) > _LONGEST:
        message = message.replace(shown, f"{shown[: _LONGEST // 2]} … {shown[-_LONGEST // 2 :]}")
    return Violation(tuple(error.absolute_path), str(error.validator), message, unknown)


def _unexpected(unknown: Sequence[str]) -> str:
    names = ", ".join(map(repr, unknown[:_MOST_NAMES]))
    rest = f" and {len(unknown) - _MOST_NAMES:,} more" if len(unknown) > _MOST_NAMES else ""
    verb = "was" if len(unknown) == 1 else "were"
    return f"Additional properties are not allowed ({names}{rest} {verb} unexpected)"
