"""What the syntax tree of a case has beside what every document has.

A heading of the kind ``answer`` names a suspect and a topic, one of the kind ``places`` locations by `place_name`.
"""

from dataclasses import dataclass

from casekit.language.document.tree import Heading, Item
from casekit.language.formula.nodes import FormulaNode, TermNode, Word

LOGIC_BLOCKS = ("terms", "facts", "rules", "truth")
BLOCKS_THAT_STAND_ONCE = ("presentation", *LOGIC_BLOCKS, "solution")
BLOCKS = (*BLOCKS_THAT_STAND_ONCE, "notes")
"""Every block that is headed by its own name; all others are paragraphs."""


@dataclass(frozen=True, slots=True)
class StatementNode(Item):
    """A line that begins with ``~``. ``mode`` is ``plain``, ``lie``, ``hint`` or ``shown``.

    ``by`` are the paths that a line of the solution says it follows from.
    """

    mode: str
    speakers: tuple[TermNode, ...]
    formula: FormulaNode
    quotation: Word | None
    by: tuple[Heading, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerNode(Item):
    """A line of ``terms``; ``kind`` is ``motive`` or ``method``."""

    kind: str
    slug: Word
    label: Word


@dataclass(frozen=True, slots=True)
class SortNode(Item):
    """``type name: value, value``."""

    name: Word
    values: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class ClockNode(Item):
    """``type name: clock first to last every step min``."""

    name: Word
    first: Word
    last: Word
    step: Word


@dataclass(frozen=True, slots=True)
class GroupNode(Item):
    """``group name: value, value``."""

    name: Word
    values: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class FunctionNode(Item):
    """A declared predicate (``values`` is ``None``) or function.

    ``sentences`` say in words that it is so, then that it is not; there are two at the most.
    """

    name: Word
    arguments: tuple[Word, ...]
    values: Word | None
    optional: bool
    sentences: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True)
class LineNode(Item):
    """A formula on a line of its own, in ``truth``."""

    formula: FormulaNode


@dataclass(frozen=True, slots=True)
class RuleNode(Item):
    """A line of ``rules``: what every reader takes for granted if it is ``common``, else what the presentation says."""

    formula: FormulaNode
    common: bool
    quotation: Word | None


def place_name(text: str) -> str:
    """A location in a heading: its number with two digits at least, or its slug."""
    return f"{int(text):02}" if text.isdecimal() else text
