from hypothesis import given, settings, strategies as st

from casekit.deduce.minimal_sources import claims_by_source, having
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.deduce.source_sets import all_proofs, minimal_sets
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

from .lettered import families, lettered, minimal, smallest

relaxed = settings(max_examples=80)


def refutations(solver, target, value, budget=1_000):
    """The minimal sets of sources whose readers know that a target has another value."""
    given = [*solver.assume(solver.laws), having(solver, target, value)]
    return minimal_sets(solver, given, claims_by_source(solver), budget)


def worlds_of(all_worlds, sources, chosen):
    lines = [*all_worlds.laws, *(claim for source in chosen for claim in sources[source])]
    return [all_worlds.worlds[number] for number in all_worlds.of(lines)]


@relaxed
@given(data=st.data())
def test_refutations_and_proofs_of_random_theories(data, theories, brute):
    theory = data.draw(theories)
    all_worlds, solver = brute(theory), TheorySolver(theory)
    sources = claims_by_source(solver)
    culprit = data.draw(st.sampled_from(list(solver.vocabulary[("culprit", ())])))
    motive = data.draw(st.sampled_from(list(solver.vocabulary[("motive", ())])))

    def has_rival(chosen):
        return any(world["culprit", ()] == culprit for world in worlds_of(all_worlds, sources, chosen))

    def has_doubt(chosen):
        return any(
            (world["culprit", ()], world["motive", ()]) != (culprit, motive)
            for world in worlds_of(all_worlds, sources, chosen)
        )

    names = list(sources)
    assert (minimal(has_rival, names), True) == refutations(solver, "culprit", culprit)
    goal = {"culprit": culprit, "motive": motive}
    assert (minimal(has_doubt, names), True) == all_proofs(solver, goal)


@relaxed
@given(data=st.data())
def test_single_lines_of_random_theories(data, theories, brute):
    theory = data.draw(theories)
    all_worlds, solver = brute(theory), TheorySolver(theory)
    names = [line for line in solver.truth_told if line in solver.selectors]
    found = minimal_sets(solver, (), {line: (line,) for line in names}, budget=1_000)
    assert (minimal(all_worlds.of, names), True) == found


@relaxed
@given(data=st.data(), budget=st.integers(0, 6))
def test_what_a_small_budget_finds_is_minimal(data, budget, theories, brute):
    theory = data.draw(theories)
    all_worlds, solver = brute(theory), TheorySolver(theory)
    names = [line for line in solver.truth_told if line in solver.selectors]
    every = minimal(all_worlds.of, names)
    found = minimal_sets(solver, (), {line: (line,) for line in names}, budget)
    assert set(found.sets) <= set(every)
    assert not found.complete or every == found.sets
    assert found == minimal_sets(TheorySolver(theory), (), {line: (line,) for line in names}, budget)


@relaxed
@given(families)
def test_any_family_of_sets(family):
    """Whoever has read all of some set knows the answer."""
    solver = lettered(family)
    expected = tuple(sorted(smallest(family), key=lambda one: (len(one), one)))
    assert (expected, True) == all_proofs(solver, {"solved": "yes"})


def test_what_contradicts_itself_needs_nothing_else(signature):
    anna, bruno = (Equal(signature.at(signature.culprit), Constant(name)) for name in ("ANNA", "BRUNO"))
    laws = (Law("one", anna, 1), Law("other", bruno, 1))
    claims = (Claim("1", "01", Not(anna)),)
    solver = TheorySolver(Theory(signature.functions, laws, claims, (), (signature.culprit,)))
    assert (((),), True) == refutations(solver, "culprit", "ANNA", budget=0)


CAST = Sort("suspect", tuple(f"S{number:02}" for number in range(24)))
culprit = Function("culprit", (), Sort("culprit", ("S00", "S01")))
there = Function("there", (CAST,))
X = Variable("X", CAST)


def test_a_dense_theory_ends_within_its_budget():
    """If fewer than 13 of 24 were there S01 is refuted: any 12 absences do, that is, 2,704,156 refutations."""
    crowd = Quantified("at least", 13, X, (), Holds(Apply(there, (X,))))
    laws = (Law("crowd", Implies(Equal(Apply(culprit), Constant("S01")), crowd), 1),)
    claims = tuple(Claim(name, name, Not(Holds(Apply(there, (Constant(name),))))) for name in CAST.values)
    solver = TheorySolver(Theory((culprit, there), laws, claims, (), (culprit,)))
    found = all_proofs(solver, {"culprit": "S00"}, budget=60)
    assert not found.complete
    assert {12} == {len(one) for one in found.sets}
    assert 60 >= len(found.sets) == len(set(found.sets)) > 10
    assert found == all_proofs(solver, {"culprit": "S00"}, budget=60)
