"""A case for its proofreader, whatever is still wrong with it.

Each passage is beside its lines, with the people and places that prose names and what paragraphs leave out;
rules and timetables follow.
"""

from collections.abc import Iterator, Mapping, Sequence

from casekit.analysis.analyzer import Analyzer, Json
from casekit.analysis.proofreading.review import Mark, Review, ReviewPassage, mark_of
from casekit.diagnostics import Finding
from casekit.games.midnight.document import AnswerPath, Case, CaseParagraph, Rule
from casekit.games.midnight.pages.booklet import true_answers
from casekit.games.midnight.proofreading.case_texts import CaseTexts
from casekit.games.midnight.proofreading.line_contents import functions_about
from casekit.games.midnight.proofreading.passages import PassageReviewer, findings_by_block
from casekit.games.midnight.proofreading.timetables import timetables_of
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.language.syntax.dialect import SyntaxTree
from casekit.logic.theory import OutOfBudgetError
from casekit.prose.markup import typographic
from casekit.resources import Words, words as words_in
from casekit.values import replace

_SHARE_THAT_IS_CUSTOM = 0.5
"""If more than this share of the answers to a question have a line about something, one without is odd."""

_FEWEST_ANSWERS_WITH_CUSTOM = 3
"""Fewer answers have no custom."""


def review_case(
    case: Case, tree: SyntaxTree, findings: Sequence[Finding], analyzer: Analyzer | None
) -> Review:
    """The review of a case.

    Without an ``analyzer`` its logic was not understood, and nothing is said of the truth.
    """
    analysis = _answering_analysis(analyzer)
    language = case.edition.language
    words, texts = words_in("analysis/words/review.toml", language), CaseTexts(case, tree)
    headings: dict[str, str] = {}
    headings_by_path: dict[str, str] = {}
    for paragraph in paragraphs_in_order(case):
        heading = headings[paragraph.name] = ", ".join(map(texts.path, paragraph.paths))
        headings_by_path |= dict.fromkeys(map(str, paragraph.paths), heading)
    culprit_lines = {}
    if analysis is not None:
        culprit_lines = {line.origin.place: line for line in analysis.statements_in_force if line.by_culprit}
    reviewer = PassageReviewer(case, analysis, culprit_lines, texts, words, headings_by_path)
    block_starts = [place.start for place in case.headings.values()]
    block_starts += [paragraph.place.start for paragraph in case.paragraphs]
    in_blocks = findings_by_block(case.source, block_starts, findings)
    presentation = None
    if "presentation" in case.blocks:
        unread = ReviewPassage("given", words["presentation"], "presentation", texts.phrases["everybody"])
        own_findings = in_blocks.get(case.presentation.place.start, ())
        presentation = reviewer.passage(case.presentation, unread, own_findings)
    paragraphs = tuple(_reviewed_paragraphs(reviewer, headings, in_blocks))
    solution: tuple[ReviewPassage, ...] = ()
    if case.solution.prose:
        solution = tuple(reviewer.sentences_of_solution(in_blocks.get(case.solution.place.start, ())))
    answers = tuple((answer.question, typographic(answer.label, language)) for answer in true_answers(case))
    return Review(
        title=typographic(case.title, language),
        file=case.source.name,
        language=language,
        given=presentation,
        paragraphs=paragraphs,
        rules=tuple(_reviewed_rules(case, texts, findings)),
        timetables=tuple(timetables_of(analysis, texts, headings)) if analysis is not None else (),
        answers=answers,
        solution=solution,
        findings=tuple(findings),
        understood=analysis is not None,
    )


def _answering_analysis(analyzer: Analyzer | None) -> CaseAnalysis | None:
    """The analysis of the case if it can be asked about the truth; ``None`` if the case is too hard."""
    analysis = analyzer.analysis if analyzer is not None else None
    if not isinstance(analysis, CaseAnalysis):
        return None
    try:
        answers = (analysis.verdict, analysis.statements_in_force, analysis.facts)
    except OutOfBudgetError:
        return None
    return analysis if all(answer is not None for answer in answers) else None


# --- paragraphs --------------------------------------------------------------------------------------


