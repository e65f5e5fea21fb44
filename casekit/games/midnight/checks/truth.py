"""Whether the paragraphs agree with what happened: only the culprit lies (rulebook, general rule 3)."""

import re
from collections.abc import Iterable, Iterator, Sequence

from casekit.analysis import solver_findings
from casekit.analysis.wording import SourceLine
from casekit.deduce.conflicts import conflicts, corrections
from casekit.diagnostics import Code, Edit, Finding, Place, Related
from casekit.diagnostics.codes import INCOMPLETE_TRUTH, UNREAD_FACT
from casekit.games.midnight import codes
from casekit.games.midnight.checks.completeness import without_long_passages
from casekit.games.midnight.checks.prose_claims import claim_reader, spoken_passages
from casekit.games.midnight.document import Case
from casekit.games.midnight.language import scope
from casekit.games.midnight.theory.case_analysis import CaseAnalysis, StatementInForce
from casekit.logic import formulas, theory
from casekit.prose.claims import claim_checks, deed_checks
from casekit.prose.claims.claimed_facts import ClaimReader
from casekit.prose.phrasing import listed
from casekit.values import replace

_MARK_OF_LIE = re.compile(r"~\s*(lie\s+)")

_MOST_CHANGES_NAMED = 3
"""How many sets of lines to change are named; the others are counted."""

_MOST_CHANGES_SOUGHT = 9
"""How many sets of lines to change are looked for."""

_MOST_SENTENCES_QUOTED = 3

_HINTS = {
    codes.CONTRADICTORY_CASE: "change one of these lines",
    codes.CONTRADICTORY_TRUTH: "change one of these lines",
    codes.HONEST_CULPRIT: "make the statement false, or change the header field to `liar: may`",
    codes.FALSE_GIVEN: "correct the statement and its prose, or the truth",
    codes.FALSE_LOCATION: "correct the statement and its prose, or the truth",
    codes.INNOCENT_LIAR: "correct the statement and its prose, or the truth; only the culprit may lie",
}
"""The advice for each code of a contradiction."""


def contradictions(analysis: CaseAnalysis) -> Iterator[Finding]:
    """Lines that cannot hold together, each with the smallest set that shows it.

    What everybody knows comes first, then the truth, then what is told: one mistake is reported once.
    If the slip is in an answer of the truth, which readers refute, that is the mistake.
    """
    solver = analysis.solver
    for lines in (solver.laws, solver.truth, solver.truth_told):
        clashes = conflicts(solver, lines)
        if clashes:
            yield from _contradictions_among(analysis, clashes, lines)
            return


def _contradictions_among(
    analysis: CaseAnalysis, clashes: Sequence[theory.Conflict], lines: Sequence[str]
) -> Iterator[Finding]:
    if _slip_in_answers(analysis, clashes, lines):
        yield from solver_findings.contrary_element_findings(analysis)
        return
    first, *others = (_contradiction(analysis, clash) for clash in clashes)
    further_lines = "".join(f"\n{sentence}" for sentence in solver_findings.sentences(analysis))
    message = f"{first.message}{_smallest_changes(analysis, lines)}{further_lines}"
    yield replace(first, message=message)
    yield from others


def _slip_in_answers(
    analysis: CaseAnalysis, clashes: Sequence[theory.Conflict], lines: Sequence[str]
) -> bool:
    """Whether answers of the truth that readers refute are wrong, rather than several lines of paragraphs."""
    refuted: set[str] = set()
    for element in analysis.contrary_elements:
        refuted.update(analysis.truth_lines_about(element.name))
    outside_truth = [
        clash for clash in clashes if clash.blamed and analysis.origins[clash.blamed].kind != "truth"
    ]
    if not refuted or 0 < len(outside_truth) <= len(refuted):
        return False
    return analysis.solver.consistent([line for line in lines if line not in refuted])


