"""A case as a deduction problem: what each line says, to whom, and how far it is to be believed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from casekit.asking.origins import TRUTH, Origin, ranked
from casekit.games.midnight.case import Case, CaseParagraph, CasePassage
from casekit.games.midnight.reading.case_forms import CASE
from casekit.language.laws import read_law
from casekit.model.logic import (
    FALSE,
    Apply,
    Constant,
    Equal,
    Formula,
    Function,
    Iff,
    Not,
    Nothing,
    Or,
    Term,
    asserted,
)
from casekit.model.theory import Claim, Law, Theory

CREDIBILITY: tuple[tuple[str, ...], ...] = (("answer",), ("place",), ("presentation",), ("rule", TRUTH))
"""The order in which the writer's slip is sought where lines contradict each other."""

ACCIDENT = "accident"
NO_MOTIVE = "motive = none iff culprit = nobody"
"""The built-in law: there is no motive exactly if there is no culprit (rulebook, general rule 4)."""

COMMON = "common knowledge"
"""The path of rules that every reader takes for granted."""

TARGETS = ("culprit", "motive", "method")


@dataclass(frozen=True)
class CaseTheory:
    """A theory and its lines by identifier, in the order of the text."""

    theory: Theory
    origins: Mapping[str, Origin]


def build_theory(case: Case) -> CaseTheory:
    """The theory of a case (``docs/proofs.md``)."""
    origins = {f"{origin.kind} {number}": origin for number, origin in enumerate(_origins(case), 1)}
    weights = ranked(CREDIBILITY, len(origins))
    laws: list[Law] = [Law(ACCIDENT, read_law(NO_MOTIVE, CASE, case.scope))]
    truth: list[Law] = []
    claims: list[Claim] = []
    for name, origin in origins.items():
        weight = weights[origin.kind]
        if origin.kind == TRUTH:
            truth.append(Law(name, origin.formula, weight))
        elif origin.kind in {"answer", "place"} or origin.mode == "hint":
            hint = origin.mode == "hint"
            exempt, inverted = _guards(case, origin.voices)
            claims.append(Claim(name, origin.path, origin.formula, exempt, inverted, hint, weight))
        else:
            laws.append(Law(name, _given(case, origin), weight))
    theory = Theory(
        functions=case.scope.functions,
        laws=tuple(laws),
        claims=tuple(claims),
        truth=tuple(truth),
        targets=tuple(_function(case, name) for name in TARGETS),
    )
    return CaseTheory(theory, origins)


def _origins(case: Case) -> Iterator[Origin]:
    for line in case.rules:
        path = "general rules" if line.is_general else COMMON if line.common else "rules"
        yield Origin("rule", path, line.text, line.formula, line.place, quotation=line.told)
    yield from (Origin(TRUTH, "truth", line.text, line.formula, line.place) for line in case.truth)
    yield from _statements(case.presentation, "presentation", "presentation")
    for paragraph in case.paragraphs:
        yield from _statements(paragraph, "answer" if paragraph.speaker else "place", paragraph.name)


def _statements(passage: CasePassage, kind: str, path: str) -> Iterator[Origin]:
    speaker = passage.speaker if isinstance(passage, CaseParagraph) else None
    own = (speaker,) if speaker else ()
    for statement in passage.statements:
        speakers = (*own, *(each.name for each in statement.speakers))
        voices = (*map(Constant, own), *(each.term for each in statement.speakers))
        yield Origin(
            kind,
            path,
            statement.text,
            statement.formula,
            statement.place,
            speakers,
            statement.mode,
            statement.quotation,
            voices,
        )


def _function(case: Case, name: str) -> Function:
    return case.scope.function_of_name[name]


def _guards(case: Case, voices: tuple[Term, ...]) -> tuple[Formula, Formula]:
    """Where nothing follows from what the speakers vouch for, and where it is false (rulebook, general rule 3)."""
    if not voices:
        return FALSE, FALSE
    # Where a term has no value nobody said it, so that nothing follows from it.
    nobody = tuple(Equal(term, Nothing()) for term in voices if isinstance(term, Apply))
    if case.liar == "never":
        return Or(nobody), FALSE
    *earlier, last = (_is_culprit(case, term) for term in voices)
    if case.liar == "must":
        return Or((*earlier, *nobody)), last
    return Or((*earlier, last, *nobody)), FALSE


def _is_culprit(case: Case, term: Term) -> Formula:
    formula = Equal(Apply(_function(case, "culprit")), term)
    return asserted(formula) if isinstance(term, Apply) else formula


def _given(case: Case, origin: Origin) -> Formula:
    """The meaning of a line that is known from the start; reported speech in it still depends on its speaker."""
    exempt, inverted = _guards(case, origin.voices)
    formula = origin.formula
    if inverted != FALSE:
        formula = Iff(Not(inverted), formula)
    return formula if exempt == FALSE else Or((exempt, formula))
