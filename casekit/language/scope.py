"""The names a formula may use."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from casekit.model.logic import Function, Sort

NAME = re.compile(r"[^\W\d_]\w*(?:-\w+)*")
"""How names are written: the terminal of this name in ``formula.lark``."""

RESERVED = frozenset(
    (
        *("every", "some", "no", "exactly", "at", "least", "most", "except"),
        *("iff", "implies", "or", "and", "not", "in"),
        *("lie", "hint", "says", "type", "none"),
        *("culprit", "motive", "method", "victim", "nobody"),
    )
)
"""Words of the language; no fact, type or value may be called by one of them."""


@dataclass(frozen=True)
class Scope:
    """Sorts that can be named, further sorts that values belong to, and functions.

    ``unnamed`` sorts have values but no name a formula could use (the range of ``culprit``).
    """

    sorts: tuple[Sort, ...]
    functions: tuple[Function, ...]
    unnamed: tuple[Sort, ...] = ()

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

    @property
    def names(self) -> Iterable[str]:
        """Every name a term may begin with."""
        return (*self.function_of_name, *self.sorts_of_value)
