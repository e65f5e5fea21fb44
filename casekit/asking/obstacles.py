"""Findings on the logic of any document: what is too hard for the solver, answers that readers refute, missing brackets."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from casekit.asking.inquiry import Inquiry
from casekit.asking.told.printout import grounds
from casekit.asking.wording import Origin, listed
from casekit.deduce.encoding.meter import GroundingTooLargeError, LineCost
from casekit.deduce.verdicts import hardest_line
from casekit.diagnostics import Diagnostic, Place, Related, Source, codes
from casekit.language.document.parsing import parse_lone_formula
from casekit.language.formula.formatting import format_formula, spelt_out, with_other_brackets
from casekit.language.formula.nodes import FormulaNode
from casekit.language.formula.typecheck import Typer
from casekit.model.theory import Element, OutOfBudgetError


def unfinished(inquiry: Inquiry, error: OutOfBudgetError) -> Diagnostic:
    """The finding that a question was too hard, at the line that makes it so for the solver, if that was asked."""
    line = hardest_line(inquiry.knowledge)
    where = "" if line is None else _first_hard(inquiry.knowledge.meter.lines[line])
    return Diagnostic(
        codes.UNFINISHED_WORK,
        f"this {inquiry.dialect.noun} is too hard to decide: {error}; some checks did not run{where}",
        inquiry.source.whole() if line is None else inquiry.place(inquiry.origins[line]),
        hint=inquiry.wording.to_be_easier,
    )


def _first_hard(cost: LineCost) -> str:
    made = f"{cost.instances:,} instances in {cost.clauses:,} clauses"
    return f"; this is the first line that is too hard together with those before it ({made})"


I = TypeVar("I", bound=Inquiry)  # noqa: E741 - an inquiry


def first_found(
    inquiry: I, questions: Iterable[Callable[[I], Iterable[Diagnostic]]]
) -> tuple[tuple[Diagnostic, ...], bool]:
    """The findings of the first question that has any, as far as the solver can answer, and whether it could."""
    for question in questions:
        try:
            found = tuple(question(inquiry))
        except OutOfBudgetError as error:
            return (unfinished(inquiry, error),), False
        if found:
            return found, inquiry.finished
    return (), inquiry.finished


def contrary(inquiry: Inquiry) -> Iterator[Diagnostic]:
    """Answers of the truth that readers refute, because they prove another."""
    for element, lines in _refuted(inquiry):
        proved, true = _answers(inquiry, element)
        paths = _paths(inquiry, lines)
        yield Diagnostic(
            codes.CONTRARY_ELEMENT,
            f"readers will prove {proved}, but the truth says that the {element.name} is {true}\n{_rests_on(inquiry, paths)}",
            inquiry.answer_place(element.name),
            hint=f"write `{element.name} = {element.proved}`, or correct what {_source(paths)}",
            related=tuple(
                Related(inquiry.place(line), f"{inquiry.wording.named(line.path)}: {line.text}")
                for line in lines
                if line.place != Place()
            ),
        )


def sentences(inquiry: Inquiry) -> Iterator[str]:
    """The same in a sentence each, for a finding about lines that are to blame for it."""
    for element, lines in _refuted(inquiry):
        proved, true = _answers(inquiry, element)
        yield f"Readers will prove {proved}, not {true}. {_rests_on(inquiry, _paths(inquiry, lines))}"


def _refuted(inquiry: Inquiry) -> Iterator[tuple[Element, tuple[Origin, ...]]]:
    """The elements of which readers prove the contrary, with the lines it follows from."""
    # A solver that has answered nothing else gives the same lines whatever was asked before.
    fresh = inquiry.knowledge.fresh()
    for element in inquiry.contrary:
        yield element, grounds(inquiry, fresh, element)


def _answers(inquiry: Inquiry, element: Element) -> tuple[str, str]:
    """The answer that readers prove and the one of the truth."""
    proved, true = (
        inquiry.wording.answer(element.name, value or "") for value in (element.proved, element.value)
    )
    return proved, true


def _paths(inquiry: Inquiry, lines: Sequence[Origin]) -> list[str]:
    wording = inquiry.wording
    return list(dict.fromkeys(wording.named(line.path) for line in lines if line.path not in wording.given))


def _rests_on(inquiry: Inquiry, paths: Sequence[str]) -> str:
    return (
        f"This follows from {listed(paths) if paths else inquiry.wording.nothing_to_read.partition(',')[0]}."
    )


def _source(paths: Sequence[str]) -> str:
    if not paths:
        return "the presentation or a rule says"
    return f"{listed(paths)} state{'s' if len(paths) == 1 else ''}"


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
