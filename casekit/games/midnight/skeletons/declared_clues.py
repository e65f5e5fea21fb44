"""Clues with the facts that a case declares itself: a world of them, and a clue for each true fact and path."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from math import prod
from random import Random

from casekit.deduce.encoding.meter import Limits
from casekit.deduce.encoding.vocabulary import NO, NONE, YES, Cases, Key, range_of, term_name
from casekit.deduce.solving.knowledge import Knowledge
from casekit.frozen import frozen
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.asking.case_wording import TARGETS
from casekit.games.midnight.edition_and_case import AnswerPath, Case, CasePath, Edition, PlacePath
from casekit.games.midnight.skeletons.plots_and_clues import Telling
from casekit.model.logic import Apply, Constant, Equal, Formula, Function, Holds, Nothing, all_terms
from casekit.model.theory import Claim

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


class NoWorldError(Exception):
    """The lines that are written leave no room for what is asked."""


@frozen
class Facts:
    """The facts that a case declares, as ground terms, of which not too many are to be made up."""

    case: Case

    @cached_property
    def functions(self) -> tuple[Function, ...]:
        """The declared facts that a clue can be about."""
        return tuple(
            function
            for function in self.case.scope.functions
            if function.table is None
            and function.name not in TARGETS
            and prod(len(sort.values) for sort in function.arguments) <= MOST_TERMS
        )

    @cached_property
    def keys(self) -> dict[Key, Function]:
        """Their ground terms."""
        return {
            (function.name, arguments): function
            for function in self.functions
            for arguments in product(*(sort.values for sort in function.arguments))
        }

    def formula(self, key: Key, value: str) -> Formula:
        """That a term has a value."""
        term = Apply(self.keys[key], tuple(map(Constant, key[1])))
        if self.keys[key].values is None:
            return Holds(term)
        return Equal(term, Nothing() if value == NONE else Constant(value))


def line_of(key: Key, value: str) -> str:
    """That a term has a value, as a case writes it."""
    return {YES: term_name(key), NO: f"not {term_name(key)}"}.get(value, f"{term_name(key)} = {value}")


@frozen
class FactLinks:
    """The links of facts with the answers, by all that is written.

    ``functions`` are the names of those that lines tie to an answer, directly or by others, ``values`` what rules and the
    presentation speak of.
    """

    functions: frozenset[str]
    values: frozenset[str]

    @staticmethod
    def of(knowledge: Knowledge) -> "FactLinks":
        """The links of a theory."""
        theory = knowledge.theory
        lines = [{name for name, _ in line.terms} for line in knowledge.lines.values()]
        tied, left = {target.name for target in theory.targets}, lines
        while more := [names for names in left if names & tied and not names <= tied]:
            tied |= set().union(*more)
        constants = (
            term.value for law in theory.laws for term in all_terms(law.formula) if isinstance(term, Constant)
        )
        return FactLinks(frozenset(tied), frozenset(constants))


Rivals = tuple[tuple[str, str], ...]
"""Elements of the solution, each with another answer that remains."""


# --- a world -------------------------------------------------------------------------------------


class Worlds:
    """The ways in which everything can have been that is written."""

    def __init__(self, inquiry: CaseInquiry, random: Random) -> None:
        self.case, self.random = inquiry.case, random
        facts = Facts(self.case)
        self.keys = facts.keys
        theory = inquiry.knowledge.theory
        # A hint has no force: it only makes the solver know a term.
        probes = [
            Claim(f"term {number}", "", facts.formula(key, range_of(function)[0]), hint=True)
            for number, (key, function) in enumerate(self.keys.items())
        ]
        limits = inquiry.knowledge.limits
        wider = Limits(limits.line, limits.total + len(probes))
        self.knowledge = Knowledge(replace(theory, claims=(*theory.claims, *probes)), wider)
        self.origins = inquiry.origins
        places = [each.slug for each in self.case.edition.locations]
        self.haunts = random.sample(places, min(_HAUNTS, len(places)))

    def world(self, culprits: Sequence[str]) -> tuple[World, Rivals]:
        """One of them, with one of some culprits.

        The statements are true in it unless they are marked as lies, if there is such a world. With it come the rivals of its answers
        that remain if one knows every declared fact of it.

        Raises:
            NoWorldError: if none of them can have done it.
            OutOfBudgetError: if that is too hard to say.
        """
        knowledge = self.knowledge
        held = knowledge.assume((*knowledge.truth, *knowledge.everything))
        meant = [*held, *self._meant()]
        held = meant if knowledge.solve(meant) else held
        cases = knowledge.vocabulary.cases(knowledge.theory.targets[0], ())
        culprit, node = self._possible(self.random.sample(list(culprits), len(culprits)), cases, held)
        held = [*held, node]
        found: dict[Key, str] = {("culprit", ()): culprit}
        targets: dict[Key, Function] = {(target.name, ()): target for target in knowledge.theory.targets[1:]}
        for key, function in (*self._mixed(targets), *self._mixed(self.keys)):
            cases = knowledge.vocabulary.cases(function, key[1])
            value, node = self._possible(self._likely(function, list(cases)), cases, held)
            held.append(node)
            found[key] = value
        return found, tuple(self._rivals(found))

    def _rivals(self, world: World) -> Iterator[tuple[str, str]]:
        knowledge = self.knowledge
        known = [knowledge.vocabulary.node(key, world[key]) for key in self.keys]
        known += knowledge.assume(knowledge.everything)
        for target in knowledge.theory.targets:
            for value, node in knowledge.vocabulary.cases(target, ()).items():
                if value != world[target.name, ()] and knowledge.solve([*known, node]):
                    yield target.name, value

    def _meant(self) -> Iterator[int]:
        """The statements as they are meant: true, but for lies, which are false; and so is what the solution says."""
        for name, origin in self.origins.items():
            if origin.kind in {"answer", "place"} and origin.mode != "hint" and name in self.knowledge.lines:
                false = self.knowledge.lines[name].meaning.false
                yield false if origin.mode == "lie" else -false
        for claim in self.case.solution.statements:
            yield self.knowledge.meaning(claim.formula).true

    def _mixed(self, keys: Mapping[Key, Function]) -> list[tuple[Key, Function]]:
        return self.random.sample(list(keys.items()), len(keys))

    def _possible(self, values: Iterable[str], cases: Cases, held: Sequence[int]) -> tuple[str, int]:
        """The first of some values that something may have besides all that is held, and its node."""
        for value in values:
            if self.knowledge.solve([*held, cases[value]]):
                return value, cases[value]
        raise NoWorldError

    def _likely(self, function: Function, values: list[str]) -> list[str]:
        """The values of a fact, those first that are to be tried first."""
        mixed = self.random.sample(values, len(values))
        if function.values is None:
            first = YES if self.random.random() < (_RARE if function.arguments else 1 / 2) else NO
            return sorted(mixed, key=lambda value: value != first)
        return sorted(mixed, key=lambda value: value not in self.haunts)


# --- clues ---------------------------------------------------------------------------------------


def declared_clues(
    case: Case, world: World, culprit: str, paths: Sequence[CasePath], links: FactLinks, random: Random
) -> tuple[Telling, ...]:
    """A clue for each fact of a world that matters and each open path that can carry it, in an order that only chance decides."""
    found = list(_Telling(case, world, culprit, paths, links, random).clues())
    random.shuffle(found)
    return tuple(found[:MOST_CLUES])


class _Telling:
    def __init__(
        self,
        case: Case,
        world: World,
        culprit: str,
        paths: Sequence[CasePath],
        links: FactLinks,
        random: Random,
    ) -> None:
        self.case, self.world, self.culprit, self.random = case, world, culprit, random
        self.links = links
        self.edition: Edition = case.edition
        self.facts = Facts(case)
        self.answers = [path for path in paths if isinstance(path, AnswerPath) and path.suspect != culprit]
        self.places = [path for path in paths if isinstance(path, PlacePath)]

    def clues(self) -> Iterator[Telling]:
        tied = self.links.functions
        for key, function in self.facts.keys.items():
            if key[0] not in tied or key not in self.world:
                continue
            for line, weight in self._lines(key, function):
                for path, nearness in self._tellers(key):
                    yield Telling(path, line, "", term_name(key), weight=weight * nearness)
        for function in self.facts.functions:
            if function.name in tied:
                yield from self._lists(function)

    def _lines(self, key: Key, function: Function) -> Iterator[tuple[str, float]]:
        value = self.world[key]
        yield line_of(key, value), 1.0
        others = [each for each in range_of(function) if each not in (value, YES, NO, NONE)]
        if function.values is not None:
            named = [other for other in others if other in self.links.values]
            for other in self.random.sample(named, min(_DENIALS, len(named))):
                yield f"{term_name(key)} != {other}", 0.7

    def _tellers(self, key: Key) -> Iterator[tuple[CasePath, float]]:
        """The paths of those who can know of a fact, with more weight the nearer they were."""
        value = self.world[key]
        about = {*key[1], value}
        rooms = {each.number for each in self.edition.locations if each.slug in about}
        cabins = {each.cabin for each in self.edition.suspects if each.name in key[1]}
        with_them = {
            arguments[0]
            for (name, arguments), there in self.world.items()
            if name == key[0]
            and len(arguments) == 1
            and there == value
            and value in self.edition.locations_by_slug
        }
        near = [path for path in self.places if path.location in rooms | cabins]
        near_people = [path for path in self.answers if path.suspect in about | with_them]
        yield from ((path, 1.5 if path.location in rooms else 1.0) for path in near)
        yield from ((path, 1.0) for path in near_people)
        for stock, used in ((self.places, near), (self.answers, near_people)):
            rest = [path for path in stock if path not in used]
            yield from ((path, 0.3) for path in self.random.sample(rest, min(2, len(rest))))

    def _lists(self, function: Function) -> Iterator[Telling]:
        """Everybody of whom something is true, as somebody of the crew can know it."""
        if function.values is not None or [sort.name for sort in function.arguments] != ["suspect"]:
            return
        names = [
            arguments[0]
            for (name, arguments), so in self.world.items()
            if name == function.name and so == YES
        ]
        line = (
            f"every suspect A: {function.name}(A) implies A in {{ {', '.join(sorted(names))} }}"
            if names
            else f"no suspect A: {function.name}(A)"
        )
        for path in self.places:
            yield Telling(path, line, "", function.name, weight=0.2)


def plain_clues(case: Case, world: World, path: CasePath, functions: Collection[str]) -> Iterator[Telling]:
    """Each fact of a world with one of some functions, on one path, whether somebody there is likely to know it or not."""
    for key in Facts(case).keys:
        if key[0] in functions:
            yield Telling(path, line_of(key, world[key]), "", term_name(key), weight=0.1)


def lies_of(case: Case, world: World, path: CasePath, functions: Collection[str]) -> Iterator[Telling]:
    """The opposite of each such fact, for the culprit to claim."""
    facts = Facts(case)
    for key, function in facts.keys.items():
        false = [value for value in range_of(function) if value not in (world[key], NONE)]
        if key[0] in functions and false:
            yield Telling(path, line_of(key, false[0]), "", term_name(key), "lie", weight=0.1)


def direct_clues(
    rivals: Sequence[tuple[str, str]], culprit: str, paths: Sequence[CasePath]
) -> tuple[Telling, ...]:
    """Clues that something is not an answer, where nothing else is known that rules it out."""
    return tuple(
        Telling(path, f"{element} != {value}", "", element, weight=0.2)
        for element, value in rivals
        for path in paths
        if not (isinstance(path, AnswerPath) and path.suspect in (culprit, value))
    )


def lie_and_catch(
    case: Case, world: World, culprit: str, paths: Sequence[CasePath], random: Random
) -> tuple[Telling, ...]:
    """A lie of the culprit about a declared fact and what gives it away; nothing, where the culprit has nothing open to say."""
    own = [path for path in paths if isinstance(path, AnswerPath) and path.suspect == culprit]
    facts = Facts(case)
    about = [
        key
        for key, function in facts.keys.items()
        if culprit in key[1] and world[key] != NONE and len(range_of(function)) > 1 + function.optional
    ]
    others = [path for path in paths if not (isinstance(path, AnswerPath) and path.suspect == culprit)]
    if not own or not about or not others:
        return ()
    places = case.edition.locations_by_slug
    # Where somebody was is what others can know best.
    here = [key for key in about if world[key] in places]
    key = random.choice(sorted(here or about))
    said = _otherwise(key, world, facts, random)
    # Of somebody who may be lying too it is one word against another until something else decides it.
    people = [path for path in others if isinstance(path, AnswerPath)]
    who_knows = [
        path
        for path in people or others
        if (isinstance(path, PlacePath) and said in places and path.location == places[said].number)
        or (isinstance(path, AnswerPath) and world.get((key[0], (path.suspect,))) == said)
    ]
    truth = line_of(key, world[key]) if said in (YES, NO) else f"{term_name(key)} != {said}"
    return (
        Telling(own[0], line_of(key, said), "", term_name(key), "lie", due=True),
        Telling(random.choice(who_knows or people or others), truth, "", term_name(key), due=True),
    )


def _otherwise(key: Key, world: World, facts: Facts, random: Random) -> str:
    """The culprit's version of a fact: rather something that others were part of."""
    values = [value for value in range_of(facts.keys[key]) if value not in (world[key], NONE)]
    shared = {there for (name, _), there in world.items() if name == key[0]}
    likely = [value for value in values if value in shared]
    return random.choice(likely or values)
