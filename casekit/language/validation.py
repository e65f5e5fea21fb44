"""JSON from outside: read, and held against its schema."""

import json
from typing import Any, cast

from casekit import resources
from casekit.diagnostics import Diagnostic, Source, codes
from casekit.language.reading import decode


def load_json(data: bytes, name: str, schema: str) -> tuple[dict[str, Any] | None, tuple[Diagnostic, ...]]:
    """An object that is valid against a schema, or what is wrong with it; the first ten things at most."""
    import jsonschema  # noqa: PLC0415 - it costs more than most commands take

    source, problems = decode(data, name)
    if problems:
        return None, problems
    validator = jsonschema.Draft202012Validator(json.loads(resources.text(schema)))
    try:
        content = json.loads(source.text)
        violations = sorted(validator.iter_errors(content), key=lambda error: error.json_path)
    except json.JSONDecodeError as error:
        place = source.span(error.pos, error.pos + 1)
        message = f"this is not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        return None, (Diagnostic(codes.INVALID_JSON, message, place, hint=_HINT),)
    except (RecursionError, ValueError):
        message = "this JSON is nested too deep, or a number in it has too many digits"
        return None, (Diagnostic(codes.INVALID_JSON, message, source.whole(), hint=_HINT),)
    if violations:
        return None, tuple(_violation(error, source) for error in violations[:10])
    return cast("dict[str, Any]", content), ()


_HINT = "import reads what `casekit export` writes; see schemas/case.schema.json"


def _violation(error: Any, source: Source) -> Diagnostic:
    import jsonschema  # noqa: PLC0415

    # Of the ways something could have been right, the one that came nearest says most.
    deepest = jsonschema.exceptions.best_match([error]) or error
    message = deepest.message if len(deepest.message) <= 200 else f"{deepest.message[:200]}…"  # noqa: PLR2004
    return Diagnostic(codes.INVALID_JSON, f"{deepest.json_path}: {message}", source.whole(), hint=_HINT)
