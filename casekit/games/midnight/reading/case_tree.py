"""The parts of a case's syntax tree beside those of every document: the lines of its blocks.

A heading of the kind ``answer`` names a suspect and a topic, one of the kind ``places`` locations.
"""

from dataclasses import dataclass

from casekit.language.document.dialect import Item
from casekit.language.formula.nodes import FormulaNode, TermNode, Word


@dataclass(frozen=True, slots=True)
class StatementNode(Item):
    """A line that begins with ``~``. ``mode`` is ``plain``, ``lie``, ``hint`` or ``shown``.

    ``by`` are the paths that a line of the solution says it follows from.
    """

    mode: str
    speakers: tuple[TermNode, ...]
    formula: FormulaNode
    quotation: Word | None
    by: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerNode(Item):
    """A line of ``terms``; ``kind`` is ``motive`` or ``method``."""

    kind: str
    slug: Word
    label: Word


@dataclass(frozen=True, slots=True)
class SortNode(Item):
    """A declared type."""

    name: Word
    values: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class ClockNode(Item):
    """A declared type of times."""

    name: Word
    first: Word
    last: Word
    minutes: Word


@dataclass(frozen=True, slots=True)
class GroupNode(Item):
    """A declared group of values."""

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

    line: FormulaNode

    @property
    def formula(self) -> FormulaNode:
        """The same under the name that all lines have."""
        return self.line


@dataclass(frozen=True, slots=True)
class RuleNode(Item):
    """A line of ``rules``: what every reader takes for granted if it is ``common``, else what the presentation says."""

    rule: FormulaNode
    common: bool
    quotation: Word | None

    @property
    def formula(self) -> FormulaNode:
        """The same under the name that all lines have."""
        return self.rule
