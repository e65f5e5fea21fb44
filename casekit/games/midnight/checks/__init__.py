"""What is checked of a case beyond its names and types: one file a check, all listed here in order."""

from collections.abc import Callable, Iterator

from casekit.diagnostics import Diagnostic
from casekit.games.midnight.case import Case
from casekit.games.midnight.checks import (
    blocks,
    deduction,
    emphasis,
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
    """Every check of truth and deduction."""
    found: list[Diagnostic] = []
    for question in QUESTIONS:
        answers = tuple(question(inquiry))
        found += answers
        if answers and question in _LAST_WORDS:
            break
    return tuple(found)
