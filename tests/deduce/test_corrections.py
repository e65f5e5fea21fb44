from itertools import combinations

from hypothesis import given, settings, strategies as st

from casekit.deduce.conflicts import corrections
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.formulas import Constant, Equal, Holds, Implies, Not
from casekit.logic.theory import Claim, Law, Theory

relaxed = settings(max_examples=80)


def every_correction(all_worlds, lines, weights):
    """By trying all subsets: the minimal ones without which there is a world, in the documented order."""
    may_go = [line for line in lines if weights[line]]
    found = []
    for size in range(len(may_go) + 1):
        for chosen in combinations(may_go, size):
            if not any(set(one) <= set(chosen) for one in found) and all_worlds.of(
                [line for line in lines if line not in chosen]
            ):
                found.append(chosen)
    return sorted(
        found,
        key=lambda chosen: (
            len(chosen),
            sum(map(weights.get, chosen)),
            [may_go.index(one) for one in chosen],
        ),
    )


@relaxed
@given(data=st.data(), count=st.integers(1, 4), rounds=st.integers(0, 8))
def test_random_theories(data, count, rounds, theories, brute):
    theory = data.draw(theories)
    all_worlds, solver = brute(theory), TheorySolver(theory)
    weights = {line.id: line.weight for line in (*theory.laws, *theory.truth, *theory.claims)}
    chosen = data.draw(st.sampled_from([solver.laws, solver.everything, solver.truth_told]))
    lines = [line for line in chosen if line in solver.selectors]
    every = every_correction(all_worlds, lines, weights)
    assert (tuple(every[:count]), True) == corrections(solver, chosen, count)
    cut = corrections(solver, chosen, count, rounds)
    assert set(cut.sets) <= set(every)
    assert bool(every) == bool(cut.sets)
    assert not cut.complete or tuple(every[:count]) == cut.sets


def a_quarrel(signature, *weights):
    """Lines that say ANNA, BRUNO, ANNA, BRUNO ... did it, with weights."""
    who = signature.at(signature.culprit)
    claims = tuple(
        Claim(f"c{number}", f"0{number}", Equal(who, Constant(("ANNA", "BRUNO")[number % 2])), weight=weight)
        for number, weight in enumerate(weights)
    )
    return TheorySolver(Theory(signature.functions, (), claims, (), (signature.culprit,)))


def test_fewer_lines_come_first_then_lighter_ones(signature):
    # c0 and c2 say ANNA, c1 says BRUNO: one line is fewer than two, though it weighs more.
    solver = a_quarrel(signature, 1, 9, 1)
    assert ((("c1",), ("c0", "c2")), True) == corrections(solver, solver.everything)
    # One against one: the lighter one; one of the same weight: the first.
    solver = a_quarrel(signature, 3, 2)
    assert ((("c1",), ("c0",)), True) == corrections(solver, solver.everything)
    solver = a_quarrel(signature, 2, 2)
    assert ((("c0",),), True) == corrections(solver, solver.everything, count=1)


def test_one_heavy_line_comes_before_several_light_pairs(signature):
    # The heavy line contradicts n1, and n2 with n3. By weight both pairs of light lines would come first.
    guilty = Equal(signature.at(signature.culprit), Constant("ANNA"))
    card = Holds(signature.at(signature.keycard, "ANNA"))
    claims = (
        Claim("heavy", "01", guilty, weight=9),
        Claim("n1", "02", Not(guilty), weight=1),
        Claim("n2", "03", card, weight=1),
        Claim("n3", "04", Implies(card, Not(guilty)), weight=2),
    )
    solver = TheorySolver(Theory(signature.functions, (), claims, (), (signature.culprit,)))
    assert ((("heavy",),), True) == corrections(solver, solver.everything, count=1)
    assert ((("heavy",), ("n1", "n2"), ("n1", "n3")), True) == corrections(solver, solver.everything)


def test_lines_of_weight_0_stay(signature):
    solver = a_quarrel(signature, 0, 5)
    assert ((("c1",),), True) == corrections(solver, solver.everything)
    solver = a_quarrel(signature, 0, 0)
    assert ((), True) == corrections(solver, solver.everything)


def test_where_nothing_is_wrong_nothing_goes(signature):
    solver = a_quarrel(signature, 1)
    assert (((),), True) == corrections(solver, solver.everything)


def test_what_a_built_in_law_forbids_goes(signature):
    who = signature.at(signature.culprit)
    law = Law("built in", Equal(who, Constant("ANNA")))
    claim = Claim("1", "01", Equal(who, Constant("BRUNO")), weight=1)
    solver = TheorySolver(Theory(signature.functions, (law,), (claim,), (), (signature.culprit,)))
    assert ((("1",),), True) == corrections(solver, solver.everything)
