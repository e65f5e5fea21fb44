"""What formulas mean, read literally from ``docs/language.md``, "Terms without a value": the second answer of many tests.

It is written down once more, slowly and by hand, and knows nothing of how casekit finds its own answer.
"""

import operator
from dataclasses import dataclass, field

from casekit.language.formula.nodes import (
    Comparison,
    Connective,
    Distinction,
    GroupName,
    ListExtent,
    Membership,
    Negation,
    Quantification,
    Range,
    TermNode,
    TimeShift,
)
from tests.quantifiers import quantifier_holds

NONE = "none"
MISSING = object()
"""What a term is whose argument is outside its type, or whose time is beyond the ends of the clock."""

OPERATORS = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
CONNECTIVES = {
    "and": lambda one, other: one and other,
    "or": lambda one, other: one or other,
    "implies": lambda one, other: not one or other,
    "iff": lambda one, other: one == other,
}


@dataclass(frozen=True)
class Reference:
    """Types, the types of the arguments of each function, groups, static functions, and one clock.

    A world is a mapping from ``(function, *arguments)`` to its value, which is ``yes`` or ``no`` of a predicate.
    """

    sorts: dict
    functions: dict
    groups: dict = field(default_factory=dict)
    distances: dict = field(default_factory=dict)
    tables: dict = field(default_factory=dict)
    clock: str = "time"
    step: int = 5

    # --- terms -----------------------------------------------------------------------------------

    def value(self, node, world, env):
        """The value of a term in a world."""
        if isinstance(node, TimeShift):
            times, at = self.sorts[self.clock], self.value(node.term, world, env)
            if at not in times:
                return MISSING
            moved = times.index(at) + node.minutes // self.step
            return times[moved] if 0 <= moved < len(times) else MISSING
        if node.name in env:
            return env[node.name]
        if node.name not in self.functions:
            return node.name
        arguments = tuple(self.value(each, world, env) for each in node.arguments)
        for argument, sort in zip(arguments, self.functions[node.name], strict=True):
            if argument not in self.sorts[sort]:
                return MISSING
        return self.tables[node.name][arguments] if node.name in self.tables else world[node.name, *arguments]

    def _number(self, node, world, env):
        if node.name.isdecimal():
            return int(node.name)
        places = tuple(self.value(each, world, env) for each in node.arguments)
        known = all(each in self.sorts["location"] for each in places)
        return self.distances.get(places, float("inf")) if known else MISSING

    def _place(self, value):
        """Where a value is in the order of its type."""
        orders = [values for values in self.sorts.values() if value in values]
        return orders[0].index(value) if orders else MISSING

    # --- formulas: true, false, or None for void -----------------------------------------------------

    def truth(self, node, world, env=None):
        """Whether a formula is true in a world; ``None`` where it is void."""
        env = env or {}
        match node:
            case TermNode("just_before", (left, right)):
                places = [self._place(self.value(side, world, env)) for side in (left, right)]
                return None if MISSING in places else places[0] + 1 == places[1]
            case TermNode():
                held = self.value(node, world, env)
                return None if held is MISSING else held == "yes"
            case Comparison(sign, left, right):
                return self._compared(sign, left, right, world, env)
            case Membership(term, extent):
                return self._member(term, extent, world, env)
            case Negation(part):
                inside = self.truth(part, world, env)
                return None if inside is None else not inside
            case Connective(word, left, right):
                sides = [self.truth(each, world, env) for each in (left, right)]
                return None if None in sides else CONNECTIVES[word](*sides)
            case Distinction(terms):
                had = [
                    self.value(term, world, env | {node.variable.text: each})
                    for each in self._candidates(node, world, env)
                    for term in terms
                ]
                real = [each for each in had if each not in (MISSING, NONE)]
                return len(real) == len(set(real))
            case Quantification():
                return self._quantified(node, world, env)
        raise AssertionError(node)

    def _compared(self, sign, left, right, world, env):
        if any(getattr(side, "name", "") == "steps" for side in (left, right)):
            numbers = [self._number(side, world, env) for side in (left, right)]
            return None if MISSING in numbers else OPERATORS[sign](*numbers)
        sides = [self.value(side, world, env) for side in (left, right)]
        if any(isinstance(side, TermNode) and side.name == NONE for side in (left, right)):
            lacking = all(side in (MISSING, NONE) for side in sides)
            return lacking == (sign == "=")
        if MISSING in sides:
            return None
        if sign in ("=", "!="):
            return OPERATORS[sign](*sides)
        places = [MISSING if side == NONE else self._place(side) for side in sides]
        return None if MISSING in places else OPERATORS[sign](*places)

    def _member(self, term, extent, world, env):
        match extent:
            case ListExtent(elements):
                found = [self._compared("=", term, each, world, env) for each in elements]
                return None if None in found else any(found)
            case Range(first, last):
                ends = [self._compared(">=", term, first, world, env)]
                ends.append(self._compared("<=", term, last, world, env))
                return None if None in ends else all(ends)
            case GroupName(name):
                value = self.value(term, world, env)
                return None if value is MISSING else value in self.groups[name]
        raise AssertionError(extent)

    def _candidates(self, node, world, env):
        """The values that a variable runs through; terms without a value are ignored."""
        found = self.sorts[node.sort.text]
        match node.extent:
            case GroupName(name):
                found = [each for each in found if each in self.groups[name]]
            case ListExtent(elements):
                listed = [self.value(each, world, env) for each in elements]
                found = [each for each in found if each in listed]
            case Range(first, last):
                ends = [self.value(end, world, env) for end in (first, last)]
                begin, end = (found.index(each) if each in found else None for each in ends)
                found = [] if None in (begin, end) else found[begin : end + 1]
        without = {
            each
            for term in node.excluded
            for each in self.groups.get(term.name, [self.value(term, world, env)])
        }
        return [each for each in found if each not in without]

    def _quantified(self, node, world, env):
        instances = [
            self.truth(node.body, world, env | {node.variable.text: each})
            for each in self._candidates(node, world, env)
        ]
        return quantifier_holds(node.quantifier, instances, node.count)
