from itertools import combinations

from hypothesis import given, settings, strategies as st

from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.deduce.verdicts import CureSet, analyse, cures, true_facts
from casekit.logic.formulas import And, Constant, Equal, Holds, Iff, Implies, Not, Or
from casekit.logic.theory import Claim, Cure, Fact, Law, Theory

BRUNO = (("culprit", "BRUNO"),)
"""The only rival in the smallest theories."""

relaxed = settings(max_examples=60)


def pairs_left(worlds, pairs):
    return [(name, rival) for name, rival in pairs if any(world[name, ()] == rival for world in worlds)]


def settling(worlds, candidates, pairs):
    """By trying all sets of facts: how many leave no pair, at the least; ``None`` if not even all do."""
    for size in range(len(candidates) + 1):
        for chosen in combinations(candidates, size):
            left = [world for world in worlds if all(world[key] == candidates[key] for key in chosen)]
            if not pairs_left(left, pairs):
                return size
    return None


@relaxed
@given(data=st.data())
def test_random_theories(data, theories, brute):
    theory = data.draw(theories)
    all_worlds, solver = brute(theory), TheorySolver(theory)
    verdict = analyse(solver)
    found = cures(solver, verdict, count=3)
    pairs = [(e.name, rival) for e in verdict.elements if e.value is not None for rival in e.rivals]
    if not verdict.truth_possible or not pairs:
        assert CureSet((), (), minimum=True) == found
        return
    worlds = [all_worlds.worlds[number] for number in all_worlds.of(all_worlds.everything)]
    targets = {(target.name, ()) for target in theory.targets}
    candidates = {
        key: value
        for key, value in true_facts(solver).items()
        if key not in targets and any(world[key] != value for world in worlds)
    }
    removes = {
        Fact(*key, value): [
            pair for pair in pairs if not pairs_left([w for w in worlds if w[key] == value], [pair])
        ]
        for key, value in candidates.items()
    }
    best = sorted((fact for fact in removes if removes[fact]), key=lambda fact: (-len(removes[fact]), fact))
    assert [(fact, tuple(removes[fact])) for fact in best[:3]] == [(c.fact, c.removes) for c in found.ranked]
    size = settling(worlds, candidates, pairs)
    assert found.minimum
    assert (size or 0) == len(found.closing)
    told = {(cure.fact.function, cure.fact.arguments): cure.fact.value for cure in found.closing}
    left = [world for world in worlds if all(world[key] == value for key, value in told.items())]
    assert (size is None) == bool(pairs_left(left, pairs))
    assert all(tuple(removes[cure.fact]) == cure.removes for cure in found.closing)


def mansion(signature, *claims):
    """ANNA did it, whoever did it has a keycard, and BRUNO has none; either of them did it."""
    culprit = signature.at(signature.culprit)
    anna, bruno = (Equal(culprit, Constant(name)) for name in ("ANNA", "BRUNO"))
    laws = (
        Law("card", Holds(signature.at(signature.keycard, culprit)), 1),
        Law("either", Iff(anna, Not(bruno)), 1),
    )
    truth = (Law("truth", anna, 1), Law("no card", Not(Holds(signature.at(signature.keycard, "BRUNO"))), 1))
    return TheorySolver(Theory(signature.functions, laws, claims, truth, (signature.culprit,)))


def test_a_cure_names_the_sources_that_speak_of_it(signature):
    anna, bruno = (Holds(signature.at(signature.keycard, name)) for name in ("ANNA", "BRUNO"))
    claims = (Claim("1", "BRUNO alibi", Implies(bruno, anna)), Claim("2", "01", anna))
    solver = mansion(signature, *claims)
    fact = Fact("keycard", ("BRUNO",), "no")
    cure = Cure(fact, (("culprit", "BRUNO"),), ("BRUNO alibi",))
    assert CureSet((cure,), (cure,), minimum=True, rivals=BRUNO) == cures(solver, analyse(solver))


def test_the_rival_himself_cannot_carry_a_cure(signature):
    anna, bruno = (Holds(signature.at(signature.keycard, name)) for name in ("ANNA", "BRUNO"))
    guilty = Equal(signature.at(signature.culprit), Constant("BRUNO"))
    claims = (
        Claim("1", "BRUNO alibi", Implies(bruno, anna), exempt=guilty),
        Claim("2", "01", Or((anna, bruno))),
    )
    solver = mansion(signature, *claims)
    (cure,) = cures(solver, analyse(solver)).ranked
    assert ("01",) == cure.sources


