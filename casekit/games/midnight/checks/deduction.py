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


def answering(inquiry: CaseAnalysis) -> Iterator[Finding]:
    """Rules that fix an answer by themselves: that is for the paragraphs to do."""
    knowledge = inquiry.knowledge
    for name, origin in inquiry.origins.items():
        is_known_rule = origin.kind == "rule" and name in knowledge.selectors
        if not is_known_rule or not any((target, ()) in knowledge.lines[name].terms for target in TARGETS):
            continue  # whatever it says is not about an answer
        known = knowledge.assume((ACCIDENT, name))
        model = knowledge.model() if knowledge.solve(known) else frozenset()
        for target in TARGETS:
            nodes = knowledge.vocabulary[(target, ())].values()
            fixed = [node for node in nodes if node in model]
            if fixed and len(nodes) > 1 and not knowledge.solve([*known, *(-node for node in fixed)]):
                yield ANSWERING_RULE.at(
                    inquiry.place(origin),
                    f"this rule fixes the {target}: whoever knows it need read nothing",
                    hint="say in a paragraph what it follows from, and state that there",
                )
                break


def carriers(inquiry: CaseAnalysis, cure: theory.Cure) -> tuple[str, ...]:
    """The paragraphs that could state the fact of a cure, the likeliest first.

    Where it is about a place, the paragraph found there comes first, then those of other places, then the
    people who were there or whom the fact is about. Nobody who was elsewhere can have seen it.
    """
    places = inquiry.case.edition.locations_by_slug
    place = next((value for value in (cure.fact.value, *cure.fact.arguments) if value in places), None)
    if place is None:
        return cure.sources
    speakers = {paragraph.name: paragraph.speaker for paragraph in inquiry.case.paragraphs}
    at_places = [name for name in cure.sources if speakers.get(name) is None]
    # Whom the fact is about, and who was there in truth, by any fact that gives one suspect a location.
    known_to = {*cure.fact.arguments}
    for (_, arguments), value in inquiry.facts.items():
        if value == place and len(arguments) == 1:
            known_to.add(arguments[0])
    people = [name for name in cure.sources if speakers.get(name) in known_to]
    own = inquiry.case.paragraph_of.get(PlacePath(places[place].number))
    return tuple(dict.fromkeys([*([own.name] if own else []), *at_places, *people]))


_MOST_RIVALS = 3
"""How many rival worlds of an element are described; the others are only named."""

_MOST_PLACES = 3
"""How many paragraphs that could state a fact are named."""


def open_elements(inquiry: CaseAnalysis) -> Iterator[Finding]:
    """Elements of the solution that a reader of everything cannot be certain of."""
    enough = inquiry.case.certainty == "supported"
    elements = inquiry.verdict.elements if inquiry.verdict.truth_possible else ()
    unproved = [element for element in elements if element.value is not None and element.proved is None]
    if enough:
        unproved = [element for element in unproved if element.status != "supported"]
    yield from open_gaps(inquiry, unproved)


def open_gaps(inquiry: CaseAnalysis, elements: Sequence[theory.Element]) -> Iterator[Finding]:
    """A finding for each gap: elements that are settled with another one are named beside it."""
    gaps: list[list[theory.Element]] = []
    for element in elements:
        with_it = [gap for gap in gaps if _settles(inquiry, element, gap[0])]
        before = next((gap for gap in gaps if _settles(inquiry, gap[0], element)), None)
        if before is not None:
            before.append(element)
        else:
            gaps = [gap for gap in gaps if gap not in with_it]
            gaps.append([element, *chain.from_iterable(with_it)])
    for first, *others in gaps:
        yield open_element(inquiry, first, others)


