"""The names in formulas and declarations, at their places: what editors colour, find and rename."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

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
    from casekit.language.formula.scope import Scope

Kind = Literal["fact", "value", "type", "group", "variable", "topic", "field"]
"""The kinds of things that have names, as far as editors make a difference."""


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
        """The key that all mentions of the same thing share."""
        return self.kind, self.name, self.within


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
    """The kind of thing that a name in a formula names."""
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
