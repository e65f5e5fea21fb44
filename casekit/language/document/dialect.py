"""What the language of documents leaves to each game: its grammar, its blocks and the lines in them."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from casekit.diagnostics import Code
from casekit.language.document.tree import Heading, Item

if TYPE_CHECKING:
    from lark import Token, Transformer

    from casekit.language.formula.formula_json import FormulaWriter


@dataclass(frozen=True, slots=True)
class Slip:
    """A mistake with a name: its code, what to say and the cure.

    ``examples`` are pieces of documents, ``formulas`` are tried wherever a document may have one, and
    alone; ``alone`` are only tried so.
    """

    code: Code
    message: str
    hint: str
    examples: tuple[str, ...] = ()
    formulas: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()

    def with_hint(self, hint: str) -> "Slip":
        """The same slip with a cure in the words of a game."""
        return replace(self, hint=hint)

    def also(self, *examples: str) -> "Slip":
        """The same slip with further pieces of documents."""
        return replace(self, examples=(*self.examples, *examples))


class Dialect(ABC):
    """How the documents of a game are written. There is one for each game, and it holds no state."""

    grammar: str
    """The name of the grammar, ``grammar/NAME.lark``, whose start is ``document``."""

    noun: str
    """What a document is called: ``case``."""

    usual: str
    """How many words of logic and paragraphs of prose a document has, for who gave casekit something else."""

    blocks: frozenset[str]
    """The first words of headings that every document of the game may have."""

    logic_blocks: frozenset[str]
    """The blocks whose lines may go on over several lines without a mark in front."""

    formula_places: tuple[str, ...]
    """Texts of documents behind which a formula may be written, for the examples of slips."""

    @abstractmethod
    def builder(self) -> "Transformer[Token, Any]":
        """What makes syntax trees of what the grammar recognises."""

    @property
    @abstractmethod
    def slips(self) -> tuple[Slip, ...]:
        """The mistakes that have a name, in the order in which they are tried."""

    # --- the canonical text ----------------------------------------------------------------------

    def format_heading(self, heading: Heading) -> str:
        """A heading without its mark."""
        return heading.kind

    @abstractmethod
    def format_item(self, item: Item) -> Iterable[str]:
        """The lines of an item of the game's own."""

    def belongs_to_what_is_before(self, item: Item) -> bool:
        """Whether no blank line ever goes above an item."""
        del item
        return False

    # --- JSON ------------------------------------------------------------------------------------

    def write_heading(self, heading: Heading) -> dict[str, Any]:
        """A heading as members of its block."""
        return {"block": heading.kind}

    def read_heading(self, data: Mapping[str, Any]) -> Heading:
        """The heading of a block, from its members."""
        return Heading(data["block"])

    @abstractmethod
    def write_item(self, item: Item, writer: "FormulaWriter") -> dict[str, Any]:
        """An item of the game's own."""

    @abstractmethod
    def read_item(self, data: Mapping[str, Any]) -> Item:
        """The item that such JSON describes."""
