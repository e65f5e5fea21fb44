"""Are the answers certain from what readers took, rather than from the lines?

What a reader took is believed as far as whoever says it is, as a line would be. Of several readers counts
what one takes and another one's claims entail. Passages that nobody has read keep their lines, and so does
the presentation, since everybody has it.
"""

from collections.abc import Iterator, Sequence

from casekit.analysis.document_analysis import DocumentAnalysis
from casekit.deduce.minimal_sources import supporting_lines
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.formulas import Formula, Function
from casekit.logic.theory import Claim, Theory
from casekit.readings.claim_solver import ClaimSolver
from casekit.readings.comparison import ComparedReading
from casekit.readings.reading import PRESENTATION, SOLUTION
from casekit.readings.reading_copy import ReadingCopy, ReadingPassage
from casekit.readings.typed_claims import PassageClaims, TypedClaim
from casekit.values import frozen, replace

_MOST_LINES_TRIED = 100
"""The most lines that are tried one by one, of those that nobody took."""


@frozen(slots=True)
class AnswerAsRead:
    """One question of the game, as readers can answer it."""

    element: str
    """The name of the question."""

    value: str | None
    """The answer that is certain as read; ``None`` if there is none."""

    sources: tuple[str, ...]
    """The fewest passages from which it is certain."""

    missing: tuple[str, str] | None = None
    """The passage and the text of a line that nobody took and that would make it certain."""


@frozen
class VerdictAsRead:
    """The verdict from what readers took."""

    answers: tuple[AnswerAsRead, ...]
    """The questions of the game; none if what readers took contradicts itself."""

    consistent: bool
    """Whether all that readers took can be so together."""

    read: int
    """How many passages between presentation and solution were read as they are now."""

    total: int
    """How many of them there are."""


def verdict_as_read(
    compared: ComparedReading, copy: ReadingCopy, analysis: DocumentAnalysis
) -> VerdictAsRead:
    """The verdict from what readers took.

    Raises:
        OutOfBudgetError: if a question is too hard.
    """
    passages = [passage for passage in copy.passages if passage.key not in {PRESENTATION, SOLUTION}]
    read = [passage for passage in passages if passage.key in compared.taken]
    theory, untaken = _theory_as_read(compared, passages, analysis)
    solver = TheorySolver(theory, analysis.solver.limits)
    left_out = set(untaken)
    everything = tuple([line for line in solver.everything if line not in left_out])
    if not solver.consistent(everything):
        return VerdictAsRead((), consistent=False, read=len(read), total=len(passages))
    left = tuple([claim for claim in theory.claims if claim.id not in left_out])
    solver_as_read = TheorySolver(replace(theory, claims=left), analysis.solver.limits)
    answers: list[AnswerAsRead] = []
    for target in theory.targets:
        values = solver.values(everything, target)
        if len(values) == 1:
            sources = _fewest_sources(solver_as_read, analysis, target, values[0])
            answers.append(AnswerAsRead(target.name, values[0], sources))
            continue
        missing = None
        for line in untaken[:_MOST_LINES_TRIED]:
            if len(solver.values((*everything, line), target)) == 1:
                origin = analysis.origins[line]
                missing = (origin.path, origin.text)
                break
        answers.append(AnswerAsRead(target.name, None, (), missing))
    return VerdictAsRead(tuple(answers), consistent=True, read=len(read), total=len(passages))


def _theory_as_read(
    compared: ComparedReading, passages: Sequence[ReadingPassage], analysis: DocumentAnalysis
) -> tuple[Theory, tuple[str, ...]]:
    """The theory with claims of readers as further lines, and the lines that they take the place of."""
    theory = analysis.solver.theory
    solver = ClaimSolver(analysis)
    claims = list(theory.claims)
    read_sources: set[str] = set()
    number = 0
    for passage in passages:
        taken = compared.taken.get(passage.key)
        if not taken:
            continue
        read_sources.add(passage.source)
        for claim, formula in _shared_claims(taken, solver):
            number += 1
            exempt, inverted = analysis.guards(passage.source, passage.voices(claim.claim.said_by))
            claims.append(Claim(f"read {number}", passage.source, formula, exempt, inverted, weight=1))
    places: set[int] = set()
    for passage in passages:
        places.update(place.start for place in passage.lines)
    untaken: list[str] = []
    for claim_line in theory.claims:
        origin = analysis.origins.get(claim_line.id)
        is_line_of_prose = origin is not None and origin.place.start in places
        if is_line_of_prose and claim_line.source in read_sources and not claim_line.hint:
            untaken.append(claim_line.id)
    return replace(theory, claims=tuple(claims)), tuple(untaken)


def _shared_claims(
    taken: Sequence[PassageClaims], solver: ClaimSolver
) -> Iterator[tuple[TypedClaim, Formula]]:
    """The statements of the only reader, or those that another reader's statements entail."""
    for claims in taken:
        others = [other for other in taken if other is not claims]
        for claim in (*claims.claims, *claims.accepted):
            formula = claim.formula
            if formula is None or not claim.is_statement:
                continue
            given = [solver.known.and_also(solver.said(other.statements)) for other in others]
            if not others or any(solver.entails(statements, formula) for statements in given):
                yield claim, formula


def _fewest_sources(
    solver: TheorySolver, analysis: DocumentAnalysis, target: Function, value: str
) -> tuple[str, ...]:
    """The fewest passages from which an answer is certain as read, in the order of the document."""
    lines = set(supporting_lines(solver, target, value))
    sources = {claim.source for claim in solver.theory.claims if claim.id in lines}
    return tuple([source for source in analysis.sources if source in sources])
