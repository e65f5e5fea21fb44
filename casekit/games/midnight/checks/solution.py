"""Whether the solution says what happened and readers can know (``docs/language.md``, "The solution")."""

import re
from collections.abc import Iterable, Iterator, Sequence

from casekit.analysis import solver_findings
from casekit.deduce.encoding.circuit import ground_size
from casekit.deduce.minimal_sources import claims_by_source, smallest_proof
from casekit.deduce.solving.theory_solver import Standing
from casekit.diagnostics import Finding, Related
from casekit.diagnostics.codes import SHORTCUT
from casekit.games.midnight import codes
from casekit.games.midnight.checks.prose import words_of_prose
from casekit.games.midnight.document import Case, Statement, answer_in
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.games.midnight.theory.wording import TARGETS
from casekit.logic.theory import Fact
from casekit.prose.phrasing import listed

_MOST_SOURCES_NAMED = 3
"""How many paragraphs that could state a fact are named."""

_MOST_FACTS_TRIED = 200
"""How many facts are tried that a claim may lack."""


def unnamed_culprit(case: Case) -> Iterator[Finding]:
    """A solution whose prose never names the culprit."""
    culprit = _culprit(case)
    words = words_of_prose(case.solution)
    if culprit and words and culprit not in words and "TODO" not in words:
        yield codes.UNNAMED_CULPRIT.at(
            case.heading_span("solution"),
            f"the solution never names {culprit}, who did it",
            hint=f"say that it was {culprit}, or correct `== truth`",
        )


def bare_solution(case: Case) -> Iterator[Finding]:
    """A solution in which nothing is checked, because nothing in it is stated."""
    if case.solution.prose and not case.solution.statements and "TODO" not in words_of_prose(case.solution):
        culprit = _culprit(case) or "ANNA"
        first, last = case.edition.paths[0], case.edition.paths[-1]
        yield codes.BARE_SOLUTION.at(
            case.heading_span("solution"),
            "the solution has no statements, so nobody knows whether it is true",
            hint=f"state what it claims, as in `~ shown culprit = {culprit} by {first}, {last} "
            '"words of the solution"`',
        )


def too_large_claims(analysis: CaseAnalysis) -> Iterator[Finding]:
    """Claims that would take too long to reason about; no other check looks at them."""
    for claim in analysis.case.solution.statements:
        size = ground_size(claim.formula)
        if size > analysis.solver.limits.line:
            yield solver_findings.too_large_finding(analysis, size, analysis.case.span(claim.place))


def false_claims(analysis: CaseAnalysis) -> Iterator[Finding]:
    """Claims that are false in truth, say nothing there, or are left open."""
    for claim in _claims(analysis):
        standing = _standing_in_truth(analysis, claim)
        answer = answer_in(claim.formula)
        if standing == "open" and answer and analysis.value(answer[0]) is None:
            continue  # that the truth lacks an answer is said where it is asked for
        if standing in {"void", "false"}:
            message = f"the solution claims what is false in truth: {_without_paths(claim)}"
            if standing == "void":
                reason = analysis.why_undefined(claim.formula)
                message = f"this claim of the solution says nothing in truth: {reason}"
            yield codes.FALSE_CLAIM.at(
                analysis.case.span(claim.place), message, hint="correct the solution, or `== truth`"
            )
        elif standing == "open" and _is_settled(analysis):
            yield codes.FALSE_CLAIM.at(
                analysis.case.span(claim.place),
                f"the solution claims what is left open in truth: {_without_paths(claim)}",
                hint="decide it in `== truth`",
            )


def _is_settled(analysis: CaseAnalysis) -> bool:
    """Whether truth and paragraphs agree, so that what they leave open is open."""
    return analysis.verdict.truth_possible and not analysis.solver.refused


def _standing_in_truth(analysis: CaseAnalysis, claim: Statement) -> Standing:
    """The status of a claim in truth and paragraphs or, if these contradict the truth, in truth alone."""
    solver = analysis.solver
    lines = solver.truth_told if analysis.verdict.truth_possible else solver.truth
    answer = solver.ask(lines, claim.formula)
    return answer if answer != "open" else solver.standing(solver.meaning(claim.formula), lines)


def _can_be_known(analysis: CaseAnalysis) -> bool:
    """Whether it is clear what readers know."""
    return analysis.verdict.consistent and not analysis.solver.refused


def unchecked_claims(analysis: CaseAnalysis) -> tuple[Related, ...]:
    """The claims that cannot be checked before something else is corrected."""
    can_be_known, is_settled = _can_be_known(analysis), _is_settled(analysis)
    unchecked: list[Statement] = []
    for claim in _claims(analysis):
        is_unknowable = claim.mode == "shown" and not can_be_known
        if is_unknowable or (not is_settled and _standing_in_truth(analysis, claim) == "open"):
            unchecked.append(claim)
    if not unchecked:
        return ()
    first, *others = unchecked
    and_others = f", nor {len(others)} more," if others else ""
    message = f"solution: this claim{and_others} cannot be checked until this is corrected"
    return (Related(analysis.case.span(first.place), message),)


