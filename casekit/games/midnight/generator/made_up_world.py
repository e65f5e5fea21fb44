"""A world for a half-written case: a value for each fact that it declares, and for each answer."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from math import prod
from random import Random

from casekit.deduce.encoding.circuit import NO, NONE, YES, Cases, Key, range_of, term_name
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.games.midnight.document import Case
from casekit.games.midnight.theory import case_analysis, wording
from casekit.logic import formulas, theory
from casekit.values import replace

MOST_TERMS = 400
"""A fact with more arguments than that is left to its writer: too much of it would have to be made up."""

_HAUNTS_COUNT = 4
"""The number of places where people are, unless the case says otherwise."""

_SHARE_OF_RARE = 0.3
"""The share of people of whom something is true that a case says nothing about."""

World = Mapping[Key, str]
"""A world: a value for each ground term."""

Terms = Mapping[Key, formulas.Function]
"""Ground terms, with their functions."""

Rivals = tuple[tuple[str, str], ...]
"""Elements of the solution, each with another answer that is still possible."""


class NoWorldError(Exception):
    """The lines that are written leave no room for what is asked."""


def declared_terms(case: Case) -> Terms:
    """The ground terms of the facts that a case declares, as far as a clue can be about them."""
    terms: dict[Key, formulas.Function] = {}
    for function in case.scope.functions:
        if function.table is not None or function.name in wording.TARGETS:
            continue
        values = [sort.values for sort in function.arguments]
        if prod(map(len, values)) <= MOST_TERMS:
            for arguments in product(*values):
                terms[function.name, arguments] = function
    return terms


def formula_of(function: formulas.Function, key: Key, value: str) -> formulas.Formula:
    """The formula that says that a term of a function has a value, or that it is so."""
    term = formulas.Apply(function, tuple(map(formulas.Constant, key[1])))
    if function.values is None:
        return formulas.Holds(term)
    return formulas.Equal(term, formulas.Nothing() if value == NONE else formulas.Constant(value))


def line_of(key: Key, value: str) -> str:
    """The line that says that a term has a value: ``not card(FELIX)``, ``place(FELIX) = bar``."""
    term = term_name(key)
    if value == YES:
        return term
    return f"not {term}" if value == NO else f"{term} = {value}"


def made_world(
    analysis: case_analysis.CaseAnalysis, culprits: Sequence[str], random: Random
) -> tuple[World, Rivals]:
    """One of the ways in which everything that is written can have been, with one of some culprits.

    The statements are true in it unless they are marked as lies, if there is such a world. With it come the
    rivals of its answers that remain if one knows every declared fact of it.

    Raises:
        NoWorldError: if none of them can have done it.
        OutOfBudgetError: if that is too hard to say.
    """
    terms = declared_terms(analysis.case)
    # The same lines, and a solver that knows some terms: hints of them, which have no force.
    probes = [
        theory.Claim(f"term {number}", "", formula_of(function, key, range_of(function)[0]), hint=True)
        for number, (key, function) in enumerate(terms.items())
    ]
    wider = replace(analysis.solver.theory, claims=(*analysis.solver.theory.claims, *probes))
    limits = analysis.solver.limits
    solver = TheorySolver(wider, limits._replace(total=limits.total + len(probes)))
    places = [location.slug for location in analysis.case.edition.locations]
    haunts = random.sample(places, min(_HAUNTS_COUNT, len(places)))
    written = solver.assume((*solver.truth, *solver.everything))
    meant = [*written, *_meant(analysis, solver)]
    assumptions = meant if solver.solve(meant) else written
    culprit, *others = solver.theory.targets
    cases = solver.vocabulary.cases(culprit, ())
    made_up_culprit = _possible(solver, random.sample(list(culprits), len(culprits)), cases, assumptions)
    assumptions = [*assumptions, cases[made_up_culprit]]
    world: dict[Key, str] = {("culprit", ()): made_up_culprit}
    targets: Terms = {(target.name, ()): target for target in others}
    # Answers come first, then facts, each in an order that chance decides.
    shuffled = [random.sample(list(unknown.items()), len(unknown)) for unknown in (targets, terms)]
    for key, function in chain.from_iterable(shuffled):
        cases = solver.vocabulary.cases(function, key[1])
        likely_first = _likely_first(function, list(cases), haunts, random)
        world[key] = _possible(solver, likely_first, cases, assumptions)
        assumptions.append(cases[world[key]])
    return world, tuple(_rivals(solver, world, terms))


def _meant(analysis: case_analysis.CaseAnalysis, solver: TheorySolver) -> Iterator[int]:
    """The statements as they are meant: lies are false, other statements and claims of the solution true."""
    for name, origin in analysis.origins.items():
        if origin.kind in {"answer", "place"} and origin.mode != "hint" and name in solver.lines:
            false = solver.lines[name].meaning.false
            yield false if origin.mode == "lie" else -false
    for claim in analysis.case.solution.statements:
        yield solver.meaning(claim.formula).true


def _possible(solver: TheorySolver, values: Iterable[str], cases: Cases, assumptions: Sequence[int]) -> str:
    """The first of some values that something may have under the assumptions."""
    for value in values:
        if solver.solve([*assumptions, cases[value]]):
            return value
    raise NoWorldError


def _likely_first(
    function: formulas.Function, values: list[str], haunts: Sequence[str], random: Random
) -> list[str]:
    """The values of a fact in the order in which they are tried.

    What is true of somebody is rare; people were in few places, the ``haunts``.
    """
    shuffled = random.sample(values, len(values))
    if function.values is None:
        share_of_true = _SHARE_OF_RARE if function.arguments else 1 / 2
        first = YES if random.random() < share_of_true else NO
        return sorted(shuffled, key=lambda value: value != first)
    return sorted(shuffled, key=lambda value: value not in haunts)


def _rivals(solver: TheorySolver, world: World, terms: Terms) -> Iterator[tuple[str, str]]:
    """Answers that a world does not give, though they are possible to somebody who knows all its facts."""
    known = [solver.vocabulary.node(key, world[key]) for key in terms]
    known += solver.assume(solver.everything)
    for target in solver.theory.targets:
        for value, node in solver.vocabulary.cases(target, ()).items():
            if value != world[target.name, ()] and solver.solve([*known, node]):
                yield target.name, value
