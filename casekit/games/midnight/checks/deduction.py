"""Whether the solution follows from paragraphs and rules that readers know, and what each statement helps.

A proof may rest only on what the book says or every reader takes for granted (``docs/language.md``, "Rules").
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from casekit.deduce import evidence_graph, verdicts
from casekit.diagnostics import Edit, Finding, Related, codes, for_comparison
from casekit.games.midnight.codes import ANSWERING_RULE, GIVEN_SOLUTION, UNTOLD_RULE
from casekit.games.midnight.document import Case, PlacePath, Rule
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.games.midnight.theory.wording import ACCIDENT, TARGETS
from casekit.language.formula.nodes import PLACEHOLDER
from casekit.logic import formulas, theory
from casekit.prose.claims.fact_patterns import stems
from casekit.prose.expressions.recognizer import sentences
from casekit.prose.passages import folded_prose, quoted_in
from casekit.values import replace

if TYPE_CHECKING:
    from casekit.deduce.evidence_graph import Evidence


def untold(case: Case) -> Iterator[Finding]:
    """Rules of which readers know nothing."""
    for rule in case.rules:
        if not (rule.told or rule.common or rule.is_general):
            yield UNTOLD_RULE.at(
                case.span(rule.place),
                "no reader knows this rule: it quotes no words of the presentation",
                hint=_how_to_quote(case, rule),
            )


_LEAST_SHARED = 2
"""A sentence that may be the one which says a rule shares at least this many words with it."""


def _how_to_quote(case: Case, rule: Rule) -> str:
    """The advice to quote the sentence that seems to say a rule, or to write one."""
    language = case.edition.language
    about = stems(" ".join(_words_about(case, rule.formula)), language)
    quoted = [for_comparison(other.told) for other in case.rules if other.told]
    free: list[tuple[int, str]] = []
    for prose in case.presentation.prose:
        for start, end in sentences(prose.text):
            text = " ".join(prose.text[start:end].split())
            shared = len(about & stems(text, language))
            if shared >= _LEAST_SHARED and '"' not in text and for_comparison(text) not in quoted:
                free.append((shared, text.rstrip(" .")))
    if not free:
        return (
            'write a sentence in the presentation that says it, and quote that, as in `rule "words"`; '
            "`common` is for what no reader would dispute"
        )
    _, likeliest = max(free, key=lambda candidate: candidate[0])
    return f'quote the words that say it, perhaps of "{likeliest}"; if none do, write a sentence that does'


def _words_about(case: Case, formula: formulas.Formula) -> Iterator[str]:
    """The words for what a formula speaks of: its facts, with comments and sentences, and its values."""
    labels = {answer.slug: answer.label for answer in (*case.motives, *case.methods)}
    for part in (formula, *_parts_of(formula)):
        for outer in formulas.terms(part):
            for term in formulas.all_terms(outer):
                yield from _words_for(case, term, labels)


def _words_for(case: Case, term: formulas.Term, labels: Mapping[str, str]) -> Iterator[str]:
    match term:
        case formulas.Apply(function):
            declared = case.sentences.get(function.name)
            yield re.sub(r"[_-]", " ", function.name)
            yield case.glosses.get(function.name, "")
            yield "" if declared is None else re.sub(PLACEHOLDER, "", declared.so)
        case formulas.Constant(value):
            place = case.edition.locations_by_slug.get(value)
            yield labels.get(value, re.sub(r"[_-]", " ", value))
            yield "" if place is None else place.name


def _parts_of(formula: formulas.Formula) -> Iterator[formulas.Formula]:
    for part in formulas.parts(formula):
        yield part
        yield from _parts_of(part)


def misquoted(case: Case) -> Iterator[Finding]:
    """Rules that quote words which are not in the presentation."""
    prose = folded_prose(case.presentation)
    for rule in case.rules:
        if rule.told and not rule.is_general and not quoted_in(prose, rule.told):
            yield codes.QUOTATION_NOT_IN_PROSE.at(
                case.span(rule.place),
                f'"{rule.told}" is not in the presentation',
                hint="quote the words of the presentation as they are, or write them there",
            )


def answering(analysis: CaseAnalysis) -> Iterator[Finding]:
    """Rules that fix an answer by themselves: that is for the paragraphs to do."""
    solver = analysis.solver
    for name, origin in analysis.origins.items():
        is_known_rule = origin.kind == "rule" and name in solver.selectors
        if not is_known_rule or not any((target, ()) in solver.lines[name].terms for target in TARGETS):
            continue  # whatever it says is not about an answer
        known = solver.assume((ACCIDENT, name))
        model = solver.model() if solver.solve(known) else frozenset()
        for target in TARGETS:
            nodes = solver.vocabulary[(target, ())].values()
            fixed = [node for node in nodes if node in model]
            if fixed and len(nodes) > 1 and not solver.solve([*known, *(-node for node in fixed)]):
                yield ANSWERING_RULE.at(
                    analysis.place(origin),
                    f"this rule fixes the {target}: whoever knows it need read nothing",
                    hint="say in a paragraph what it follows from, and state that there",
                )
                break


def carriers(analysis: CaseAnalysis, cure: theory.Cure) -> tuple[str, ...]:
    """The paragraphs that could state the fact of a cure, the likeliest first.

    Where it is about a place, the paragraph found there comes first, then those of other places, then the
    people who were there or whom the fact is about. Nobody who was elsewhere can have seen it.
    """
    places = analysis.case.edition.locations_by_slug
    place = next((value for value in (cure.fact.value, *cure.fact.arguments) if value in places), None)
    if place is None:
        return cure.sources
    speakers = {paragraph.name: paragraph.speaker for paragraph in analysis.case.paragraphs}
    at_places = [name for name in cure.sources if speakers.get(name) is None]
    # Whom the fact is about, and who was there in truth, by any fact that gives one suspect a location.
    known_to = {*cure.fact.arguments}
    for (_, arguments), value in analysis.facts.items():
        if value == place and len(arguments) == 1:
            known_to.add(arguments[0])
    people = [name for name in cure.sources if speakers.get(name) in known_to]
    own = analysis.case.paragraph_of.get(PlacePath(places[place].number))
    return tuple(dict.fromkeys([*([own.name] if own else []), *at_places, *people]))


_MOST_RIVALS = 3
"""How many rival worlds of an element are described; the others are only named."""

_MOST_PLACES = 3
"""How many paragraphs that could state a fact are named."""


def open_elements(analysis: CaseAnalysis) -> Iterator[Finding]:
    """Elements of the solution that a reader of everything cannot be certain of."""
    enough = analysis.case.certainty == "supported"
    elements = analysis.verdict.elements if analysis.verdict.truth_possible else ()
    unproved = [element for element in elements if element.value is not None and element.proved is None]
    if enough:
        unproved = [element for element in unproved if element.status != "supported"]
    yield from open_gaps(analysis, unproved)


def open_gaps(analysis: CaseAnalysis, elements: Sequence[theory.Element]) -> Iterator[Finding]:
    """A finding for each gap: elements that are settled with another one are named beside it."""
    gaps: list[list[theory.Element]] = []
    for element in elements:
        with_it = [gap for gap in gaps if _settles(analysis, element, gap[0])]
        before = next((gap for gap in gaps if _settles(analysis, gap[0], element)), None)
        if before is not None:
            before.append(element)
        else:
            gaps = [gap for gap in gaps if gap not in with_it]
            gaps.append([element, *chain.from_iterable(with_it)])
    for first, *others in gaps:
        yield open_element(analysis, first, others)


def _settles(analysis: CaseAnalysis, one: theory.Element, other: theory.Element) -> bool:
    """Whether the true value of one element shows that of another, so that both are open for one reason."""
    if one.status != other.status or one.value is None or other.value is None:
        return False
    solver = analysis.solver
    first = solver.vocabulary.node((one.name, ()), one.value)
    second = solver.vocabulary.node((other.name, ()), other.value)
    return not solver.solve([*solver.assume(solver.everything), first, -second])


def given(analysis: CaseAnalysis) -> Iterator[Finding]:
    """A solution that follows before anything is read."""
    if analysis.verdict.consistent and verdicts.given_solution(analysis.solver):
        yield GIVEN_SOLUTION.at(
            analysis.case.span(analysis.case.presentation.place),
            "the solution follows from the presentation and the rules alone",
            hint="say less at the start, and let the paragraphs say it",
        )


def idle(analysis: CaseAnalysis) -> Iterator[Finding]:
    """Statements that say what everybody knows."""
    for line in evidence_graph.idle(analysis.solver) if analysis.verdict.consistent else ():
        yield codes.IDLE_STATEMENT.at(
            analysis.place(analysis.origins[line]),
            "this adds nothing: it follows from the presentation and the rules",
            hint="remove it, or state something new",
        )


def unusable(analysis: CaseAnalysis) -> Iterator[Finding]:
    """Statements that nothing connects with the three questions.

    Those on a fact that rules speak of, such as where somebody was at another hour, are left alone.
    """
    ruled: set[str] = set()
    for rule in analysis.case.rules:
        ruled.update(formulas.functions_in(rule.formula))
    for line in evidence_graph.unusable(analysis.solver) if analysis.verdict.consistent else ():
        facts = formulas.functions_in(analysis.origins[line].formula)
        if not facts or not facts <= ruled:
            yield codes.UNUSABLE_STATEMENT.at(
                analysis.place(analysis.origins[line]),
                "no reader can use this: nothing connects it with culprit, motive or method",
                hint="add a rule or a statement that makes it matter, mark it `hint`, or remove it",
            )


def open_element(
    analysis: CaseAnalysis, element: theory.Element, others: Sequence[theory.Element] = ()
) -> Finding:
    """The finding on an open element: what else it may be, how that could be, and what would close the gap.

    ``others`` are open for the same reason.
    """
    from casekit.analysis.verdict_text import world_in_words  # noqa: PLC0415 - in most cases none is open

    rivals = list(_nearest_rivals(analysis, element))
    named = _rivals_of(analysis, element)
    also = [
        f"so is the {other.name}, for the same reason: it could also be {_rivals_of(analysis, other)}"
        for other in others
    ]
    supported = element.status == "supported"
    what = "only the best supported of several" if supported else "not certain"
    evidence = evidence_graph.evidence_graph(analysis.solver)
    turned: list[str] = []
    for unproved in (element, *others):
        turned += _turned_round(analysis, unproved)
    stories = (f"{world_in_words(analysis, rival)}{_spoken_of(evidence, rival)}" for rival in rivals)
    code = codes.SUPPORTED_ELEMENT if supported else codes.OPEN_ELEMENT
    return code.at(
        analysis.answer_place(element.name),
        "\n".join([f"the {element.name} is {what}: it could also be {named}", *also, *stories]),
        hint="; or ".join(dict.fromkeys((_cure(analysis, element), *turned))),
        fix=_enough(analysis.case) if supported else (),
        related=tuple(_lies(analysis, element.name, rivals)),
    )


def _nearest_rivals(analysis: CaseAnalysis, element: theory.Element) -> Iterator[theory.Rival]:
    """The nearest worlds in which an element is otherwise, with the lies in them that are true in fact."""
    function = analysis.case.scope.function_of_name[element.name]
    for value in element.rivals[:_MOST_RIVALS]:
        rival = verdicts.nearest_rival(analysis.solver, function, value, analysis.facts)
        if rival is not None:
            lies = [line for line in rival.lies if line not in analysis.false_in_truth]
            yield replace(rival, lies=tuple(lies))


def _rivals_of(analysis: CaseAnalysis, element: theory.Element) -> str:
    return ", ".join(analysis.wording.answer(element.name, value) for value in element.rivals)


def _enough(case: Case) -> tuple[Edit, ...]:
    """Let the header say that an answer which hints support best is one."""
    if "certainty" in case.fields:
        return (Edit(case.span(case.fields["certainty"]), "certainty: supported"),)
    start = case.fields["level"].start
    return (Edit(case.source.span(start, start), "certainty: supported\n"),)


def _spoken_of(evidence: "Evidence", rival: theory.Rival) -> str:
    """The paragraphs about what is different in a rival's world: the gap can be closed there."""
    sources: dict[str, None] = {}
    for fact in rival.changed:
        node = ("fact", fact.term)
        if fact.function in TARGETS or node not in evidence:
            continue
        for claim in evidence.predecessors(node):
            sources |= dict.fromkeys(source for _, source in evidence.predecessors(claim))
    return f" Paragraphs about this: {', '.join(sources)}." if sources else ""


