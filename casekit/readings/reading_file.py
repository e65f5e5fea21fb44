"""The file of a reading, beside its case: read with findings, and written.

``toast.case`` has ``toast.reading.json``. It gives the solution away as the case does.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from casekit.diagnostics import Finding, Source, Span, codes
from casekit.diagnostics.invisible_characters import HIDDEN
from casekit.language.data.schema import FORMAT, Violation, newer, schema_of_ours, violations
from casekit.language.source_files import decode
from casekit.readings.reading import (
    AcceptedWords,
    ClashingWords,
    FreeFact,
    PassageReading,
    ReadClaim,
    Reading,
)

SCHEMA = "schemas/reading.schema.json"
"""The schema of the file."""

_MOST_FINDINGS = 10
_HINT = "put the file back as it was, or delete it and have the case read again with `casekit read ask`"


class LoadedReading(NamedTuple):
    """A reading as it was read from its file."""

    reading: Reading | None
    """The reading; ``None`` if a finding is an error."""

    source: Source
    """The text of the file."""

    findings: tuple[Finding, ...] = ()
    """What is wrong with the file, ten findings at most."""


def parse_reading(data: bytes, name: str) -> LoadedReading:
    """Read the bytes of a reading's file called ``name``."""
    source, problems = decode(data, name)
    if problems:
        return LoadedReading(None, source, problems)
    try:
        content = json.loads(source.text)
    except json.JSONDecodeError as error:
        message = f"this is not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        return _refused(source, [message], source.span(error.pos, error.pos + 1))
    except (RecursionError, ValueError):
        message = "this JSON is nested too deeply, or a number in it has too many digits"
        return _refused(source, [message], source.whole())
    version = content.get("format") if isinstance(content, dict) else None
    if later := newer(codes.NEWER_FORMAT, "this reading", version, source.whole()):
        return LoadedReading(None, source, later)
    violated = violations(schema_of_ours(SCHEMA), content, _MOST_FINDINGS)
    if violated:
        return _refused(source, [_in_words(violation) for violation in violated], source.whole())
    return LoadedReading(_reading_of(content), source)


def _refused(source: Source, messages: Sequence[str], place: Span) -> LoadedReading:
    """A file that cannot be used, with a finding for each thing that is wrong with it."""
    findings = [codes.INVALID_READING.at(place, message, hint=_HINT) for message in messages]
    return LoadedReading(None, source, tuple(findings))


def _in_words(violation: Violation) -> str:
    """A violation of the schema, after the keys that lead to it: ``$.paragraphs.02[0]: ...``."""
    steps = [f"[{step}]" if isinstance(step, int) else f".{step}" for step in violation.path]
    return f"${''.join(steps)}: {violation.message}"


def claim_of(content: Mapping[str, Any]) -> ReadClaim:
    """A claim from its JSON, which its schema allows."""
    free = content.get("free")
    return ReadClaim(
        quote=content["quote"],
        grade=content["grade"],
        formula=content.get("formula", ""),
        free=FreeFact(*free) if free else None,
        said_by=tuple(content.get("said_by", ())),
        accuses=content.get("accuses", ""),
    )


def _reading_of(content: Mapping[str, Any]) -> Reading:
    passages: dict[str, tuple[PassageReading, ...]] = {}
    for key, readings in content.get("paragraphs", {}).items():
        passages[key] = tuple([_passage_of(reading) for reading in readings])
    clashes: list[ClashingWords] = []
    for clash in content.get("clashes", ()):
        (first, first_words), (second, second_words) = clash["quotes"]
        quotes = ((first, first_words), (second, second_words))
        clashes.append(ClashingWords(clash["reader"], quotes, clash["why"]))
    rows = content.get("accepted", ())
    accepted = [AcceptedWords(words["path"], words["quote"], words["why"]) for words in rows]
    return Reading(passages, tuple(clashes), tuple(accepted))


def _passage_of(content: Mapping[str, Any]) -> PassageReading:
    claims = tuple([claim_of(claim) for claim in content["claims"]])
    return PassageReading(content["reader"], content["digest"], content.get("context", ""), claims)


# --- and written ----------------------------------------------------------------------------------


def reading_text(reading: Reading) -> str:
    """A reading as it is written: JSON with a claim on each line, so that a change is one line of a diff."""
    parts = [f'"format": {FORMAT}']
    paragraphs: list[str] = []
    for key, readings in reading.passages.items():
        texts = [_passage_text(passage) for passage in readings]
        paragraphs.append(f"    {_json(key)}: [{', '.join(texts)}]")
    parts.append(_object("paragraphs", paragraphs))
    if reading.clashes:
        parts.append(_array("clashes", [clash_as_json(clash) for clash in reading.clashes]))
    if reading.accepted:
        rows = [{"path": words.path, "quote": words.quote, "why": words.why} for words in reading.accepted]
        parts.append(_array("accepted", rows))
    return "{\n  " + ",\n  ".join(parts) + "\n}\n"


def claim_as_json(claim: ReadClaim) -> dict[str, Any]:
    """A claim as its schema has it."""
    content: dict[str, Any] = {"quote": claim.quote, "grade": claim.grade}
    if claim.formula:
        content["formula"] = claim.formula
    if claim.free is not None:
        content["free"] = [claim.free.thing, claim.free.property, claim.free.value]
    if claim.said_by:
        content["said_by"] = list(claim.said_by)
    if claim.accuses:
        content["accuses"] = claim.accuses
    return content


def clash_as_json(clash: ClashingWords) -> dict[str, Any]:
    """A pair of places as its schema has it."""
    return {"reader": clash.reader, "quotes": [list(place) for place in clash.quotes], "why": clash.why}


def _passage_text(passage: PassageReading) -> str:
    head = [f'"reader": {_json(passage.reader)}', f'"digest": {_json(passage.digest)}']
    if passage.context:
        head.append(f'"context": {_json(passage.context)}')
    claims = [f"      {_json(claim_as_json(claim))}" for claim in passage.claims]
    rows = ",\n".join(claims)
    listed = f"[\n{rows}\n    ]" if claims else "[]"
    return f'{{{", ".join(head)}, "claims": {listed}}}'


def _object(key: str, rows: Sequence[str]) -> str:
    listed = ",\n".join(rows)
    return f'"{key}": {{\n{listed}\n  }}' if rows else f'"{key}": {{}}'


def _array(key: str, rows: Sequence[Mapping[str, Any]]) -> str:
    listed = ",\n".join(f"    {_json(row)}" for row in rows)
    return f'"{key}": [\n{listed}\n  ]'


def _json(value: Any) -> str:
    """A value as JSON, in which letters stay as they are and characters that nobody sees are escaped."""
    return HIDDEN.sub(lambda match: json.dumps(match[0])[1:-1], json.dumps(value, ensure_ascii=False))
