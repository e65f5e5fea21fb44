"""Insights of deduction on the parts of a document: which sources matter, and what one alone says."""

from collections.abc import Iterator, Mapping

from casekit.analysis.analyzer import Analyzer, SuggestedStatement
from casekit.analysis.document_analysis import DocumentAnalysis
from casekit.analysis.verbalizer.verbalizer import Verbalizer
from casekit.deduce.encoding.circuit import FALSE, Key
from casekit.deduce.minimal_sources import claims_by_source, essential, having, membership, rival_values
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.diagnostics import Source
from casekit.language.formula import nodes, typecheck
from casekit.language.syntax.parser import parse_lone_formula
from casekit.logic import formulas, theory
from casekit.values import frozen

BUDGET = 300
"""How many worlds the search for sources of no use may look at."""

_MOST_SOURCES = 400
"""The most sources whose parts a writer sees while typing: each takes a question about every answer."""

_MOST_CLAUSES = 4
"""At most this many clauses of a reader's knowledge are listed."""


@frozen(slots=True)
class SourceRole:
    """The part of a source in the proofs of a document.

    ``start`` and ``end`` are where its first and its last line are, -1 for one that says nothing in logic.
    ``refutes`` are the answers that a reader of nothing else knows to be false.
    """

    source: str
    start: int
    end: int
    essential: bool = False
    wrong: bool = False
    refutes: tuple[str, ...] = ()


def remedies(asked: Analyzer) -> tuple[SuggestedStatement, ...]:
    """Facts to state where a document does not follow enough; none where that is too hard to say."""
    try:
        return asked.remedies()
    except theory.OutOfBudgetError:
        return ()


def roles(asked: Analyzer) -> tuple[SourceRole, ...]:
    """The part of each source; empty if there are too many of them.

    Raises:
        OutOfBudgetError: if that is too hard to say.
    """
    inquiry = asked.inquiry
    knowledge = inquiry.knowledge
    sources = claims_by_source(knowledge)
    if not inquiry.finished or not inquiry.verdict.consistent or len(sources) > _MOST_SOURCES:
        return ()
    goal = inquiry.proved
    needed = essential(knowledge, goal) if goal else ()
    wrong = membership(knowledge, goal, BUDGET).wrong if goal else ()
    roles: list[SourceRole] = []
    for source, lines in sources.items():
        places = [inquiry.origins[line].place for line in lines]
        start, end = min(place.start for place in places), max(place.end for place in places)
        refuted = _refuted(inquiry, source)
        roles.append(SourceRole(source, start, end, source in needed, source in wrong, refuted))
    # One that says nothing helps nobody, where there is anything to prove.
    silent = [source for source in inquiry.sources if source not in sources and goal]
    return (*roles, *(SourceRole(source, -1, -1, wrong=True) for source in silent))


def _refuted(inquiry: DocumentAnalysis, source: str) -> tuple[str, ...]:
    """The answers that are impossible for a reader of one source, and possible before."""
    knowledge = inquiry.knowledge
    before, after = knowledge.assume(knowledge.laws), knowledge.assume(knowledge.reading([source]))
    refuted: list[str] = []
    for target, value in rival_values(knowledge, inquiry.proved):
        node = having(knowledge, target, value)
        if not knowledge.solve([*after, node]) and knowledge.solve([*before, node]):
            refuted.append(value)
    return tuple(refuted)


def alone(words: Verbalizer | None, inquiry: DocumentAnalysis, source: str) -> str:
    """A reader's knowledge from one source alone, in the words of its document if it has any.

    Where a reader knows nothing, it is what follows if the source is believed.
    """
    knowledge = inquiry.knowledge
    before = knowledge.fixed(knowledge.laws)
    known = knowledge.fixed(knowledge.reading([source]))
    new = {key: value for key, value in known.items() if key not in before}
    if new:
        return _in_words(words, inquiry, new)
    said = {key: value for key, value in _believed(knowledge, source).items() if key not in before}
    targets = {target.name for target in knowledge.theory.targets}
    said = {key: value for key, value in said.items() if key[0] not in targets} or said
    nothing = "nothing for certain"
    return f"{nothing}; if it is true: {_in_words(words, inquiry, said)}" if said else nothing


def _believed(knowledge: TheorySolver, source: str) -> Mapping[Key, str]:
    """Everything that follows from a source if no claim of it is exempt; nothing if that changes nothing."""
    claims = claims_by_source(knowledge).get(source, [])
    exempt = {knowledge.lines[claim].exempt for claim in claims if claim in knowledge.lines} - {FALSE}
    return knowledge.fixed(knowledge.reading([source]), [-node for node in exempt]) if exempt else {}


def _in_words(words: Verbalizer | None, inquiry: DocumentAnalysis, known: Mapping[Key, str]) -> str:
    facts = list(clauses(words, inquiry, known))
    more = len(facts) - _MOST_CLAUSES
    return "; ".join(facts[:_MOST_CLAUSES]) + (f"; and {more} more" if more > 0 else "")


def clauses(words: Verbalizer | None, inquiry: DocumentAnalysis, known: Mapping[Key, str]) -> Iterator[str]:
    """Facts as clauses, in the words of their document if it has any."""
    facts = [theory.Fact(*key, value) for key, value in known.items()]
    return words.together(map(theory.Assertion, facts)) if words else map(inquiry.wording.fact, facts)


def possible(inquiry: DocumentAnalysis, term: str) -> tuple[str, ...]:
    """The values that a term still may have for a reader of everything, by the document's names.

    There are none if the term is unknown.
    """
    source = Source("", f"{term} = none")
    node, _ = parse_lone_formula(source, inquiry.dialect)
    left = getattr(node, "left", None)
    function = inquiry.scope.function_of_name.get(left.name) if isinstance(left, nodes.TermNode) else None
    if function is None or not isinstance(left, nodes.TermNode):
        return ()
    typed = [typecheck.Typer(inquiry.scope, source).type_term(argument)[0] for argument in left.arguments]
    known = [argument.term for argument in typed if argument]
    arguments = [constant.value for constant in known if isinstance(constant, formulas.Constant)]
    if not len(arguments) == len(typed) == len(function.arguments):
        return ()
    knowledge = inquiry.knowledge
    try:
        return knowledge.values(knowledge.everything, function, tuple(arguments))
    except (theory.OutOfBudgetError, ValueError):
        return ()
