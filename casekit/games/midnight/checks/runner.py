"""The checks of a case beyond its names and types, in the order in which they are made."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain

from casekit.analysis.solver_findings import out_of_budget_finding, refused_findings
from casekit.diagnostics import MOST_OF_A_KIND, Finding, Source, found_by, has_own_fault
from casekit.games.midnight.checks import completeness, deduction, prose, prose_claims, solution, truth
from casekit.games.midnight.document import Case
from casekit.games.midnight.language.line_forms import CASE
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.logic.theory import OutOfBudgetError
from casekit.prose import passage_checks, passages
from casekit.prose.claims import quotation_checks
from casekit.values import replace

Check = Callable[[Case], Iterator[Finding]]
LogicCheck = Callable[[CaseAnalysis], Iterator[Finding]]

CHECKS: tuple[Check, ...] = (
    lambda case: completeness.missing_blocks(case, case.unplaced),
    completeness.missing_paths,
    completeness.no_answers,
    completeness.repeated_paths,
    completeness.empty_paragraphs,
    completeness.shared_paragraphs,
    passage_checks.repeated_lines,
    completeness.long_paragraphs,
    deduction.misquoted_rules,
    solution.unnamed_culprit,
    solution.bare_solution,
    completeness.faulty_pictures,
)
"""Checks of a case as a whole."""

PROSE_CHECKS: tuple[Check, ...] = (
    passage_checks.repeated_sentences,
    deduction.untold_rules,
    prose.names_in_small_letters,
    prose.unstated_paragraphs,
    prose_claims.disagreements,
)
"""Checks that compare the sentences of a case, as far as its passages are not too long to be read."""


def _stray_marks(case: Case) -> Iterator[Finding]:
    all_prose = chain.from_iterable(passage.prose for passage in case.passages)
    return passage_checks.stray_marks(case.source, all_prose)


def _missing_quotations(case: Case) -> Iterator[Finding]:
    return passage_checks.missing_quotations(case) if case.edition.quotations == "required" else iter(())


MARK_CHECKS: tuple[Check, ...] = (_stray_marks, _missing_quotations)
"""Checks of the marks and the lines of a passage, however long it is."""

PASSAGE_CHECKS: tuple[Check, ...] = (
    partial(passage_checks.stray_logic, dialect=CASE),
    quotation_checks.times,
    quotation_checks.counts,
    quotation_checks.more_hours,
    prose.unknown_names,
    prose.sent_to_numbers,
    prose.unmentioned_suspects,
    prose.bare_accusations,
    prose_claims.findings_on_names,
)
"""Checks that find in one passage what is wrong with it, whatever the other passages say."""

_UNCHANGED = passages.UnchangedPassages[Case]()


def check_text(case: Case, other_titles: tuple[str, ...] = ()) -> tuple[Finding, ...]:
    """Every check that needs no deduction. ``other_titles`` are those of the edition's other cases."""
    changed = _UNCHANGED.changed(case, other_titles)
    readable = completeness.without_long_passages(changed)
    whole = completeness.without_long_passages(case)
    of_the_whole = _findings(
        (
            *(partial(check, case) for check in CHECKS),
            *(partial(check, whole) for check in PROSE_CHECKS),
        ),
        case.source,
    )
    of_passages = _findings(
        (
            *(partial(check, changed) for check in MARK_CHECKS),
            *(partial(check, readable) for check in PASSAGE_CHECKS),
            partial(passage_checks.quotations_not_in_prose, changed, case.paragraphs),
            partial(prose.spoiling_paragraphs, readable, other_titles),
        ),
        case.source,
    )
    # Otherwise there are some that nobody has found yet.
    if len(of_passages) < MOST_OF_A_KIND and not has_own_fault(of_passages):
        _UNCHANGED.remember(case, other_titles, changed, of_passages)
    return (*of_the_whole, *of_passages)


def _findings(checks: Iterable[Callable[[], Iterator[Finding]]], source: Source) -> tuple[Finding, ...]:
    return found_by(checks, source.whole(), MOST_OF_A_KIND)


_CHECKS_OF_SOLUTION: tuple[LogicCheck, ...] = (
    solution.too_large_claims,
    solution.false_claims,
    solution.unshown_claims,
    solution.claims_by_culprit,
)
"""Questions on the solution, as far as they can be asked, whatever is wrong with the rest."""

LOGIC_CHECKS: tuple[LogicCheck, ...] = (
    refused_findings,
    truth.contradictions,
    truth.incomplete_truth,
    deduction.answering_rules,
    truth.lies,
    truth.sentences,
    deduction.open_elements,
    deduction.given_solution,
    deduction.idle_statements,
    deduction.unusable_statements,
    *_CHECKS_OF_SOLUTION,
    solution.shortcuts,
    truth.void_lines,
)
"""The checks that ask the solver, in the order in which they are made."""

_DECISIVE_CHECKS: tuple[LogicCheck, ...] = (
    refused_findings,
    truth.contradictions,
    deduction.answering_rules,
    deduction.given_solution,
)
"""Where one of these finds something, most questions after it would only find what follows from that."""


def check_logic(analysis: CaseAnalysis) -> tuple[tuple[Finding, ...], bool]:
    """Every check of truth and deduction, as far as the solver can answer, and whether it could."""
    findings: list[Finding] = []
    checks_to_make = list(LOGIC_CHECKS)
    while checks_to_make:
        check = checks_to_make.pop(0)
        try:
            new_findings = found_by((partial(check, analysis),), analysis.source.whole())
            if new_findings and check in _DECISIVE_CHECKS and not has_own_fault(new_findings):
                checks_to_make = [*_CHECKS_OF_SOLUTION]
                first, *others = new_findings
                related = (*first.related, *solution.unchecked_claims(analysis))
                new_findings = (replace(first, related=related), *others)
        except OutOfBudgetError as error:
            return (*findings, out_of_budget_finding(analysis, error)), False
        findings += new_findings
    return tuple(findings), analysis.finished


def contradictions(analysis: CaseAnalysis) -> tuple[Finding, ...]:
    """The faults that leave nothing to reason about, or give a case answers that the writer does not mean.

    Raises:
        OutOfBudgetError: if even that is too hard to decide.
    """
    return (*refused_findings(analysis), *truth.contradictions(analysis))


def shortcomings(analysis: CaseAnalysis, elements: Sequence[str]) -> tuple[Finding, ...]:
    """Why some elements of the solution cannot be proved, or need no proof."""
    asked = [element for element in analysis.verdict.elements if element.name in elements]
    unanswered = [element for element in asked if element.value is None]
    unproved = [element for element in asked if element.value is not None and element.proved is None]
    findings = [truth.incomplete_element(analysis, element) for element in unanswered]
    findings += deduction.open_gaps(analysis, unproved)
    if any(element.proved for element in asked):
        findings += deduction.given_solution(analysis)
    return tuple(findings)
