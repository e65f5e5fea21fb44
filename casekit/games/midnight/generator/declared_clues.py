"""Clues with the facts that a case declares itself: a world of them, a clue for each true fact and path."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from math import prod
from random import Random

from casekit.deduce.encoding.circuit import NO, NONE, YES, Cases, Key, range_of, term_name
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.games.midnight.document import AnswerPath, Case, CasePath, Edition, PlacePath
from casekit.games.midnight.generator.plots import Telling
from casekit.games.midnight.theory import case_analysis, wording
from casekit.logic import formulas, theory
from casekit.values import replace

MOST_TERMS = 400
"""A fact with more arguments than that is left to its writer: too much of it would have to be made up."""

MOST_CLUES = 4_000
"""The most clues that are chosen from."""

_HAUNTS = 4
"""The number of places where people are, unless the case says otherwise."""

_DENIALS = 3
"""The number of values that something does not have, of those that matter, that are clues of their own."""

_RARE = 0.3
"""The share of people of whom something is true that a case says nothing about."""

World = Mapping[Key, str]
"""A world: a value for each ground term."""

Terms = Mapping[Key, formulas.Function]
"""Ground terms, with their functions."""

Rivals = tuple[tuple[str, str], ...]
"""Elements of the solution, each with another answer that remains."""


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
    """That a term of a function has a value, or is so."""
    term = formulas.Apply(function, tuple(map(formulas.Constant, key[1])))
    if function.values is None:
        return formulas.Holds(term)
    return formulas.Equal(term, formulas.Nothing() if value == NONE else formulas.Constant(value))


def line_of(key: Key, value: str) -> str:
    """That a term has a value, as a case writes it."""
    return {YES: term_name(key), NO: f"not {term_name(key)}"}.get(value, f"{term_name(key)} = {value}")


def tied_facts(solver: TheorySolver) -> set[str]:
    """The names of the facts that lines tie to an answer, directly or by others."""
    facts_of_lines = [_names_of(line.terms) for line in solver.lines.values()]
    tied = {target.name for target in solver.theory.targets}
    while more := [names for names in facts_of_lines if names & tied and not names <= tied]:
        tied.update(*more)
    return tied


def _names_of(terms: Iterable[Key]) -> set[str]:
    return {name for name, _ in terms}


# --- a world -------------------------------------------------------------------------------------


def made_world(
    analysis: case_analysis.CaseAnalysis, culprits: Sequence[str], random: Random
) -> tuple[World, Rivals]:
    """One of the ways in which everything can have been that is written, with one of some culprits.

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
    haunts = random.sample(places, min(_HAUNTS, len(places)))
    written = solver.assume((*solver.truth, *solver.everything))
    meant = [*written, *_meant(analysis, solver)]
    held = meant if solver.solve(meant) else written
    culprit, *others = solver.theory.targets
    cases = solver.vocabulary.cases(culprit, ())
    who = _possible(solver, random.sample(list(culprits), len(culprits)), cases, held)
    held = [*held, cases[who]]
    world: dict[Key, str] = {("culprit", ()): who}
    targets: Terms = {(target.name, ()): target for target in others}
    # Answers come first, then facts, each in an order that chance decides.
    mixed = [random.sample(list(unknown.items()), len(unknown)) for unknown in (targets, terms)]
    for key, function in chain.from_iterable(mixed):
        cases = solver.vocabulary.cases(function, key[1])
        world[key] = _possible(solver, _likely(function, list(cases), haunts, random), cases, held)
        held.append(cases[world[key]])
    return world, tuple(_rivals(solver, world, terms))


def _meant(analysis: case_analysis.CaseAnalysis, solver: TheorySolver) -> Iterator[int]:
    """The statements as they are meant: lies are false, other statements and claims of the solution true."""
    for name, origin in analysis.origins.items():
        if origin.kind in {"answer", "place"} and origin.mode != "hint" and name in solver.lines:
            false = solver.lines[name].meaning.false
            yield false if origin.mode == "lie" else -false
    for claim in analysis.case.solution.statements:
        yield solver.meaning(claim.formula).true


def _possible(solver: TheorySolver, values: Iterable[str], cases: Cases, held: Sequence[int]) -> str:
    """The first of some values that something may have besides all that is held."""
    for value in values:
        if solver.solve([*held, cases[value]]):
            return value
    raise NoWorldError


