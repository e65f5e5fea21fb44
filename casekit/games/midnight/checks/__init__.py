"""What is checked of a case beyond its names and types: one file a check, all listed here in order."""

from collections.abc import Callable, Iterator

from casekit.deduce.knowledge import OutOfBudgetError
from casekit.diagnostics import Diagnostic, codes
from casekit.games.midnight.case import Case
from casekit.games.midnight.checks import (
    blocks,
    deduction,
    emphasis,
    illustration,
    length,
    mentions,
    names,
    paths,
    quotations,
    repetition,
    spoilers,
    todo,
    truth,
)
from casekit.games.midnight.inquiry import Inquiry
from casekit.games.midnight.resolve import Resolution

Check = Callable[[Case], Iterator[Diagnostic]]
Question = Callable[[Inquiry], Iterator[Diagnostic]]

COMPLETENESS = (blocks.missing, paths.missing)
"""Checks for what is not there; they are told how many misspelt headings may explain it."""

CHECKS: tuple[Check, ...] = (
    blocks.no_answers,
    paths.repeated,
    paths.empty,
    paths.shared,
    todo.todo,
    names.unknown,
    names.lower_case,
    repetition.repetition,
    length.length,
    quotations.quotations,
    mentions.mentions,
    emphasis.emphasis,
    illustration.illustration,
)


def check_text(resolution: Resolution, other_titles: tuple[str, ...] = ()) -> tuple[Diagnostic, ...]:
    """Every check that needs no deduction. ``other_titles`` are those of the edition's other cases."""
    case = resolution.case
    found = [problem for check in COMPLETENESS for problem in check(case, resolution.unplaced)]
    found += [problem for check in CHECKS for problem in check(case)]
    found += spoilers.spoilers(case, other_titles)
    return tuple(found)


QUESTIONS: tuple[Question, ...] = (
    deduction.refused,
    truth.contradictions,
    truth.incomplete,
    truth.lies,
    deduction.open_elements,
    deduction.given,
    deduction.idle,
    deduction.unusable,
)

_LAST_WORDS: tuple[Question, ...] = (deduction.refused, truth.contradictions, deduction.given)
"""Where one of these finds something, the questions after it would only find what follows from that."""


def check_logic(inquiry: Inquiry) -> tuple[Diagnostic, ...]:
    """Every check of truth and deduction, as far as the solver can answer."""
    found: list[Diagnostic] = []
    for question in QUESTIONS:
        try:
            answers = tuple(question(inquiry))
        except OutOfBudgetError as error:
            inquiry.finished = False
            return (*found, unfinished(inquiry, error))
        found += answers
        if answers and question in _LAST_WORDS:
            break
    return tuple(found)


def contradictions(inquiry: Inquiry) -> tuple[Diagnostic, ...]:
    """What keeps a case from being reasoned about at all.

    Raises:
        OutOfBudgetError: if even that is too hard to decide.
    """
    return (*deduction.refused(inquiry), *truth.contradictions(inquiry))


def unfinished(inquiry: Inquiry, error: OutOfBudgetError) -> Diagnostic:
    """The finding that a question was too hard for the solver."""
    return Diagnostic(
        codes.UNFINISHED_WORK,
        f"this case is too hard to decide: {error}; what is not reported here was not asked",
        inquiry.case.source.whole(),
        hint="say with fewer counts and quantifiers what the rules say, or tell more in single facts",
    )
