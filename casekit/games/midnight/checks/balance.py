"""Whether a case is as hard as it claims, and where its readers may get stuck or be handed the answer."""

from collections.abc import Iterator

from casekit.analysis.level_report import level_fix
from casekit.analysis.proof_text import ProofWriter
from casekit.diagnostics import Finding, Span
from casekit.diagnostics.codes import LEVEL_NOT_MET
from casekit.games.midnight import codes, document
from casekit.games.midnight.checks.prose import words_of_prose
from casekit.games.midnight.theory.metrics import ENOUGH
from casekit.games.midnight.theory.metrics_report import CaseMetricsReport
from casekit.prose.phrasing import listed


def level_not_met(balance: CaseMetricsReport) -> Iterator[Finding]:
    """Figures on the wrong side of the thresholds of the level claimed."""
    if len(balance.figures.answers) < len(balance.analysis.verdict.elements):
        return
    claimed = balance.claimed
    missed = [str(bound) for bound in balance.level.missed(claimed)]
    if missed:
        measured = balance.level.level
        yield LEVEL_NOT_MET.at(
            balance.case.field_span("level"),
            "\n".join([f"the case claims to be {claimed}, but it is not", *missed]),
            hint=f"change the level to {measured}"
            if measured
            else "add ways to what matters, or remove wrong paths",
            fix=level_fix(balance.case.source, balance.case.field_span("level"), claimed, measured),
        )


def few_ways(balance: CaseMetricsReport) -> Iterator[Finding]:
    """Conclusions to which readers have too few independent ways."""
    for clue in balance.figures.clues:
        if clue.thin and clue.ways.complete:
            ways = [" + ".join(way) for way in clue.ways.sets]
            count = "one way leads" if len(ways) == 1 else f"{len(ways)} independent ways lead"
            conclusions = ProofWriter(balance.analysis).assertions(clue.conclusions)
            yield codes.FEW_WAYS.at(
                _heading(balance.case, clue.ways.sets[0][0]),
                f"only {count} to this: {conclusions}\n{'; '.join(ways)}",
                hint=f"let {ENOUGH} paths lead to it, so that no players get stuck",
            )


def lone_accuser(balance: CaseMetricsReport) -> Iterator[Finding]:
    """Paragraphs that give away the culprit by themselves."""
    culprit = balance.figures.answers.get("culprit")
    if culprit is None or balance.figures.sizes["culprit"] != 1:
        return
    solver = balance.analysis.solver
    target = balance.case.scope.function_of_name["culprit"]
    for paragraph in balance.case.paragraphs:
        if solver.value(solver.reading([paragraph.name]), target) == culprit:
            yield codes.LONE_ACCUSER.at(
                balance.case.span(paragraph.place),
                f"this paragraph alone gives away the culprit: {culprit}",
                hint="split it between two places that readers have to put together",
            )


def essential_path(balance: CaseMetricsReport) -> Iterator[Finding]:
    """Paths without which the solution does not follow."""
    backs = [back for back in balance.figures.ways_back if len(back.unread) == 1]
    wording = balance.analysis.wording
    for name in balance.figures.essential:
        returning = [back for back in backs if back.unread == (name,)]
        rivals = [wording.answer(back.target, back.value) for back in returning]
        could_be = f": it could also be {', '.join(rivals)}" if rivals else ""
        yield codes.ESSENTIAL_PATH.at(
            _heading(balance.case, name),
            f"the solution does not follow without {name}{could_be}",
            hint="state elsewhere too what only this path states",
        )


def unaccused(balance: CaseMetricsReport) -> Iterator[Finding]:
    """The culprit, and innocent suspects, whom no hint ever accuses."""
    culprit = balance.figures.answers.get("culprit")
    if culprit is None:
        return
    never = [suspect for suspect, paths in balance.figures.suspicions.items() if not paths]
    if culprit in never:
        yield codes.UNACCUSED_CULPRIT.at(
            _first(balance.case, culprit),
            f"no hint ever accuses {culprit}, who did it",
            hint="let something suggest it, and mark it `~ hint culprit = ...`: readers want a fair chance",
        )
    innocents = [suspect for suspect in never if suspect != culprit]
    if innocents:
        yield codes.UNACCUSED_INNOCENT.at(
            _first(balance.case, innocents[0]),
            f"no hint ever accuses {listed(innocents)}",
            hint=f"let something suggest it, and mark it, as in `~ hint culprit = {innocents[0]}`: "
            "players cross off a suspect whom nothing accuses",
        )


def unheard(balance: CaseMetricsReport) -> Iterator[Finding]:
    """Suspects whom nobody else ever mentions."""
    case = balance.case
    for suspect in case.edition.suspects_by_name:
        others = [paragraph for paragraph in case.paragraphs if paragraph.speaker != suspect]
        if others and not any(suspect in words_of_prose(paragraph) for paragraph in others):
            yield codes.UNHEARD_SUSPECT.at(
                _first(case, suspect),
                "nobody else ever mentions this suspect",
                hint="name the suspect in another paragraph",
            )


def check_balance(balance: CaseMetricsReport) -> tuple[Finding, ...]:
    """Every check of balance."""
    findings: list[Finding] = []
    for check in (level_not_met, few_ways, lone_accuser, essential_path, unaccused, unheard):
        findings += check(balance)
    return tuple(findings)


def _heading(case: document.Case, name: str) -> Span:
    paragraph = next(paragraph for paragraph in case.paragraphs if paragraph.name == name)
    return case.span(paragraph.place)


def _first(case: document.Case, suspect: str) -> Span:
    """The heading of the first answer of a suspect."""
    answers = (paragraph for paragraph in case.paragraphs if paragraph.speaker == suspect)
    first = next(answers, None)
    return case.source.whole() if first is None else case.span(first.place)
