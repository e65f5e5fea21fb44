"""The names a formula may use."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from casekit.language.formula.nodes import FormulaNode
from casekit.language.nearest import Names
from casekit.model.logic import Formula, Function, Sort

NAME = re.compile(r"[^\W\d_]\w*(?:-\w+)*")
"""How names are written: the terminal of this name in ``formula.lark``."""

RESERVED = frozenset(
    (
        *("every", "some", "no", "exactly", "at", "least", "most", "except"),
        *("iff", "implies", "or", "and", "not", "in", "none"),
    )
)
"""Words of the language; no fact, type or value may be called by one of them. A game may have further ones."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that depends on values alone, such as how far two places are apart.

    It depends on what a static function, ``through``, makes of each value, if there is one. A gap in the ``table`` is
    more than any number.
    """

    name: str
    arguments: tuple[Sort, ...]
    table: Mapping[tuple[str, ...], int] = field(hash=False)
    through: Function | None = None


@dataclass(frozen=True)
class Scope:
    """Sorts that can be named, further sorts that values belong to, and functions.

    ``unnamed`` sorts have values but no name a formula could use. ``titles`` are printed
    names of values, ``reserved`` the words that mean something already. ``groups`` are named sets of values, ``measures``
    the numbers there are, each under its name unless something else has it. ``numbered`` are the names of values that
    have a number outside formulas, under that number.
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
        found: dict[str, list[Sort]] = {}
        for sort in (*self.sorts, *self.unnamed):
            for value in sort.values:
                found.setdefault(value, []).append(sort)
        return {
            value: tuple(sorted(sorts, key=lambda sort: len(sort.values))) for value, sorts in found.items()
        }

    @cached_property
    def names(self) -> frozenset[str]:
        """Every name a term may begin with."""
        return frozenset((*self.function_of_name, *self.sorts_of_value))

    @cached_property
    def known(self) -> Names:
        """The same, to look for those that are like an unknown one."""
        return Names((*self.names, *self.measures), self.titles)

    @cached_property
    def known_functions(self) -> Names:
        """Those that take arguments, likewise."""
        functions = [name for name, function in self.function_of_name.items() if function.arguments]
        return Names((*functions, *self.measures))

    @cached_property
    def typed(self) -> dict[FormulaNode, Formula]:
        """Formulas that were typed in this scope, to be typed once: a writer changes one line and leaves all others."""
        return {}


_MOST = 4
_SCOPES: list[Scope] = []


def kept(scope: Scope) -> Scope:
    """The scope of an earlier version of a document, with what is known in it, if this one is the same."""
    # Titles and numbers, which are not compared, show in hints.
    told = (scope.titles, scope.numbered)
    for earlier in _SCOPES:
        if earlier == scope and (earlier.titles, earlier.numbered) == told:
            return earlier
    _SCOPES[:] = [scope, *_SCOPES[: _MOST - 1]]
    return scope
