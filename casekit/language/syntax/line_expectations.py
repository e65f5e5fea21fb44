"""The parts that may follow in a line of a form, and in a heading."""

import re
from collections.abc import Iterable, Iterator, Sequence

from casekit.language.syntax.dialect import Dialect
from casekit.language.syntax.line_forms import (
    BlockForm,
    CanonicalSpace,
    Element,
    Form,
    LinePart,
    Literal,
    OneWord,
    OptionalPart,
    PartKind,
)
from casekit.values import frozen, replace

TOKEN = re.compile(
    r'(?P<QUOTATION>"(?:[^"\\\n]|\\.)*")|(?P<TIME>\d{1,2}:\d{2}(?!\d))|(?P<NUMBER>\d{1,9}(?![\w-]))'
    r"|(?P<NAME>[^\W\d_]\w*(?:-\w+)*)|(?P<COMMENT>//[^\n\v]*)|(?P<MARK>\S)"
)
_HEADING = re.compile(r"^[ \t]*==[ \t]+(.*)$", re.MULTILINE)

Atom = Literal | PartKind | None
"""A word or a mark, something of a kind, or the end of the line, as it may be next."""


@frozen(slots=True)
class _Again:
    """More of a part that there may be several of."""

    part: LinePart


_Rest = tuple[Element | _Again, ...]
"""The rest of a pattern."""

_Way = tuple[Form | BlockForm, _Rest]
"""A form, with what is left of one of its patterns."""


@frozen(slots=True)
class Expectation:
    """The part before a place in a line, and those that may follow, with their forms.

    At the beginning of a line the part is ``None``.
    """

    before: Atom
    expected: tuple[tuple[Form | BlockForm, Atom], ...]

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """The parts that may follow."""
        return tuple(dict.fromkeys(atom for _, atom in self.expected))

    @property
    def is_logic(self) -> bool:
        """Whether a formula, or a part of one, may follow."""
        return any(isinstance(atom, PartKind) and atom.is_logic for atom in self.atoms)


def in_block(dialect: Dialect, block: BlockForm, line: str) -> Expectation | None:
    """The parts that may follow the beginning of a line of a block.

    ``None`` after other text, and within formulas.
    """
    ways: list[_Way] = []
    for form in dialect.forms:
        if form.name in block.lines:
            ways += [(form, pattern) for pattern in dialect.patterns[form.name]]
    return _followed(dialect, ways, line) if ways else None


def in_heading(dialect: Dialect, line: str) -> Expectation | None:
    """The parts that may follow the beginning of a heading, without its mark."""
    return _followed(dialect, [(block, dialect.headings[block.kind]) for block in dialect.outline], line)


def block_at(dialect: Dialect, text: str, at: int) -> tuple[BlockForm | None, bool]:
    """The block that a place in a laid-out text is in, if it is known, and whether it is below a heading."""
    heading = next(reversed([*_HEADING.finditer(text, 0, at)]), None)
    place = in_heading(dialect, heading[1]) if heading is not None else None
    ends = [form for form, atom in place.expected if atom is None] if place else []
    return next((form for form in ends if isinstance(form, BlockForm)), None), heading is not None


def _followed(dialect: Dialect, ways: Iterable[_Way], line: str) -> Expectation | None:
    before: Atom = None
    states = list(ways)
    for token in TOKEN.finditer(line):
        if token.lastgroup == "COMMENT":
            continue
        steps: list[tuple[Form | BlockForm, Atom, _Rest]] = []
        for form, rest in states:
            steps += [(form, atom, left) for atom, left in _next(rest, dialect) if _is(token, atom)]
        # A word is itself rather than a name, unless the dialect says when it is one.
        words = [step for step in steps if isinstance(step[1], Literal)]
        if words and token[0] not in dialect.terminals:
            steps = words
        if not steps:
            return None
        before, states = steps[0][1], [(form, left) for form, _, left in steps]
    expected: list[tuple[Form | BlockForm, Atom]] = []
    for form, rest in states:
        expected += [(form, atom) for atom, _ in _next(rest, dialect)]
    return Expectation(before, tuple(expected))


def _is(token: re.Match[str], atom: Atom) -> bool:
    if isinstance(atom, Literal):
        return token[0] == atom.text
    return atom is not None and token.lastgroup in atom.symbols


def _next(rest: Sequence[Element | _Again], dialect: Dialect) -> Iterator[tuple[Atom, _Rest]]:
    """The parts that may be next, each with what is left after it."""
    if not rest:
        yield None, ()
        return
    first, others = rest[0], tuple(rest[1:])
    match first:
        case Literal():
            yield first, others
        case CanonicalSpace():
            yield from _next(others, dialect)
        case OptionalPart(elements):
            yield from _next((*elements, *others), dialect)
            yield from _next(others, dialect)
        case _Again(part):
            between = (Literal(part.between),) if part.between else ()
            yield from _next((*between, replace(part, between=None), first, *others), dialect)
            yield from _next(others, dialect)
        case LinePart(between=None, options=options):
            for option in options:
                yield from _option(option, others, dialect)
        case LinePart():
            yield from _next((replace(first, between=None), _Again(first), *others), dialect)


def _option(
    option: PartKind | OneWord | str, others: _Rest, dialect: Dialect
) -> Iterator[tuple[Atom, _Rest]]:
    if isinstance(option, PartKind):
        yield option, others
    elif isinstance(option, OneWord):
        yield from _next((*map(Literal, option.text.split()), *others), dialect)
    else:
        for pattern in dialect.patterns[option]:
            yield from _next((*pattern, *others), dialect)