def _settles(inquiry: CaseAnalysis, one: theory.Element, other: theory.Element) -> bool:
    """Whether the true value of one element shows that of another, so that both are open for one reason."""
    if one.status != other.status or one.value is None or other.value is None:
        return False
    knowledge = inquiry.knowledge
    first = knowledge.vocabulary.node((one.name, ()), one.value)
    second = knowledge.vocabulary.node((other.name, ()), other.value)
    return not knowledge.solve([*knowledge.assume(knowledge.everything), first, -second])


def given(inquiry: CaseAnalysis) -> Iterator[Finding]:
    """A solution that follows before anything is read."""
    if inquiry.verdict.consistent and verdicts.given_solution(inquiry.knowledge):
        yield GIVEN_SOLUTION.at(
            inquiry.case.span(inquiry.case.presentation.place),
            "the solution follows from the presentation and the rules alone",
            hint="say less at the start, and let the paragraphs say it",
        )


def idle(inquiry: CaseAnalysis) -> Iterator[Finding]:
    """Statements that say what everybody knows."""
    for line in evidence_graph.idle(inquiry.knowledge) if inquiry.verdict.consistent else ():
        yield codes.IDLE_STATEMENT.at(
            inquiry.place(inquiry.origins[line]),
            "this adds nothing: it follows from the presentation and the rules",
            hint="remove it, or state something new",
        )


def unusable(inquiry: CaseAnalysis) -> Iterator[Finding]:
    """Statements that nothing connects with the three questions.

    Those on a fact that rules speak of, such as where somebody was at another hour, are left alone.
    """
    ruled: set[str] = set()
    for rule in inquiry.case.rules:
        ruled.update(formulas.functions_in(rule.formula))
    for line in evidence_graph.unusable(inquiry.knowledge) if inquiry.verdict.consistent else ():
        facts = formulas.functions_in(inquiry.origins[line].formula)
        if not facts or not facts <= ruled:
            yield codes.UNUSABLE_STATEMENT.at(
                inquiry.place(inquiry.origins[line]),
                "no reader can use this: nothing connects it with culprit, motive or method",
                hint="add a rule or a statement that makes it matter, mark it `hint`, or remove it",
            )


def open_element(
    inquiry: CaseAnalysis, element: theory.Element, others: Sequence[theory.Element] = ()
) -> Finding:
    """The finding on an open element: what else it may be, how that could be, and what would close the gap.

    ``others`` are open for the same reason.
    """
    from casekit.analysis.verdict_text import world_in_words  # noqa: PLC0415 - in most cases none is open

    rivals = list(_nearest_rivals(inquiry, element))
    named = _rivals_of(inquiry, element)
    also = [
        f"so is the {other.name}, for the same reason: it could also be {_rivals_of(inquiry, other)}"
        for other in others
    ]
    supported = element.status == "supported"
    what = "only the best supported of several" if supported else "not certain"
    evidence = evidence_graph.evidence_graph(inquiry.knowledge)
    turned: list[str] = []
    for unproved in (element, *others):
        turned += _turned_round(inquiry, unproved)
    stories = (f"{world_in_words(inquiry, rival)}{_spoken_of(evidence, rival)}" for rival in rivals)
    code = codes.SUPPORTED_ELEMENT if supported else codes.OPEN_ELEMENT
    return code.at(
        inquiry.answer_place(element.name),
        "\n".join([f"the {element.name} is {what}: it could also be {named}", *also, *stories]),
        hint="; or ".join(dict.fromkeys((_cure(inquiry, element), *turned))),
        fix=_enough(inquiry.case) if supported else (),
        related=tuple(_lies(inquiry, element.name, rivals)),
    )


def _nearest_rivals(inquiry: CaseAnalysis, element: theory.Element) -> Iterator[theory.Rival]:
    """The nearest worlds in which an element is otherwise, with the lies in them that are true in fact."""
    function = inquiry.case.scope.function_of_name[element.name]
    for value in element.rivals[:_MOST_RIVALS]:
        rival = verdicts.nearest_rival(inquiry.knowledge, function, value, inquiry.facts)
        if rival is not None:
            lies = [line for line in rival.lies if line not in inquiry.false_in_truth]
            yield replace(rival, lies=tuple(lies))


