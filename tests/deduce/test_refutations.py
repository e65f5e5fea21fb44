from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from casekit.deduce.minimal_sources import claims_by_source, essential, having, smallest_proof
from casekit.deduce.solving.cores import smallest_core
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.formulas import (
    Apply,
    Constant,
    Equal,
    Function,
    Holds,
    Implies,
    Not,
    Quantified,
    Sort,
    Variable,
)
from casekit.logic.theory import Claim, Law, Theory

relaxed = settings(max_examples=80)


def proofs_by_size(all_worlds, sources, goal):
    """By trying all sets of sources: those whose worlds all agree with the goal, smallest first."""
    for size in range(len(sources) + 1):
        for chosen in combinations(sources, size):
            lines = [*all_worlds.laws, *(claim for source in chosen for claim in sources[source])]
            if all(
                all_worlds.worlds[number][target, ()] == value
                for number in all_worlds.of(lines)
                for target, value in goal.items()
            ):
                yield chosen


def a_goal(data, all_worlds):
    """Some targets with the values they have in one world of everything, or with any."""
    worlds = sorted(all_worlds.of(all_worlds.everything)) or range(len(all_worlds.worlds))
    world = all_worlds.worlds[data.draw(st.sampled_from(worlds))]
    names = data.draw(st.sampled_from([["culprit"], ["motive"], ["culprit", "motive"]]))
    return {name: world[name, ()] for name in names}


@relaxed
@given(data=st.data())
def test_proofs_of_random_theories(data, theories, brute):
    theory = data.draw(theories)
    all_worlds, solver = brute(theory), TheorySolver(theory)
    goal = a_goal(data, all_worlds)
    proofs = list(proofs_by_size(all_worlds, claims_by_source(solver), goal))
    if not proofs:
        with pytest.raises(ValueError, match="no contradiction"):
            smallest_proof(solver, goal)
        with pytest.raises(ValueError, match="does not follow"):
            essential(solver, goal)
        return
    proof = smallest_proof(solver, goal)
    assert proof.minimum
    assert len(proofs[0]) == len(proof.names)
    assert proof.names in proofs
    in_all = set(proofs[0]).intersection(*proofs)
    assert [source for source in claims_by_source(solver) if source in in_all] == list(
        essential(solver, goal)
    )


def smallest_refutation(solver, target, value):
    """The fewest sources whose readers know that a target has another value; ``None`` if it may have that."""
    node = having(solver, target, value)
    if solver.solve([*solver.assume(solver.everything), node]):
        return None
    given = [*solver.assume(solver.laws), node]
    return smallest_core(solver, given, claims_by_source(solver))


@relaxed
@given(data=st.data())
def test_refutations_of_random_theories(data, theories, brute):
    theory = data.draw(theories)
    all_worlds, solver = brute(theory), TheorySolver(theory)
    for value in (*solver.vocabulary[("culprit", ())],):
        found = smallest_refutation(solver, "culprit", value)
        if value in all_worlds.values(all_worlds.everything, theory.targets[0]):
            assert found is None
            continue
        sources = claims_by_source(solver)
        refuting = [
            chosen
            for size in range(len(sources) + 1)
            for chosen in combinations(sources, size)
            if value
            not in all_worlds.values(
                [*all_worlds.laws, *(claim for source in chosen for claim in sources[source])],
                theory.targets[0],
            )
        ]
        assert len(refuting[0]) == len(found.names)
        assert found.names in refuting
        assert found.minimum


def one_source(signature, *laws):
    anna = Equal(signature.at(signature.culprit), Constant("ANNA"))
    claims = (Claim("1", "01", anna), Claim("2", "02", Not(Not(anna))), Claim("3", "03", anna, hint=True))
    return TheorySolver(Theory(signature.functions, laws, claims, (), (signature.culprit, signature.motive)))


def test_either_of_two_sources_is_a_proof_and_none_is_essential(signature):
    solver = one_source(signature)
    assert 1 == len(smallest_proof(solver, {"culprit": "ANNA"}).names)
    assert () == essential(solver, {"culprit": "ANNA"})


def test_the_laws_alone_are_an_empty_proof(signature):
    solver = one_source(signature, Law("known", Equal(signature.at(signature.culprit), Constant("ANNA")), 1))
    assert ((), True, True) == smallest_proof(solver, {"culprit": "ANNA"})
    assert ((), True, True) == smallest_refutation(solver, "culprit", "BRUNO")
    assert () == essential(solver, {"culprit": "ANNA"})


def test_unknown_targets_and_values_are_refused(signature):
    with pytest.raises(KeyError):
        smallest_proof(one_source(signature), {"weather": "rain"})
    with pytest.raises(KeyError):
        smallest_refutation(one_source(signature), "culprit", "CLARA")


def test_the_smallest_of_very_many_choices_is_given_up_and_one_that_is_minimal_given():
    points, sources = 90, 60
    # Not a secret: the same choices in every run.
    chance = Random(5)  # noqa: S311
    told, solved = (
        Function("told", (Sort("point", tuple(f"p{at}" for at in range(points))),)),
        Function("solved"),
    )
    point = Variable("P", told.arguments[0])
    law = Implies(Quantified("every", 0, point, (), Holds(Apply(told, (point,)))), Holds(Apply(solved)))
    claims = [
        Claim(f"{source} of p{at}", f"{source}", Holds(Apply(told, (Constant(f"p{at}"),))))
        for at in range(points)
        for source in chance.sample(range(sources), 6)
    ]
    solver = TheorySolver(Theory((told, solved), (Law("law", law, 1),), tuple(claims), (), targets=(solved,)))
    proof = smallest_proof(solver, {"solved": "yes"})
    assert (False, True) == (proof.minimum, proof.minimal)
