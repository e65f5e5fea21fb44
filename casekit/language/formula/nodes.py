"""Formulas as they are written, before any of their names are known.

Positions are character offsets into the text; they do not count when trees are compared.
"""

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Anything that has a place in the text."""

    start: int = field(default=0, compare=False, repr=False)
    end: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Word(Node):
    """A single name, number or label as written (quotations without their marks)."""

    text: str


@dataclass(frozen=True, slots=True)
class TermNode(Node):
    """A name, alone or with arguments; as a formula, a predicate. A number and a time of the clock are names too."""

    name: str
    arguments: tuple["Operand", ...] = ()


@dataclass(frozen=True, slots=True)
class Shift(Node):
    """``term + 10 min``; fewer than 0 ``minutes`` for ``-``."""

    term: "Operand"
    minutes: int


Operand = TermNode | Shift


@dataclass(frozen=True, slots=True)
class Listed(Node):
    """``{ element, element }``."""

    elements: tuple[Operand, ...]


@dataclass(frozen=True, slots=True)
class Range(Node):
    """``first to last``, both included."""

    first: Operand
    last: Operand


@dataclass(frozen=True, slots=True)
class GroupName(Node):
    """The values of a named group."""

    name: str


Extent = Listed | Range | GroupName


@dataclass(frozen=True, slots=True)
class Comparison(Node):
    """Two terms with one of ``= != < <= > >=`` between them."""

    operator: str
    left: Operand
    right: Operand


@dataclass(frozen=True, slots=True)
class Membership(Node):
    """``term in extent``; of nothing it is false."""

    term: Operand
    extent: Extent


@dataclass(frozen=True, slots=True)
class Negation(Node):
    """``not part``."""

    part: "FormulaNode"


Operator = Literal["iff", "implies", "or", "and"]


@dataclass(frozen=True, slots=True)
class Connective(Node):
    """Two formulas joined by ``iff``, ``implies``, ``or`` or ``and``."""

    operator: Operator
    left: "FormulaNode"
    right: "FormulaNode"


@dataclass(frozen=True, slots=True)
class Quantification(Node):
    """``quantifier [count] sort variable [in extent] [except ...]: body``."""

    quantifier: str
    count: int
    sort: Word
    variable: Word
    excluded: tuple[TermNode, ...]
    body: "FormulaNode"
    extent: Extent | None = None


@dataclass(frozen=True, slots=True)
class Distinction(Node):
    """``all different term, term for sort variable [in extent] [except ...]``."""

    terms: tuple[TermNode, ...]
    sort: Word
    variable: Word
    excluded: tuple[TermNode, ...] = ()
    extent: Extent | None = None


FormulaNode = TermNode | Comparison | Membership | Negation | Connective | Quantification | Distinction


def node_parts(node: FormulaNode | Operand | Extent) -> tuple[FormulaNode | Operand | Extent, ...]:
    """The formulas, terms and extents directly inside one of them."""
    match node:
        case TermNode(arguments=arguments):
            return arguments
        case Shift(term=part) | Negation(part):
            return (part,)
        case Listed(elements):
            return elements
        case GroupName():
            return ()
        case (
            Comparison(left=first, right=last)
            | Connective(left=first, right=last)
            | Range(first, last)
            | Membership(first, last)
        ):
            return (first, last)
        case Quantification(excluded=excluded, body=body, extent=extent):
            return (*((extent,) if extent else ()), *excluded, body)
        case Distinction(terms, excluded=excluded, extent=extent):
            return (*terms, *((extent,) if extent else ()), *excluded)


def names_in(node: FormulaNode) -> set[str]:
    """The names that the terms of a formula begin with."""
    found: set[str] = set()
    waiting: list[FormulaNode | Operand | Extent] = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, TermNode):
            found.add(part.name)
        waiting += node_parts(part)
    return found
