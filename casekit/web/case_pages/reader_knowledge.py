"""The knowledge of players who have read some sources of a case, as the page "Start from here" shows it.

``knowledge_after_reading`` is a question: it runs in the process of the case, and its result is copied to the
server.
"""

from collections.abc import Mapping, Sequence

from casekit.analysis import source_roles
from casekit.analysis.analyzer import Analyzer
from casekit.analysis.document_analysis import DocumentAnalysis
from casekit.analysis.summaries import SourceTable
from casekit.analysis.verbalizer.verbalizer import Verbalizer
from casekit.logic.theory import OutOfBudgetError
from casekit.prose.markup import visible_text
from casekit.prose.phrasing import capital
from casekit.values import frozen, replace
from casekit.web.case_pages.paragraphs import SourceParagraph, paragraphs_of
from casekit.web.case_worker import AnalysedCase

MOST_FACTS = 60
"""At most this many of the facts that players know are listed."""

MOST_HELPFUL = 6
"""At most this many sources that would help players are named."""

MOST_TRIED = 400
"""At most this many unread sources are tried: each costs a question for every answer."""

REPLY_COLUMNS = 60
"""The reply to a formula is wrapped at this many characters."""


@frozen(slots=True)
class ReaderQuestion:
    """A question of the game, and how far players can answer it."""

    question: str
    possible: Sequence[str]
    """The answers that they cannot rule out, in words."""
    possible_at_first: int
    """How many answers were possible before they read anything."""

    @property
    def is_certain(self) -> bool:
        """Whether one answer is left."""
        return len(self.possible) == 1


@frozen(slots=True)
class HelpfulSource:
    """A source that players have not read, and what it would do for them."""

    name: str
    ruled_out: int
    """How many answers it would rule out, of all questions together."""
    decides: Sequence[str]
    """The questions that would have one answer left."""


@frozen(slots=True)
class ReaderKnowledge:
    """The knowledge of players who have read some sources, or why that cannot be said."""

    obstacle: str = ""
    """Why nothing can be said; empty if there is something to say."""
    tables: Sequence[SourceTable] = ()
    """The sources to choose from."""
    read: Sequence[str] = ()
    """The sources that they have read, in the order of the case."""
    questions: Sequence[ReaderQuestion] = ()
    facts: Sequence[str] = ()
    """What they know beyond what everybody knows, in clauses."""
    more_facts: int = 0
    """How many more facts they know."""
    helpful: Sequence[HelpfulSource] = ()
    """The sources that would help them most, the best first."""
    reply: str = ""
    """The reply to their formula, empty if they have asked none."""


def knowledge_after_reading(
    case: AnalysedCase, read: Sequence[str], formula: str = "", *, revealed: bool = False
) -> ReaderKnowledge:
    """The knowledge of players who have ``read`` some sources, with the reply to a formula if there is one.

    Unless the solution is ``revealed``, the reply is the answer alone: proofs and worlds name the truth.
    """
    document, analyzer = case.checked.document, case.analysable.analyzer
    if document is None:
        return ReaderKnowledge(obstacle="the case could not be read")
    wording = case.checked.game.wording
    tables = tuple(wording.source_tables(document))
    choice = ReaderKnowledge(tables=tables)
    if analyzer is None:
        return replace(choice, obstacle=case.analysable.why_not_analysable)
    analysis = analyzer.analysis
    read = tuple(source for source in analysis.sources if source in read)
    choice = replace(choice, read=read)
    try:
        reply = _reply(analyzer, formula, read, bare=not revealed) if formula.strip() else ""
        facts = _facts(wording.verbalizer(document), analysis, read)
        return replace(
            choice,
            questions=_questions(analysis, read),
            facts=facts[:MOST_FACTS],
            more_facts=max(0, len(facts) - MOST_FACTS),
            helpful=_helpful_sources(analysis, read, paragraphs_of(case.checked.tree, tables)),
            reply=reply,
        )
    except OutOfBudgetError as error:
        return replace(choice, obstacle=analyzer.too_hard(error).message)


def _reply(analyzer: Analyzer, formula: str, read: Sequence[str], *, bare: bool) -> str:
    """The answer to a formula in words, or what is wrong with it."""
    answer, problems = analyzer.ask(formula, ", ".join(read), bare=bare)
    if answer is not None:
        return answer.in_words(REPLY_COLUMNS)
    return "\n".join(f"{problem.message}. {capital(problem.hint)}".rstrip() for problem in problems)


def _possible_answers(analysis: DocumentAnalysis, read: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The values of each question that readers of some sources cannot rule out."""
    solver = analysis.solver
    lines = solver.reading(read)
    functions = analysis.scope.function_of_name
    return {name: solver.values(lines, functions[name], ()) for name in analysis.wording.elements}


def _questions(analysis: DocumentAnalysis, read: Sequence[str]) -> tuple[ReaderQuestion, ...]:
    wording = analysis.wording
    possible_at_first = _possible_answers(analysis, ())
    questions = []
    for name, values in _possible_answers(analysis, read).items():
        question = ReaderQuestion(
            question=capital(wording.element(name)),
            possible=[capital(visible_text(wording.answer(name, value))) for value in values],
            possible_at_first=len(possible_at_first[name]),
        )
        questions.append(question)
    return tuple(questions)


def _helpful_sources(
    analysis: DocumentAnalysis, read: Sequence[str], paragraphs: Mapping[str, SourceParagraph]
) -> tuple[HelpfulSource, ...]:
    """The sources that would help most.

    The more questions a source decides, the better; then, the more answers it rules out. Equals are in the
    order of the case.
    """
    wording = analysis.wording
    before = _possible_answers(analysis, read)
    helpful: list[HelpfulSource] = []
    unread = [source for source in analysis.sources if source not in read]
    for source in unread[:MOST_TRIED]:
        after = _possible_answers(analysis, (*read, source))
        ruled_out = sum(len(before[name]) - len(after[name]) for name in before)
        if not ruled_out:
            continue
        decided = [name for name in before if len(before[name]) > 1 and len(after[name]) == 1]
        helpful.append(
            HelpfulSource(
                name=paragraphs[source].name if source in paragraphs else wording.named(source),
                ruled_out=ruled_out,
                decides=[capital(wording.element(name)) for name in decided],
            )
        )
    helpful.sort(key=lambda source: (-len(source.decides), -source.ruled_out))
    return tuple(helpful[:MOST_HELPFUL])


def _facts(verbalizer: Verbalizer | None, analysis: DocumentAnalysis, read: Sequence[str]) -> tuple[str, ...]:
    """The knowledge of readers of some sources beyond what everybody knows, in clauses."""
    solver = analysis.solver
    known_to_all = solver.fixed(solver.reading(()))
    known_to_readers = solver.fixed(solver.reading(read))
    new = {key: value for key, value in known_to_readers.items() if key not in known_to_all}
    return tuple(capital(visible_text(clause)) for clause in source_roles.clauses(verbalizer, analysis, new))