def _likely(
    function: formulas.Function, values: list[str], haunts: Sequence[str], random: Random
) -> list[str]:
    """The values of a fact, those first that are to be tried first."""
    mixed = random.sample(values, len(values))
    if function.values is None:
        first = YES if random.random() < (_RARE if function.arguments else 1 / 2) else NO
        return sorted(mixed, key=lambda value: value != first)
    return sorted(mixed, key=lambda value: value not in haunts)


def _rivals(solver: TheorySolver, world: World, terms: Terms) -> Iterator[tuple[str, str]]:
    known = [solver.vocabulary.node(key, world[key]) for key in terms]
    known += solver.assume(solver.everything)
    for target in solver.theory.targets:
        for value, node in solver.vocabulary.cases(target, ()).items():
            if value != world[target.name, ()] and solver.solve([*known, node]):
                yield target.name, value


# --- clues ---------------------------------------------------------------------------------------


def declared_clues(
    case: Case, world: World, culprit: str, paths: Sequence[CasePath], solver: TheorySolver, random: Random
) -> tuple[Telling, ...]:
    """A clue for each fact of a world that matters and each open path that can carry it, shuffled."""
    tied = tied_facts(solver)
    terms = declared_terms(case)
    spoken = _values_in_laws(solver)
    answers = [path for path in paths if isinstance(path, AnswerPath) and path.suspect != culprit]
    places = [path for path in paths if isinstance(path, PlacePath)]
    clues: list[Telling] = []
    for key, function in terms.items():
        if key[0] not in tied or key not in world:
            continue
        name = term_name(key)
        for line, weight in _lines(key, function, world[key], spoken, random):
            for path, nearness in _tellers(case.edition, key, world, places, answers, random):
                clues.append(Telling(path, line, "", name, weight=weight * nearness))
    for function in dict.fromkeys(terms.values()):
        if function.name in tied and [sort.name for sort in function.arguments] == ["suspect"]:
            clues += _list(function, world, places)
    random.shuffle(clues)
    return tuple(clues[:MOST_CLUES])


def _values_in_laws(solver: TheorySolver) -> set[str]:
    values: set[str] = set()
    for law in solver.theory.laws:
        for term in formulas.all_terms(law.formula):
            if isinstance(term, formulas.Constant):
                values.add(term.value)
    return values


def _lines(
    key: Key, function: formulas.Function, value: str, spoken: Collection[str], random: Random
) -> Iterator[tuple[str, float]]:
    """That a term has its value, and not some others that rules and presentation name; with weights."""
    yield line_of(key, value), 1.0
    if function.values is not None:
        others = [other for other in range_of(function) if other not in (value, NONE) and other in spoken]
        for other in random.sample(others, min(_DENIALS, len(others))):
            yield f"{term_name(key)} != {other}", 0.7


def _tellers(
    edition: Edition,
    key: Key,
    world: World,
    places: Sequence[PlacePath],
    answers: Sequence[AnswerPath],
    random: Random,
) -> Iterator[tuple[CasePath, float]]:
    """The paths of those who can know of a fact, with more weight the nearer they were."""
    value = world[key]
    about = {*key[1], value}
    rooms = {location.number for location in edition.locations if location.slug in about}
    cabins = {suspect.cabin for suspect in edition.suspects if suspect.name in key[1]}
    if value in edition.locations_by_slug:
        about |= _holders_of(key[0], value, world)
    near = [path for path in places if path.location in rooms | cabins]
    near_people = [path for path in answers if path.suspect in about]
    yield from ((path, 1.5 if path.location in rooms else 1.0) for path in near)
    yield from ((path, 1.0) for path in near_people)
    for stock, used in ((places, near), (answers, near_people)):
        rest = [path for path in stock if path not in used]
        yield from ((path, 0.3) for path in random.sample(rest, min(2, len(rest))))


def _holders_of(fact: str, value: str, world: World) -> set[str]:
    """Those for whom a fact of one argument has a value."""
    holders: set[str] = set()
    for (name, arguments), other in world.items():
        if name == fact and other == value and len(arguments) == 1:
            holders.add(arguments[0])
    return holders


