"""Extents typed: lists, ranges and groups that a term is in or a variable runs through."""

from casekit.diagnostics import codes
from casekit.language.formula.comparisons import ComparisonTyper
from casekit.language.formula.formatting import format_term
from casekit.language.formula.nodes import (
    Extent,
    GroupName,
    Listed,
    Membership,
    Operand,
    Range,
)
from casekit.language.formula.typed import Mistake, Typed, label, name_of
from casekit.language.nearest import did_you_mean
from casekit.model.logic import (
    And,
    Constant,
    Equal,
    Formula,
    Or,
    Order,
    Sort,
    Term,
    asserted,
)


class ExtentTyper(ComparisonTyper):
    """Types memberships in extents, and what variables run through."""

    def membership(self, node: Membership) -> Formula:
        """A term that is said to be in a list, a range or a group.

        Raises:
            Mistake: the first in it.
        """
        term = node.term
        match node.extent:
            case Listed(elements):
                if not self.is_number(term):
                    self.term(term)  # it must mean something, even where there is nothing to compare it with
                return Or(tuple(self.comparison("=", term, element, node) for element in elements))
            case Range(first, last):
                parts = (self.comparison(">=", term, first, node), self.comparison("<=", term, last, node))
                sorts = [part.sort for part in parts if isinstance(part, Order)]
                self._forwards(node.extent, sorts[0] if sorts else None)
                return And(parts)
            case GroupName() as group:
                typed = self.term(term)
                values = [value for value in self._group(group) if value in typed.values]
                if not values:
                    raise Mistake(
                        codes.WRONG_TYPE,
                        f"`{label(term)}` is {typed.kind}, which nothing in `{group.name}` is",
                        node,
                        "name a group of values that it may have",
                    )
                return Or(tuple(Equal(typed.term, Constant(value)) for value in values))

    def _group(self, node: GroupName) -> tuple[str, ...]:
        """The values of a group."""
        values = self.scope.groups.get(node.name)
        if values is not None:
            return values
        name, known = node.name, name_of(node) in (*self.scope.names, *self.variables)
        raise Mistake(
            codes.UNKNOWN_NAME,
            f"`{name}` is not a group" if known else f"there is no group `{name}`",
            node,
            f"write `in {{ {name} }}` for one value, or declare a group of them in `== facts`"
            if known
            else did_you_mean(name, self.scope.groups, "declare it, as in `group women: ANNA, GRETA`"),
        )

    def _forwards(self, node: Range, sort: Sort | None) -> None:
        """Refuse a range of two values, or without a type of two numbers, that ends before it begins."""
        places: list[int] = []
        for end in (node.first, node.last):
            if sort is None:
                places.append(int(label(end)))
            elif isinstance(term := self.term(end, sort).term, Constant):
                places.append(sort.values.index(term.value))
        if len(places) > 1 and places[0] > places[1]:
            first, last = format_term(node.first), format_term(node.last)
            raise Mistake(
                codes.BACKWARD_RANGE,
                f"`{last}` is before `{first}`, so nothing is from one to the other",
                node,
                f"write `{last} to {first}`",
            )

    def narrowed(self, extent: Extent, sort: Sort, variable: Term) -> tuple[Sort, Formula | None]:
        """The values that a variable runs through and, if that depends on the world, when a value is one of them."""
        if isinstance(extent, GroupName):
            values = {value for value in self._group(extent) if value in sort.values}
            if not values:
                raise Mistake(
                    codes.WRONG_TYPE,
                    f"nothing in `{extent.name}` is {Typed(variable, sort).kind}",
                    extent,
                    f"name a group of values of the type {sort.name}",
                )
            return _part(sort, values), None
        if isinstance(extent, Listed):
            elements = [self.one_of(element, sort, "in") for element in extent.elements]
            constant = {element.value for element in elements if isinstance(element, Constant)}
            if len(elements) == sum(isinstance(element, Constant) for element in elements):
                return _part(sort, constant), None
            return sort, Or(tuple(asserted(Equal(variable, element)) for element in elements))
        if not sort.ordered:
            raise Mistake(
                codes.UNORDERED_COMPARISON,
                f"{sort.name} is a type without an order, so it has no ranges",
                extent,
                "list the values, as in `in { ANNA, BRUNO }`, or declare a group of them",
            )
        first, last = (self.one_of(end, sort, "in") for end in (extent.first, extent.last))
        self._forwards(extent, sort)
        if isinstance(first, Constant) and isinstance(last, Constant):
            begin, end = (sort.values.index(each.value) for each in (first, last))
            return _part(sort, set(sort.values[begin : end + 1])), None
        return sort, And(
            (Order(first, variable, sort, strict=False), Order(variable, last, sort, strict=False))
        )

    def one_of(self, node: Operand, sort: Sort, keyword: str) -> Term:
        """A term that may be a value of a type; ``keyword`` is what asks for one.

        Raises:
            Mistake: if it can be none.
        """
        typed = self.term(node, sort)
        if not typed.values & set(sort.values):
            raise Mistake(
                codes.WRONG_TYPE,
                f"`{label(node)}` is {typed.kind}; `{keyword}` needs a {sort.name}",
                node,
                f"name a {sort.name}",
            )
        return typed.term


def _part(sort: Sort, values: set[str]) -> Sort:
    """Some of the values of a type, in their order."""
    return Sort(sort.name, tuple(value for value in sort.values if value in values), sort.ordered)