def _smallest_changes(analysis: CaseAnalysis, lines: Sequence[str]) -> str:
    """The smallest sets of lines to change, one of which would do; empty if there is no choice."""
    changes = corrections(analysis.solver, lines, _MOST_CHANGES_SOUGHT)
    smallest = [removed for removed in changes.sets if len(removed) == len(changes.sets[0])]
    if len(smallest) <= 1 and all(len(removed) <= 1 for removed in smallest):
        return ""
    phrases = [_lines_in_words(analysis, removed) for removed in smallest[:_MOST_CHANGES_NAMED]]
    unnamed_count = len(smallest) - len(phrases)
    if unnamed_count:
        at_least = "at least " if len(smallest) == _MOST_CHANGES_SOUGHT else ""
        phrases.append(f"{at_least}{unnamed_count} more like these")
    sentence = f"\nThe smallest changes that would resolve this: {'; or '.join(phrases)}."
    if changes.complete:
        return sentence
    return f"{sentence} The search stopped before all were compared: fewer changes may be enough."


def _lines_in_words(analysis: CaseAnalysis, lines: Iterable[str]) -> str:
    """Lines by their places: ``line 23 (presentation) and line 40 (ANNA alibi)``."""
    places: list[str] = []
    for line in lines:
        origin = analysis.origins[line]
        if origin.place == Place():
            places.append(f"a rule of the edition, `{origin.text}`")
        else:
            places.append(f"line {analysis.place(origin).line} ({origin.path})")
    return listed(places)


def incomplete_truth(analysis: CaseAnalysis) -> Iterator[Finding]:
    """Questions of the game that the truth does not answer."""
    if "truth" not in analysis.case.blocks or not analysis.solver.consistent(analysis.solver.truth):
        return
    for element in analysis.verdict.elements:
        if element.value is None:
            yield incomplete_element(analysis, element)


def incomplete_element(analysis: CaseAnalysis, element: theory.Element) -> Finding:
    """The finding that the truth does not answer a question of the game; readers may be able to."""
    proved = element.proved
    answer_of_readers = ""
    if proved is not None:
        answer_of_readers = f"; readers will prove {analysis.wording.answer(element.name, proved)}"
    return INCOMPLETE_TRUTH.at(
        analysis.answer_place(element.name),
        f"the truth leaves the {element.name} open{answer_of_readers}",
        hint=f"add a line `{element.name} = {proved or '...'}` to `== truth`",
    )


def void_lines(analysis: CaseAnalysis) -> Iterator[Finding]:
    """Lines that rule nothing out in a story that is still possible.

    Stories in which nobody did it, or the victim, do not count: lines on the culprit are about somebody.
    """
    if analysis.verdict.consistent and analysis.verdict.truth_possible:
        others = {scope.NOBODY, scope.VICTIM} - {analysis.value("culprit")}
        yield from solver_findings.void_lines(analysis, {"culprit": others})


def lies(analysis: CaseAnalysis) -> Iterator[Finding]:
    """Lies that are true, unmarked or said by people who cannot lie, and statements that say nothing."""
    if not analysis.verdict.truth_possible or analysis.value("culprit") is None:
        return
    for line in analysis.statements_in_force:
        if not line.by_culprit and line.origin.mode == "lie":
            yield _misplaced_lie(analysis, line.origin)
        elif line.status == "void" and not _is_about_any_culprit(line.origin):
            lie = "lie " if line.origin.mode == "lie" else ""
            yield codes.SAYS_NOTHING.at(
                analysis.place(line.origin),
                f"this {lie}says nothing in truth: {analysis.why_undefined(line.origin.formula)}",
                hint="state what is so, or give it a value in `== truth`",
            )
        elif line.by_culprit:
            yield from _wrong_marks_of_culprit(analysis, line)


