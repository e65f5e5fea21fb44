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


def unnamed_culprit(case: Case) -> Iterator[Finding]:
    """A solution whose prose never names the one who did it."""
    culprit = _culprit(case)
    words = words_of_prose(case.solution)
    if culprit and words and culprit not in words and "TODO" not in words:
        yield codes.UNNAMED_CULPRIT.at(
            case.heading_span("solution"),
            f"the solution never names {culprit}, who did it",
            hint=f"say that it was {culprit}, or correct `== truth`",
        )


def bare(case: Case) -> Iterator[Finding]:
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
    """Claims of the solution although the truth says otherwise, or does not say."""
    for claim in _claims(analysis):
        standing = _in_truth(analysis, claim)
        answer = answer_in(claim.formula)
        if standing == "open" and answer and analysis.value(answer[0]) is None:
            continue  # that the truth lacks an answer is said where it is asked for
        if standing == "void":
            yield codes.FALSE_CLAIM.at(
                analysis.case.span(claim.place),
                f"this claim of the solution says nothing in truth: {analysis.why_undefined(claim.formula)}",
                hint="correct the solution, or `== truth`",
            )
        elif standing == "false" or (standing == "open" and _is_settled(analysis)):
            so = "is false" if standing == "false" else "is left open"
            yield codes.FALSE_CLAIM.at(
                analysis.case.span(claim.place),
                f"the solution claims what {so} in truth: {_plain(claim)}",
                hint="correct the solution, or `== truth`"
                if standing == "false"
                else "decide it in `== truth`",
            )


def _is_settled(analysis: CaseAnalysis) -> bool:
    """Whether truth and paragraphs agree, so that what they leave open is open."""
    return analysis.verdict.truth_possible and not analysis.solver.refused


def _in_truth(analysis: CaseAnalysis, claim: Statement) -> Standing:
    """The status of a claim in truth and paragraphs or, if these contradict the truth, in truth alone."""
    solver = analysis.solver
    lines = solver.truth_told if analysis.verdict.truth_possible else solver.truth
    answer = solver.ask(lines, claim.formula)
    return answer if answer != "open" else solver.standing(solver.meaning(claim.formula), lines)


def _can_be_known(analysis: CaseAnalysis) -> bool:
    """Whether it is clear what readers know."""
    return analysis.verdict.consistent and not analysis.solver.refused


def unchecked(analysis: CaseAnalysis) -> tuple[Related, ...]:
    """The claims that cannot be checked before something else is corrected."""
    known, settled = _can_be_known(analysis), _is_settled(analysis)
    left: list[Statement] = []
    for claim in _claims(analysis):
        unknowable = claim.mode == "shown" and not known
        if unknowable or (not settled and _in_truth(analysis, claim) == "open"):
            left.append(claim)
    if not left:
        return ()
    others = f", nor {len(left) - 1} more," * (len(left) > 1)
    what = f"solution: this claim{others} cannot be checked until this is corrected"
    return (Related(analysis.case.span(left[0].place), what),)


def unshown(analysis: CaseAnalysis) -> Iterator[Finding]:
    """Claims that readers can know what does not follow from what they have read: a clue may be lost."""
    if not _can_be_known(analysis):
        return
    for claim in _claims(analysis):
        if claim.mode == "shown" and not _follows(analysis, claim, _read(analysis, claim)):
            silent = _silent(analysis, claim)
            verb = "states" if len(silent) == 1 else "state"
            of_which = f", of which {listed(silent)} {verb} nothing" if silent else ""
            paths = ", ".join(map(str, claim.by)) or "all paragraphs"
            yield codes.UNSHOWN_CLAIM.at(
                analysis.case.span(claim.place),
                f"this does not follow from {paths}{of_which}",
                hint="; or ".join(_to_show(analysis, claim, silent)),
                related=tuple(_places_of(analysis, silent)),
            )


