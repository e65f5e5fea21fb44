"""Typed formulas over finite domains: what every game's statements, rules and truths are made of.

A formula here is complete: each name is resolved and each term typed (``docs/language.md``, "Formulas").
Values are plain strings, unique across sorts, so that the same person is the same value wherever it occurs.
"""

import re
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import Any, Literal

from casekit.values import field, frozen

TIME = re.compile(r"\d{1,2}:\d{2}")
"""How times are written: the terminal of this name in ``formula.lark``."""

DAY = 24 * 60
_HALF = DAY // 2
_HOUR = 60


def minutes(text: str) -> int | None:
    """The minutes since the day began, ``None`` if a day has no such time."""
    hours, minute = map(int, text.split(":"))
    return hours * _HOUR + minute if hours < DAY // _HOUR and minute < _HOUR else None


def time_text(at: int) -> str:
    """A time, of whatever day, as it is written."""
    hours, minute = divmod(at % DAY, _HOUR)
    return f"{hours:02}:{minute:02}"


@frozen
class Sort:
    """A finite type: its name and its values; ``ordered`` if the values are in an order that counts.

    A clock is an ordered type whose values are times, a fixed number of minutes apart.
    """

    name: str
    values: tuple[str, ...] = field(hash=False)
    ordered: bool = False

    @cached_property
    def members(self) -> frozenset[str]:
        """The values, to look one up: a type may have thousands."""
        return frozenset(self.values)

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The place of each value in the order of all, counted from 0."""
        return {value: at for at, value in enumerate(self.values)}

    @cached_property
    def step(self) -> int | None:
        """The minutes from one value of a clock to the next, ``None`` if it is not a clock."""
        # One time has no distance to another.
        if not self.ordered or len(self.values) <= 1 or not all(map(TIME.fullmatch, self.values)):
            return None
        first, second = (minutes(value) or 0 for value in self.values[:2])
        return (second - first) % DAY

    @property
    def extent(self) -> str:
        """The times of a clock, as its declaration has them."""
        return f"{self.values[0]} to {self.values[-1]} every {self.step} min"


@frozen(slots=True)
class Function:
    """A symbol with a value in every world.

    ``values`` is ``None`` for a predicate (yes or no). An ``optional`` function may have no value; then it is
    ``none``. A ``table`` makes it static: the same in every world, keyed by the tuple of its arguments. Where
    it has the ``same`` value as another function, or as itself at other arguments, in every world, only that
    term is one.
    """

    name: str
    arguments: tuple[Sort, ...] = field(default=(), hash=False)
    values: Sort | None = field(default=None, hash=False)
    optional: bool = False
    table: Mapping[tuple[str, ...], str] | None = field(default=None, hash=False)
    same: Mapping[tuple[str, ...], tuple[str, tuple[str, ...]]] = field(default_factory=dict, hash=False)

    def term(self, arguments: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
        """The term that says what the function is at some arguments."""
        return self.same.get(arguments) or (self.name, arguments)


@lru_cache(maxsize=256)
def shift(sort: Sort, by: int) -> Function:
    """The value of a clock ``by`` minutes (a number of its steps) after another; none beyond its ends."""
    later = enumerate(sort.values, by // (sort.step or DAY))
    table: dict[tuple[str, ...], str] = {
        (value,): sort.values[at] for at, value in later if 0 <= at < len(sort.values)
    }
    return Function(f"{sort.name} {by:+} min", (sort,), sort, table=table)


def nearest_time(sort: Sort, text: str) -> str:
    """The value of a clock that is nearest to a time; one that is twelve hours off may be what is meant."""
    at = minutes(text) or 0
    opposite = time_text(at + _HALF)
    if opposite in sort.values:
        return opposite

    return min(sort.values, key=lambda value: abs(((minutes(value) or 0) - at + _HALF) % DAY - _HALF))


class Hashed:
    """The base of values that are looked up again and again, with much inside: the hash is made once."""

    __slots__ = ("kept_hash",)


@frozen(slots=True)
class Constant:
    """A value, by its own name."""

    value: str


@frozen(slots=True)
class Nothing:
    """``none``: what an optional function is where it has no value."""


@frozen(slots=True)
class Variable:
    """A name bound by a quantifier around it, ranging over ``sort``."""

    name: str
    sort: Sort


@frozen(slots=True)
class Apply(Hashed):
    """A function at its arguments."""

    function: Function
    arguments: tuple["Term", ...] = ()


Term = Constant | Nothing | Variable | Apply


@frozen(slots=True)
class Holds(Hashed):
    """A predicate at its arguments."""

    term: Apply


@frozen(slots=True)
class Equal(Hashed):
    """``left = right``; both sides may be ``none``."""

    left: Term
    right: Term


def valued(function: Function, value: str) -> Equal:
    """That a function without arguments has a value."""
    return Equal(Apply(function), Constant(value))


@frozen(slots=True)
class Order(Hashed):
    """``left < right`` or, unless ``strict``, ``left <= right``, in the order of ``sort``'s values."""

    left: Term
    right: Term
    sort: Sort
    strict: bool


