"""Terms typed, and the mistakes that stop it."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial

from casekit.diagnostics import Code, Source, codes
from casekit.language.formula.formatter import format_term
from casekit.language.formula.nodes import GroupName, Node, Operand, Scope, TermNode, TimeShift, Word
from casekit.language.suggestions import NameMatcher, did_you_mean, named, nearest
from casekit.logic.formulas import (
    TIME,
    Apply,
    Constant,
    Function,
    Nothing,
    Sort,
    Term,
    Variable,
    minutes,
    nearest_time,
    shift,
)
from casekit.values import field, frozen


@frozen(slots=True)
class TypedTerm:
    """A term with the sort of its values, and whether it may have none of them.

    The sort is ``None`` for the bare ``none``.
    """

    term: Term
    sort: Sort | None
    optional: bool = False

    @property
    def values(self) -> frozenset[str]:
        """The values it may have."""
        if isinstance(self.term, Constant):
            return frozenset((self.term.value,))
        return self.sort.members if self.sort is not None else frozenset()

    def may_miss(self, sort: Sort) -> bool:
        """Whether it may have no value of a sort."""
        return self.optional or not self.values <= sort.members

    @property
    def kind(self) -> str:
        """Its kind, with an article."""
        if self.sort is None:
            return "`none`"
        return _with_article(self.sort)


def _with_article(sort: Sort) -> str:
    """The name of a type, with an article: "hour" has a silent letter."""
    return f"{'an' if sort.name.startswith(('a', 'e', 'i', 'o', 'u', 'hour')) else 'a'} {sort.name}"


class TypingError(Exception):
    """Stops the typing of one formula; the caller goes on with the next."""

    def __init__(self, code: Code, message: str, node: Node, hint: str) -> None:
        super().__init__(message)
        self.code, self.message, self.node, self.hint = code, message, node, hint


def label(node: Operand) -> str:
    """The name of a term in messages: its first one."""
    return format_term(node) if isinstance(node, TimeShift) else node.name


def name_of(node: Node) -> str:
    """The name that a term or a word begins with."""
    match node:
        case TermNode(name=name) | GroupName(name):
            return name
        case Word(text=text):
            return text
    return ""


def is_time(node: Operand) -> bool:
    """Whether a term is a time of the clock, or some minutes before or after one."""
    while isinstance(node, TimeShift):
        node = node.term
    return TIME.fullmatch(node.name) is not None


_MOST_NAMED = 24
"""A hint lists at most this many values."""

_MOST_RENAMED = 3
"""A hint offers at most this many facts that nothing uses."""

_MOST_IDLE = 100
"""The most facts that nothing uses, one of which a misspelt one may be."""


@frozen
class TermTyper:
    """Types terms in a scope. ``source`` gives their places.

    ``held`` are names whose declaration could not be read: that they are unknown is not reported again.
    ``idle`` gives the facts that no formula uses: where a declaration was renamed, what is unknown is one of
    them by its old name.
    """

    scope: Scope
    source: Source
    held: frozenset[str] = frozenset()
    idle: Callable[[], tuple[Function, ...]] = tuple
    variables: Mapping[str, Variable] = field(default_factory=dict)

    def term(self, node: Operand, like: Sort | None = None, *, predicate: bool = False) -> TypedTerm:
        """A term; a time is one of the clock ``like`` if it may be.

        Raises:
            TypingError: the first in it.
        """
        if isinstance(node, TimeShift):
            return self._shifted(node, like)
        if not node.arguments:
            if TIME.fullmatch(node.name):
                return self._time(node, like)
            if node.name == "none":
                return TypedTerm(Nothing(), None, optional=True)
            if variable := self.variables.get(node.name):
                return TypedTerm(variable, self.scope.sort_of_name.get(variable.sort.name, variable.sort))
            if sorts := self.scope.sorts_of_value.get(node.name):
                return TypedTerm(Constant(node.name), sorts[0])
        return self._application(node, predicate=predicate)

    def _time(self, node: TermNode, like: Sort | None) -> TypedTerm:
        if minutes(node.name) is None:
            raise TypingError(
                codes.OFF_THE_CLOCK,
                f"no day has a time `{node.name}`",
                node,
                "write a time from 00:00 to 23:59",
            )
        clocks = [sort for sort in self.scope.sorts if sort.step]
        if not clocks:
            raise TypingError(
                codes.CLOCK_TIME,
                f"no type has times of the clock, such as `{node.name}`",
                node,
                "declare one in `== facts`, as in `type time: clock 22:00 to 01:00 every 5 min`",
            )
        wanted = [like] if like is not None and like.step else clocks
        for sort in wanted:
            if node.name in sort.values:
                return TypedTerm(Constant(node.name), sort)
        first = wanted[0]
        raise TypingError(
            codes.OFF_THE_CLOCK,
            f"`{node.name}` is not {_with_article(first)}: the clock goes from {first.extent}",
            node,
            f"write `{nearest_time(first, node.name)}`, or declare the clock otherwise",
        )

    def _shifted(self, node: TimeShift, like: Sort | None) -> TypedTerm:
        typed = self.term(node.term, like)
        sort, text = typed.sort, format_term(node)
        by = sort.step if sort is not None else None
        if sort is None or by is None:
            raise TypingError(
                codes.WRONG_TYPE,
                f"`{label(node.term)}` is {typed.kind}, which has no minutes",
                node,
                "add minutes to a time of a clock, as in `23:50 + 10 min`",
            )
        if node.minutes % by:
            more = -(-abs(node.minutes) // by) * by
            raise TypingError(
                codes.OFF_THE_CLOCK,
                f"the clock of `{sort.name}` goes every {by} min, so `{text}` is never a {sort.name}",
                node,
                f"write `{'-' if node.minutes < 0 else '+'} {more} min`, or declare the clock otherwise",
            )
        function = shift(sort, node.minutes)
        ends = function.table or {}
        value = ends.get((typed.term.value,)) if isinstance(typed.term, Constant) else None
        if not ends or (value is None and isinstance(typed.term, Constant)):
            raise TypingError(
                codes.NEVER_A_VALUE,
                f"`{text}` is always beyond the ends of the clock, which goes from {sort.extent}",
                node,
                "let the clock begin earlier or end later, or use fewer minutes",
            )
        if value is not None:
            return TypedTerm(Constant(value), sort)
        return TypedTerm(
            Apply(function, (typed.term,)), sort, optional=typed.may_miss(sort) or node.minutes != 0
        )

    def _application(self, node: TermNode, *, predicate: bool) -> TypedTerm:
        function = self.scope.function_of_name.get(node.name)
        if function is None:
            self._refuse_others(node)
            raise TypingError(
                codes.UNKNOWN_NAME,
                f"nothing is called `{node.name}`",
                node,
                self._hint(node, predicate=predicate),
            )
        if len(node.arguments) != len(function.arguments):
            raise self._wrong_arity(node, function.arguments)
        if function.values is None and not predicate:
            raise TypingError(
                codes.NOT_A_FORMULA,
                f"`{node.name}` is yes or no and cannot be compared",
                node,
                f"write it alone, or `not {node.name}...`; join two of them by `iff`",
            )
        typed = [
            self._argument(argument, sort, node)
            for argument, sort in zip(node.arguments, function.arguments, strict=True)
        ]
        beyond = any(each.may_miss(sort) for each, sort in zip(typed, function.arguments, strict=True))
        term = Apply(function, tuple(each.term for each in typed))
        return TypedTerm(term, function.values, function.optional or beyond)

    def _wrong_arity(self, node: TermNode, wanted: tuple[Sort, ...]) -> TypingError:
        return TypingError(
            codes.WRONG_ARITY,
            f"`{node.name}` takes {_count(len(wanted))}, here it has {len(node.arguments)}",
            node,
            f"write `{node.name}{parameters(wanted)}`",
        )

    def _refuse_others(self, node: TermNode) -> None:
        """Numbers, groups and what the language says of two values are not terms."""
        if self.scope.is_just_before(node):
            raise TypingError(
                codes.NOT_A_FORMULA,
                f"`{node.name}` is yes or no and cannot be compared",
                node,
                f"write it alone, as in `{node.name}(X, Y)`, or `not {node.name}(X, Y)`",
            )
        if node.name.isdecimal() or self.is_number(node):
            known = self.scope.numbered.get(node.name)
            raise TypingError(
                codes.STRAY_NUMBER,
                f"`{node.name}` is a number, which can only be compared with a number",
                node,
                f"write `{known}`, which is what has this number" if known else self._measured_hint(),
            )
        if node.name in self.scope.groups and not node.arguments:
            raise TypingError(
                codes.WRONG_TYPE,
                f"`{node.name}` is a group of values, not one of them",
                node,
                f"write `in {node.name}`",
            )

    def is_number(self, node: Operand) -> bool:
        """Whether a term is a number, or a measure, which is one; a value may be called by a number."""
        if isinstance(node, TimeShift) or node.name in self.variables or node.name in self.scope.names:
            return False
        return (node.name.isdecimal() and not node.arguments) or node.name in self.scope.measures

    def _measured_hint(self) -> str:
        measures = self.scope.measures
        if not measures:
            return "write a name"
        name = next(iter(measures))
        return (
            f"a number is compared with `{name}`, as in `{name}{parameters(measures[name].arguments)} <= 2`"
        )

    def _argument(self, node: Operand, sort: Sort, call: TermNode) -> TypedTerm:
        typed = self.term_or_hint(node, sort, partial(self._argument_meant, sort))
        if not typed.values.isdisjoint(sort.members):
            return typed
        related = typed.sort is None or any(
            not other.members.isdisjoint(sort.members)
            for other in self.scope.sorts_of_value.get(getattr(typed.term, "value", ""), ())
        )
        if related:
            raise TypingError(
                codes.NEVER_A_VALUE,
                f"`{call.name}` says something of a {sort.name}, and `{label(node)}` never is one",
                node,
                f"name a {sort.name}, or declare `{call.name}` for a wider type such as `person`",
            )
        raise TypingError(
            codes.WRONG_TYPE,
            f"`{call.name}` takes a {sort.name}; `{label(node)}` is {typed.kind}",
            node,
            f"name a {sort.name}",
        )

    def term_or_hint(self, node: Operand, like: Sort | None, meant: Callable[[TermNode], str]) -> TypedTerm:
        """A term as ``term`` has it.

        Where nothing is called so, ``meant`` may have a better hint, from where it is.
        """
        try:
            return self.term(node, like)
        except TypingError as mistake:
            if mistake.code is codes.UNKNOWN_NAME and mistake.node is node and isinstance(node, TermNode):
                mistake.hint = meant(node) or mistake.hint
            raise

    def _argument_meant(self, sort: Sort, node: TermNode) -> str:
        """Where a value of the sort of an argument is like it, a name of another sort was not meant."""
        fitting = () if node.arguments else nearest(node.name, sort.values, self.scope.titles)
        if not fitting or {*nearest(node.name, self._known(node), self.scope.titles)} & {*fitting}:
            return ""
        return self._value_hint(node.name, sort.values)

    def left_meant(self, other: Operand, node: TermNode) -> str:
        """The sort of what a term is compared with narrows down what it was meant to be."""
        if self.idle():
            with suppress(TypingError):
                return self._hint(node, predicate=False, sort=self.term(other).sort)
        return ""

    def right_meant(self, sort: Sort | None, node: TermNode) -> str:
        """A term of a sort is compared with one of its values, or with a term of this sort."""
        if sort is None:
            return ""
        if node.arguments:
            return self._hint(node, predicate=False, sort=sort)
        return self._value_hint(node.name, sort.values)

    def _hint(self, node: TermNode, *, predicate: bool, sort: Sort | None = None) -> str:
        """The hint for an unknown name: a fact that is used nowhere, or one of a similar name."""
        idle = self.idle()
        alike_in_kind = [function for function in idle if (function.values is None) == predicate]
        renamed: list[str] = []
        if len(idle) <= _MOST_IDLE:
            renamed = [fact.name for fact in alike_in_kind if self._may_be_call_of(fact, node, sort)]
        names = " or ".join(f"`{name}`" for name in renamed[:_MOST_RENAMED])
        otherwise = (
            f"write {names}, which nothing uses yet"
            if names
            else "declare it in `== facts`, or correct the name"
        )
        known = self._known(node)
        alike = nearest(node.name, known, self.scope.titles)
        if not names or alike[:1] == tuple(renamed[:1]):
            return did_you_mean(node.name, known, otherwise, self.scope.titles)
        others = [named(name, self.scope.titles) for name in alike if name not in renamed]
        return " or ".join((otherwise, *others))

    def _may_be_call_of(self, function: Function, node: TermNode, sort: Sort | None) -> bool:
        """Whether a function takes such arguments, and has values of a sort."""
        if len(function.arguments) != len(node.arguments):
            return False
        values = function.values
        if sort is not None and values is not None and sort.members.isdisjoint(values.values):
            return False
        return all(map(self._fits, node.arguments, function.arguments))

    def _known(self, node: TermNode) -> NameMatcher:
        """The names that an unknown one could be: before arguments only those that take some."""
        if node.arguments:
            return self.scope.known_functions
        if self.variables:
            return NameMatcher((*self.variables, *self.scope.names), self.scope.titles)
        return self.scope.known

    def _fits(self, node: Operand, sort: Sort) -> bool:
        try:
            return not self.term(node).values.isdisjoint(sort.members)
        except TypingError:
            return False

    def _value_hint(self, name: str, values: tuple[str, ...]) -> str:
        titles = self.scope.titles
        hint = did_you_mean(name, values, f"it is one of {', '.join(values[:_MOST_NAMED])}", titles)
        alike = nearest(name, values, titles)
        if not alike or alike[:1] != nearest(name, values)[:1] or named(alike[0], titles) == named(alike[0]):
            return hint
        # Its name alone is alike, and its title says more: perhaps it is not what is meant.
        others = [value for value in values if value not in alike]
        return f"{hint}; the others are {', '.join(others[:_MOST_NAMED])}" if others else hint


def _count(number: int) -> str:
    return "no arguments" if number == 0 else f"{number} argument{'s' if number > 1 else ''}"


def parameters(sorts: tuple[Sort, ...]) -> str:
    """The types that a function takes, as a formula would have them."""
    return f"({', '.join(sort.name for sort in sorts)})" if sorts else ""
