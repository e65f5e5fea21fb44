"""Formulas as text, in the notation of the case language, over functions of one's own."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import TypeVar

from casekit.diagnostics import Finding, Source, codes
from casekit.language.formula.nodes import NAME, Scope, TermNode
from casekit.language.formula.typecheck import Typer
from casekit.language.syntax.dialect import Dialect
from casekit.language.syntax.parser import parse_lone_formula
from casekit.logic.formulas import TIME, Formula, Function, Sort

_UNKNOWN = {codes.UNKNOWN_NAME, codes.UNKNOWN_TYPE}
_OFFER = "write "
_NOTHING = "none"

Named = TypeVar("Named", Function, Sort)


LONE = Dialect("lone", noun="formula", usual="a formula has some 20")
"""The language of formulas alone: it has no blocks."""


class FormulaError(ValueError):
    """A text is not a formula over the functions given; ``finding`` says what is wrong with it, and where."""

    def __init__(self, text: str, finding: Finding) -> None:
        super().__init__(text, finding)
        self.text = text
        self.finding = finding

    def __str__(self) -> str:
        return f"{self.finding.message}{_advice(self.finding)}, in the formula: {self.text}"


def _advice(finding: Finding) -> str:
    # Where no name is like an unknown one, the hint speaks of the blocks of a case.
    if not finding.hint or (finding.code in _UNKNOWN and not finding.hint.startswith(_OFFER)):
        return ""
    return f" ({finding.hint})"


def formula(text: str, functions: Sequence[Function], sorts: Sequence[Sort] = ()) -> Formula:
    """Read a formula, as in ``formula("every card C: holder(C) != ANNA", [holder])``.

    Args:
        text: the formula, as the language reference has it.
        functions: those that it may use. It may also name their sorts, and the values of these.
        sorts: further sorts that it may name, such as parts of others.

    Raises:
        FormulaError: if the text is not a formula over these functions. ValueError: if a sort, a value or a
        function has a name that no formula can write, or that another one has.
    """
    source = Source("formula", text)
    node, problems = parse_lone_formula(source, LONE)
    if node is not None:
        typed, problems = Typer(_scope(tuple(functions), tuple(sorts)), source).type_formula(node)
        if typed is not None:
            return typed
    raise FormulaError(text, problems[0])


@lru_cache(maxsize=16)
def _scope(functions: tuple[Function, ...], sorts: tuple[Sort, ...]) -> Scope:
    """The names that formulas over some functions may use."""
    used = chain.from_iterable((*function.arguments, function.values) for function in functions)
    all_sorts = [*sorts, *(sort for sort in used if sort is not None)]
    scope = Scope(_by_name(all_sorts), _by_name(functions))
    for name in (*scope.sort_of_name, *scope.function_of_name, *scope.sorts_of_value):
        if not _is_name(name):
            raise ValueError(f"no formula can write the name {name!r}")
    for name in scope.function_of_name.keys() & scope.sorts_of_value.keys():
        raise ValueError(f"a function and a value are both called {name!r}")
    return scope


def _by_name(named: Iterable[Named]) -> tuple[Named, ...]:
    """The functions or sorts, each once.

    Raises:
        ValueError: if two that differ have one name.
    """
    by_name: dict[str, Named] = {}
    for thing in named:
        if by_name.setdefault(thing.name, thing) != thing:
            raise ValueError(f"two things are called {thing.name!r}")
    return tuple(by_name.values())


def _is_name(text: str) -> bool:
    """Whether a text by itself reads as the name of something."""
    if text == _NOTHING or not (NAME.fullmatch(text) or TIME.fullmatch(text)):
        return False
    node, _ = parse_lone_formula(Source("name", text), LONE)
    return node == TermNode(text)
