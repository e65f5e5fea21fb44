from hypothesis import given, settings, strategies as st

from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.deduce.verdicts import analyse, given_solution
from casekit.logic.formulas import Constant, Equal, Holds, Implies, Not
from casekit.logic.theory import Claim, Element, Law, Theory, Verdict

relaxed = settings(max_examples=60)


def expected_element(all_worlds, target, consistent):
    alone = [line.id for line in all_worlds.theory.truth]
    true = all_worlds.values(all_worlds.truth, target) or all_worlds.values(alone, target)
    value = next(iter(true)) if len(true) == 1 else None
    if not consistent:
        return Element(target.name, value, "open")
    possible = all_worlds.values(all_worlds.everything, target)
    if len(possible) == 1:
        (proved,) = possible
        status = "decided" if value is None else "certain" if value == proved else "contrary"
        return Element(target.name, value, status, (), proved)
    rivals = tuple(sorted(possible - {value}))
    if value not in possible:
        return Element(target.name, value, "open", rivals)
    broken = all_worlds.fewest_hints_broken(target, value)
    supported = all(all_worlds.fewest_hints_broken(target, rival) > broken for rival in rivals)
    return Element(target.name, value, "supported" if supported else "open", rivals)


@relaxed
@given(data=st.data())
def test_verdict_agrees_with_all_worlds(data, theories, brute):
    theory = data.draw(theories)
    all_worlds = brute(theory)
    consistent = bool(all_worlds.of(all_worlds.everything))
    expected = Verdict(
        consistent=consistent,
        truth_possible=bool(all_worlds.of([*all_worlds.truth, *all_worlds.claims])),
        elements=tuple(expected_element(all_worlds, target, consistent) for target in theory.targets),
    )
    assert expected == analyse(TheorySolver(theory))


@relaxed
@given(data=st.data())
def test_a_solution_is_given_if_the_laws_leave_one_value_each(data, theories, brute):
    theory = data.draw(theories)
    all_worlds = brute(theory)
    expected = all(len(all_worlds.values(all_worlds.laws, target)) == 1 for target in theory.targets)
    assert expected == given_solution(TheorySolver(theory))


def a_theory(signature, *claims, laws=()):
    truth = (Law("truth", Equal(signature.at(signature.culprit), Constant("ANNA")), 3),)
    return Theory(signature.functions, tuple(laws), claims, truth, (signature.culprit,))


def test_a_law_without_a_value_for_its_terms_does_not_rule_out_an_accident(signature):
    culprit = signature.at(signature.culprit)
    law = Law("room", Equal(signature.at(signature.room, culprit), Constant("suite")), 1)
    elsewhere = [
        Claim(name, "01", Not(Equal(signature.at(signature.room, name), Constant("suite"))), weight=1)
        for name in ("ANNA", "BRUNO")
    ]
    (element,) = analyse(TheorySolver(a_theory(signature, *elsewhere, laws=[law]))).elements
    assert ("nobody", "victim") == element.rivals


def test_a_hint_supports_but_proves_nothing(signature):
    hint = Claim("hint", "01", Equal(signature.at(signature.culprit), Constant("ANNA")), hint=True, weight=1)
    (element,) = analyse(TheorySolver(a_theory(signature, hint))).elements
    assert Element("culprit", "ANNA", "supported", ("BRUNO", "nobody", "victim")) == element


def test_two_hints_that_say_the_same_count_twice(signature):
    anna = Equal(signature.at(signature.culprit), Constant("ANNA"))
    bruno = Equal(signature.at(signature.culprit), Constant("BRUNO"))
    hints = [Claim(f"for {n}", "01", anna, hint=True) for n in range(2)]
    against = Claim("against", "02", bruno, hint=True)
    (element,) = analyse(TheorySolver(a_theory(signature, *hints, against))).elements
    assert "supported" == element.status


def test_an_inverted_claim_is_false_where_its_speaker_did_it(signature):
    anna = Equal(signature.at(signature.culprit), Constant("ANNA"))
    card = Holds(signature.at(signature.keycard, "ANNA"))
    claims = (
        Claim("word", "ANNA alibi", Not(card), inverted=anna, weight=1),
        Claim("find", "01", card, weight=1),
    )
    (element,) = analyse(TheorySolver(a_theory(signature, *claims))).elements
    assert Element("culprit", "ANNA", "certain", proved="ANNA") == element


def test_no_targets_no_solution_to_give(signature):
    law = Law(
        "law",
        Implies(
            Holds(signature.at(signature.keycard, "ANNA")), Holds(signature.at(signature.keycard, "BRUNO"))
        ),
    )
    assert not given_solution(TheorySolver(Theory(signature.functions, (law,), (), (), ())))