def paragraphs_in_order(case: Case) -> tuple[CaseParagraph, ...]:
    """The paragraphs in the order of the edition's paths, each once; second ones for a path at the end."""
    by_path = [case.paragraph_of[path] for path in case.edition.paths if path in case.paragraph_of]
    # Two paragraphs with the same text are two.
    by_id = {id(paragraph): paragraph for paragraph in (*by_path, *case.paragraphs)}
    return tuple(by_id.values())


def _reviewed_paragraphs(
    reviewer: PassageReviewer,
    headings: Mapping[str, str],
    in_blocks: Mapping[int, Sequence[Finding]],
) -> Iterator[ReviewPassage]:
    """The paragraphs. One is odd if it says nothing, or not what others on its question do."""
    case, texts = reviewer.case, reviewer.texts
    for number, paragraph in enumerate(paragraphs_in_order(case), 1):
        knower = " ".join(map(texts.knower, paragraph.paths))
        unread = ReviewPassage(f"p{number}", headings[paragraph.name], paragraph.name, knower)
        findings = in_blocks.get(paragraph.place.start, ())
        passage = reviewer.passage(paragraph, unread, findings, _own_names(case, paragraph))
        marks = (*_marks_on_gaps(case, texts, reviewer.words["marks"], paragraph), *passage.marks)
        yield replace(passage, marks=marks)


def _own_names(case: Case, paragraph: CaseParagraph) -> frozenset[str]:
    """The suspect whom a paragraph means by "I", or the locations that it means by "here"."""
    names = set()
    for path in paragraph.paths:
        if isinstance(path, AnswerPath):
            names.add(path.suspect)
        else:
            names.add(case.edition.locations_by_number[path.location].slug)
    return frozenset(names)


def _marks_on_gaps(
    case: Case, texts: CaseTexts, mark_words: Words, paragraph: CaseParagraph
) -> Iterator[Mark]:
    """The marks of a paragraph that leaves something out.

    Perhaps a line was lost if it does not state of its speaker what most answers to its question state of
    theirs.
    """
    if not paragraph.statements:
        yield mark_of("look", "other", mark_words["silent"])
    elif all(statement.mode == "hint" for statement in paragraph.statements):
        yield mark_of("quiet", "other", mark_words["suggests"])
    path = paragraph.paths[0]
    if not isinstance(path, AnswerPath):
        return
    facts_by_answer = []
    for other in case.paragraphs:
        other_path = other.paths[0]
        if isinstance(other_path, AnswerPath) and other_path.topic == path.topic:
            facts_by_answer.append(_facts_about_speaker(other))
    if len(facts_by_answer) < _FEWEST_ANSWERS_WITH_CUSTOM:
        return
    own_facts = _facts_about_speaker(paragraph)
    for name, function in case.scope.function_of_name.items():
        count = sum(name in facts for facts in facts_by_answer)
        if count > _SHARE_THAT_IS_CUSTOM * len(facts_by_answer) and name not in own_facts:
            words = mark_words["odd_one_out"].format(count, len(facts_by_answer), texts.about(function))
            yield mark_of("look", "other", words)


def _facts_about_speaker(paragraph: CaseParagraph) -> set[str]:
    """The names of the facts that an answer states of its speaker."""
    facts: set[str] = set()
    for statement in paragraph.statements:
        if statement.mode != "hint":
            facts |= functions_about(statement.formula, paragraph.speaker or "")
    return facts


# --- rules -------------------------------------------------------------------------------------------


def _reviewed_rules(
    case: Case, texts: CaseTexts, findings: Sequence[Finding]
) -> Iterator[tuple[Json, tuple[Finding, ...]]]:
    """The rules as ``schemas/review.schema.json`` has them, each with the findings on its line."""
    for rule in case.rules:
        row = 0 if rule.is_general else case.source.line_of(rule.place.start)
        rule_as_json = {
            "says": texts.rule(rule.place, rule.text),
            "formula": rule.text,
            "source": _source_of_rule(rule),
            "words": rule.told,
        }
        yield rule_as_json, tuple(finding for finding in findings if finding.span.line == row)


def _source_of_rule(rule: Rule) -> str:
    """Where readers learn a rule, as ``schemas/review.schema.json`` has it."""
    if rule.common and not rule.is_general:
        return "common"
    if not rule.told:
        return "untold"
    return "printed" if rule.is_general else "presentation"
