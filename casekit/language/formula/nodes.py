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
    """A name, alone or with arguments; as a formula, a predicate."""

    name: str
    arguments: tuple["TermNode", ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison(Node):
    """Two terms with one of ``= != < <= > >=`` between them."""

    operator: str
    left: TermNode
    right: TermNode


@dataclass(frozen=True, slots=True)
class Membership(Node):
    """``term in { element, element }``; of nothing it is false."""

    term: TermNode
    elements: tuple[TermNode, ...]


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
    """``quantifier [count] sort variable [except ...]: body``."""

    quantifier: str
    count: int
    sort: Word
    variable: Word
    excluded: tuple[TermNode, ...]
    body: "FormulaNode"


FormulaNode = TermNode | Comparison | Membership | Negation | Connective | Quantification


def node_parts(node: FormulaNode) -> tuple[FormulaNode, ...]:
    """The formulas and terms directly inside a formula or a term."""
    match node:
        case TermNode(arguments=arguments):
            return arguments
        case Comparison(left=left, right=right) | Connective(left=left, right=right):
            return (left, right)
        case Membership(term, elements):
            return (term, *elements)
        case Negation(part):
            return (part,)
        case Quantification(excluded=excluded, body=body):
            return (*excluded, body)


def names_in(node: FormulaNode) -> set[str]:
    """The names that the terms of a formula begin with."""
    found: set[str] = set()
    waiting: list[FormulaNode] = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, TermNode):
            found.add(part.name)
        waiting += node_parts(part)
    return found