def _rivals_of(inquiry: CaseAnalysis, element: theory.Element) -> str:
    return ", ".join(inquiry.wording.answer(element.name, value) for value in element.rivals)


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


def _lies(inquiry: CaseAnalysis, element: str, rivals: list[theory.Rival]) -> Iterator[Related]:
    for rival in rivals:
        answer = inquiry.wording.answer(element, rival.value)
        for line in rival.lies:
            origin = inquiry.origins[line]
            yield Related(inquiry.place(origin), f"{origin.path} would lie if it were {answer}")


def _cure(inquiry: CaseAnalysis, element: theory.Element) -> str:
    """The cure to state: that it was murder, the best single facts, and how many together settle everything.

    That it was murder is included where it rules out a rival of the element.
    """
    rivals = {(element.name, value) for value in element.rivals}
    if not inquiry.no_murder or rivals.issubset(inquiry.cures.rivals):
        return _facts(inquiry)
    murder = " and ".join(f"culprit != {value}" for _, value in inquiry.no_murder)
    advice = f"state `~ {murder}` (for instance in the presentation)"
    return f"{advice}; then {_facts(inquiry)}" if inquiry.cures.rivals else advice


def _turned_round(inquiry: CaseAnalysis, element: theory.Element) -> Iterator[str]:
    """The rule that would settle an element if it held the other way round, too."""
    knowledge, function = inquiry.knowledge, inquiry.case.scope.function_of_name[element.name]
    true = formulas.Equal(formulas.Apply(function, ()), formulas.Constant(str(element.value)))
    for rule in inquiry.case.rules:
        match rule.formula:
            case formulas.Implies(left, right) if function.name in formulas.functions_in(rule.formula):
                reverse = formulas.Implies(right, left)
                is_so = knowledge.ask(knowledge.truth_told, reverse) != "false"
                if is_so and knowledge.ask(knowledge.everything, formulas.Implies(reverse, true)) == "true":
                    yield f"write `iff` in `{rule.text}`, if it says that the other way round is so, too"
                    return


def _facts(inquiry: CaseAnalysis) -> str:
    """The best single facts to state, and how many of them together settle everything."""
    cures = inquiry.cures
    several = len(set().union(*(cure.removes for cure in cures.ranked))) > 1
    singles = [_advice_for(inquiry, cure, counted=several) for cure in cures.ranked]
    together = " and ".join(f"`~ {cure.fact}`" for cure in cures.closing)
    if not singles and not together:
        return (
            "no true fact would rule a rival out: "
            "declare one that would, decide it in `== truth`, and state it"
        )
    if not singles:
        where: dict[str, None] = {}
        for cure in cures.closing:
            where |= dict.fromkeys(carriers(inquiry, cure))
        return f"state {together}{_places(tuple(where))}: only together do they rule a rival out"
    hint = f"state {', or '.join(singles)}"
    if len(cures.closing) > 1:
        return f"{hint}; to settle everything, state {together}"
    return hint if together else f"{hint}; even all true facts together would leave a rival: declare another"


def _advice_for(inquiry: CaseAnalysis, cure: theory.Cure, *, counted: bool) -> str:
    """A fact to state, how many rivals it rules out (if that distinguishes facts), and where to state it."""
    count = len(cure.removes)
    rules_out = f" (rules out {count} rival{'' if count == 1 else 's'})" if counted else ""
    # Its logic is what the writer has to type, its sentence what that means.
    words = f" ({inquiry.wording.fact(cure.fact)})" if cure.fact.function in inquiry.case.sentences else ""
    return f"`~ {cure.fact}`{words}{rules_out}{_places(carriers(inquiry, cure))}"


def _places(sources: tuple[str, ...]) -> str:
    return f" (for instance in {' or '.join(sources[:_MOST_PLACES])})" if sources else ""
