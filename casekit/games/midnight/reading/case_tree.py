"""What the syntax tree of a case has beside what every document has.

A heading of the kind ``answer`` names a suspect and a topic, one of the kind ``places`` locations by `place_name`.
"""

from dataclasses import dataclass

from casekit.language.document.tree import Item
from casekit.language.formula.nodes import FormulaNode, Word

LOGIC_BLOCKS = ("terms", "facts", "rules", "truth")
BLOCKS_THAT_STAND_ONCE = ("presentation", *LOGIC_BLOCKS, "solution")
BLOCKS = (*BLOCKS_THAT_STAND_ONCE, "notes")
"""Every block that is headed by its own name; all others are paragraphs."""


@dataclass(frozen=True, slots=True)
class StatementNode(Item):
    """A line that begins with ``~``. ``mode`` is ``plain``, ``lie`` or ``hint``."""

    mode: str
    speakers: tuple[Word, ...]
    formula: FormulaNode
    quotation: Word | None


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
class FunctionNode(Item):
    """A declared predicate (``values`` is ``None``) or function."""

    name: Word
    arguments: tuple[Word, ...]
    values: Word | None
    optional: bool


@dataclass(frozen=True, slots=True)
class LineNode(Item):
    """A formula on a line of its own, in ``rules`` or ``truth``."""

    formula: FormulaNode


def place_name(text: str) -> str:
    """A location in a heading: its number with two digits at least, or its slug."""
    return f"{int(text):02}" if text.isdecimal() else text
