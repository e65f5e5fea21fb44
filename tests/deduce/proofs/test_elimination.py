"""Proofs that go over the values of one target, and terms that have the value of another one."""

from dataclasses import replace

import pytest

from casekit.deduce.encoding.encoded_theory import Limits
from casekit.deduce.proofs.prover import prove
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.formulas import Apply, Constant, Equal, Function, Iff, Not, Or, Sort
from casekit.logic.theory import Assertion, Claim, Fact, Law, Theory

WHO = Sort("who", ("a", "b", "c", "d"))
GUILTY = Function("guilty", (), WHO)
DAY = Sort("day", ("1", "2"))
SEEN = Function("seen", (DAY,), WHO, same={("2",): ("seen", ("1",))})


def was(value, function=GUILTY, *arguments):
    return Equal(Apply(function, tuple(map(Constant, arguments))), Constant(value))


THEORY = Theory(
    (GUILTY, SEEN),
    (Law("rule", Iff(was("a", SEEN, "1"), was("a")), 0), Law("seat", Not(was("b")), 1)),
    (
        Claim("p.1", "p", Not(was("c"))),
        Claim("q.1", "q", Or((was("a"), was("b")))),
        Claim("r.1", "r", Not(was("d"))),
    ),
    targets=(GUILTY,),
    struck="guilty",
)


def steps(goal, theory=THEORY):
    found = prove(theory, Limits(), [goal])
    return [(each.lines, each.premises, [str(one) for one in each.conclusions]) for each in found.steps]


def test_lines_strike_off_values_until_one_is_left():
    goal = Assertion(Fact("guilty", (), "a"))
    assert [
        (("seat",), (), ["guilty != b"]),
        (("q.1",), (), ["guilty != c", "guilty != d"]),
        ((), (1, 2), ["guilty = a"]),
    ] == steps(goal)


def test_a_refutation_strikes_off_one_value():
    assert [(("p.1",), (), ["guilty != c"])] == steps(
        Assertion(Fact("guilty", (), "c"), holds=False), replace(THEORY, claims=THEORY.claims[:1])
    )


def test_rules_say_what_the_values_mean():
    assert [
        (("seat",), (), ["guilty != b"]),
        (("q.1",), (), ["guilty != c", "guilty != d"]),
        (("rule",), (1, 2), ["seen(1) = a"]),
    ] == steps(Assertion(Fact("seen", ("1",), "a")))


@pytest.mark.parametrize("day", DAY.values)
def test_a_term_has_the_value_of_the_one_that_it_is_the_same_as(day):
    solver = TheorySolver(THEORY)
    assert solver.values(solver.everything, SEEN, (day,)) == ("a",)
    assert solver.ask(solver.everything, was("a", SEEN, day)) == "true"
    assert [key for key in solver.vocabulary if key[0] == "seen"] == [("seen", ("1",))]