def _lies(analysis: CaseAnalysis, element: str, rivals: list[theory.Rival]) -> Iterator[Related]:
    for rival in rivals:
        answer = analysis.wording.answer(element, rival.value)
        for line in rival.lies:
            origin = analysis.origins[line]
            yield Related(analysis.place(origin), f"{origin.path} would lie if it were {answer}")


def _cure(analysis: CaseAnalysis, element: theory.Element) -> str:
    """The cure to state: that it was murder, the best single facts, and how many together settle everything.

    That it was murder is included where it rules out a rival of the element.
    """
    rivals = {(element.name, value) for value in element.rivals}
    if not analysis.no_murder or rivals.issubset(analysis.cures.rivals):
        return _facts(analysis)
    murder = " and ".join(f"culprit != {value}" for _, value in analysis.no_murder)
    advice = f"state `~ {murder}` (for instance in the presentation)"
    return f"{advice}; then {_facts(analysis)}" if analysis.cures.rivals else advice


def _turned_round(analysis: CaseAnalysis, element: theory.Element) -> Iterator[str]:
    """The rule that would settle an element if it held the other way round, too."""
    solver, function = analysis.solver, analysis.case.scope.function_of_name[element.name]
    true = formulas.Equal(formulas.Apply(function, ()), formulas.Constant(str(element.value)))
    for rule in analysis.case.rules:
        match rule.formula:
            case formulas.Implies(left, right) if function.name in formulas.functions_in(rule.formula):
                reverse = formulas.Implies(right, left)
                is_so = solver.ask(solver.truth_told, reverse) != "false"
                if is_so and solver.ask(solver.everything, formulas.Implies(reverse, true)) == "true":
                    yield f"write `iff` in `{rule.text}`, if it says that the other way round is so, too"
                    return


