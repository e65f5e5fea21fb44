"""Formulas as they are written, before any of their names are known.

The names that a formula may use, and the sentences of facts.

Positions are character offsets into the text; they do not count when trees are compared.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import zip_longest
from typing import Any, Literal

from casekit.language.suggestions import NameMatcher
from casekit.logic.formulas import QUANTIFIERS, Formula, Function, Quantifier, Sort
from casekit.values import field, frozen


@frozen(slots=True, kw_only=True)
class Node:
    """Anything that has a place in the text."""

    start: int = field(default=0, compare=False, repr=False)
    end: int = field(default=0, compare=False, repr=False)


@frozen(slots=True)
class Word(Node):
    """A single name, number or label as written (quotations without their marks)."""

    text: str


@frozen(slots=True)
class TermNode(Node):
    """A name, alone or with arguments; as a formula, a predicate.

    A number and a time of the clock are names too.
    """

    name: str
    arguments: tuple["Operand", ...] = ()


@frozen(slots=True)
class TimeShift(Node):
    """``term + 10 min``; fewer than 0 ``minutes`` for ``-``."""

    term: "Operand"
    minutes: int


Operand = TermNode | TimeShift


@frozen(slots=True)
class ListExtent(Node):
    """``{ element, element }``."""

    elements: tuple[Operand, ...]


@frozen(slots=True)
class Range(Node):
    """``first to last``, both included."""

    first: Operand
    last: Operand


@frozen(slots=True)
class GroupName(Node):
    """The values of a named group."""

    name: str


Extent = ListExtent | Range | GroupName


@frozen(slots=True)
class Comparison(Node):
    """Two terms with one of ``= != < <= > >=`` between them."""

    operator: str
    left: Operand
    right: Operand


@frozen(slots=True)
class Membership(Node):
    """``term in extent``; of nothing it is false."""

    term: Operand
    extent: Extent


@frozen(slots=True)
class Negation(Node):
    """``not part``."""

    part: "FormulaNode"


Operator = Literal["iff", "implies", "or", "and"]


@frozen(slots=True)
class Connective(Node):
    """Two formulas joined by ``iff``, ``implies``, ``or`` or ``and``."""

    operator: Operator
    left: "FormulaNode"
    right: "FormulaNode"


@frozen(slots=True)
class Quantification(Node):
    """``quantifier [count] sort variable [in extent] [except ...]: body``."""

    quantifier: Quantifier
    count: int
    sort: Word
    variable: Word
    excluded: tuple[TermNode, ...]
    body: "FormulaNode"
    extent: Extent | None = None


@frozen(slots=True)
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
        case TimeShift(term=part) | Negation(part):
            return (part,)
        case ListExtent(elements):
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


def names_in(node: FormulaNode | Operand | Extent) -> set[str]:
    """The names that the terms of a formula begin with."""
    own = {node.name} if isinstance(node, TermNode) else set()
    return own.union(*map(names_in, node_parts(node)))


NAME = re.compile(r"[^\W\d_]\w*(?:-\w+)*")
"""How names are written: the terminal of this name in ``formula.lark``."""

JUST_BEFORE = "just_before"
"""The predicate of two terms of an ordered type that says that the second has the value next after that of
the first."""

RESERVED = frozenset(
    (
        *" ".join(QUANTIFIERS).split(),
        *("except", "iff", "implies", "or", "and", "not", "in", "none", JUST_BEFORE),
    )
)
"""Words of the language; no fact, type or value may be called by one of them.