def unshown_claims(analysis: CaseAnalysis) -> Iterator[Finding]:
    """Claims ``shown`` that do not follow from what readers have read: a clue may be lost."""
    if not _can_be_known(analysis):
        return
    for claim in _claims(analysis):
        if claim.mode == "shown" and not _follows(analysis, claim, _sources_of(analysis, claim)):
            silent = _silent_sources(analysis, claim)
            verb = "states" if len(silent) == 1 else "state"
            of_which_silent = f", of which {listed(silent)} {verb} nothing" if silent else ""
            paths = ", ".join(map(str, claim.by)) or "all paragraphs"
            yield codes.UNSHOWN_CLAIM.at(
                analysis.case.span(claim.place),
                f"this does not follow from {paths}{of_which_silent}",
                hint="; or ".join(_advice_to_show(analysis, claim, silent)),
                related=tuple(_related_to_silent(analysis, silent)),
            )


def _silent_sources(analysis: CaseAnalysis, claim: Statement) -> list[str]:
    """The paragraphs that a claim names though no line of theirs says anything that a proof could use."""
    speaking = {source for source, lines in claims_by_source(analysis.solver).items() if lines}
    if not claim.by:
        return []
    return [name for name in _sources_of(analysis, claim) if name not in speaking]


def _related_to_silent(analysis: CaseAnalysis, names: Sequence[str]) -> Iterator[Related]:
    for paragraph in analysis.case.paragraphs:
        if paragraph.name in names:
            yield Related(analysis.case.span(paragraph.place), f"{paragraph.name} states nothing")


def _advice_to_show(analysis: CaseAnalysis, claim: Statement, silent: Sequence[str]) -> Iterator[str]:
    """Advice by which a claim would follow, the likeliest first.

    That is to state facts, to name further paths, or to remove the claim.
    """
    sources = _sources_of(analysis, claim)
    facts = _lacking_facts(analysis, claim, sources)
    if facts:
        statements = " and ".join(f"`~ {fact}`" for fact in facts)
        for_instance = ""
        if claim.by and sources:
            for_instance = f" (for instance in {listed([*(silent or sources)][:_MOST_SOURCES_NAMED], 'or')})"
        yield f"state {statements}{for_instance}"
    if claim.by and _follows(analysis, claim, analysis.sources):
        advice = f"name {listed(_further_sources(analysis, claim, sources))} after `by`, too"
        yield advice if facts else f"{advice}, or state in the others what is missing"
    elif not facts:
        yield "let a paragraph state what is missing"
        yield "remove the claim"


def _lacking_facts(analysis: CaseAnalysis, claim: Statement, sources: Sequence[str]) -> list[Fact]:
    """The fewest true facts with which a claim follows from some paragraphs.

    There is one if one is enough, and none if all are not.
    """
    solver = analysis.solver
    assumptions = solver.assume(solver.reading(sources))
    facts = [Fact(*key, value) for key, value in analysis.facts.items() if key[0] not in TARGETS]
    facts = facts[:_MOST_FACTS_TRIED]
    nodes = {fact: solver.vocabulary.node((fact.function, fact.arguments), fact.value) for fact in facts}
    meaning = solver.meaning(claim.formula)

    def follows(some: Iterable[Fact]) -> bool:
        return solver.solve_within([*assumptions, *(nodes[fact] for fact in some), meaning.false]) is False

    if not follows(facts):
        return []
    single = next((fact for fact in facts if follows([fact])), None)
    if single is not None:
        return [single]
    follows(facts)  # again, so that the core is of all facts
    core = {*solver.core()}
    needed = [fact for fact in facts if nodes[fact] in core]
    for fact in tuple(needed):
        others = [other for other in needed if other is not fact]
        if follows(others):
            needed = others
    return needed


def _further_sources(analysis: CaseAnalysis, claim: Statement, sources: Sequence[str]) -> list[str]:
    """Paragraphs with which a claim follows from those that it names, as few as can be left of all."""
    needed = [name for name in claims_by_source(analysis.solver) if name not in sources]
    for name in tuple(needed):
        others = [other for other in needed if other != name]
        if _follows(analysis, claim, (*sources, *others)):
            needed = others
    return needed


