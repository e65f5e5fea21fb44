"""Typed formulas over finite domains: what every game's statements, rules and truths are made of.

A formula here is complete: each name is resolved and each term typed (``docs/language.md``, "Formulas"). Values are
plain strings, unique across sorts, so that the same person is the same value wherever it occurs.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal


@dataclass(frozen=True)
class Sort:
    """A finite type: its name and its values; ``ordered`` if the values are in an order that counts."""

    name: str
    values: tuple[str, ...]
    ordered: bool = False

    @cached_property
    def members(self) -> frozenset[str]:
        """The values, to look one up: a type may have thousands."""
        return frozenset(self.values)


@dataclass(frozen=True, slots=True)
class Function:
    """A symbol with a value in every world.

    ``values`` is ``None`` for a predicate (yes or no). An ``optional`` function may have no value; then it is
    ``none``. A ``table`` makes it static: the same in every world, keyed by the tuple of its arguments. Where it has
    the ``same`` value as another function, or as itself at other arguments, in every world, only that term is one.
    """

    name: str
    arguments: tuple[Sort, ...] = ()
    values: Sort | None = None
    optional: bool = False
    table: Mapping[tuple[str, ...], str] | None = field(default=None, hash=False)
    same: Mapping[tuple[str, ...], tuple[str, tuple[str, ...]]] = field(default_factory=dict, hash=False)

    def term(self, arguments: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
        """The term that says what the function is at some arguments."""
        return self.same.get(arguments) or (self.name, arguments)


@dataclass(frozen=True, slots=True)
class Constant:
    """A value, by its own name."""

    value: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """``none``: what an optional function is where it has no value."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A name bound by a quantifier around it, ranging over ``sort``."""

    name: str
    sort: Sort


@dataclass(frozen=True, slots=True)
class Apply:
    """A function at its arguments."""

    function: Function
    arguments: tuple["Term", ...] = ()


Term = Constant | Nothing | Variable | Apply


@dataclass(frozen=True, slots=True)
class Holds:
    """A predicate at its arguments."""

    term: Apply


@dataclass(frozen=True, slots=True)
class Equal:
    """``left = right``; both sides may be ``none``."""

    left: Term
    right: Term


def valued(function: Function, value: str) -> Equal:
    """That a function without arguments has a value."""
    return Equal(Apply(function), Constant(value))


@dataclass(frozen=True, slots=True)
class Order:
    """``left < right`` or, unless ``strict``, ``left <= right``, in the order of ``sort``'s values."""

    left: Term
    right: Term
    sort: Sort
    strict: bool


@dataclass(frozen=True, slots=True)
class Not:
    """Negation."""

    part: "Formula"


@dataclass(frozen=True, slots=True)
class And:
    """Conjunction of any number of formulas; of none, it is true."""

    parts: tuple["Formula", ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Disjunction of any number of formulas; of none, it is false."""

    parts: tuple["Formula", ...]


@dataclass(frozen=True, slots=True)
class Implies:
    """``left implies right``."""

    left: "Formula"
    right: "Formula"


@dataclass(frozen=True, slots=True)
class Iff:
    """``left iff right``."""

    left: "Formula"
    right: "Formula"


Quantifier = Literal["every", "some", "no", "exactly", "at least", "at most"]


@dataclass(frozen=True, slots=True)
class Quantified:
    """A quantifier over ``variable``; ``count`` is 0 for those that have none.

    ``excluded`` are terms whose values the variable skips.
    """

    quantifier: Quantifier
    count: int
    variable: Variable
    excluded: tuple[Term, ...]
    body: "Formula"


Formula = Holds | Equal | Order | Not | And | Or | Implies | Iff | Quantified

FALSE = Or(())

_ONCE = Variable("?", Sort("?", ("?",)))
"""No formula that is read from a text names it."""


def asserted(formula: Formula) -> Formula:
    """A formula that is false, rather than without meaning, where the other one's own terms have no value."""
    return Quantified("some", 0, _ONCE, (), formula)


def parts(formula: Formula) -> tuple[Formula, ...]:
    """The formulas directly inside a formula."""
    match formula:
        case Not(part):
            return (part,)
        case And(inner) | Or(inner):
            return inner
        case Implies(left, right) | Iff(left, right):
            return (left, right)
        case Quantified(body=body):
            return (body,)
    return ()


def terms(formula: Formula) -> tuple[Term, ...]:
    """The terms that are directly in a formula, not those of its parts."""
    match formula:
        case Holds(term):
            return (term,)
        case Equal(left, right) | Order(left, right):
            return (left, right)
        case Quantified(excluded=excluded):
            return excluded
    return ()


def with_values(part: Any, values: Mapping[str, str]) -> Any:
    """A formula, or a part of one, with other constants in the place of some; sorts and functions stay as they are."""
    match part:
        case Equal(Apply(function, arguments), Constant(value)) if all(
            type(each) is Constant for each in arguments
        ):
            # The commonest by far, in one step.
            put = [
                Constant(values.get(each.value, each.value)) for each in arguments if type(each) is Constant
            ]
            return Equal(Apply(function, tuple(put)), Constant(values.get(value, value)))
        case Constant(value):
            return Constant(values.get(value, value))
        case tuple():
            return tuple([with_values(each, values) for each in part])
        case Sort() | Function() | Variable() | str() | int() | bool():
            return part
    return type(part)(*[with_values(getattr(part, name), values) for name in part.__match_args__])


def subterms(term: Term) -> Iterator[Term]:
    """A term and all terms inside it."""
    yield term
    if isinstance(term, Apply):
        for argument in term.arguments:
            yield from subterms(argument)


def all_terms(formula: Formula) -> Iterator[Term]:
    """Every term in a formula, at any depth."""
    for term in terms(formula):
        yield from subterms(term)
    for part in parts(formula):
        yield from all_terms(part)
