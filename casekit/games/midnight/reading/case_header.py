"""The header fields of a case."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from casekit.diagnostics import Diagnostic, Source, codes
from casekit.games.game import LONGEST_TITLE
from casekit.games.midnight.case import Level, Liar
from casekit.games.midnight.edition import LEVELS
from casekit.language.document.tree import FieldNode, SyntaxTree
from casekit.language.nearest import did_you_mean, nearest
from casekit.model.place import Place

KEYS = ("title", "level", "author", "victim", "liar", "illustration", "game")
REQUIRED = ("title", "level", "victim")
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "level": LEVELS,
    "liar": ("may", "never", "must"),
}


@dataclass(frozen=True, slots=True)
class Header:
    """What stands before the first block, defaults filled in; ``places`` are those of the fields that are there."""

    title: str = ""
    level: Level = "amateur"
    author: str = ""
    victim: str = ""
    liar: Liar = "may"
    illustration: str = ""
    places: Mapping[str, Place] = field(default_factory=dict)


def read_header(document: SyntaxTree) -> tuple[Header, tuple[Diagnostic, ...]]:
    """Read the header; a field that cannot be understood has its default."""
    source = document.source
    problems: list[Diagnostic] = []
    values: dict[str, str] = {}
    places: dict[str, Place] = {}
    mentioned: set[str] = set()
    for node in document.header:
        if not isinstance(node, FieldNode):
            continue
        key, value = node.key.text, node.value.text
        problem = _problem(node, source, values)
        # A key that is misspelt, or whose line could not be read, is not missing as well.
        mentioned |= {key, *nearest(key, KEYS)[:1]}
        if problem is not None:
            problems.append(problem)
        elif value:
            values[key] = value
            places[key] = Place(node.start, node.end)
    mentioned |= document.broken
    if not document.lost:
        problems += [_missing(key, source) for key in REQUIRED if key not in mentioned]
    return Header(
        title=values.get("title", ""),
        level=cast("Level", values.get("level", "amateur")),
        author=values.get("author", ""),
        victim=values.get("victim", ""),
        liar=cast("Liar", values.get("liar", "may")),
        illustration=values.get("illustration", ""),
        places=places,
    ), tuple(problems)


def _problem(node: FieldNode, source: Source, before: Mapping[str, str]) -> Diagnostic | None:
    key, value = node.key.text, node.value.text
    place = source.span(node.key.start, node.key.end)
    if key not in KEYS:
        hint = did_you_mean(key, KEYS, f"the fields are {', '.join(KEYS)}")
        return Diagnostic(codes.UNKNOWN_FIELD, f"there is no field `{key}`", place, hint=hint)
    if key in before:
        return Diagnostic(
            codes.DUPLICATE_FIELD,
            f"the field `{key}` occurs here a second time",
            place,
            hint="keep one of them",
        )
    if not value and key in REQUIRED:
        return Diagnostic(
            codes.BAD_FIELD_VALUE,
            f"the field `{key}` is empty",
            place,
            hint=f"write the {key} after the colon",
        )
    if len(value) > LONGEST_TITLE:
        return Diagnostic(
            codes.BAD_FIELD_VALUE,
            f"the field `{key}` has {len(value):,} characters; at most {LONGEST_TITLE} are allowed",
            place,
            hint="shorten it",
        )
    if value and value not in _CHOICES.get(key, (value,)):
        return Diagnostic(
            codes.BAD_FIELD_VALUE,
            f"`{key}` cannot be `{value}`",
            source.span(node.value.start, node.value.end),
            hint=did_you_mean(value, _CHOICES[key], f"it is one of {', '.join(_CHOICES[key])}"),
        )
    return None


def _missing(key: str, source: Source) -> Diagnostic:
    return Diagnostic(
        codes.MISSING_FIELD,
        f"the header has no `{key}`",
        source.whole(),
        hint=f"begin the file with `{key}: ...`",
    )
