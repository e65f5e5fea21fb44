from itertools import combinations

from hypothesis import given, settings, strategies as st

from casekit.deduce.minimal_sources import FewestUnread, claims_by_source, robustness
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.formulas import And, Constant, Equal, Holds, Implies, Not
from casekit.logic.theory import Claim, Law, Theory

relaxed = settings(max_examples=80)


def ways_back(all_worlds, sources, target, value):
    """By trying all sets of sources: those of the fewest that have to stay unread."""
    for size in range(len(sources) + 1):
        found = []
        for unread in combinations(sources, size):
            read = [claim for source in sources if source not in unread for claim in sources[source]]
            worlds = (all_worlds.worlds[number] for number in all_worlds.of([*all_worlds.laws, *read]))
            if any(world[target, ()] == value for world in worlds):
                found.append(unread)
        if found:
            return found
    return []


@relaxed
@given(data=st.data())
def test_random_theories(data, theories, brute):
    theory = data.draw(theories)
    all_worlds, solver = brute(theory), TheorySolver(theory)
    sources = claims_by_source(solver)
    values = {name: list(solver.vocabulary[name, ()]) for name in ("culprit", "motive")}
    goal = {name: data.draw(st.sampled_from(values[name])) for name in ("culprit", "motive")}
    expected = []
    for target, true in goal.items():
        for value in values[target]:
            found = ways_back(all_worlds, sources, target, value) if value != true else []
            if found:
                first = min(found, key=lambda unread: [source in unread for source in sources])
                expected.append(FewestUnread(target, value, first, exact=True))
    assert tuple(expected) == robustness(solver, goal)


def test_a_rival_may_need_several_to_stay_unread(signature):
    # 03 excludes all rivals, 02 BRUNO once more.
    culprit = signature.at(signature.culprit)
    anna, bruno = (Holds(signature.at(signature.keycard, name)) for name in ("ANNA", "BRUNO"))
    laws = (Law("card", Holds(signature.at(signature.keycard, culprit)), 1),)
    told = (("01", anna), ("02", Not(bruno)), ("03", Equal(culprit, Constant("ANNA"))))
    claims = tuple(Claim(source, source, formula) for source, formula in told)
    solver = TheorySolver(Theory(signature.functions, laws, claims, (), (signature.culprit,)))
    expected = (
        FewestUnread("culprit", "BRUNO", ("02", "03"), exact=True),
        FewestUnread("culprit", "victim", ("03",), exact=True),
        FewestUnread("culprit", "nobody", ("03",), exact=True),
    )
    assert expected == robustness(solver, {"culprit": "ANNA"})


def test_rivals_that_the_laws_exclude_are_left_out(signature):
    laws = (Law("known", Equal(signature.at(signature.culprit), Constant("ANNA")), 1),)
    solver = TheorySolver(Theory(signature.functions, laws, (), (), (signature.culprit,)))
    assert () == robustness(solver, {"culprit": "ANNA"})


def test_one_source_less_comes_before_the_first_source(signature):
    # 01 excludes BRUNO together with 02, and together with 03: it alone may stay unread, or both others.
    bruno = Equal(signature.at(signature.culprit), Constant("BRUNO"))
    card, at_dusk = (
        Holds(signature.at(signature.keycard, "BRUNO")),
        Equal(signature.at(signature.left, "BRUNO"), Constant("dusk")),
    )
    told = (
        ("01", And((card, at_dusk))),
        ("02", Implies(bruno, Not(card))),
        ("03", Implies(bruno, Not(at_dusk))),
    )
    claims = tuple(Claim(source, source, formula) for source, formula in told)
    solver = TheorySolver(Theory(signature.functions, (), claims, (), (signature.culprit,)))
    assert FewestUnread("culprit", "BRUNO", ("01",), exact=True) == robustness(solver, {"culprit": "ANNA"})[0]


def test_of_equally_many_the_first_is_read(signature):
    # Together 01 and 02 exclude BRUNO; either may stay unread.
    bruno = Equal(signature.at(signature.culprit), Constant("BRUNO"))
    card = Holds(signature.at(signature.keycard, "BRUNO"))
    claims = (Claim("1", "01", Implies(bruno, card)), Claim("2", "02", Implies(bruno, Not(card))))
    solver = TheorySolver(Theory(signature.functions, (), claims, (), (signature.culprit,)))
    assert FewestUnread("culprit", "BRUNO", ("02",), exact=True) == robustness(solver, {"culprit": "ANNA"})[0]
