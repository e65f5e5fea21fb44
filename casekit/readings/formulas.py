"""Formulas that readers wrote: read in the scope of a document, and refused with a reason."""

from typing import NamedTuple

from casekit.deduce.encoding.circuit import ground_size
from casekit.diagnostics import Finding, Source
from casekit.language.formula import formatter, typecheck
from casekit.language.formula.nodes import Scope
from casekit.language.syntax.dialect import Dialect
from casekit.language.syntax.parser import parse_lone_formula
from casekit.logic.formulas import Formula

MOST_INSTANCES = 2_000
"""The most ground instances that a reader's formula may come to: sentences of prose need a few dozen."""


class FormulaText(NamedTuple):
    """A formula that can be compared."""

    text: str
    """Its canonical text."""

    formula: Formula
    """Its meaning."""


def read_formula(text: str, scope: Scope, dialect: Dialect) -> FormulaText | str:
    """The meaning of a formula, or the reason why it has none, as a sentence without a full stop."""
    source = Source("formula", text)
    node, problems = parse_lone_formula(source, dialect)
    if node is None:
        return _reason(problems)
    formula, problems = typecheck.Typer(scope, source).type_formula(node)
    if formula is None:
        return _reason(problems)
    size = ground_size(formula)
    if size > MOST_INSTANCES:
        return f"this formula comes to {size:,} instances; at most {MOST_INSTANCES:,} are read"
    return FormulaText(formatter.format_formula(node), formula)


def _reason(problems: tuple[Finding, ...]) -> str:
    """The first of some findings in words, with its cure."""
    if not problems:
        return "this is not a formula"
    first = problems[0]
    return f"{first.message}; {first.hint}" if first.hint else first.message