def test_who_says_nothing_reliable_cannot_carry_a_cure(signature):
    anna, bruno = (Holds(signature.at(signature.keycard, name)) for name in ("ANNA", "BRUNO"))
    guilty = Equal(signature.at(signature.culprit), Constant("ANNA"))
    claims = (Claim("1", "ANNA alibi", bruno, exempt=guilty), Claim("2", "01", anna))
    solver = mansion(signature, *claims)
    (cure,) = cures(solver, analyse(solver)).ranked
    assert ("01",) == cure.sources


def test_two_facts_may_close_a_gap_that_neither_narrows(signature):
    anna, bruno = (Holds(signature.at(signature.keycard, name)) for name in ("ANNA", "BRUNO"))
    is_anna, is_bruno = (Equal(signature.at(signature.culprit), Constant(name)) for name in ("ANNA", "BRUNO"))
    laws = (
        Law("either", Iff(is_anna, Not(is_bruno)), 1),
        Law("card", Implies(is_bruno, Or((anna, bruno))), 1),
    )
    truth = (Law("truth", And((is_anna, Not(anna), Not(bruno))), 1),)
    claims = (Claim("1", "01", Implies(anna, is_anna)), Claim("2", "02", Or((bruno, Not(bruno)))))
    solver = TheorySolver(Theory(signature.functions, laws, claims[1:], truth, (signature.culprit,)))
    found = cures(solver, analyse(solver))
    facts = [Fact("keycard", (name,), "no") for name in ("ANNA", "BRUNO")]
    assert CureSet((), tuple(Cure(fact, (), ("02",)) for fact in facts), minimum=True, rivals=BRUNO) == found
    # With 01 ANNA had no card if BRUNO did it, so that BRUNO's card alone decides.
    solver = TheorySolver(Theory(signature.functions, laws, claims, truth, (signature.culprit,)))
    cure = Cure(facts[1], (("culprit", "BRUNO"),), ("02",))
    assert CureSet((cure,), (cure,), minimum=True, rivals=BRUNO) == cures(solver, analyse(solver))


def test_where_no_true_fact_helps_there_is_no_remedy(signature):
    anna, bruno = (Equal(signature.at(signature.culprit), Constant(name)) for name in ("ANNA", "BRUNO"))
    laws = (Law("either", Iff(anna, Not(bruno)), 1),)
    truth = (Law("truth", And((anna, Holds(signature.at(signature.keycard, "ANNA")))), 1),)
    solver = TheorySolver(Theory(signature.functions, laws, (), truth, (signature.culprit,)))
    assert CureSet((), (), minimum=True, rivals=BRUNO) == cures(solver, analyse(solver))


def test_what_rules_out_most_by_itself_comes_first(signature):
    # BRUNO had no card, which he and the victim need; ANNA had none, which excludes him again.
    anna, bruno = (Holds(signature.at(signature.keycard, name)) for name in ("ANNA", "BRUNO"))
    is_anna, is_bruno, victim = (
        Equal(signature.at(signature.culprit), Constant(name)) for name in ("ANNA", "BRUNO", "victim")
    )
    laws = (
        Law("somebody", Or((is_anna, is_bruno, victim)), 1),
        Law("given", Implies(Or((is_bruno, victim)), bruno), 1),
        Law("kept", Implies(is_bruno, anna), 1),
        Law("lost", Implies(victim, Not(anna)), 1),
    )
    truth = (Law("truth", And((is_anna, Not(anna), Not(bruno))), 1),)
    solver = TheorySolver(Theory(signature.functions, laws, (), truth, (signature.culprit,)))
    found = cures(solver, analyse(solver))
    both = (("culprit", "BRUNO"), ("culprit", "victim"))
    expected = [(Fact("keycard", ("BRUNO",), "no"), both), (Fact("keycard", ("ANNA",), "no"), both[:1])]
    assert expected == [(cure.fact, cure.removes) for cure in found.ranked]
    assert expected[:1] == [(cure.fact, cure.removes) for cure in cures(solver, analyse(solver), 1).ranked]
    assert expected[:1] == [(cure.fact, cure.removes) for cure in found.closing]
