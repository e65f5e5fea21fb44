"""The first things that are wrong with data, held against a JSON Schema by ``jsonschema``.

Of the ways that ``oneOf`` and ``anyOf`` allow, a value is held against the one that it is meant to be, by its
type, its keys and the keys whose values the schema names (``"op": "not"``). The library alone tries every way
and keeps all errors of all of them, and in nested data those of each way times those of the ways inside it: a
file of 2 MB took minutes and gigabytes. ``tests/language/test_schema.py`` holds that both say the same.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from casekit import __version__, resources
from casekit.diagnostics import Code, Finding, Source, Span, codes
from casekit.language.source_files import decode
from casekit.values import frozen

if TYPE_CHECKING:
    from jsonschema import ValidationError


FORMAT = 1
"""The format of editions, exported documents and kept pages."""

_LAST = 99
"""No casekit will ever read a later one: what names it is a mistake."""


def newer(code: Code, what: str, written: object, place: Span) -> tuple[Finding, ...]:
    """The finding on a file of a format that a later casekit may have written; none on any other."""
    if type(written) is not int or not FORMAT < written <= _LAST:
        return ()
    message = f"{what} has format {written}, which casekit {written}.0 and later read; this one ({__version__}) reads format {FORMAT}"
    return (code.at(place, message, hint=f"update casekit to {written}.0 or later"),)


_LONGEST = 120
_MOST_NAMES = 10


@frozen(slots=True)
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
    keywords = {"oneOf": ways, "anyOf": ways}
    # The stubs lack types for it.
    ours = extend(Draft202012Validator, keywords, type_checker=types)  # type: ignore[no-untyped-call]
    return ours(schema)


def _ways(
    defined: Mapping[str, Any],
    validator: Any,
    ways: Sequence[Mapping[str, Any]],
    value: Any,
    schema: Mapping[str, Any],
) -> "Iterator[ValidationError]":
    """The errors of the way that a value is meant to be.

    If the way is not known, the error says whether one of them allows it.
    """
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
    """Whether a value has the type, the keys and the tags that are asked for.

    A value without them is not allowed.
    """
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


Path = tuple[str, ...]
"""The keys that lead from the outermost object to a member."""

_SPACE = " \t\r\n"
_DEEPEST = 8
"""Deeper members have no places: each level is read again in the next, and no file of ours is so deep."""


Place = tuple[int, int]
"""The character offsets of a member's key, quotation marks included, and of its value's end."""

Members = tuple[Mapping[Path, Place], tuple[tuple[Path, Place], ...]]
"""The places of the members of all objects that are not inside an array, and of keys that their object has
already."""


def members(text: str) -> Members:
    """Find every member of a text that is JSON.

    Raises:
        ValueError: if it is not.
        RecursionError: if it is nested too deep.
    """
    found = [*_members(text, _skip(text, 0), ())]
    places = dict(reversed(found))
    return places, tuple((path, place) for path, place in found if places[path] != place)


def _members(text: str, at: int, path: Path) -> Iterator[tuple[Path, Place]]:
    """The members of the object at an offset, if there is one, each after those within it."""
    if text[at : at + 1] != "{" or len(path) == _DEEPEST:
        return
    at = _skip(text, at + 1)
    while text[at] != "}":
        key, after = _DECODER.raw_decode(text, at)
        value = _skip(text, _skip(text, after) + 1)
        end = _DECODER.raw_decode(text, value)[1]
        yield from _members(text, value, (*path, key))
        yield (*path, key), (at, end)
        at = _skip(text, end)
        at = _skip(text, at + 1) if text[at] == "," else at


def _skip(text: str, at: int) -> int:
    while text[at : at + 1] and text[at] in _SPACE:
        at += 1
    return at


_DECODER = json.JSONDecoder()


def load_json(
    data: bytes, name: str, schema_of: Callable[[Any], str]
) -> tuple[dict[str, Any] | None, tuple[Finding, ...]]:
    """An object that is valid against its schema, or what is wrong with it; the first ten things at most.

    ``schema_of`` gives the text of the schema of what was read.
    """
    source, problems = decode(data, name)
    if problems:
        return None, problems
    try:
        content = json.loads(source.text)
        written = content.get("casekit") if isinstance(content, dict) else None
        if later := newer(codes.NEWER_FORMAT, "this document", written, source.whole()):
            return None, later
        violated = violations(json.loads(schema_of(content)), content, _MOST)
    except json.JSONDecodeError as error:
        place = source.span(error.pos, error.pos + 1)
        message = f"this is not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        return None, (codes.INVALID_JSON.at(place, message, hint=_HINT),)
    except (RecursionError, ValueError):
        message = "this JSON is nested too deep, or a number in it has too many digits"
        return None, (codes.INVALID_JSON.at(source.whole(), message, hint=_HINT),)
    if violated:
        return None, tuple(_diagnostic(violation, source) for violation in violated)
    return cast("dict[str, Any]", content), ()


_MOST = 10
_HINT = "import reads what `casekit export` writes; its schemas are in schemas/"


def _diagnostic(violation: Violation, source: Source) -> Finding:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in violation.path)
    message = f"${''.join(steps)}: {violation.message}"
    return codes.INVALID_JSON.at(source.whole(), message, hint=_HINT)
