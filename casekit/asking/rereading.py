"""How a line that cannot hold may have been meant: with brackets that it lacks."""

from casekit.asking.inquiry import Inquiry
from casekit.asking.origins import Origin
from casekit.deduce.encoding.vocabulary import GroundingTooLargeError
from casekit.diagnostics import Source
from casekit.language.document.parsing import parse_lone_formula
from casekit.language.formula.brackets import spelt_out, with_other_brackets
from casekit.language.formula.formatting import format_formula
from casekit.language.formula.nodes import FormulaNode
from casekit.language.formula.typecheck import Typer


def reread(inquiry: Inquiry, line: Origin) -> tuple[str, str] | None:
    """How a line is read, all brackets written, and the same words with a pair of brackets that lets them hold.

    ``None`` if no such pair does, or if somebody is said to have said it.
    """
    if line.speakers or line.mode != "plain":
        return None
    node, _ = parse_lone_formula(Source("", line.text), inquiry.dialect)
    if node is None:
        return None
    for other in with_other_brackets(node):
        if _can_hold(inquiry, other):
            return spelt_out(node), format_formula(other)
    return None


def _can_hold(inquiry: Inquiry, node: FormulaNode) -> bool:
    """Whether a formula is well typed and true in some world of the game."""
    formula, _ = Typer(inquiry.scope, Source("", format_formula(node))).type_formula(node)
    if formula is None:
        return False
    try:
        meaning = inquiry.knowledge.meaning(formula)
    except GroundingTooLargeError:
        return False
    return inquiry.knowledge.solve([meaning.true])