def _list(function: formulas.Function, world: World, places: Sequence[PlacePath]) -> Iterator[Telling]:
    """Everybody of whom something is true, as somebody of the crew can know it."""
    if function.values is None:
        names = sorted(_holders_of(function.name, YES, world))
        line = (
            f"every suspect A: {function.name}(A) implies A in {{ {', '.join(names)} }}"
            if names
            else f"no suspect A: {function.name}(A)"
        )
        yield from (Telling(path, line, "", function.name, weight=0.2) for path in places)


def plain_clues(case: Case, world: World, path: CasePath, functions: Collection[str]) -> Iterator[Telling]:
    """Each fact of a world with one of some functions, on one path, even if nobody there would know it."""
    for key in declared_terms(case):
        if key[0] in functions:
            yield Telling(path, line_of(key, world[key]), "", term_name(key), weight=0.1)


def lies_of(case: Case, world: World, path: CasePath, functions: Collection[str]) -> Iterator[Telling]:
    """The opposite of each such fact, for the culprit to claim."""
    for key, function in declared_terms(case).items():
        false = [value for value in range_of(function) if value not in (world[key], NONE)]
        if key[0] in functions and false:
            yield Telling(path, line_of(key, false[0]), "", term_name(key), "lie", weight=0.1)


def direct_clues(
    rivals: Sequence[tuple[str, str]], culprit: str, paths: Sequence[CasePath]
) -> tuple[Telling, ...]:
    """Clues that something is not an answer, where nothing else is known that rules it out."""
    clues: list[Telling] = []
    for element, value in rivals:
        line = f"{element} != {value}"
        for path in paths:
            is_interested = isinstance(path, AnswerPath) and path.suspect in (culprit, value)
            if not is_interested:
                clues.append(Telling(path, line, "", element, weight=0.2))
    return tuple(clues)


def lie_and_catch(
    case: Case, world: World, culprit: str, paths: Sequence[CasePath], random: Random
) -> tuple[Telling, ...]:
    """A lie of the culprit about a declared fact, and what gives it away.

    Nothing, where the culprit has nothing open to say.
    """
    own = [path for path in paths if isinstance(path, AnswerPath) and path.suspect == culprit]
    others = [path for path in paths if path not in own]
    terms = declared_terms(case)
    about = [key for key, function in terms.items() if _can_lie_about(key, function, world, culprit)]
    if not own or not about or not others:
        return ()
    # Where somebody was is what others can know best.
    here = [key for key in about if world[key] in case.edition.locations_by_slug]
    key = random.choice(sorted(here or about))
    lie = _lie(key, terms[key], world, random)
    # Of somebody who may be lying too it is one word against another until something else decides it.
    people = [path for path in others if isinstance(path, AnswerPath)]
    witnesses = people or others
    who_knows = [path for path in witnesses if _knows_better(case.edition, path, key, lie, world)]
    catch = _truth_against(lie, key, world)
    return (
        Telling(own[0], line_of(key, lie), "", term_name(key), "lie", due=True),
        Telling(random.choice(who_knows or witnesses), catch, "", term_name(key), due=True),
    )


def _truth_against(lie: str, key: Key, world: World) -> str:
    """That a term does not have the value that a line gives it, as a case writes it."""
    return line_of(key, world[key]) if lie in (YES, NO) else f"{term_name(key)} != {lie}"


def _can_lie_about(key: Key, function: formulas.Function, world: World, culprit: str) -> bool:
    """Whether a term is about the culprit, and has a value that another can take the place of."""
    return culprit in key[1] and world[key] != NONE and len(range_of(function)) > 1 + function.optional


def _lie(key: Key, function: formulas.Function, world: World, random: Random) -> str:
    """Another value of a term, rather one that the fact has for others."""
    values = [value for value in range_of(function) if value not in (world[key], NONE)]
    shared = {value for (name, _), value in world.items() if name == key[0]}
    return random.choice([value for value in values if value in shared] or values)


def _knows_better(edition: Edition, path: CasePath, key: Key, lie: str, world: World) -> bool:
    """Whether somebody asked on a path was where the culprit claims to have been, or had what is claimed."""
    if isinstance(path, AnswerPath):
        return world.get((key[0], (path.suspect,))) == lie
    place = edition.locations_by_slug.get(lie)
    return place is not None and path.location == place.number
