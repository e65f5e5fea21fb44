"""JSON from outside: held against its schema, and the places of its members, which the values that Python reads do not have."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from casekit.diagnostics import Diagnostic, Source, codes
from casekit.language.data.formats import newer
from casekit.language.data.schema import Violation, violations
from casekit.language.reading import decode

Path = tuple[str, ...]
"""The keys that lead from the outermost object to a member."""

_SPACE = " \t\r\n"
_DEEPEST = 8
"""Deeper members have no places: each level is read again in the next, and no file of ours is so deep."""


@dataclass(frozen=True, slots=True)
class Members:
    """The members of all objects that are not inside an array.

    ``places`` gives for each the character offsets of its key, quotation marks included, and of its value's end;
    ``repeated`` the same for keys that their object has already, with their paths.
    """

    places: Mapping[Path, tuple[int, int]]
    repeated: tuple[tuple[Path, tuple[int, int]], ...]


def members(text: str) -> Members:
    """Find every member of a text that is JSON.

    Raises:
        ValueError: if it is not.
        RecursionError: if it is nested too deep.
    """
    places: dict[Path, tuple[int, int]] = {}
    repeated = []
    for path, place in _members(text, _skip(text, 0), ()):
        if path in places:
            repeated.append((path, place))
        else:
            places[path] = place
    return Members(places, tuple(repeated))


def _members(text: str, at: int, path: Path) -> Iterator[tuple[Path, tuple[int, int]]]:
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
) -> tuple[dict[str, Any] | None, tuple[Diagnostic, ...]]:
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
        found = violations(json.loads(schema_of(content)), content, _MOST)
    except json.JSONDecodeError as error:
        place = source.span(error.pos, error.pos + 1)
        message = f"this is not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        return None, (Diagnostic(codes.INVALID_JSON, message, place, hint=_HINT),)
    except (RecursionError, ValueError):
        message = "this JSON is nested too deep, or a number in it has too many digits"
        return None, (Diagnostic(codes.INVALID_JSON, message, source.whole(), hint=_HINT),)
    if found:
        return None, tuple(_diagnostic(violation, source) for violation in found)
    return cast("dict[str, Any]", content), ()


_MOST = 10
_HINT = "import reads what `casekit export` writes; its schemas are in schemas/"


def _diagnostic(violation: Violation, source: Source) -> Diagnostic:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in violation.path)
    message = f"${''.join(steps)}: {violation.message}"
    return Diagnostic(codes.INVALID_JSON, message, source.whole(), hint=_HINT)
