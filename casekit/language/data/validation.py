"""JSON from outside: read, and held against its schema."""

import json
from collections.abc import Callable
from typing import Any, cast

from casekit.diagnostics import Diagnostic, Source, codes
from casekit.language.data.schema import Violation, violations
from casekit.language.reading import decode


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
