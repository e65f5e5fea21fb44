"""Cases that are too hard to decide end all the same."""

import pysolvers
import pytest

from casekit import pipeline
from casekit.deduce.knowledge import Knowledge, OutOfBudgetError
from casekit.diagnostics import catalogue
from casekit.games.midnight.editions import Shelf
from casekit.games.midnight.load import built_in
from casekit.games.midnight.questions import prove_solution
from casekit.model.theory import Theory

TWELVE_IN_TEN = """\
title: T
level: amateur
victim: V

== terms
motive m "M"
method p "P"

== facts
room(suspect): location

== rules
every suspect X: every suspect Y except X: room(X) != room(Y)
every suspect X: room(X) in { %s }

== truth
culprit = ANNA
motive = m
method = p
"""


def test_a_case_that_is_too_hard_is_reported_and_has_no_verdict():
    rooms = ", ".join(f"cabin-{letter}" for letter in "abcdefghij")
    checked = pipeline.check_bytes((TWELVE_IN_TEN % rooms).encode(), "hard.case", Shelf(built_in()))
    assert "CK909" in [problem.code.id for problem in checked.diagnostics]
    assert checked.verdict is None


def test_an_interrupt_in_the_solver_is_an_interrupt(monkeypatch):
    class Interrupted:
        def conf_budget(self, budget):
            del budget

        def append_formula(self, clauses):
            del clauses

        def solve_limited(self, assumptions):
            del assumptions
            raise pysolvers.error("Caught keyboard interrupt")

    knowledge = Knowledge(Theory((), (), (), (), ()))
    monkeypatch.setattr(knowledge, "_solver", Interrupted())
    with pytest.raises(KeyboardInterrupt):
        knowledge.solve(())


def test_a_verdict_that_is_too_hard_after_all_checks_is_reported_too(monkeypatch, check):
    def give_up(_inquiry):
        raise OutOfBudgetError.after(1)

    monkeypatch.setattr("casekit.games.midnight.answers.verdict_as_json", give_up)
    checked = check()
    assert ["CK909"] == [problem.code.id for problem in checked.diagnostics]
    assert checked.verdict is None


def test_a_case_with_too_many_paths_to_prove_keeps_its_verdict(monkeypatch, check):
    monkeypatch.setattr("casekit.deduce.support.MOST_SOURCES", 3)
    checked = check(balance=2_000)
    assert ["CK909"] == [problem.code.id for problem in checked.diagnostics]
    assert "among at most 3 paths, and 7 paths tell something" in checked.diagnostics[0].message
    assert checked.balance is None
    assert "certain" == checked.verdict["elements"]["culprit"]["status"]


def test_a_proof_that_cannot_be_looked_for_is_reported(monkeypatch, shelf):
    monkeypatch.setattr("casekit.deduce.support.MOST_SOURCES", 3)
    examined = pipeline.examine_bytes(catalogue.base().encode(), "some.case", shelf)
    proved, problems = pipeline.answered(examined, prove_solution)
    assert proved is None
    assert ["CK909"] == [problem.code.id for problem in problems]
