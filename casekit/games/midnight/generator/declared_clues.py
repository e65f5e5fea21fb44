"""Clues to a made-up world in the words of the case.

There is one for each true fact and each path that can know it.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from random import Random

from casekit.deduce.encoding.circuit import NO, NONE, YES, Key, range_of, term_name
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.games.midnight.document import AnswerPath, Case, CasePath, Edition, PlacePath
from casekit.games.midnight.generator.made_up_world import World, declared_terms, line_of
from casekit.games.midnight.generator.plot_clues import Telling
from casekit.logic import formulas

MOST_CLUES = 4_000
"""The most clues that are chosen from."""

_DENIALS_OF_A_TERM = 3
"""The number of values that something does not have, of those that matter, that are clues of their own."""

# How gladly a clue is taken (``ClueCandidate.weight``), by what it says.
_WEIGHT_OF_VALUE = 1.0
_WEIGHT_OF_DENIAL = 0.7
_WEIGHT_OF_LIST = 0.2
_WEIGHT_OF_ANSWER = 0.2
_WEIGHT_WITHOUT_KNOWLEDGE = 0.1

# The factor of this weight, by how near a path is to the fact.
_NEARNESS_OF_SCENE = 1.5
_NEARNESS_OF_PEOPLE = 1.0
_NEARNESS_OF_OTHERS = 0.3

_OTHER_PATHS = 2
"""The number of answers, and of places, that can carry a fact though they are not near it."""


def tied_facts(solver: TheorySolver) -> set[str]:
    """The names of the facts that lines tie to an answer, directly or by others."""
    facts_of_lines = [_names_of(line.terms) for line in solver.lines.values()]
    tied = {target.name for target in solver.theory.targets}
    while more := [names for names in facts_of_lines if names & tied and not names <= tied]:
        tied.update(*more)
    return tied


def _names_of(terms: Iterable[Key]) -> set[str]:
    return {name for name, _ in terms}


def declared_clues(
    case: Case, world: World, culprit: str, paths: Sequence[CasePath], solver: TheorySolver, random: Random
) -> tuple[Telling, ...]:
    """A clue for each fact of a world that matters and each open path that can carry it, shuffled."""
    tied = tied_facts(solver)
    terms = declared_terms(case)
    values_in_laws = _values_in_laws(solver)
    answers = [path for path in paths if isinstance(path, AnswerPath) and path.suspect != culprit]
    places = [path for path in paths if isinstance(path, PlacePath)]
    clues: list[Telling] = []
    for key, function in terms.items():
        if key[0] not in tied or key not in world:
            continue
        name = term_name(key)
        for line, weight in _lines(key, function, world[key], values_in_laws, random):
            for path, nearness in _paths_of_tellers(case.edition, key, world, places, answers, random):
                clues.append(Telling(path, line, "", name, weight=weight * nearness))
    for function in dict.fromkeys(terms.values()):
        if function.name in tied and [sort.name for sort in function.arguments] == ["suspect"]:
            clues += _lists(function, world, places)
    random.shuffle(clues)
    return tuple(clues[:MOST_CLUES])


def _values_in_laws(solver: TheorySolver) -> set[str]:
    """The values that rules and presentation name."""
    values: set[str] = set()
    for law in solver.theory.laws:
        for term in formulas.all_terms(law.formula):
            if isinstance(term, formulas.Constant):
                values.add(term.value)
    return values


def _lines(
    key: Key, function: formulas.Function, value: str, values_in_laws: Collection[str], random: Random
) -> Iterator[tuple[str, float]]:
    """Lines about a term, each with its weight: it has its value, and not some others.

    These others are values that rules and presentation name.
    """
    yield line_of(key, value), _WEIGHT_OF_VALUE
    if function.values is not None:
        others = [
            other for other in range_of(function) if other not in (value, NONE) and other in values_in_laws
        ]
        for other in random.sample(others, min(_DENIALS_OF_A_TERM, len(others))):
            yield f"{term_name(key)} != {other}", _WEIGHT_OF_DENIAL


def _paths_of_tellers(
    edition: Edition,
    key: Key,
    world: World,
    places: Sequence[PlacePath],
    answers: Sequence[AnswerPath],
    random: Random,
) -> Iterator[tuple[CasePath, float]]:
    """The paths of those who can know of a fact, each with its nearness."""
    function, arguments = key
    value = world[key]
    involved = {*arguments, value}
    scenes = {location.number for location in edition.locations if location.slug in involved}
    cabins = {suspect.cabin for suspect in edition.suspects if suspect.name in arguments}
    if value in edition.locations_by_slug:
        involved |= _holders_of(function, value, world)
    near_places = [path for path in places if path.location in scenes | cabins]
    near_people = [path for path in answers if path.suspect in involved]
    for path in near_places:
        yield path, _NEARNESS_OF_SCENE if path.location in scenes else _NEARNESS_OF_PEOPLE
    for answer in near_people:
        yield answer, _NEARNESS_OF_PEOPLE
    for all_paths, near_paths in ((places, near_places), (answers, near_people)):
        others = [path for path in all_paths if path not in near_paths]
        for other in random.sample(others, min(_OTHER_PATHS, len(others))):
            yield other, _NEARNESS_OF_OTHERS


def _holders_of(fact: str, value: str, world: World) -> set[str]:
    """Those for whom a fact of one argument has a value."""
    holders: set[str] = set()
    for (name, arguments), other in world.items():
        if name == fact and other == value and len(arguments) == 1:
            holders.add(arguments[0])
    return holders


def _lists(function: formulas.Function, world: World, places: Sequence[PlacePath]) -> Iterator[Telling]:
    """A clue per place that lists everybody of whom something is true, as one of the crew can know it."""
    if function.values is not None:
        return
    names = sorted(_holders_of(function.name, YES, world))
    if names:
        line = f"every suspect A: {function.name}(A) implies A in {{ {', '.join(names)} }}"
    else:
        line = f"no suspect A: {function.name}(A)"
    for path in places:
        yield Telling(path, line, "", function.name, weight=_WEIGHT_OF_LIST)


def plain_clues(case: Case, world: World, path: CasePath, functions: Collection[str]) -> Iterator[Telling]:
    """Each fact of a world with one of some functions, on one path, even if nobody there would know it."""
    for key in declared_terms(case):
        if key[0] in functions:
            yield Telling(
                path, line_of(key, world[key]), "", term_name(key), weight=_WEIGHT_WITHOUT_KNOWLEDGE
            )


def lies_of(case: Case, world: World, path: CasePath, functions: Collection[str]) -> Iterator[Telling]:
    """The opposite of each fact with one of some functions, for the culprit to claim on a path."""
    for key, function in declared_terms(case).items():
        false_values = [value for value in range_of(function) if value not in (world[key], NONE)]
        if key[0] in functions and false_values:
            yield Telling(
                path,
                line_of(key, false_values[0]),
                "",
                term_name(key),
                "lie",
                weight=_WEIGHT_WITHOUT_KNOWLEDGE,
            )


def direct_clues(
    rivals: Sequence[tuple[str, str]], culprit: str, paths: Sequence[CasePath]
) -> tuple[Telling, ...]:
    """Clues that something is not an answer, for rivals that nothing else is known to rule out."""
    clues: list[Telling] = []
    for element, value in rivals:
        line = f"{element} != {value}"
        for path in paths:
            is_interested = isinstance(path, AnswerPath) and path.suspect in (culprit, value)
            if not is_interested:
                clues.append(Telling(path, line, "", element, weight=_WEIGHT_OF_ANSWER))
    return tuple(clues)


def lie_and_catch(
    case: Case, world: World, culprit: str, paths: Sequence[CasePath], random: Random
) -> tuple[Telling, ...]:
    """A lie of the culprit about a declared fact, and what gives it away.

    There are none if the culprit has no open answer.
    """
    own_paths = [path for path in paths if isinstance(path, AnswerPath) and path.suspect == culprit]
    other_paths = [path for path in paths if path not in own_paths]
    terms = declared_terms(case)
    subjects = [key for key, function in terms.items() if _can_lie_about(key, function, world, culprit)]
    if not own_paths or not subjects or not other_paths:
        return ()
    # Where somebody was is what others can know best.
    whereabouts = [key for key in subjects if world[key] in case.edition.locations_by_slug]
    key = random.choice(sorted(whereabouts or subjects))
    lie = _lie(key, terms[key], world, random)
    # Of somebody who may be lying too it is one word against another until something else decides it.
    people = [path for path in other_paths if isinstance(path, AnswerPath)]
    witnesses = people or other_paths
    knowing_witnesses = [path for path in witnesses if _knows_better(case.edition, path, key, lie, world)]
    catch = _truth_against(lie, key, world)
    return (
        Telling(own_paths[0], line_of(key, lie), "", term_name(key), "lie", due=True),
        Telling(random.choice(knowing_witnesses or witnesses), catch, "", term_name(key), due=True),
    )


def _truth_against(lie: str, key: Key, world: World) -> str:
    """The line that says that a term does not have the value ``lie``."""
    return line_of(key, world[key]) if lie in (YES, NO) else f"{term_name(key)} != {lie}"


def _can_lie_about(key: Key, function: formulas.Function, world: World, culprit: str) -> bool:
    """Whether a term is about the culprit, and has a value that another can take the place of."""
    return culprit in key[1] and world[key] != NONE and len(range_of(function)) > 1 + function.optional


def _lie(key: Key, function: formulas.Function, world: World, random: Random) -> str:
    """Another value of a term, rather one that the fact has for others."""
    values = [value for value in range_of(function) if value not in (world[key], NONE)]
    values_of_others = {value for (name, _), value in world.items() if name == key[0]}
    return random.choice([value for value in values if value in values_of_others] or values)


def _knows_better(edition: Edition, path: CasePath, key: Key, lie: str, world: World) -> bool:
    """Whether somebody asked on a path was where the culprit claims to have been, or had what is claimed."""
    if isinstance(path, AnswerPath):
        return world.get((key[0], (path.suspect,))) == lie
    place = edition.locations_by_slug.get(lie)
    return place is not None and path.location == place.number
