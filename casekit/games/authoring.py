"""What a game tells an editor about the names in its documents, and what may be written where.

The server asks for it with whatever was understood of a text that is being written, so nothing here may fail.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from casekit.language.document.forms import Fixed, PartKind
from casekit.language.document.slips import in_block
from casekit.language.formula.nodes import (
    Distinction,
    Extent,
    FormulaNode,
    GroupName,
    Operand,
    Quantification,
    TermNode,
    Word,
    node_parts,
)

if TYPE_CHECKING:
    from casekit.language.document.dialect import Dialect
    from casekit.language.document.tree import Heading, SyntaxTree
    from casekit.language.formula.scope import Scope

_NAME_BEGUN = re.compile(r"[\w-]*$")

Kind = Literal["fact", "value", "type", "group", "variable", "topic", "field"]
"""What a name is the name of, as far as editors make a difference."""


@dataclass(frozen=True, slots=True)
class NameMention:
    """A name at a place of a text.

    ``name`` is what formulas call it, which the text may write otherwise (a number, say). ``defines`` where it is declared,
    and ``prose`` where readers read it. ``within`` is where the quantifier of a variable begins.
    """

    kind: Kind
    name: str
    start: int
    end: int
    defines: bool = False
    prose: bool = False
    within: int = -1

    @property
    def key(self) -> tuple[str, str, int]:
        """What all mentions of the same thing share."""
        return self.kind, self.name, self.within


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that could be written: what is inserted, what it is, and what is told of it.

    ``wanted`` goes first, such as a heading that is still missing.
    """

    text: str
    kind: Kind | Literal["heading", "keyword"]
    detail: str = ""
    wanted: bool = False


@dataclass(frozen=True, slots=True)
class Shared:
    """A name that the edition gives to all its documents.

    It is renamed by replacing the word in all of them and in the edition's file; ``refusal`` says why it cannot be.
    """

    refusal: str = ""


class Authoring(ABC):
    """How a game's documents are written, for an editor."""

    fields: Mapping[str, tuple[str, ...]]
    """The keys of a header, with what each may be, if that is fixed."""

    @abstractmethod
    def mentions(self, tree: "SyntaxTree", scope: "Scope | None", settings: Any) -> Iterator[NameMention]:
        """Every name in a text, in any order; ``scope`` and ``settings`` are missing if they could not be read."""

    @abstractmethod
    def headings(self, settings: Any) -> Iterator[Offer]:
        """Every heading that a document has, without its mark; those that must be there are ``wanted``."""

    @abstractmethod
    def heading_key(self, heading: "Heading", settings: Any) -> tuple[str, ...]:
        """The texts of ``headings`` that a heading stands for."""

    @abstractmethod
    def offers(
        self, block: str, before: str, scope: "Scope | None", settings: Any
    ) -> tuple[Offer, ...] | None:
        """What may be written behind the beginning of a line; ``None`` where that is a formula, or prose.

        ``block`` is the kind of the block, or empty in the header.
        """

    def is_formula(self, block: str, before: str) -> bool:
        """Whether what goes on after the beginning of a line is a formula; never, in documents without formulas."""
        del block, before
        return False

    @abstractmethod
    def described(self, mention: NameMention, settings: Any) -> str:
        """What a name of the edition stands for, in Markdown; empty for names of the document's own."""

    @abstractmethod
    def shared(self, mention: NameMention, settings: Any) -> Shared | None:
        """What it means to rename a name of the edition; ``None`` for one of the document's own."""

    def speaker(self, heading: "Heading") -> str:
        """Whoever tells what is below a heading, as formulas name them; empty if nobody does."""
        del heading
        return ""

    def marked(self, text: str) -> str:
        """A formula as a line that states it."""
        return text


def mentions_of_formula(
    node: FormulaNode | Operand | Extent,
    text: str,
    scope: "Scope | None",
    bound: Mapping[str, int] | None = None,
) -> Iterator[NameMention]:
    """Every name in a formula; ``bound`` are the variables around it, with where their quantifiers begin."""
    bound = bound or {}
    if isinstance(node, (Quantification, Distinction)):
        yield _word("type", node.sort)
        bound = {**bound, node.variable.text: node.start}
        variable = node.variable
        yield NameMention(
            "variable", variable.text, variable.start, variable.end, defines=True, within=node.start
        )
    if isinstance(node, GroupName):
        yield NameMention("group", node.name, node.start, node.end)
    if isinstance(node, TermNode):
        start = text.find(node.name, node.start, node.end)
        if start >= 0 and not node.name.isdecimal():
            kind = kind_of(node.name, scope, bound, called=bool(node.arguments))
            within = bound[node.name] if kind == "variable" else -1
            yield NameMention(kind, node.name, start, start + len(node.name), within=within)
    for part in node_parts(node):
        yield from mentions_of_formula(part, text, scope, bound)


def kind_of(name: str, scope: "Scope | None", bound: Mapping[str, int], *, called: bool) -> Kind:
    """What a name in a formula is the name of."""
    if name in bound and not called:
        return "variable"
    if called or (scope is not None and name in scope.function_of_name):
        return "fact"
    return "group" if scope is not None and name in scope.groups else "value"


def _word(kind: Kind, word: Word, *, defines: bool = False) -> NameMention:
    return NameMention(kind, word.text, word.start, word.end, defines)


def of_words(kind: Kind, words: Iterable[Word], *, defines: bool = False) -> Iterator[NameMention]:
    """Names as mentions."""
    for word in words:
        yield _word(kind, word, defines=defines)


def offers_of(
    dialect: "Dialect", block: str, before: str, names: Mapping[str, tuple[Offer, ...]]
) -> tuple[Offer, ...]:
    """What a line of a block may go on with: words, and the ``names`` of each kind."""
    form = next((each for each in dialect.outline if each.kind == block), None)
    place = in_block(dialect, form, _NAME_BEGUN.sub("", before)) if form else None
    found: list[Offer] = []
    for atom in place.atoms if place else ():
        if isinstance(atom, PartKind):
            found += names.get(atom.name, ())
        elif isinstance(atom, Fixed) and atom.text.isalpha():
            found.append(Offer(atom.text, "keyword", dialect.about(atom.text)))
    return tuple(found)
