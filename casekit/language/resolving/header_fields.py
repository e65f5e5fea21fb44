"""The header fields of a document: which there are, and what is wrong with them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from casekit.diagnostics import Diagnostic, Source, codes
from casekit.language.document.dialect import Dialect
from casekit.language.document.tree import FieldNode, SyntaxTree
from casekit.language.nearest import did_you_mean, nearest
from casekit.model.place import Place

LONGEST = 200
"""Characters of a title, or of any other field of a header, at the most."""


@dataclass
class HeaderFields:
    """The values of a header's fields and their places, without those that cannot be understood."""

    values: dict[str, str] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    problems: list[Diagnostic] = field(default_factory=list)


def read_fields(document: SyntaxTree, dialect: Dialect) -> HeaderFields:
    """Read the fields before the first block."""
    found = HeaderFields()
    mentioned: set[str] = set(document.broken)
    for node in document.header:
        if not isinstance(node, FieldNode):
            continue
        key, value = node.key.text, node.value.text
        problem = _problem(node, document.source, found.values, dialect)
        # A key that is misspelt, or whose line could not be read, is not missing as well.
        mentioned |= {key} if key in dialect.fields else {key, *nearest(key, dialect.fields)[:1]}
        if problem is not None:
            found.problems.append(problem)
        elif value:
            found.values[key] = value
            found.places[key] = Place(node.start, node.end)
    if not document.lost:
        found.problems += _missing(document.source, mentioned, dialect)
    return found


def _problem(
    node: FieldNode, source: Source, before: Mapping[str, str], dialect: Dialect
) -> Diagnostic | None:
    key, value = node.key.text, node.value.text
    place = source.span(node.key.start, node.key.end)
    if key not in dialect.fields:
        hint = did_you_mean(key, dialect.fields, f"the fields are {', '.join(dialect.fields)}")
        return Diagnostic(codes.UNKNOWN_FIELD, f"there is no field `{key}`", place, hint=hint)
    if key in before:
        return Diagnostic(
            codes.DUPLICATE_FIELD,
            f"the field `{key}` occurs here a second time",
            place,
            hint="keep one of them",
        )
    if not value and key in dialect.required:
        return Diagnostic(
            codes.BAD_FIELD_VALUE,
            f"the field `{key}` is empty",
            place,
            hint=f"write the {key} after the colon",
        )
    if len(value) > LONGEST:
        return Diagnostic(
            codes.BAD_FIELD_VALUE,
            f"the field `{key}` has {len(value):,} characters; at most {LONGEST} are allowed",
            place,
            hint="shorten it",
        )
    if value and value not in (dialect.fields[key] or (value,)):
        return Diagnostic(
            codes.BAD_FIELD_VALUE,
            f"`{key}` cannot be `{value}`",
            source.span(node.value.start, node.value.end),
            hint=did_you_mean(value, dialect.fields[key], f"it is one of {', '.join(dialect.fields[key])}"),
        )
    return None


def _missing(source: Source, mentioned: set[str], dialect: Dialect) -> Iterator[Diagnostic]:
    for key in dialect.required:
        if key not in mentioned:
            yield Diagnostic(
                codes.MISSING_FIELD,
                f"the header has no `{key}`",
                source.whole(),
                hint=f"begin the file with `{key}: ...`",
            )
