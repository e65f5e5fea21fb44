"""Claims of prose without a line by which readers know an answer sooner than by the lines alone."""

from collections.abc import Iterator, Sequence

from casekit.analysis.document_analysis import DocumentAnalysis
from casekit.deduce.minimal_sources import supporting_lines
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.diagnostics import Place
from casekit.logic.formulas import FALSE, Formula, Iff, Not, Or
from casekit.logic.theory import Claim, Law, Theory
from casekit.readings.reading import PRESENTATION, ReadClaim
from casekit.readings.reading_copy import ReadingPassage
from casekit.values import frozen, replace

MOST_ROUNDS = 10
"""The most claims of one answer that are looked for."""


@frozen(slots=True)
class CandidateClaim:
    """A claim that no line states, and that is true."""

    passage: ReadingPassage
    """The passage."""

    reader: str
    """The reader who took it."""

    claim: ReadClaim
    """The claim."""

    formula: Formula
    """Its meaning."""

    place: Place
    """Where its words are."""


def claims_that_shorten(
    analysis: DocumentAnalysis, candidates: Sequence[CandidateClaim]
) -> Iterator[tuple[CandidateClaim, str]]:
    """Each candidate with which an answer follows from fewer sources, and the name of its question.

    Like the lines of its passage, a claim is believed as far as whoever says it is. All candidates are true,
    so that they contradict no line.

    Raises:
        OutOfBudgetError: if a question is too hard.
    """
    if not candidates or not analysis.verdict.consistent:
        return
    by_line = {f"read {number}": candidate for number, candidate in enumerate(candidates, 1)}
    functions = analysis.scope.function_of_name
    solver = _with_claims(analysis, by_line)
    for element, lines in analysis.elements_with_reasons:
        if element.proved is None or element.proved != element.value:
            continue
        fewest_today = len(_sources_of(analysis.solver.theory, lines))
        left = dict(by_line)
        solver_left = solver
        for _ in range(MOST_ROUNDS):
            shorter = supporting_lines(solver_left, functions[element.name], element.proved)
            used = [line for line in shorter if line in left]
            if not used or len(_sources_of(solver_left.theory, shorter)) >= fewest_today:
                break
            for line in used:
                yield left.pop(line), element.name
            solver_left = _with_claims(analysis, left)


def _with_claims(analysis: DocumentAnalysis, candidates: dict[str, CandidateClaim]) -> TheorySolver:
    """The theory of a document with claims of readers as further lines of their passages."""
    theory = analysis.solver.theory
    claims = list(theory.claims)
    laws = list(theory.laws)
    for line, candidate in candidates.items():
        source = candidate.passage.source
        exempt, inverted = analysis.guards(source, candidate.passage.voices(candidate.claim.said_by))
        if candidate.passage.key == PRESENTATION:
            formula = candidate.formula
            if inverted != FALSE:
                formula = Iff(Not(inverted), formula)
            laws.append(Law(line, Or((exempt, formula)), weight=1))
        else:
            claims.append(Claim(line, source, candidate.formula, exempt, inverted, weight=1))
    extended = replace(theory, laws=tuple(laws), claims=tuple(claims))
    return TheorySolver(extended, analysis.solver.limits)


def _sources_of(theory: Theory, lines: Sequence[str]) -> set[str]:
    """The sources of some claims of a theory."""
    wanted = set(lines)
    return {claim.source for claim in theory.claims if claim.id in wanted}
