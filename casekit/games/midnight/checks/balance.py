"""Whether a case is as hard as it claims, and where its readers may get stuck or be handed the answer."""

from collections.abc import Iterator

from casekit.analysis.level_report import level_fix
from casekit.analysis.proof_text import ProofWriter
from casekit.diagnostics import Finding, Span
from casekit.diagnostics.codes import LEVEL_NOT_MET
from casekit.games.midnight import codes, document
from casekit.games.midnight.checks.prose import words_of_prose
from casekit.games.midnight.theory.metrics import ENOUGH_WAYS
from casekit.games.midnight.theory.metrics_report import CaseMetricsReport
from casekit.prose.phrasing import listed


def level_not_met(report: CaseMetricsReport) -> Iterator[Finding]:
    """Figures on the wrong side of the thresholds of the level claimed."""
    if len(report.figures.answers) < len(report.analysis.verdict.elements):
        return
    claimed_level = report.claimed
    missed_bounds = [str(bound) for bound in report.level.missed(claimed_level)]
    if missed_bounds:
        measured_level = report.level.level
        span = report.case.field_span("level")
        hint = "add ways to what matters, or remove wrong paths"
        if measured_level:
            hint = f"change the level to {measured_level}"
        yield LEVEL_NOT_MET.at(
            span,
            "\n".join([f"the case claims to be {claimed_level}, but it is not", *missed_bounds]),
            hint=hint,
            fix=level_fix(report.case.source, span, claimed_level, measured_level),
        )


def few_ways(report: CaseMetricsReport) -> Iterator[Finding]:
    """Conclusions to which readers have too few independent ways."""
    for clue in report.figures.clues:
        if clue.thin and clue.ways.complete:
            ways = [" + ".join(way) for way in clue.ways.sets]
            count = "one way leads" if len(ways) == 1 else f"{len(ways)} independent ways lead"
            conclusions = ProofWriter(report.analysis).assertions(clue.conclusions)
            yield codes.FEW_WAYS.at(
                _span_of_paragraph(report.case, clue.ways.sets[0][0]),
                f"only {count} to this: {conclusions}\n{'; '.join(ways)}",
                hint=f"let {ENOUGH_WAYS} paths lead to it, so that no players get stuck",
            )


def lone_accusers(report: CaseMetricsReport) -> Iterator[Finding]:
    """Paragraphs that give away the culprit by themselves."""
    culprit = report.figures.answers.get("culprit")
    if culprit is None or report.figures.sizes["culprit"] != 1:
        return
    solver = report.analysis.solver
    target = report.case.scope.function_of_name["culprit"]
    for paragraph in report.case.paragraphs:
        if solver.value(solver.reading([paragraph.name]), target) == culprit:
            yield codes.LONE_ACCUSER.at(
                report.case.span(paragraph.place),
                f"this paragraph alone gives away the culprit: {culprit}",
                hint="split it between two places that readers have to put together",
            )


def essential_paths(report: CaseMetricsReport) -> Iterator[Finding]:
    """Paths without which the solution does not follow."""
    wording = report.analysis.wording
    for name in report.figures.essential:
        without_it = [back for back in report.figures.ways_back if back.unread == (name,)]
        rivals = [wording.answer(back.target, back.value) for back in without_it]
        could_be = f": it could also be {', '.join(rivals)}" if rivals else ""
        yield codes.ESSENTIAL_PATH.at(
            _span_of_paragraph(report.case, name),
            f"the solution does not follow without {name}{could_be}",
            hint="state elsewhere too what only this path states",
        )


def unaccused_suspects(report: CaseMetricsReport) -> Iterator[Finding]:
    """The culprit, and innocent suspects, whom no hint ever accuses."""
    culprit = report.figures.answers.get("culprit")
    if culprit is None:
        return
    unaccused = [suspect for suspect, paths in report.figures.suspicions.items() if not paths]
    if culprit in unaccused:
        yield codes.UNACCUSED_CULPRIT.at(
            _first_answer(report.case, culprit),
            f"no hint ever accuses {culprit}, who did it",
            hint="let something suggest it, and mark it `~ hint culprit = ...`: readers want a fair chance",
        )
    innocents = [suspect for suspect in unaccused if suspect != culprit]
    if innocents:
        yield codes.UNACCUSED_INNOCENT.at(
            _first_answer(report.case, innocents[0]),
            f"no hint ever accuses {listed(innocents)}",
            hint=f"let something suggest it, and mark it, as in `~ hint culprit = {innocents[0]}`: "
            "players cross off a suspect whom nothing accuses",
        )


def unheard_suspects(report: CaseMetricsReport) -> Iterator[Finding]:
    """Suspects whom nobody else ever mentions."""
    case = report.case
    for suspect in case.edition.suspects_by_name:
        others = [paragraph for paragraph in case.paragraphs if paragraph.speaker != suspect]
        if others and not any(suspect in words_of_prose(paragraph) for paragraph in others):
            yield codes.UNHEARD_SUSPECT.at(
                _first_answer(case, suspect),
                "nobody else ever mentions this suspect",
                hint="name the suspect in another paragraph",
            )


def check_balance(report: CaseMetricsReport) -> tuple[Finding, ...]:
    """Every check of balance."""
    findings: list[Finding] = []
    for check in (
        level_not_met,
        few_ways,
        lone_accusers,
        essential_paths,
        unaccused_suspects,
        unheard_suspects,
    ):
        findings += check(report)
    return tuple(findings)


def _span_of_paragraph(case: document.Case, name: str) -> Span:
    paragraph = next(paragraph for paragraph in case.paragraphs if paragraph.name == name)
    return case.span(paragraph.place)


def _first_answer(case: document.Case, suspect: str) -> Span:
    """The heading of the first answer of a suspect."""
    answers = (paragraph for paragraph in case.paragraphs if paragraph.speaker == suspect)
    first = next(answers, None)
    return case.source.whole() if first is None else case.span(first.place)
