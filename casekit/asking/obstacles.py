"""Findings on the logic of any document: what is too hard for the solver and what it costs, line by line; answers that readers refute, missing brackets."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from casekit.asking.inquiry import Inquiry
from casekit.asking.wording import Origin
from casekit.deduce.encoding.encoded_theory import GroundingTooLargeError, LineCost
from casekit.deduce.verdicts import hardest_line
from casekit.diagnostics import Diagnostic, Place, Related, Source, Span, codes, found_by, has_own_fault
from casekit.language.document.parsing import parse_lone_formula
from casekit.language.formula import formatting, nodes, typecheck
from casekit.model.theory import Element, OutOfBudgetError
from casekit.prose.phrasing import listed

_MOST_NAMED = 4
"""At most this many of the largest lines are named."""

_MOST_LISTED = 20
"""At most this many lines are listed in words."""

_MUCH = 10
"""A line that takes one part in this many of what all lines may come to is worth a hint."""


def _by_cost(inquiry: Inquiry) -> list[tuple[str, LineCost]]:
    """The lines of the document, those first that cost most."""
    costs = inquiry.knowledge.meter.lines
    return sorted(
        ((line, costs[line]) for line in inquiry.origins if line in costs),
        key=lambda each: (-each[1].instances, -each[1].clauses),
    )


def refused(inquiry: Inquiry) -> Iterator[Diagnostic]:
    """That lines would take too long to reason about, one of them or all together, at the one that costs most."""
    if not inquiry.knowledge.refused:
        return
    noun, limits = inquiry.dialect.noun, inquiry.knowledge.limits
    costs = _by_cost(inquiry)
    (largest, (size, _)), *others = costs[:_MOST_NAMED]
    if size > limits.line:
        found = too_large(inquiry, size, inquiry.place(inquiry.origins[largest]))
        others = [each for each in others if each[1].instances > limits.line]
    else:
        together = sum(cost.instances for _, cost in costs)
        found = Diagnostic(
            codes.TOO_MUCH_TO_GROUND,
            f"the lines of this {noun} stand for {together:,} instances together; casekit reasons about at most "
            f"{limits.total:,} per {noun}; {size:,} of them are in this line, the largest",
            inquiry.place(inquiry.origins[largest]),
            hint=inquiry.wording.to_ground_less,
        )
    yield replace(
        found,
        related=tuple(
            Related(inquiry.place(inquiry.origins[line]), f"{cost.instances:,} are in this line")
            for line, cost in others
        ),
    )


def too_large(inquiry: Inquiry, size: int, place: Span) -> Diagnostic:
    """That a formula stands for more instances than one line may."""
    limits = inquiry.knowledge.limits
    return Diagnostic(
        codes.TOO_MUCH_TO_GROUND,
        f"this stands for {size:,} instances; casekit reasons about at most {limits.line:,} per line "
        f"and {limits.total:,} per {inquiry.dialect.noun}",
        place,
        hint=inquiry.wording.to_ground_less,
    )


def costly(inquiry: Inquiry) -> Iterator[Diagnostic]:
    """The lines that take much of what all may come to, but not too much."""
    limits = inquiry.knowledge.limits
    for line, cost in islice(_by_cost(inquiry), _MOST_NAMED):
        if cost.clauses and _MUCH * cost.instances >= limits.total:
            yield Diagnostic(
                codes.COSTLY_LINE,
                f"this stands for {cost.instances:,} instances, in {cost.clauses:,} clauses; "
                f"casekit reasons about at most {limits.total:,} per {inquiry.dialect.noun}",
                inquiry.place(inquiry.origins[line]),
                hint=inquiry.wording.to_ground_less,
            )


def costs_as_json(inquiry: Inquiry) -> dict[str, Any]:
    """The lines by cost, and what the solver did, as ``schemas/diagnostics.schema.json`` has it."""
    solving = inquiry.knowledge.meter.solving
    return {
        "lines": [
            {
                "line": inquiry.place(inquiry.origins[line]).line,
                "path": inquiry.origins[line].path,
                "text": inquiry.origins[line].text,
                "instances": cost.instances,
                "clauses": cost.clauses,
            }
            for line, cost in _by_cost(inquiry)
        ],
        **{unit: solving[unit] for unit in ("questions", "propagations", "conflicts")},
    }


def costs_in_words(costs: dict[str, Any]) -> str:
    """The same as a table; of many lines only the first."""
    rows = [
        f"{each['instances']:>10,} {each['clauses']:>8,}  {each['line']}: {each['text']}"
        for each in costs["lines"][:_MOST_LISTED]
    ]
    more = len(costs["lines"]) - len(rows)
    rows += [f"{'':19}  and {more:,} more"] if more else []
    solved = ", ".join(f"{costs[unit]:,} {unit}" for unit in ("questions", "propagations", "conflicts"))
    return "\n".join([f"{'instances':>10} {'clauses':>8}  line", *rows, f"solver: {solved}"])


def unfinished(inquiry: Inquiry, error: OutOfBudgetError) -> Diagnostic:
    """The finding that a question was too hard, at the line that makes it so for the solver, if that was asked."""
    line = hardest_line(inquiry.knowledge)
    where = ""
    if line is not None:
        cost = inquiry.knowledge.meter.lines[line]
        made = f"{cost.instances:,} instances in {cost.clauses:,} clauses"
        where = f"; this is the first line that is too hard together with those before it ({made})"
    return Diagnostic(
        codes.UNFINISHED_WORK,
        f"this {inquiry.dialect.noun} is too hard to decide: {error}; some checks did not run{where}",
        inquiry.source.whole() if line is None else inquiry.place(inquiry.origins[line]),
        hint=inquiry.wording.to_be_easier,
    )


I = TypeVar("I", bound=Inquiry)  # noqa: E741 - an inquiry


def first_found(
    inquiry: I, questions: Iterable[Callable[[I], Iterable[Diagnostic]]]
) -> tuple[tuple[Diagnostic, ...], bool]:
    """The findings of the first question that has any, as far as the solver can answer, and whether it could."""
    faults: list[Diagnostic] = []
    for question in questions:
        try:
            found = found_by((partial(question, inquiry),), inquiry.source.whole())
        except OutOfBudgetError as error:
            return (*faults, unfinished(inquiry, error)), False
        if has_own_fault(found):
            faults += found
        elif found:
            return (*faults, *found), inquiry.finished
    return tuple(faults), inquiry.finished


def contrary(inquiry: Inquiry) -> Iterator[Diagnostic]:
    """Answers of the truth that readers refute, because they prove another."""
    for element, lines, proved, true, paths in _refuted(inquiry):
        says = (
            f"{listed(paths)} state{'s' if len(paths) == 1 else ''}"
            if paths
            else "the presentation or a rule says"
        )
        yield Diagnostic(
            codes.CONTRARY_ELEMENT,
            f"readers will prove {proved}, but the truth says that the {element.name} is {true}\n{_rests_on(inquiry, paths)}",
            inquiry.answer_place(element.name),
            hint=f"write `{element.name} = {element.proved}`, or correct what {says}",
            related=tuple(
                Related(inquiry.place(line), f"{inquiry.wording.named(line.path)}: {line.text}")
                for line in lines
                if line.place != Place()
            ),
        )


def sentences(inquiry: Inquiry) -> Iterator[str]:
    """The same in a sentence each, for a finding about lines that are to blame for it."""
    for _, _, proved, true, paths in _refuted(inquiry):
        yield f"Readers will prove {proved}, not {true}. {_rests_on(inquiry, paths)}"


def _refuted(inquiry: Inquiry) -> Iterator[tuple[Element, list[Origin], str, str, list[str]]]:
    """The elements of which readers prove the contrary, with the lines it follows from, what they prove and what is true, and the names of sources."""
    wording, contrary = inquiry.wording, inquiry.contrary
    for element, lines in (each for each in inquiry.explained if each[0] in contrary) if contrary else ():
        origins = [inquiry.origins[line] for line in lines]
        proved, true = (wording.answer(element.name, each or "") for each in (element.proved, element.value))
        named = (wording.named(line.path) for line in origins if line.path not in wording.given)
        yield element, origins, proved, true, list(dict.fromkeys(named))


def _rests_on(inquiry: Inquiry, paths: Sequence[str]) -> str:
    rest = listed(paths) if paths else inquiry.wording.nothing_to_read.partition(",")[0]
    return f"This follows from {rest}."


def reread(inquiry: Inquiry, line: Origin) -> tuple[str, str] | None:
    """How a line is read, all brackets written, and the same words with a pair of brackets that lets them hold.

    ``None`` if no such pair does, or if somebody is said to have said it.
    """
    if line.speakers or line.mode != "plain":
        return None
    node, _ = parse_lone_formula(Source("", line.text), inquiry.dialect)
    if node is None:
        return None
    others = formatting.with_other_brackets(node)
    held = next((formatting.format_formula(other) for other in others if _can_hold(inquiry, other)), None)
    return None if held is None else (formatting.spelt_out(node), held)


def _can_hold(inquiry: Inquiry, node: nodes.FormulaNode) -> bool:
    """Whether a formula is well typed and true in some world of the game."""
    formula, _ = typecheck.Typer(inquiry.scope, Source("", formatting.format_formula(node))).type_formula(
        node
    )
    if formula is None:
        return False
    try:
        meaning = inquiry.knowledge.meaning(formula)
    except GroundingTooLargeError:
        return False
    return inquiry.knowledge.solve([meaning.true])