A game may have further ones.
"""


def reserved_words(words: Iterable[str] = RESERVED) -> str:
    """The words that no name may be, as hints and pages list them."""
    return ", ".join(f"`{word}`" for word in sorted(words))


def other_name(words: Iterable[str]) -> str:
    """The hint where something has the name of a word of the language; ``words`` are all of these."""
    return f"choose another name; no name may be one of {reserved_words(words)}"


@frozen(slots=True)
class Measure:
    """A number that depends on values alone, such as how far two places are apart.

    It depends on what a static function, ``through``, makes of each value, if there is one. A gap in the
    ``table`` is more than any number.
    """

    name: str
    arguments: tuple[Sort, ...]
    table: Mapping[tuple[str, ...], int] = field(hash=False)
    through: Function | None = None


@frozen
class Scope:
    """Sorts that can be named, further sorts that values belong to, and functions.

    ``unnamed`` sorts have values but no name a formula could use. ``titles`` are printed names of values,
    ``reserved`` the words that mean something already. ``groups`` are named sets of values, ``measures`` the
    numbers there are, each under its name unless something else has it. ``numbered`` are the names of values
    that have a number outside formulas, under that number.
    """

    sorts: tuple[Sort, ...]
    functions: tuple[Function, ...]
    unnamed: tuple[Sort, ...] = ()
    titles: Mapping[str, str] = field(default_factory=dict, compare=False, hash=False)
    reserved: frozenset[str] = RESERVED
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    measures: Mapping[str, Measure] = field(default_factory=dict, hash=False)
    numbered: Mapping[str, str] = field(default_factory=dict, compare=False, hash=False)

    @cached_property
    def sort_of_name(self) -> dict[str, Sort]:
        """Sorts under their names."""
        return {sort.name: sort for sort in self.sorts}

    @cached_property
    def function_of_name(self) -> dict[str, Function]:
        """Functions under their names."""
        return {function.name: function for function in self.functions}

    @cached_property
    def sorts_of_value(self) -> dict[str, tuple[Sort, ...]]:
        """The sorts each value belongs to, the narrowest first."""
        by_value: dict[str, list[Sort]] = {}
        for sort in (*self.sorts, *self.unnamed):
            for value in sort.values:
                by_value.setdefault(value, []).append(sort)
        return {
            value: tuple(sorted(sorts, key=lambda sort: len(sort.values)))
            for value, sorts in by_value.items()
        }

    @cached_property
    def names(self) -> frozenset[str]:
        """Every name a term may begin with."""
        return frozenset((*self.function_of_name, *self.sorts_of_value))

    @cached_property
    def known(self) -> NameMatcher:
        """The same, to look for those that are like an unknown one."""
        return NameMatcher((*self.names, *self.measures, *self.comparing), self.titles)

    @cached_property
    def known_functions(self) -> NameMatcher:
        """Those that take arguments, likewise."""
        functions = [name for name, function in self.function_of_name.items() if function.arguments]
        return NameMatcher((*functions, *self.measures, *self.comparing))

    @cached_property
    def comparing(self) -> tuple[str, ...]:
        """The predicates that can be used: there is one for types whose values are in order."""
        return (JUST_BEFORE,) if any(sort.ordered for sort in self.sorts) else ()

    def is_just_before(self, node: "FormulaNode | Operand") -> bool:
        """Whether a formula says that one value comes just before another.

        Functions of one's own may have any name.
        """
        return (
            isinstance(node, TermNode)
            and node.name == JUST_BEFORE
            and JUST_BEFORE not in self.function_of_name
        )

    @cached_property
    def typed(self) -> dict[FormulaNode, Formula]:
        """Formulas that were typed in this scope, to be typed once.

        A writer changes one line and leaves all others.
        """
        return {}

    @cached_property
    def lines(self) -> dict[Any, Any]:
        """Whole lines with their meanings, likewise, as far as a game keeps them."""
        return {}


_MOST = 4
_SCOPES: list[Scope] = []


def kept(scope: Scope) -> Scope:
    """The scope of an earlier version of a document, with what is known in it, if this one is the same."""
    # Titles and numbers, which are not compared, show in hints.
    in_hints = (scope.titles, scope.numbered)
    for earlier in _SCOPES:
        if earlier == scope and (earlier.titles, earlier.numbered) == in_hints:
            return earlier
    _SCOPES[:] = [scope, *_SCOPES[: _MOST - 1]]
    return scope


PLACEHOLDER = re.compile(r"\((\d{1,9}|value)\)")
"""Where an argument of the fact or its value goes: ``(1)``, ``(2)``, ``(value)``."""

VALUE = "value"

ALSO = " / "
"""The mark between several ways of saying one thing. Proofs say the first of them; prose may say any."""


@frozen(slots=True)
class FactSentences:
    """A clause for a fact that is so and one for a fact that is not, empty if there is none.

    Prose may ``also`` say something else for them.

    All have placeholders. They are written as they are within a sentence: no capital, no full stop.
    """

    so: str
    not_so: str = ""
    also: tuple[tuple[str, bool], ...] = ()

    @property
    def ways(self) -> tuple[tuple[str, bool], ...]:
        """All clauses, each with whether it says that the fact is so."""
        return tuple(
            (clause, so) for clause, so in ((self.so, True), (self.not_so, False), *self.also) if clause
        )


def placeholders(sentence: str) -> tuple[str, ...]:
    """The placeholders of a sentence without their brackets, in order, each as often as it occurs."""
    return tuple(PLACEHOLDER.findall(sentence))


def split(sentence: str) -> Iterable[tuple[str, str]]:
    """The text before each placeholder with the placeholder, then the rest with none."""
    parts = PLACEHOLDER.split(sentence)
    return zip_longest(parts[::2], parts[1::2], fillvalue="")
