"""The header fields of a document: which there are, and what is wrong with them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from casekit.diagnostics import Diagnostic, Source, codes
from casekit.language.document.tree import FieldNode, SyntaxTree
from casekit.language.nearest import did_you_mean, nearest
from casekit.model.place import Place


@dataclass(frozen=True)
class FieldRules:
    """Which fields a game's headers may have, which they need, and what some can be; ``longest`` is in characters."""

    keys: tuple[str, ...]
    required: tuple[str, ...]
    choices: Mapping[str, tuple[str, ...]]
    longest: int


@dataclass
class HeaderFields:
    """The values of a header's fields and their places, without those that cannot be understood."""

    values: dict[str, str] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    problems: list[Diagnostic] = field(default_factory=list)


def read_fields(document: SyntaxTree, rules: FieldRules) -> HeaderFields:
    """Read the fields before the first block."""
    found = HeaderFields()
    mentioned: set[str] = set(document.broken)
    for node in document.header:
        if not isinstance(node, FieldNode):
            continue
        key, value = node.key.text, node.value.text
        problem = _problem(node, document.source, found.values, rules)
        # A key that is misspelt, or whose line could not be read, is not missing as well.
        mentioned |= {key} if key in rules.keys else {key, *nearest(key, rules.keys)[:1]}
        if problem is not None:
            found.problems.append(problem)
        elif value:
            found.values[key] = value
            found.places[key] = Place(node.start, node.end)
    if not document.lost:
        found.problems += _missing(document.source, mentioned, rules)
    return found


def _problem(
    node: FieldNode, source: Source, before: Mapping[str, str], rules: FieldRules
) -> Diagnostic | None:
    key, value = node.key.text, node.value.text
    place = source.span(node.key.start, node.key.end)
    if key not in rules.keys:
        hint = did_you_mean(key, rules.keys, f"the fields are {', '.join(rules.keys)}")
        return Diagnostic(codes.UNKNOWN_FIELD, f"there is no field `{key}`", place, hint=hint)
    if key in before:
        return Diagnostic(
            codes.DUPLICATE_FIELD,
            f"the field `{key}` occurs here a second time",
            place,
            hint="keep one of them",
        )
    if not value and key in rules.required:
        return Diagnostic(
            codes.BAD_FIELD_VALUE,
            f"the field `{key}` is empty",
            place,
            hint=f"write the {key} after the colon",
        )
    if len(value) > rules.longest:
        return Diagnostic(
            codes.BAD_FIELD_VALUE,
            f"the field `{key}` has {len(value):,} characters; at most {rules.longest} are allowed",
            place,
            hint="shorten it",
        )
    if value and value not in rules.choices.get(key, (value,)):
        return Diagnostic(
            codes.BAD_FIELD_VALUE,
            f"`{key}` cannot be `{value}`",
            source.span(node.value.start, node.value.end),
            hint=did_you_mean(value, rules.choices[key], f"it is one of {', '.join(rules.choices[key])}"),
        )
    return None


def _missing(source: Source, mentioned: set[str], rules: FieldRules) -> Iterator[Diagnostic]:
    for key in rules.required:
        if key not in mentioned:
            yield Diagnostic(
                codes.MISSING_FIELD,
                f"the header has no `{key}`",
                source.whole(),
                hint=f"begin the file with `{key}: ...`",
            )
