from itertools import combinations

from hypothesis import given, settings, strategies as st

from casekit.deduce.encoding.encoded_theory import Limits
from casekit.deduce.evidence_graph import idle, unusable
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.formulas import Constant, Equal, Holds, Implies, Not, Or
from casekit.logic.theory import Claim, Law, Theory

relaxed = settings(max_examples=60)


@relaxed
@given(data=st.data())
def test_idle_claims_hold_by_the_laws_alone(data, theories, brute):
    theory = data.draw(theories)
    all_worlds = brute(theory)
    given_worlds = all_worlds.of(all_worlds.laws)
    expected = tuple(claim for claim in all_worlds.claims if given_worlds <= all_worlds.holds[claim])
    assert (expected if given_worlds else ()) == idle(TheorySolver(theory))


@relaxed
@given(data=st.data())
def test_unusable_claims_change_nothing_whatever_is_read(data, aimless_theories, brute):
    theory = data.draw(aimless_theories)
    all_worlds = brute(theory)
    useless = set(unusable(TheorySolver(theory)))
    for size in range(len(all_worlds.claims) + 1):
        for read in combinations(all_worlds.claims, size):
            with_them = [*all_worlds.laws, *read]
            without = [*all_worlds.laws, *(claim for claim in read if claim not in useless)]
            for target in theory.targets:
                assert all_worlds.values(without, target) == all_worlds.values(with_them, target)


def theory_of(signature, *claims, laws=()):
    return Theory(signature.functions, tuple(laws), claims, (), (signature.culprit,))


def accused(signature, name):
    return Equal(signature.at(signature.culprit), Constant(name))


def test_a_claim_about_things_nothing_else_touches_is_unusable(signature):
    anna, bruno = (Holds(signature.at(signature.keycard, name)) for name in ("ANNA", "BRUNO"))
    claims = (
        Claim("island", "BRUNO alibi", anna, exempt=accused(signature, "BRUNO")),
        Claim("linked", "01", bruno),
    )
    law = Law("law", Implies(bruno, accused(signature, "ANNA")), 1)
    assert ("island",) == unusable(TheorySolver(theory_of(signature, *claims, laws=[law])))


def test_claims_that_may_contradict_each_other_can_unmask_a_speaker(signature):
    anna = Holds(signature.at(signature.keycard, "ANNA"))
    claims = (
        Claim("yes", "BRUNO alibi", anna, exempt=accused(signature, "BRUNO")),
        Claim("no", "ANNA alibi", Not(anna), exempt=accused(signature, "ANNA")),
    )
    assert () == unusable(TheorySolver(theory_of(signature, *claims)))


def test_a_claim_that_some_speaker_must_falsify_is_usable(signature):
    anna = Holds(signature.at(signature.keycard, "ANNA"))
    claims = (
        Claim("word", "BRUNO alibi", anna, inverted=accused(signature, "BRUNO")),
        Claim("find", "01", anna),
    )
    assert () == unusable(TheorySolver(theory_of(signature, *claims)))


def test_idle_claims_are_not_called_unusable_too(signature):
    anna = Holds(signature.at(signature.keycard, "ANNA"))
    solver = TheorySolver(theory_of(signature, Claim("again", "01", Or((anna, Not(anna))))))
    assert (("again",), ()) == (idle(solver), unusable(solver))


def test_nothing_is_unusable_where_lines_are_missing(signature):
    anna = Holds(signature.at(signature.keycard, "ANNA"))
    claims = (Claim("small", "01", anna), Claim("large", "02", Or((anna, Not(anna)))))
    solver = TheorySolver(theory_of(signature, *claims), Limits(line=1, total=9))
    assert (("large", 2),) == solver.refused
    assert () == unusable(solver)