def _silent(analysis: CaseAnalysis, claim: Statement) -> list[str]:
    """The paragraphs that a claim names though no line of theirs says anything that a proof could use."""
    speaking = {source for source, lines in claims_by_source(analysis.solver).items() if lines}
    return [name for name in _read(analysis, claim) if name not in speaking] if claim.by else []


def _places_of(analysis: CaseAnalysis, names: Sequence[str]) -> Iterator[Related]:
    for paragraph in analysis.case.paragraphs:
        if paragraph.name in names:
            yield Related(analysis.case.span(paragraph.place), f"{paragraph.name} states nothing")


def _to_show(analysis: CaseAnalysis, claim: Statement, silent: Sequence[str]) -> Iterator[str]:
    """Advice by which a claim would follow, the likeliest first.

    That is to state facts, to name further paths, or to remove the claim.
    """
    read = _read(analysis, claim)
    facts = _lacking_facts(analysis, claim, read)
    if facts:
        where = listed([*(silent or read)][:_MOST_PLACES], "or") if claim.by else ""
        stated = " and ".join(f"`~ {fact}`" for fact in facts)
        yield f"state {stated}{f' (for instance in {where})' if where else ''}"
    if claim.by and _follows(analysis, claim, analysis.sources):
        more = _further_paths(analysis, claim, read)
        yield (
            f"name {listed(more)} after `by`, too"
            if facts
            else f"name {listed(more)} after `by`, too, or state in the others what is missing"
        )
    elif not facts:
        yield "let a paragraph state what is missing"
        yield "remove the claim"


_MOST_PLACES = 3
"""How many paragraphs that could state a fact are named."""

_MOST_FACTS = 200
"""At most this many facts are looked at."""


def _lacking_facts(analysis: CaseAnalysis, claim: Statement, read: Sequence[str]) -> list[Fact]:
    """The fewest true facts with which a claim follows from some paragraphs.

    One, if one is enough; none, if all are not.
    """
    solver = analysis.solver
    assumed = solver.assume(solver.reading(read))
    facts = [Fact(*key, value) for key, value in analysis.facts.items() if key[0] not in TARGETS][
        :_MOST_FACTS
    ]
    nodes = {fact: solver.vocabulary.node((fact.function, fact.arguments), fact.value) for fact in facts}
    meaning = solver.meaning(claim.formula)

    def follows(some: Iterable[Fact]) -> bool:
        return solver.solve_within([*assumed, *(nodes[fact] for fact in some), meaning.false]) is False

    if not follows(facts):
        return []
    single = next((fact for fact in facts if follows([fact])), None)
    if single is not None:
        return [single]
    follows(facts)
    core = {*solver.core()}
    kept = [fact for fact in facts if nodes[fact] in core]
    for fact in tuple(kept):
        others = [other for other in kept if other is not fact]
        if follows(others):
            kept = others
    return kept


def _further_paths(analysis: CaseAnalysis, claim: Statement, read: Sequence[str]) -> list[str]:
    """Paragraphs with which a claim follows from those that it names, as few as can be left of all."""
    kept = [name for name in claims_by_source(analysis.solver) if name not in read]
    for name in tuple(kept):
        others = [other for other in kept if other != name]
        if _follows(analysis, claim, (*read, *others)):
            kept = others
    return kept


def by_culprit(analysis: CaseAnalysis) -> Iterator[Finding]:
    """Claims of the solution although nobody says so but the culprit, whom no reader has to believe."""
    if not (_can_be_known(analysis) and _is_settled(analysis)):
        return
    solver = analysis.solver
    reader = solver.knowing(solver.everything)
    unknown = [claim for claim in _claims(analysis) if reader.ask((), claim.formula) != "true"]
    if not unknown:
        return
    bent = {
        line.name for line in analysis.statements_in_force if line.by_culprit and line.name in solver.lines
    }
    others = solver.knowing(line for line in solver.everything if line not in bent)
    # Each taken at its word, unless the rest shows it to be false: then everything would follow.
    words = (-solver.lines[name].meaning.false for name in bent)
    believed = [word for word in words if others.solve([word])]
    for claim in unknown:
        meaning = others.meaning(claim.formula)
        if any(others.answer([word], meaning) == "true" for word in believed):
            yield codes.CLAIM_BY_CULPRIT.at(
                analysis.case.span(claim.place),
                f"nobody but {analysis.value('culprit')} says this, and readers need not believe it",
                hint="let somebody else, or a place, say so too, or remove the claim",
            )


