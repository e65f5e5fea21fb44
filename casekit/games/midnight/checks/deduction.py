"""Whether the solution follows from paragraphs and rules that readers know, and what each statement helps.

The first checks are of rules: whether readers know them. The others ask the solver. A proof may rest only on
what the book says or every reader takes for granted (``docs/language.md``, "Rules").
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

_FEWEST_SHARED_WORDS = 2
"""A sentence that may be the one which says a rule shares at least this many words with it."""

_MOST_RIVALS_DESCRIBED = 3
"""How many rival worlds of an element are described; the others are only named."""

_MOST_SOURCES_NAMED = 3
"""How many paragraphs that could state a fact are named."""


# --- rules and the words that say them ---------------------------------------------------------------


def untold_rules(case: Case) -> Iterator[Finding]:
    """Rules of which readers know nothing."""
    for rule in case.rules:
        if not (rule.told or rule.common or rule.is_general):
            yield UNTOLD_RULE.at(
                case.span(rule.place),
                "no reader knows this rule: it quotes no words of the presentation",
                hint=_how_to_quote(case, rule),
            )


def _how_to_quote(case: Case, rule: Rule) -> str:
    """The advice to quote the sentence that seems to say a rule, or to write one."""
    language = case.edition.language
    words_of_rule = stems(" ".join(_words_about(case, rule.formula)), language)
    quotations = [for_comparison(other.told) for other in case.rules if other.told]
    candidates: list[tuple[int, str]] = []
    for prose in case.presentation.prose:
        for start, end in sentences(prose.text):
            sentence = " ".join(prose.text[start:end].split())
            shared_count = len(words_of_rule & stems(sentence, language))
            can_be_quoted = '"' not in sentence and for_comparison(sentence) not in quotations
            if shared_count >= _FEWEST_SHARED_WORDS and can_be_quoted:
                candidates.append((shared_count, sentence.rstrip(" .")))
    if not candidates:
        return (
            'write a sentence in the presentation that says it, and quote that, as in `rule "words"`; '
            "`common` is for what no reader would dispute"
        )
    _, likeliest = max(candidates, key=lambda candidate: candidate[0])
    return f'quote the words that say it, perhaps of "{likeliest}"; if none do, write a sentence that does'


def _words_about(case: Case, formula: formulas.Formula) -> Iterator[str]:
    """The words for what a formula speaks of: its facts, with comments and sentences, and its values."""
    labels = {answer.slug: answer.label for answer in (*case.motives, *case.methods)}
    for part in (formula, *_parts_at_any_depth(formula)):
        for outer_term in formulas.terms(part):
            for term in formulas.all_terms(outer_term):
                yield from _words_for(case, term, labels)


def _words_for(case: Case, term: formulas.Term, labels: Mapping[str, str]) -> Iterator[str]:
    """The words for a term itself, without its arguments; ``labels`` are those of answers."""
    match term:
        case formulas.Apply(function):
            yield re.sub(r"[_-]", " ", function.name)
            yield case.glosses.get(function.name, "")
            sentences_of_fact = case.sentences.get(function.name)
            yield "" if sentences_of_fact is None else re.sub(PLACEHOLDER, "", sentences_of_fact.so)
        case formulas.Constant(value):
            place = case.edition.locations_by_slug.get(value)
            yield labels.get(value, re.sub(r"[_-]", " ", value))
            yield "" if place is None else place.name


def _parts_at_any_depth(formula: formulas.Formula) -> Iterator[formulas.Formula]:
    """The parts of a formula, the parts of these, and so on."""
    for part in formulas.parts(formula):
        yield part
        yield from _parts_at_any_depth(part)


def misquoted_rules(case: Case) -> Iterator[Finding]:
    """Rules that quote words which are not in the presentation."""
    prose = folded_prose(case.presentation)
    for rule in case.rules:
        if rule.told and not rule.is_general and not quoted_in(prose, rule.told):
            yield codes.QUOTATION_NOT_IN_PROSE.at(
                case.span(rule.place),
                f'"{rule.told}" is not in the presentation',
                hint="quote the words of the presentation as they are, or write them there",
            )


# --- what follows ------------------------------------------------------------------------------------


def answering_rules(analysis: CaseAnalysis) -> Iterator[Finding]:
    """Rules that fix an answer by themselves: that is for the paragraphs to do."""
    solver = analysis.solver
    for name, origin in analysis.origins.items():
        is_known_rule = origin.kind == "rule" and name in solver.selectors
        if not is_known_rule or not any((target, ()) in solver.lines[name].terms for target in TARGETS):
            continue  # whatever it says is not about an answer
        assumptions = solver.assume((ACCIDENT, name))
        model = solver.model() if solver.solve(assumptions) else frozenset()
        for target in TARGETS:
            nodes = solver.vocabulary[(target, ())].values()
            possible = [node for node in nodes if node in model]
            if not possible or len(nodes) <= 1:
                continue
            if not solver.solve([*assumptions, *(-node for node in possible)]):
                yield ANSWERING_RULE.at(
                    analysis.place(origin),
                    f"this rule fixes the {target}: whoever knows it need read nothing",
                    hint="say in a paragraph what it follows from, and state that there",
                )
                break


def carriers(analysis: CaseAnalysis, cure: theory.Cure) -> tuple[str, ...]:
    """The paragraphs that could state the fact of a cure, the likeliest first.

    If it is about a place, the paragraph found there comes first, then those of other places, then the
    people who were there or whom the fact is about. Nobody who was elsewhere can have seen it.
    """
    places = analysis.case.edition.locations_by_slug
    place = next((value for value in (cure.fact.value, *cure.fact.arguments) if value in places), None)
    if place is None:
        return cure.sources
    speaker_of = {paragraph.name: paragraph.speaker for paragraph in analysis.case.paragraphs}
    at_places = [name for name in cure.sources if speaker_of.get(name) is None]
    # Whom the fact is about, and who was there in truth, by any fact that gives one suspect a location.
    witnesses = {*cure.fact.arguments}
    for (_, arguments), value in analysis.facts.items():
        if value == place and len(arguments) == 1:
            witnesses.add(arguments[0])
    by_witnesses = [name for name in cure.sources if speaker_of.get(name) in witnesses]
    paragraph_there = analysis.case.paragraph_of.get(PlacePath(places[place].number))
    first = [paragraph_there.name] if paragraph_there else []
    return tuple(dict.fromkeys([*first, *at_places, *by_witnesses]))


def open_elements(analysis: CaseAnalysis) -> Iterator[Finding]:
    """Elements of the solution that a reader of everything cannot be certain of."""
    elements = analysis.verdict.elements if analysis.verdict.truth_possible else ()
    unproved = [element for element in elements if element.value is not None and element.proved is None]
    if analysis.case.certainty == "supported":
        unproved = [element for element in unproved if element.status != "supported"]
    yield from open_gaps(analysis, unproved)


def open_gaps(analysis: CaseAnalysis, elements: Sequence[theory.Element]) -> Iterator[Finding]:
    """A finding for each gap: elements that are settled with another one are named beside it."""
    # The first element of a gap settles the others.
    gaps: list[list[theory.Element]] = []
    for element in elements:
        gap_that_settles_it = next((gap for gap in gaps if _settles(analysis, gap[0], element)), None)
        if gap_that_settles_it is not None:
            gap_that_settles_it.append(element)
            continue
        settled_gaps = [gap for gap in gaps if _settles(analysis, element, gap[0])]
        gaps = [gap for gap in gaps if gap not in settled_gaps]
        gaps.append([element, *chain.from_iterable(settled_gaps)])
    for first, *others in gaps:
        yield open_element(analysis, first, others)


def _settles(analysis: CaseAnalysis, element: theory.Element, other: theory.Element) -> bool:
    """Whether the true value of an element shows that of another, so that both are open for one reason."""
    if element.status != other.status or element.value is None or other.value is None:
        return False
    solver = analysis.solver
    value = solver.vocabulary.node((element.name, ()), element.value)
    other_value = solver.vocabulary.node((other.name, ()), other.value)
    return not solver.solve([*solver.assume(solver.everything), value, -other_value])


def given_solution(analysis: CaseAnalysis) -> Iterator[Finding]:
    """A solution that follows before anything is read."""
    if analysis.verdict.consistent and verdicts.given_solution(analysis.solver):
        yield GIVEN_SOLUTION.at(
            analysis.case.span(analysis.case.presentation.place),
            "the solution follows from the presentation and the rules alone",
            hint="say less at the start, and let the paragraphs say it",
        )


def idle_statements(analysis: CaseAnalysis) -> Iterator[Finding]:
    """Statements that say what everybody knows."""
    if not analysis.verdict.consistent:
        return
    for line in evidence_graph.idle(analysis.solver):
        yield codes.IDLE_STATEMENT.at(
            analysis.place(analysis.origins[line]),
            "this adds nothing: it follows from the presentation and the rules",
            hint="remove it, or state something new",
        )


def unusable_statements(analysis: CaseAnalysis) -> Iterator[Finding]:
    """Statements that nothing connects with the three questions.

    Those on a fact that rules speak of, such as where somebody was at another hour, are not reported.
    """
    if not analysis.verdict.consistent:
        return
    facts_in_rules: set[str] = set()
    for rule in analysis.case.rules:
        facts_in_rules.update(formulas.functions_in(rule.formula))
    for line in evidence_graph.unusable(analysis.solver):
        facts = formulas.functions_in(analysis.origins[line].formula)
        if not facts or not facts <= facts_in_rules:
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
    is_supported = element.status == "supported"
    status = "only the best supported of several" if is_supported else "not certain"
    lines = [f"the {element.name} is {status}: it could also be {_rivals_in_words(analysis, element)}"]
    for other in others:
        values = _rivals_in_words(analysis, other)
        lines.append(f"so is the {other.name}, for the same reason: it could also be {values}")
    evidence = evidence_graph.evidence_graph(analysis.solver)
    converse_rules: list[str] = []
    for unproved in (element, *others):
        converse_rules += _converse_rule(analysis, unproved)
    lines += [f"{world_in_words(analysis, rival)}{_paragraphs_about(evidence, rival)}" for rival in rivals]
    code = codes.SUPPORTED_ELEMENT if is_supported else codes.OPEN_ELEMENT
    return code.at(
        analysis.answer_place(element.name),
        "\n".join(lines),
        hint="; or ".join(dict.fromkeys((_cure(analysis, element), *converse_rules))),
        fix=_let_support_be_enough(analysis.case) if is_supported else (),
        related=tuple(_lies(analysis, element.name, rivals)),
    )


def _nearest_rivals(analysis: CaseAnalysis, element: theory.Element) -> Iterator[theory.Rival]:
    """The nearest worlds in which an element is otherwise, with the lies in them that are true statements."""
    function = analysis.case.scope.function_of_name[element.name]
    for value in element.rivals[:_MOST_RIVALS_DESCRIBED]:
        rival = verdicts.nearest_rival(analysis.solver, function, value, analysis.facts)
        if rival is not None:
            lies = [line for line in rival.lies if line not in analysis.false_in_truth]
            yield replace(rival, lies=tuple(lies))


def _rivals_in_words(analysis: CaseAnalysis, element: theory.Element) -> str:
    return ", ".join(analysis.wording.answer(element.name, value) for value in element.rivals)


def _let_support_be_enough(case: Case) -> tuple[Edit, ...]:
    """The edit after which the header says that an answer is enough if hints support it best."""
    if "certainty" in case.fields:
        return (Edit(case.span(case.fields["certainty"]), "certainty: supported"),)
    start = case.fields["level"].start
    return (Edit(case.source.span(start, start), "certainty: supported\n"),)


def _paragraphs_about(evidence: "Evidence", rival: theory.Rival) -> str:
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
    """The statements that would be false in the worlds of the rivals."""
    for rival in rivals:
        answer = analysis.wording.answer(element, rival.value)
        for line in rival.lies:
            origin = analysis.origins[line]
            yield Related(analysis.place(origin), f"{origin.path} would lie if it were {answer}")


def _cure(analysis: CaseAnalysis, element: theory.Element) -> str:
    """The cure to state: that it was murder, the best single facts, and how many together settle everything.

    That it was murder is included if it rules out a rival of the element.
    """
    rivals = {(element.name, value) for value in element.rivals}
    if not analysis.no_murder or rivals.issubset(analysis.cures.rivals):
        return _facts_to_state(analysis)
    murder = " and ".join(f"culprit != {value}" for _, value in analysis.no_murder)
    advice = f"state `~ {murder}` (for instance in the presentation)"
    return f"{advice}; then {_facts_to_state(analysis)}" if analysis.cures.rivals else advice


def _converse_rule(analysis: CaseAnalysis, element: theory.Element) -> Iterator[str]:
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


def _facts_to_state(analysis: CaseAnalysis) -> str:
    """The best single facts to state, and how many of them together settle everything."""
    cures = analysis.cures
    rivals_removed = set().union(*(cure.removes for cure in cures.ranked))
    with_count = len(rivals_removed) > 1
    singles = [_advice_for(analysis, cure, with_count=with_count) for cure in cures.ranked]
    together = " and ".join(f"`~ {cure.fact}`" for cure in cures.closing)
    if not singles and not together:
        return (
            "no true fact would rule a rival out: "
            "declare one that would, decide it in `== truth`, and state it"
        )
    if not singles:
        sources: dict[str, None] = {}
        for cure in cures.closing:
            sources |= dict.fromkeys(carriers(analysis, cure))
        return f"state {together}{_for_instance_in(tuple(sources))}: only together do they rule a rival out"
    hint = f"state {', or '.join(singles)}"
    if len(cures.closing) > 1:
        return f"{hint}; to settle everything, state {together}"
    return hint if together else f"{hint}; even all true facts together would leave a rival: declare another"


def _advice_for(analysis: CaseAnalysis, cure: theory.Cure, *, with_count: bool) -> str:
    """A fact to state, how many rivals it rules out (if that distinguishes facts), and where to state it."""
    count = len(cure.removes)
    rules_out = f" (rules out {count} rival{'' if count == 1 else 's'})" if with_count else ""
    # Its logic is what the writer has to type, its sentence what that means.
    words = f" ({analysis.wording.fact(cure.fact)})" if cure.fact.function in analysis.case.sentences else ""
    return f"`~ {cure.fact}`{words}{rules_out}{_for_instance_in(carriers(analysis, cure))}"


def _for_instance_in(sources: tuple[str, ...]) -> str:
    return f" (for instance in {' or '.join(sources[:_MOST_SOURCES_NAMED])})" if sources else ""
