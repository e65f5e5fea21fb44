from bench.crowds import ABSENT, PEOPLE, dense
from casekit.deduce.minimal_sources import having
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.deduce.source_sets import all_proofs


def refuted(solver, absent):
    given = [*solver.assume(solver.reading(absent)), having(solver, "culprit", "S01")]
    return not solver.solve(given)


def test_the_refutations_are_those_it_is_built_of():
    made = dense(seed=7)
    solver = TheorySolver(made.theory)
    assert len(made.refutations) > 10_000
    for absent in sorted(map(sorted, made.refutations))[::1_000]:
        assert refuted(solver, absent)
        assert not any(refuted(solver, [other for other in absent if other != name]) for name in absent)
    everyone = [f"S{number:02}" for number in range(PEOPLE)]
    assert not refuted(solver, everyone[: ABSENT - 1])


def test_what_is_found_is_known_and_said_to_be_incomplete():
    made = dense(seed=7)
    found = all_proofs(TheorySolver(made.theory), {"culprit": "S00"}, budget=150)
    assert not found.complete
    assert found.sets
    assert set(map(frozenset, found.sets)) <= made.refutations


def test_a_seed_makes_one_theory():
    assert dense(seed=3).refutations == dense(seed=3).refutations != dense(seed=4).refutations