def _facts(analysis: CaseAnalysis) -> str:
    """The best single facts to state, and how many of them together settle everything."""
    cures = analysis.cures
    several = len(set().union(*(cure.removes for cure in cures.ranked))) > 1
    singles = [_advice_for(analysis, cure, counted=several) for cure in cures.ranked]
    together = " and ".join(f"`~ {cure.fact}`" for cure in cures.closing)
    if not singles and not together:
        return (
            "no true fact would rule a rival out: "
            "declare one that would, decide it in `== truth`, and state it"
        )
    if not singles:
        where: dict[str, None] = {}
        for cure in cures.closing:
            where |= dict.fromkeys(carriers(analysis, cure))
        return f"state {together}{_places(tuple(where))}: only together do they rule a rival out"
    hint = f"state {', or '.join(singles)}"
    if len(cures.closing) > 1:
        return f"{hint}; to settle everything, state {together}"
    return hint if together else f"{hint}; even all true facts together would leave a rival: declare another"


def _advice_for(analysis: CaseAnalysis, cure: theory.Cure, *, counted: bool) -> str:
    """A fact to state, how many rivals it rules out (if that distinguishes facts), and where to state it."""
    count = len(cure.removes)
    rules_out = f" (rules out {count} rival{'' if count == 1 else 's'})" if counted else ""
    # Its logic is what the writer has to type, its sentence what that means.
    words = f" ({analysis.wording.fact(cure.fact)})" if cure.fact.function in analysis.case.sentences else ""
    return f"`~ {cure.fact}`{words}{rules_out}{_places(carriers(analysis, cure))}"


def _places(sources: tuple[str, ...]) -> str:
    return f" (for instance in {' or '.join(sources[:_MOST_PLACES])})" if sources else ""