def claims_by_culprit(analysis: CaseAnalysis) -> Iterator[Finding]:
    """Claims that follow only if one believes the culprit, whom no reader has to believe."""
    if not (_can_be_known(analysis) and _is_settled(analysis)):
        return
    solver = analysis.solver
    reader = solver.knowing(solver.everything)
    unproved = [claim for claim in _claims(analysis) if reader.ask((), claim.formula) != "true"]
    if not unproved:
        return
    culprit_lines = {
        line.name for line in analysis.statements_in_force if line.by_culprit and line.name in solver.lines
    }
    without_culprit = solver.knowing(line for line in solver.everything if line not in culprit_lines)
    # Each line is taken at its word, unless the others show it to be false: then everything would follow.
    words = (-solver.lines[name].meaning.false for name in culprit_lines)
    believable = [word for word in words if without_culprit.solve([word])]
    for claim in unproved:
        meaning = without_culprit.meaning(claim.formula)
        if any(without_culprit.answer([word], meaning) == "true" for word in believable):
            yield codes.CLAIM_BY_CULPRIT.at(
                analysis.case.span(claim.place),
                f"nobody but {analysis.value('culprit')} says this, and readers need not believe it",
                hint="let somebody else, or a place, say so too, or remove the claim",
            )


def shortcuts(analysis: CaseAnalysis) -> Iterator[Finding]:
    """Proofs of an answer that need fewer paths than every one that the solution gives.

    If they leave out paths that it gives, these are not needed; others the writer may not know.
    """
    if not analysis.verdict.consistent:
        return
    proofs = list(_stated_proofs(analysis))
    if not proofs:
        return
    claims = claims_by_source(analysis.solver)
    for element, lines in analysis.elements_with_reasons:
        of_element = [claim for claim in proofs if answer_in(claim.formula) == (element.name, element.proved)]
        if not of_element or element.proved is None:
            continue
        shortest = min(of_element, key=lambda claim: len(_sources_of(analysis, claim)))
        goal, stated_sources = {element.name: element.proved}, _sources_of(analysis, shortest)
        smallest = [source for source, stated in claims.items() if not {*lines}.isdisjoint(stated)]
        if len(smallest) >= len(stated_sources):
            continue
        needed = smallest_proof(analysis.solver.fresh(), goal, stated_sources).names
        spare = [source for source in stated_sources if source not in needed]
        if len(needed) == len(smallest):
            count = len(spare)
            message = f"follows without {count} of the paths that the solution names: {', '.join(spare)}"
            pronoun = "it" if count == 1 else "them"
            hint = f"leave {pronoun} out after `by`, or let the other paths say less"
        else:
            message = f"follows from fewer paths than the solution tells: {', '.join(smallest)}"
            hint = "let these paragraphs say less, or describe this proof in the solution"
        span = analysis.case.span(shortest.place)
        yield SHORTCUT.at(span, f"the {element.name} {message}", hint=hint)


def stated_proof_paths(analysis: CaseAnalysis) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The elements whose true value the solution proves, each with the paragraphs that it says suffice."""
    proofs: list[tuple[str, tuple[str, ...]]] = []
    for claim in _stated_proofs(analysis):
        answer = answer_in(claim.formula)
        if answer and answer[1] == analysis.element(answer[0]).proved:
            proofs.append((answer[0], _sources_of(analysis, claim)))
    return tuple(proofs)


def _claims(analysis: CaseAnalysis) -> Iterator[Statement]:
    """The claims of the solution that are not too large to reason about."""
    limit = analysis.solver.limits.line
    return (claim for claim in analysis.case.solution.statements if ground_size(claim.formula) <= limit)


def _stated_proofs(analysis: CaseAnalysis) -> Iterator[Statement]:
    """The claims ``shown ... by`` of answers that do follow from the paragraphs that they name."""
    for claim in analysis.case.solution.statements:
        if claim.mode != "shown" or not claim.by or not answer_in(claim.formula):
            continue
        if _follows(analysis, claim, _sources_of(analysis, claim)):
            yield claim


def _follows(analysis: CaseAnalysis, claim: Statement, sources: tuple[str, ...]) -> bool:
    return analysis.solver.ask(analysis.solver.reading(sources), claim.formula) == "true"


def _sources_of(analysis: CaseAnalysis, claim: Statement) -> tuple[str, ...]:
    """The paragraphs that a claim names after ``by``, or all."""
    if not claim.by:
        return analysis.sources
    paragraphs = analysis.case.paragraph_of
    return tuple(dict.fromkeys(paragraphs[path].name for path in claim.by if path in paragraphs))


def _without_paths(claim: Statement) -> str:
    """A claim in logic, without the paths that it names."""
    return re.sub(r" by .*$", "", claim.text.removeprefix("shown "))


def _culprit(case: Case) -> str | None:
    """The suspect who did it, if the truth says so in a line of its own."""
    culprit = case.answers.get("culprit")
    return culprit if culprit in case.edition.suspects_by_name else None
