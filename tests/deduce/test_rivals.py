from hypothesis import given, settings, strategies as st

from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.deduce.verdicts import nearest_rival, true_facts
from casekit.logic.formulas import And, Constant, Equal, Holds, Implies, Not, Or
from casekit.logic.theory import Claim, Fact, Law, Theory

relaxed = settings(max_examples=60)


def distance(world, truth):
    return sum(world[key] != value for key, value in truth.items())


@relaxed
@given(data=st.data())
def test_the_nearest_world_changes_the_fewest_facts(data, theories, brute, direct):
    theory = data.draw(theories)
    all_worlds, solver = brute(theory), TheorySolver(theory)
    truth = true_facts(solver)
    worlds = [all_worlds.worlds[number] for number in sorted(all_worlds.of(all_worlds.everything))]
    for target in theory.targets:
        for value in solver.values(solver.everything, target):
            rival = nearest_rival(solver, target, value, truth)
            world = {(fact.function, fact.arguments): fact.value for fact in rival.world}
            assert value == world[target.name, ()]
            assert any(world.items() <= other.items() for other in worlds)
            near = min(distance(other, truth) for other in worlds if other[target.name, ()] == value)
            assert near == distance(world, truth) == len(rival.changed)
            assert set(rival.changed) <= set(rival.world)
            full = next(other for other in worlds if world.items() <= other.items())
            lies = tuple(
                c.id for c in theory.claims if not c.hint and direct(c.formula, full) == (True, False)
            )
            assert lies == rival.lies
            assert rival.nearest


def a_theory(signature):
    anna = Equal(signature.at(signature.culprit), Constant("ANNA"))
    bruno = Equal(signature.at(signature.culprit), Constant("BRUNO"))
    suite = Equal(signature.at(signature.room, signature.at(signature.culprit)), Constant("suite"))
    laws = (
        Law("suite", suite, 1),
        Law("murder", Holds(signature.at(signature.keycard, signature.at(signature.culprit))), 1),
    )
    alibi = Not(Equal(signature.at(signature.room, "BRUNO"), Constant("suite")))
    claims = (
        Claim("alibi", "BRUNO alibi", alibi, exempt=bruno, weight=1),
        Claim("card", "01", Holds(signature.at(signature.keycard, "BRUNO")), weight=1),
    )
    return Theory(signature.functions, laws, claims, (Law("truth", anna, 1),), (signature.culprit,))


def test_a_rival_world_tells_what_is_different_and_who_would_lie(signature):
    solver = TheorySolver(a_theory(signature))
    rival = nearest_rival(solver, signature.culprit, "BRUNO", true_facts(solver))
    assert (Fact("culprit", (), "BRUNO"), Fact("room", ("BRUNO",), "suite")) == rival.changed
    assert ("alibi",) == rival.lies


def test_a_refuted_value_has_no_world(signature):
    theory = a_theory(signature)
    sober = Claim("sober", "02", Not(Equal(signature.at(signature.culprit), Constant("BRUNO"))))
    solver = TheorySolver(
        Theory(theory.functions, theory.laws, (*theory.claims, sober), theory.truth, theory.targets)
    )
    assert None is nearest_rival(solver, signature.culprit, "BRUNO", true_facts(solver))


def test_the_truth_alone_is_the_measure_where_the_claims_contradict_it(signature):
    theory = a_theory(signature)
    never = Claim("never", "02", Not(Equal(signature.at(signature.culprit), Constant("ANNA"))))
    solver = TheorySolver(
        Theory(theory.functions, theory.laws, (*theory.claims, never), theory.truth, theory.targets)
    )
    assert "ANNA" == true_facts(solver)["culprit", ()]


def test_a_search_that_is_given_up_shows_a_world_and_says_so(signature, monkeypatch):
    solver = TheorySolver(a_theory(signature))
    truth = true_facts(solver)
    monkeypatch.setattr(solver, "solve_within", lambda _: None)
    rival = nearest_rival(solver, signature.culprit, "BRUNO", truth)
    assert not rival.nearest
    assert Fact("culprit", (), "BRUNO") in rival.world
    assert Fact("room", ("BRUNO",), "suite") in rival.changed


def test_of_equally_near_worlds_the_truth_is_kept_in_the_first_terms(signature):
    theory = a_theory(signature)
    anna, bruno = (Holds(signature.at(signature.keycard, name)) for name in ("ANNA", "BRUNO"))
    is_bruno = Equal(signature.at(signature.culprit), Constant("BRUNO"))
    laws = (Law("one lost", Implies(is_bruno, Or((Not(anna), Not(bruno)))), 1),)
    truth = (*theory.truth, Law("cards", And((anna, bruno)), 1))
    solver = TheorySolver(Theory(theory.functions, laws, (), truth, theory.targets))
    rival = nearest_rival(solver, signature.culprit, "BRUNO", true_facts(solver))
    assert (Fact("culprit", (), "BRUNO"), Fact("keycard", ("BRUNO",), "no")) == rival.changed