@frozen(slots=True)
class JustBefore(Hashed):
    """``right`` is the value of ``sort`` that comes next after ``left``; nothing comes after its last one."""

    left: Term
    right: Term
    sort: Sort


@frozen(slots=True)
class Not(Hashed):
    """Negation."""

    part: "Formula"


@frozen(slots=True)
class And(Hashed):
    """Conjunction of any number of formulas; of none, it is true."""

    parts: tuple["Formula", ...]


@frozen(slots=True)
class Or(Hashed):
    """Disjunction of any number of formulas; of none, it is false."""

    parts: tuple["Formula", ...]


@frozen(slots=True)
class Implies(Hashed):
    """``left implies right``."""

    left: "Formula"
    right: "Formula"


@frozen(slots=True)
class Iff(Hashed):
    """``left iff right``."""

    left: "Formula"
    right: "Formula"


Quantifier = Literal["every", "some", "no", "exactly", "at least", "at most"]

NUMBER = -1
"""In the bounds of a quantifier, the number that is written after it."""


@frozen(slots=True)
class QuantifierForm:
    """The number of instances that makes a quantified formula true, from ``least`` to ``most``.

    A bound that a quantifier lacks is ``None``. A quantifier that counts ``failures`` counts the instances
    that do not hold. One that ``has_number`` is written with a number; its bounds have ``NUMBER`` instead.
    """

    least: int | None = None
    most: int | None = None
    failures: bool = False
    has_number: bool = False


QUANTIFIERS: Mapping[Quantifier, QuantifierForm] = {
    "every": QuantifierForm(most=0, failures=True),
    "some": QuantifierForm(least=1),
    "no": QuantifierForm(most=0),
    "exactly": QuantifierForm(least=NUMBER, most=NUMBER, has_number=True),
    "at least": QuantifierForm(least=NUMBER, has_number=True),
    "at most": QuantifierForm(most=NUMBER, has_number=True),
}
"""All that the solver, the types, the texts and the editor know of a quantifier."""


@frozen(slots=True)
class Quantified(Hashed):
    """A quantifier over ``variable``; ``count`` is 0 for those that have none.

    ``excluded`` are terms whose values the variable skips.
    """

    quantifier: Quantifier
    count: int
    variable: Variable
    excluded: tuple[Term, ...]
    body: "Formula"


Formula = Holds | Equal | Order | JustBefore | Not | And | Or | Implies | Iff | Quantified

FALSE = Or(())

_ONCE = Variable("?", Sort("?", ("?",)))
"""No formula that is read from a text names it."""


def asserted(formula: Formula) -> Formula:
    """A formula that is false, rather than without meaning, where the other one's own terms have no value."""
    return Quantified("some", 0, _ONCE, (), formula)


def parts(formula: Formula) -> tuple[Formula, ...]:
    """The formulas directly inside a formula."""
    inside = _PARTS.get(type(formula))
    return () if inside is None else inside(formula)


_PARTS: Mapping[type, Callable[[Any], tuple[Formula, ...]]] = {
    Not: lambda formula: (formula.part,),
    And: attrgetter("parts"),
    Or: attrgetter("parts"),
    Implies: attrgetter("left", "right"),
    Iff: attrgetter("left", "right"),
    Quantified: lambda formula: (formula.body,),
}


def terms(formula: Formula) -> tuple[Term, ...]:
    """The terms that are directly in a formula, not those of its parts."""
    match formula:
        case Holds(term):
            return (term,)
        case Equal(left, right) | Order(left, right) | JustBefore(left, right):
            return (left, right)
        case Quantified(excluded=excluded):
            return excluded
    return ()


def with_values(part: Any, values: Mapping[str, str]) -> Any:
    """A formula, or a part of one, with other constants in the place of some; sorts and functions stay."""
    match part:
        case Equal(Apply(function, arguments), Constant(value)) if all(
            type(term) is Constant for term in arguments
        ):
            # The commonest by far, in one step.
            put = [
                Constant(values.get(term.value, term.value)) for term in arguments if type(term) is Constant
            ]
            return Equal(Apply(function, tuple(put)), Constant(values.get(value, value)))
        case Constant(value):
            return Constant(values.get(value, value))
        case tuple():
            return tuple([with_values(member, values) for member in part])
        case Sort() | Function() | Variable() | str() | int() | bool():
            return part
    return type(part)(*[with_values(getattr(part, name), values) for name in part.__match_args__])


def all_terms(part: Formula | Term) -> list[Term]:
    """Every term in a formula at any depth, or a term and all terms inside it, in their order."""
    every_term: list[Term] = []
    waiting = [part]
    while waiting:
        piece = waiting.pop()
        if isinstance(piece, Term):
            every_term.append(piece)
            waiting += piece.arguments[::-1] if isinstance(piece, Apply) else ()
        else:
            waiting += (*terms(piece), *parts(piece))[::-1]
    return every_term


def functions_in(formula: Formula) -> set[str]:
    """The names of the functions that a formula speaks of."""
    return {term.function.name for term in all_terms(formula) if isinstance(term, Apply)}