def _wrong_marks_of_culprit(analysis: CaseAnalysis, line: StatementInForce) -> Iterator[Finding]:
    """The finding on a statement of the culprit whose mark does not go with its status in truth."""
    origin, place = line.origin, analysis.place(line.origin)
    if line.status == "true" and origin.mode == "lie" and not analysis.lies_by_saying(origin):
        yield codes.TRUE_LIE.at(
            place,
            "this is marked as a lie, but it is true",
            hint="remove `lie`, or make the statement false",
            fix=_without_mark(analysis, origin),
        )
    elif line.status == "false" and origin.mode != "lie":
        after_mark = origin.place.start + 1
        yield codes.UNMARKED_LIE.at(
            place,
            f"{analysis.value('culprit')} makes a false statement that is not marked as a lie",
            hint="write `~ lie ...` if you mean it, or correct the statement",
            fix=(Edit(analysis.source.span(after_mark, after_mark), " lie"),),
        )
    elif line.status == "open":
        yield codes.OPEN_FACT.at(
            place, "the truth leaves open whether this is a lie", hint="add the facts it needs to `== truth`"
        )


def _is_about_any_culprit(origin: SourceLine) -> bool:
    """Whether the presentation says in a line what holds of the culprit, if there is one."""
    if origin.kind != "presentation":
        return False
    terms = [term for term in formulas.all_terms(origin.formula) if isinstance(term, formulas.Apply)]
    return any(term.function.name == "culprit" for term in terms)


def _misplaced_lie(analysis: CaseAnalysis, origin: SourceLine) -> Finding:
    """The finding on a lie of somebody else than the culprit, or of nobody knows whom."""
    place = analysis.place(origin)
    unknown = next((name for name in analysis.speakers(origin) if name not in analysis.people), None)
    if unknown is not None:
        return codes.OPEN_FACT.at(
            place,
            f"the truth leaves open who `{unknown}` is, so nobody knows whether this is a lie",
            hint=f"add a line `{unknown} = ...` to `== truth`",
        )
    speaker = analysis.speakers(origin)[-1] if origin.speakers else "a location"
    return codes.MISPLACED_LIE.at(
        place,
        f"this is marked as a lie, but {speaker} does not lie: only the culprit can",
        hint="remove `lie`, or give the statement to the culprit",
        fix=_without_mark(analysis, origin),
    )


def _without_mark(analysis: CaseAnalysis, origin: SourceLine) -> tuple[Edit, ...]:
    """The edit that removes the mark of a lie."""
    mark = _MARK_OF_LIE.match(analysis.source.text, origin.place.start)
    return (Edit(analysis.source.span(*mark.span(1)), ""),) if mark else ()


def _contradiction(analysis: CaseAnalysis, conflict: theory.Conflict) -> Finding:
    blamed = analysis.origins[conflict.blamed]
    others = [analysis.origins[line] for line in conflict.lines if line != conflict.blamed]
    code = _code_of_contradiction(analysis, conflict)
    return code.at(
        analysis.place(blamed),
        f"{_accusation(analysis, code, blamed)}{_reason(code, conflict)}",
        hint=_HINTS[code] if others else _advice_on_brackets(analysis, blamed),
        related=tuple(Related(analysis.place(other), f"{other.path}: {other.text}") for other in others),
    )


def _advice_on_brackets(analysis: CaseAnalysis, line: SourceLine) -> str:
    """The fix for a line that contradicts itself: perhaps brackets are missing."""
    readings = solver_findings.bracketings(analysis, line)
    if readings is None:
        return "correct this line"
    as_read, as_meant = readings
    return f"write `{as_meant}` if you mean that; this is read as `{as_read}`"


def _code_of_contradiction(analysis: CaseAnalysis, conflict: theory.Conflict) -> Code:
    """The code of a contradiction, by who or what is to blame for it."""
    blamed = analysis.origins[conflict.blamed]
    in_truth = any(analysis.origins[line].kind == "truth" for line in conflict.lines)
    if not in_truth and not _is_false_in_truth(analysis, blamed):
        return codes.CONTRADICTORY_CASE
    if blamed.kind in {"truth", "rule"}:
        return codes.CONTRADICTORY_TRUTH
    if blamed.speakers:
        is_culprit = analysis.value("culprit") in analysis.speakers(blamed)
        must_lie = analysis.case.liar == "must" and is_culprit
        return codes.HONEST_CULPRIT if must_lie else codes.INNOCENT_LIAR
    return codes.FALSE_GIVEN if blamed.kind == "presentation" else codes.FALSE_LOCATION


