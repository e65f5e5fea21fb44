from itertools import combinations

from hypothesis import given, settings, strategies as st

from casekit.deduce.minimal_sources import claims_by_source, membership
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.formulas import And, Constant, Equal, Holds, Implies, Not, Or
from casekit.logic.theory import Claim, Law, Theory

from .lettered import LETTERS, families, lettered, smallest

relaxed = settings(max_examples=80)


def useful_ones(all_worlds, sources, goal, values):
    """By trying all sets of sources for every rival: those in some minimal one without a world of the rival."""
    useful = set()
    for target, true in goal.items():
        for rival in values[target]:
            if rival == true:
                continue
            found = []
            for size in range(len(sources) + 1):
                for chosen in combinations(sources, size):
                    lines = [*all_worlds.laws, *(claim for source in chosen for claim in sources[source])]
                    worlds = (all_worlds.worlds[number] for number in all_worlds.of(lines))
                    if not any(set(one) <= set(chosen) for one in found) and not any(
                        world[target, ()] == rival for world in worlds
                    ):
                        found.append(chosen)
            useful.update(*found)
    return useful


@relaxed
@given(data=st.data(), budget=st.integers(0, 12))
def test_random_theories(data, budget, theories, brute):
    theory = data.draw(theories)
    all_worlds, solver = brute(theory), TheorySolver(theory)
    sources = claims_by_source(solver)
    values = {name: list(solver.vocabulary[name, ()]) for name in ("culprit", "motive")}
    goal = {name: data.draw(st.sampled_from(values[name])) for name in ("culprit", "motive")}
    useful = useful_ones(all_worlds, sources, goal, values)
    found = membership(solver, goal)
    expected = [source for source in sources if source in useful]
    assert (tuple(expected), tuple(source for source in sources if source not in useful), ()) == found
    cut = membership(solver, goal, budget)
    assert set(cut.useful) <= useful
    assert useful.isdisjoint(cut.wrong)
    assert sorted(sources) == sorted([*cut.useful, *cut.wrong, *cut.undecided])


@relaxed
@given(families)
def test_any_family_of_sets(family):
    """Whoever has read all of some set knows the answer."""
    solver = lettered(family)
    useful = set().union(*smallest(family))
    expected = tuple(sorted(useful)), tuple(sorted(set(LETTERS) - useful)), ()
    assert expected == membership(solver, {"solved": "yes"})


def theory_of(signature, *told):
    """ANNA or BRUNO did it; whoever did it has a keycard and was in the suite."""
    culprit = signature.at(signature.culprit)
    laws = (
        Law("either", Or(tuple(Equal(culprit, Constant(name)) for name in ("ANNA", "BRUNO"))), 1),
        Law("card", Holds(signature.at(signature.keycard, culprit)), 1),
        Law("scene", Equal(signature.at(signature.room, culprit), Constant("suite")), 1),
    )
    claims = tuple(Claim(source, source, formula) for source, formula in told)
    return TheorySolver(Theory(signature.functions, laws, claims, (), (signature.culprit,)))


def test_what_only_others_refute_together_is_useful_what_nothing_needs_is_wrong(signature):
    bruno_card = Holds(signature.at(signature.keycard, "BRUNO"))
    bruno_left = Equal(signature.at(signature.left, "BRUNO"), Constant("dusk"))
    in_suite = Equal(signature.at(signature.room, "BRUNO"), Constant("suite"))
    solver = theory_of(
        signature,
        ("01", Implies(bruno_left, Not(bruno_card))),  # with 02: BRUNO has no keycard
        ("02", bruno_left),
        ("03", Not(in_suite)),  # alone: BRUNO was elsewhere
        ("04", Holds(signature.at(signature.keycard, "ANNA"))),  # speaks of ANNA, who is no rival
        ("05", in_suite),  # true of BRUNO as a rival in any case: follows from the laws
        ("06", Implies(bruno_card, bruno_left)),  # with 01: if he has one he left at dusk and has none
    )
    # Refutations of BRUNO: {03}, {01, 02}, {01, 06}. 03 contradicts 05 but against BRUNO does not need it.
    # The laws alone exclude all other rivals.
    assert (("01", "02", "03", "06"), ("04", "05"), ()) == membership(solver, {"culprit": "ANNA"})


def test_what_a_shorter_refutation_always_contains_is_wrong(signature):
    anna, bruno = (Holds(signature.at(signature.keycard, name)) for name in ("ANNA", "BRUNO"))
    solver = theory_of(
        signature, ("01", Not(bruno)), ("02", And((anna, Implies(bruno, Not(bruno))))), ("03", anna)
    )
    # Both 01 and 02 refute BRUNO alone; 03 adds nothing to either.
    assert (("01", "02"), ("03",), ()) == membership(solver, {"culprit": "ANNA"})


def test_without_rounds_all_is_undecided_but_what_follows(signature):
    solver = theory_of(
        signature,
        ("01", Not(Holds(signature.at(signature.keycard, "BRUNO")))),
        (
            "02",
            Implies(Not(Holds(signature.at(signature.keycard, signature.at(signature.culprit)))), And(())),
        ),
    )
    # 02 is a tautology, so no refutation needs it; that takes no search.
    assert ((), ("02",), ("01",)) == membership(solver, {"culprit": "ANNA"}, budget=0)
