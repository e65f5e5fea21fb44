"""The fields, blocks and prose of a document, and formulas that its lines have as text.

Fields and blocks that are missing, unknown or repeated are findings. Formulas are parsed and typed in a
scope of names.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from casekit.diagnostics import Code, Finding, Place, Prose, Related, Source, codes
from casekit.language.formula import nodes, typecheck
from casekit.language.suggestions import did_you_mean, nearest
from casekit.language.syntax.dialect import Block, Dialect, FieldNode, ProseNode, SyntaxTree
from casekit.language.syntax.parser import parse_lone_formula
from casekit.logic.formulas import Formula, with_values
from casekit.values import frozen, replace

LONGEST = 200
"""The most characters that a title may have, or any other field of a header."""


@dataclass
class HeaderFields:
    """The fields of a header, without those that cannot be understood."""

    values: dict[str, str] = field(default_factory=dict)
    """The value of each field, by its key."""

    places: dict[str, Place] = field(default_factory=dict)
    """The place of each field, by its key."""

    problems: list[Finding] = field(default_factory=list)
    """The findings on the others, and on fields that are missing."""


def read_fields(document: SyntaxTree, dialect: Dialect) -> HeaderFields:
    """Read the fields before the first block."""
    header = HeaderFields()
    mentioned: set[str] = set(document.broken)
    for node in document.header:
        if not isinstance(node, FieldNode):
            continue
        key, value = node.key.text, node.value.text
        problem = _field_problem(node, document.source, header.values, dialect)
        # A key that is misspelt, or whose line could not be read, is not missing as well.
        mentioned |= {key} if key in dialect.fields else {key, *nearest(key, dialect.fields)[:1]}
        if problem is not None:
            header.problems.append(problem)
        elif value:
            header.values[key] = value
            header.places[key] = Place(node.start, node.end)
    if not document.lost:
        for key in dialect.required:
            if key not in mentioned:
                header.problems.append(_missing_field(key, document.source))
    return header


def _missing_field(key: str, source: Source) -> Finding:
    return codes.MISSING_FIELD.at(
        source.whole(), f"the header has no `{key}`", hint=f"begin the file with `{key}: ...`"
    )


def _field_problem(
    node: FieldNode, source: Source, earlier_fields: Mapping[str, str], dialect: Dialect
) -> Finding | None:
    """The finding on a field that cannot be read as it is; ``None`` if nothing is wrong with it."""
    key, value = node.key.text, node.value.text
    place = source.span(node.key.start, node.key.end)
    if key not in dialect.fields:
        hint = did_you_mean(key, dialect.fields, f"the fields are {', '.join(dialect.fields)}")
        return codes.UNKNOWN_FIELD.at(place, f"there is no field `{key}`", hint=hint)
    if key in earlier_fields:
        return codes.DUPLICATE_FIELD.at(
            place, f"the field `{key}` occurs here a second time", hint="keep one of them"
        )
    if not value and key in dialect.required:
        return codes.BAD_FIELD_VALUE.at(
            place, f"the field `{key}` is empty", hint=f"write the {key} after the colon"
        )
    if len(value) > LONGEST:
        return codes.BAD_FIELD_VALUE.at(
            place,
            f"the field `{key}` has {len(value):,} characters; at most {LONGEST} are allowed",
            hint="shorten it",
        )
    if value and value not in (dialect.fields[key] or (value,)):
        return codes.BAD_FIELD_VALUE.at(
            source.span(node.value.start, node.value.end),
            f"`{key}` cannot be `{value}`",
            hint=did_you_mean(value, dialect.fields[key], f"it is one of {', '.join(dialect.fields[key])}"),
        )
    return None


def blocks_once(document: SyntaxTree, kinds: Collection[str]) -> tuple[dict[str, Block], tuple[Finding, ...]]:
    """The blocks of some kinds, each of which may occur once; further ones are reported and left out."""
    blocks: dict[str, Block] = {}
    problems: list[Finding] = []
    source = document.source
    for block in document.blocks:
        heading = block.heading
        if heading.kind not in kinds:
            continue
        first = blocks.setdefault(heading.kind, block).heading
        if first is not heading:
            problems.append(
                codes.DUPLICATE_BLOCK.at(
                    source.span(heading.start, heading.end),
                    f"the block `{heading.kind}` occurs here a second time",
                    hint="make one block of both",
                    related=(Related(source.span(first.start, first.end), "the first is here"),),
                )
            )
    return blocks, tuple(problems)


def unknown_heading(block: Block, kinds: Sequence[str], source: Source) -> Finding:
    """The finding for a block whose heading names no block."""
    words = block.heading.words
    first, last = words[0], words[-1]
    heading = " ".join(word.text for word in words)
    all_blocks = f"the blocks are {', '.join(kinds[:-1])} and {kinds[-1]}"
    return codes.UNKNOWN_HEADING.at(
        source.span(first.start, last.end),
        f"`{heading}` is not a block",
        hint=did_you_mean(first.text, kinds, all_blocks),
    )


def heading_places(blocks: Mapping[str, Block]) -> dict[str, Place]:
    """The places of the headings of some blocks."""
    return {kind: Place(block.heading.start, block.heading.end) for kind, block in blocks.items()}


def missing_from(
    present: Collection[str], needed: Mapping[str, str], unplaced: int, source: Source
) -> Iterator[Finding]:
    """A finding for each block that is needed and not there.

    None if ``unplaced`` unreadable headings explain them.

    ``needed`` says of each block what it holds.
    """
    names = [name for name in needed if name not in present]
    if len(names) <= unplaced:
        return
    for name in names:
        yield codes.MISSING_BLOCK.at(
            source.whole(), f"the block `{name}` is missing", hint=f"add `== {name}`: {needed[name]}"
        )


def prose_of(block: Block | None) -> tuple[Prose, ...]:
    """The paragraphs of a block."""
    paragraphs: list[Prose] = []
    for item in block.items if block else ():
        if isinstance(item, ProseNode):
            pieces = tuple([Place(*piece) for piece in item.pieces])
            paragraphs.append(Prose(item.text, Place(item.start, item.end), pieces))
    return tuple(paragraphs)


_MOST_PLACES = 5
"""A finding shows at most this many further places."""

_QUOTED = re.compile(r"`([^`]+)`")


def unknown_once(
    problems: Iterable[Finding],
    unknown: Collection[Code],
    hidden: Collection[Code],
    broken: frozenset[str],
) -> Iterator[Finding]:
    """Findings in which each unknown name is reported once, with the further places where it is used.

    Args:
        problems: all findings of a resolver, in order.
        unknown: the codes that report an unknown name.
        hidden: those of them that are left out if ``broken`` has a name that the message quotes.
        broken: the words of everything that could not be read, which may have been declared there.
    """
    uses: dict[tuple[Code, str], list[Finding]] = {}
    for problem in problems:
        if problem.code not in unknown:
            yield problem
        elif problem.code not in hidden or broken.isdisjoint(_QUOTED.findall(problem.message)):
            uses.setdefault((problem.code, problem.message), []).append(problem)
    for first, *others in uses.values():
        related = tuple(Related(other.span, "here too") for other in others[:_MOST_PLACES])
        count = f", here and in {len(others)} other places" if len(others) > _MOST_PLACES else ""
        yield replace(first, message=f"{first.message}{count}", related=related)


@frozen(slots=True)
class Sentence:
    """A formula and its canonical text."""

    formula: Formula
    text: str


def read_law(text: str, dialect: Dialect, scope: nodes.Scope) -> Formula:
    """The formula that a text is.

    Raises:
        ValueError: if it is not a formula in this scope, which is a mistake of the game's.
    """
    source = Source("law", text)
    node, problems = parse_lone_formula(source, dialect)
    formula, problems = (
        (None, problems) if node is None else typecheck.Typer(scope, source).type_formula(node)
    )
    if formula is None:
        raise ValueError(f"{problems[0].message}, in the law: {text}")
    return formula


class FormulaTemplates:
    """Sentences from patterns of formulas with holes for names, in a ``scope``.

    Such a pattern is ``holder({card}) = {player}``.
    """

    def __init__(self, dialect: Dialect, scope: nodes.Scope) -> None:
        self._dialect, self.scope = dialect, scope
        self._read: dict[str, tuple[dict[str, str], Formula]] = {}

    def said(self, pattern: str, **names: str) -> Sentence:
        """A formula with names in its holes. A pattern is read once.

        Later other names are put into what was read.
        """
        text = pattern.format(**names)
        if pattern in self._read:
            first, formula = self._read[pattern]
            put = dict(zip(first.values(), names.values(), strict=True))
            return Sentence(with_values(formula, put), text)
        formula = read_law(text, self._dialect, self.scope)
        if len({*names.values()}) == len(names):
            # Where one name is in two holes, nobody knows which of two others to put there.
            self._read[pattern] = (names, formula)
        return Sentence(formula, text)