def _is_false_in_truth(analysis: CaseAnalysis, line: SourceLine) -> bool:
    """Whether a paragraph's line is false in truth: then it is to blame, whatever else contradicts it."""
    if line.kind not in {"answer", "place"} or analysis.value("culprit") in analysis.speakers(line):
        return False
    return analysis.solver.ask(analysis.solver.truth, line.formula) == "false"


def _accusation(analysis: CaseAnalysis, code: Code, blamed: SourceLine) -> str:
    """The first half of the message on a contradiction: who says something that cannot be."""
    if code is codes.INNOCENT_LIAR:
        speaker = analysis.speakers(blamed)[-1]
        if analysis.case.liar == "never":
            return f"{speaker} makes a false statement in a case without liars"
        return f"{speaker} is innocent but makes a false statement"
    return {
        codes.CONTRADICTORY_CASE: "the case contradicts itself",
        codes.CONTRADICTORY_TRUTH: "the truth contradicts itself or the rules",
        codes.HONEST_CULPRIT: "the culprit must lie here, but this is true",
        codes.FALSE_GIVEN: "the presentation makes a false statement",
        codes.FALSE_LOCATION: "a location cannot lie, but this is false",
    }[code]


def _reason(code: Code, conflict: theory.Conflict) -> str:
    """The second half of the message: the lines that a line contradicts, or that make an honest one true."""
    count = len(conflict.lines) - 1
    lines = "the line" if count == 1 else f"the {count} lines"
    doubt = "" if conflict.minimal else "; it is too hard to say whether all of them are needed"
    if code is codes.HONEST_CULPRIT:
        if not count:
            return " whatever happened"
        verb = "shows" if count == 1 else "show"
        return f", as {lines} below {verb}{doubt}"
    if not count:
        return ": this line cannot hold at all"
    return f": this line cannot hold together with {lines} below{doubt}"


def sentences(analysis: CaseAnalysis) -> Iterator[Finding]:
    """Sentences of the prose that say otherwise than the truth, or than a line of their paragraph."""
    case, culprit = analysis.case, analysis.value("culprit")
    if not analysis.verdict.truth_possible or culprit is None:
        return
    reader = claim_reader(case)
    passages = spoken_passages(without_long_passages(case), culprit)
    facts_met: set[str] = set()
    yield from claim_checks.contrary(analysis.solver, case, passages, reader, facts_met)
    facts_unread = [name for name in case.sentences if name not in facts_met]
    if facts_unread and "facts" in case.headings:
        yield _facts_never_said(case, reader, facts_unread)
    yield from claim_checks.misquoted(case, passages, reader)
    yield from claim_checks.exchanged_quotations(case, passages, reader)
    true_method = analysis.value("method")
    ways = {f"{method.slug}: {method.label}": method.slug == true_method for method in case.methods}
    yield from deed_checks.told_otherwise(analysis.solver, case, passages, reader, culprit, case.victim, ways)


def _facts_never_said(case: Case, reader: ClaimReader, facts: Sequence[str]) -> Finding:
    """The finding that the prose says some facts in words that are not theirs, if at all."""
    near_sentences = [f'"{reader.near[name]}"' for name in facts if name in reader.near]
    unsure = ""
    if near_sentences:
        unsure = f"; something makes {listed(near_sentences[:_MOST_SENTENCES_QUOTED])} unsure"
    return UNREAD_FACT.at(
        case.span(case.headings["facts"]),
        "the prose never says these in their own words, so nothing that it says of them is compared: "
        f"{', '.join(facts)}",
        hint='add the words that the prose has for them (`"(1) had a key / (1) had been given a key"`), '
        f"or read these sentences yourself{unsure}",
    )
