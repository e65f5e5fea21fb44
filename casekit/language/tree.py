"""The syntax tree: what a text says, before any of its names are known.

Positions are character offsets into the text; they do not count when trees are compared.
"""

from dataclasses import dataclass, field
from typing import Literal

from casekit.diagnostics import Source

LOGIC_BLOCKS = ("terms", "facts", "rules", "truth")
BLOCKS_THAT_STAND_ONCE = ("presentation", *LOGIC_BLOCKS, "solution")
BLOCKS = (*BLOCKS_THAT_STAND_ONCE, "notes")
"""Every block that is headed by its own name; all others are paragraphs."""


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
    """``term in { element, element }``."""

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


def parts(node: FormulaNode) -> tuple[FormulaNode, ...]:
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


@dataclass(frozen=True, slots=True)
class Comment(Node):
    """A comment without its slashes. ``trailing`` if it stands behind something on its line."""

    text: str
    trailing: bool = False
    gap: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class ProseNode(Node):
    """A paragraph of prose: words joined by single spaces, escapes of line marks undone.

    ``pieces`` are the places of its lines in the text, more than one where comments or statements part them.
    """

    text: str
    pieces: tuple[tuple[int, int], ...] = field(default=(), compare=False, repr=False)
    gap: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class StatementNode(Node):
    """A line that begins with ``~``. ``mode`` is ``plain``, ``lie`` or ``hint``."""

    mode: str
    speakers: tuple[Word, ...]
    formula: FormulaNode
    quotation: Word | None
    gap: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class AnswerNode(Node):
    """A line of ``terms``; ``kind`` is ``motive`` or ``method``."""

    kind: str
    slug: Word
    label: Word
    gap: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class SortNode(Node):
    """``type name: value, value``."""

    name: Word
    values: tuple[Word, ...]
    gap: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class FunctionNode(Node):
    """A declared predicate (``values`` is ``None``) or function."""

    name: Word
    arguments: tuple[Word, ...]
    values: Word | None
    optional: bool
    gap: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class LineNode(Node):
    """A formula on a line of its own, in ``rules`` or ``truth``."""

    formula: FormulaNode
    gap: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class NoteNode(Node):
    """A line of the writer's notes, as written."""

    text: str
    gap: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class FieldNode(Node):
    """``key: value`` of the header."""

    key: Word
    value: Word
    gap: bool = field(default=False, compare=False)


Item = (
    Comment
    | ProseNode
    | StatementNode
    | AnswerNode
    | SortNode
    | FunctionNode
    | LineNode
    | NoteNode
    | FieldNode
)


@dataclass(frozen=True, slots=True)
class Heading(Node):
    """What a block is: one of the named blocks, a suspect's answer, or locations.

    ``kind`` is the block's name, ``answer`` or ``places``; ``words`` are the suspect and the topic, or the
    locations by `place_name`.
    """

    kind: str
    words: tuple[Word, ...] = ()


def place_name(text: str) -> str:
    """A location in a heading: its number with two digits at least, or its slug."""
    return f"{int(text):02}" if text.isdecimal() else text


@dataclass(frozen=True, slots=True)
class Block(Node):
    """A heading and what stands below it, in order, comments among it; ``lead`` stands right above it."""

    heading: Heading
    items: tuple[Item, ...] = ()
    lead: tuple[Comment, ...] = ()


@dataclass(frozen=True)
class Document:
    """A whole text: its header, then its blocks.

    ``lost`` counts the blocks whose heading could not be read, ``broken`` holds the words of everything that
    could not be read: what is missing because of it is not reported again.
    """

    source: Source = field(compare=False)
    header: tuple[Item, ...] = ()
    blocks: tuple[Block, ...] = ()
    lost: int = 0
    broken: frozenset[str] = frozenset()