def shortcuts(analysis: CaseAnalysis) -> Iterator[Finding]:
    """Proofs of an answer that need fewer paths than every one that the solution gives.

    If they leave out paths that it gives, these are not needed; others the writer may not know.
    """
    proofs = list(_given_proofs(analysis)) if analysis.verdict.consistent else []
    claims = claims_by_source(analysis.solver)
    for element, lines in analysis.elements_with_reasons if proofs else ():
        ways = [claim for claim in proofs if answer_in(claim.formula) == (element.name, element.proved)]
        if not ways or element.proved is None:
            continue
        shortest = min(ways, key=lambda claim: len(_read(analysis, claim)))
        goal, given_paths = {element.name: element.proved}, _read(analysis, shortest)
        smallest = [source for source, stated in claims.items() if not {*lines}.isdisjoint(stated)]
        if len(smallest) >= len(given_paths):
            continue
        kept = smallest_proof(analysis.solver.fresh(), goal, given_paths).names
        spare = [path for path in given_paths if path not in kept]
        if len(kept) == len(smallest):
            what = f"follows without {len(spare)} of the paths that the solution names: {', '.join(spare)}"
            hint = (
                f"leave {'it' if len(spare) == 1 else 'them'} out after `by`, or let the other paths say less"
            )
        else:
            what = f"follows from fewer paths than the solution tells: {', '.join(smallest)}"
            hint = "let these paragraphs say less, or describe this proof in the solution"
        yield SHORTCUT.at(analysis.case.span(shortest.place), f"the {element.name} {what}", hint=hint)


def stated_proof_paths(analysis: CaseAnalysis) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The elements whose true value the solution proves, each with the paragraphs that it says suffice."""
    ways: list[tuple[str, tuple[str, ...]]] = []
    for claim in _given_proofs(analysis):
        answer = answer_in(claim.formula)
        if answer and answer[1] == analysis.element(answer[0]).proved:
            ways.append((answer[0], _read(analysis, claim)))
    return tuple(ways)


def _claims(analysis: CaseAnalysis) -> Iterator[Statement]:
    limit = analysis.solver.limits.line
    return (claim for claim in analysis.case.solution.statements if ground_size(claim.formula) <= limit)


def _given_proofs(analysis: CaseAnalysis) -> Iterator[Statement]:
    """The proofs of answers that the solution gives, as far as they are ones."""
    for claim in analysis.case.solution.statements:
        if claim.mode != "shown" or not claim.by or not answer_in(claim.formula):
            continue
        if _follows(analysis, claim, _read(analysis, claim)):
            yield claim


def _follows(analysis: CaseAnalysis, claim: Statement, sources: tuple[str, ...]) -> bool:
    return analysis.solver.ask(analysis.solver.reading(sources), claim.formula) == "true"


def _read(analysis: CaseAnalysis, claim: Statement) -> tuple[str, ...]:
    """The paragraphs that a claim names, or all."""
    if not claim.by:
        return analysis.sources
    paragraphs = analysis.case.paragraph_of
    return tuple(dict.fromkeys(paragraphs[path].name for path in claim.by if path in paragraphs))


def _plain(claim: Statement) -> str:
    """A claim in logic, without the paths that it names."""
    return re.sub(r" by .*$", "", claim.text.removeprefix("shown "))


def _culprit(case: Case) -> str | None:
    """The suspect who did it, if the truth says so in a line of its own."""
    culprit = case.answers.get("culprit")
    return culprit if culprit in case.edition.suspects_by_name else None
