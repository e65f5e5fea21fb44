"""The parts of a text that editors ask for.

These are the names in it at their places, to colour, find and rename them, and what may be written.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from casekit.language.formula.nodes import (
    Distinction,
    Extent,
    FormulaNode,
    GroupName,
    Operand,
    Quantification,
    Scope,
    TermNode,
    Word,
    node_parts,
)
from casekit.language.syntax import line_expectations, line_forms
from casekit.language.syntax.dialect import Dialect
from casekit.values import frozen

Kind = Literal["fact", "value", "type", "group", "variable", "topic", "field"]
"""The kinds of things that have names, as far as editors make a difference."""


@frozen(slots=True)
class NameMention:
    """A name at a place of a text.

    ``name`` is what formulas call it, which the text may write otherwise (a number, say). ``defines`` where
    it is declared, and ``prose`` where readers read it. ``within`` is where the quantifier of a variable
    begins.
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
    scope: Scope | None,
    bound: Mapping[str, int] | None = None,
) -> Iterator[NameMention]:
    """Every name in a formula; ``bound`` are the variables around it, with where their quantifiers begin."""
    bound = bound or {}
    if isinstance(node, (Quantification, Distinction)):
        yield from of_words("type", (node.sort,))
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


def kind_of(name: str, scope: Scope | None, bound: Mapping[str, int], *, called: bool) -> Kind:
    """The kind of thing that a name in a formula names."""
    if name in bound and not called:
        return "variable"
    if called or (scope is not None and name in scope.function_of_name):
        return "fact"
    return "group" if scope is not None and name in scope.groups else "value"


def of_words(kind: Kind, words: Iterable[Word], *, defines: bool = False) -> Iterator[NameMention]:
    """Names as mentions."""
    return (NameMention(kind, word.text, word.start, word.end, defines) for word in words)


_NAME_BEGUN = re.compile(r"[\w-]*$")


@frozen(slots=True)
class CompletionItem:
    """Something that could be written: what is inserted, what it is, and what is said of it.

    ``wanted`` goes first, such as a heading that is still missing.
    """

    text: str
    kind: Kind | Literal["heading", "keyword"]
    detail: str = ""
    wanted: bool = False


@frozen(slots=True)
class EditionName:
    """A name that the edition gives to all its documents; ``about`` it, in Markdown.

    It is renamed by replacing the word in all of them and in the edition's file; ``refusal`` says why it
    cannot be.
    """

    about: str = ""
    refusal: str = ""


def offers_of(
    dialect: Dialect, block: str, before: str, names: Mapping[str, tuple[CompletionItem, ...]]
) -> tuple[CompletionItem, ...]:
    """The words that a line of a block may go on with, and the ``names`` of each kind."""
    form = next((block_form for block_form in dialect.outline if block_form.kind == block), None)
    place = line_expectations.in_block(dialect, form, _NAME_BEGUN.sub("", before)) if form else None
    offers: list[CompletionItem] = []
    for atom in place.atoms if place else ():
        if isinstance(atom, line_forms.PartKind):
            offers += names.get(atom.name, ())
        elif isinstance(atom, line_forms.Literal) and atom.text.isalpha():
            offers.append(CompletionItem(atom.text, "keyword", dialect.about(atom.text)))
    return tuple(offers)
