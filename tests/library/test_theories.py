"""What the page on the library promises of theories at their edges."""

import pytest

from casekit.deduce import Assertion, Fact, Function, Law, Limits, Sort, Theory, TheorySolver, formula, prove

LAMP = Sort("lamp", ("red", "green"))
lit = Function("lit", (LAMP,))


def law(text):
    return Law(text, formula(text, [lit]), 1)


def test_lines_that_contradict_each_other_leave_no_values():
    solver = TheorySolver(Theory((lit,), (law("lit(red)"), law("not lit(red)"), law("lit(green)"))))
    for name in LAMP.values:
        assert () == solver.values(solver.everything, lit, (name,))
        assert solver.value(solver.everything, lit, (name,)) is None
        assert "open" == solver.ask(solver.everything, formula(f"lit({name})", [lit]))
    assert solver.world(solver.everything) is None
    assert ("yes",) == solver.values(["lit(red)"], lit, ("red",))


def test_a_line_that_is_too_large_is_refused():
    laws = (law("every lamp X: lit(X)"), law("lit(red)"))
    solver = TheorySolver(Theory((lit,), laws), Limits(line=1))
    assert (("every lamp X: lit(X)", 2),) == solver.refused
    assert [("yes",), ("yes", "no")] == [
        solver.values(solver.everything, lit, (name,)) for name in LAMP.values
    ]


def test_what_no_line_mentions_cannot_be_proved():
    theory = Theory((lit,), (law("lit(red)"),))
    proof = prove(theory, Limits(), [Assertion(Fact("lit", ("red",), "yes"))])
    assert proof is not None
    assert ((), ("lit(red)",)) == (proof.sources, proof.lines)
    assert prove(theory, Limits(), [Assertion(Fact("lit", ("red",), "no"))]) is None
    with pytest.raises(KeyError):
        prove(theory, Limits(), [Assertion(Fact("lit", ("green",), "yes"))])


def test_nothing_is_proved_by_lines_that_contradict_each_other():
    theory = Theory((lit,), (law("lit(red) and not lit(red)"), law("lit(green)")))
    with pytest.raises(ValueError, match="contradicts itself"):
        prove(theory, Limits(), [Assertion(Fact("lit", ("red",), "no"))])
