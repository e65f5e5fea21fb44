"""Deduction about single sources: which matter, and what a reader of one alone knows."""

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
    """The part of a source in the proofs of a document."""

    source: str
    """Its name."""

    start: int
    """Where its first line begins, in characters from the beginning of the text; -1 if it has no logic."""

    end: int
    """Where its last line ends, in characters too; -1 if it has no logic."""

    essential: bool = False
    """Whether no proof of the answers does without it."""

    wrong: bool = False
    """Whether it is of no use in any proof of the answers."""

    refutes: tuple[str, ...] = ()
    """The answers that a reader of nothing else knows to be false."""


def remedies(analyzer: Analyzer) -> tuple[SuggestedStatement, ...]:
    """Facts to state where a document does not follow enough; none where that is too hard to say."""
    try:
        return analyzer.remedies()
    except theory.OutOfBudgetError:
        return ()


def roles(analyzer: Analyzer) -> tuple[SourceRole, ...]:
    """The part of each source; empty if there are too many of them.

    Raises:
        OutOfBudgetError: if that is too hard to say.
    """
    analysis = analyzer.analysis
    solver = analysis.solver
    sources = claims_by_source(solver)
    if not analysis.finished or not analysis.verdict.consistent or len(sources) > _MOST_SOURCES:
        return ()
    goal = analysis.proved
    essential_sources = essential(solver, goal) if goal else ()
    useless_sources = membership(solver, goal, BUDGET).wrong if goal else ()
    roles: list[SourceRole] = []
    for source, lines in sources.items():
        places = [analysis.origins[line].place for line in lines]
        start, end = min(place.start for place in places), max(place.end for place in places)
        role = SourceRole(
            source,
            start,
            end,
            essential=source in essential_sources,
            wrong=source in useless_sources,
            refutes=_refuted_answers(analysis, source),
        )
        roles.append(role)
    if goal:
        # A source without logic is of no use, if there is anything to prove.
        without_logic = [source for source in analysis.sources if source not in sources]
        roles += [SourceRole(source, -1, -1, wrong=True) for source in without_logic]
    return tuple(roles)


def _refuted_answers(analysis: DocumentAnalysis, source: str) -> tuple[str, ...]:
    """The answers that are impossible for a reader of one source, and possible before."""
    solver = analysis.solver
    before_reading = solver.assume(solver.laws)
    after_reading = solver.assume(solver.reading([source]))
    refuted: list[str] = []
    for target, value in rival_values(solver, analysis.proved):
        node = having(solver, target, value)
        if not solver.solve([*after_reading, node]) and solver.solve([*before_reading, node]):
            refuted.append(value)
    return tuple(refuted)


def alone(words: Verbalizer | None, analysis: DocumentAnalysis, source: str) -> str:
    """The knowledge of a reader of one source alone, as text.

    If that is nothing, the text adds what follows if the source is believed.
    """
    solver = analysis.solver
    known_before = solver.fixed(solver.laws)
    known_after = solver.fixed(solver.reading([source]))
    new_facts = {key: value for key, value in known_after.items() if key not in known_before}
    if new_facts:
        return _in_words(words, analysis, new_facts)
    believed = _facts_if_believed(solver, source)
    claimed_facts = {key: value for key, value in believed.items() if key not in known_before}
    if not claimed_facts:
        return "nothing for certain"
    targets = {target.name for target in solver.theory.targets}
    # An answer is named only if nothing else follows.
    other_facts = {key: value for key, value in claimed_facts.items() if key[0] not in targets}
    words_of_facts = _in_words(words, analysis, other_facts or claimed_facts)
    return f"nothing for certain; if it is true: {words_of_facts}"


def _facts_if_believed(solver: TheorySolver, source: str) -> Mapping[Key, str]:
    """Everything that follows from a source whose claims are true; empty if they cannot be lies anyway."""
    claims = claims_by_source(solver).get(source, [])
    exempt = {solver.lines[claim].exempt for claim in claims if claim in solver.lines} - {FALSE}
    return solver.fixed(solver.reading([source]), [-node for node in exempt]) if exempt else {}


def _in_words(words: Verbalizer | None, analysis: DocumentAnalysis, known: Mapping[Key, str]) -> str:
    """Facts as clauses, the first few of many: "a; b; c; d; and 2 more"."""
    all_clauses = list(clauses(words, analysis, known))
    shown_clauses = all_clauses[:_MOST_CLAUSES]
    others = len(all_clauses) - len(shown_clauses)
    if others:
        shown_clauses.append(f"and {others} more")
    return "; ".join(shown_clauses)


def clauses(words: Verbalizer | None, analysis: DocumentAnalysis, known: Mapping[Key, str]) -> Iterator[str]:
    """Facts as clauses, in the words of their document if it has any."""
    facts = [theory.Fact(*key, value) for key, value in known.items()]
    return words.together(map(theory.Assertion, facts)) if words else map(analysis.wording.fact, facts)


def possible(analysis: DocumentAnalysis, term: str) -> tuple[str, ...]:
    """The values that a term still may have for a reader of everything, by the document's names.

    There are none if the term is unknown.
    """
    source = Source("", f"{term} = none")
    node, _ = parse_lone_formula(source, analysis.dialect)
    left = getattr(node, "left", None)
    function = analysis.scope.function_of_name.get(left.name) if isinstance(left, nodes.TermNode) else None
    if function is None or not isinstance(left, nodes.TermNode):
        return ()
    typed = [typecheck.Typer(analysis.scope, source).type_term(argument)[0] for argument in left.arguments]
    known = [argument.term for argument in typed if argument]
    arguments = [constant.value for constant in known if isinstance(constant, formulas.Constant)]
    if not len(arguments) == len(typed) == len(function.arguments):
        return ()
    solver = analysis.solver
    try:
        return solver.values(solver.everything, function, tuple(arguments))
    except (theory.OutOfBudgetError, ValueError):
        return ()
