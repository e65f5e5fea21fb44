"""Proofs step by step, each step checked again in every world there is."""

from dataclasses import replace
from itertools import combinations
from unittest.mock import patch

import pytest
from hypothesis import assume, given, settings, strategies as st

from casekit.deduce.encoding.encoded_theory import Limits
from casekit.deduce.proofs import prover
from casekit.deduce.proofs.prover import prove
from casekit.deduce.solving.cores import MOST_GROUPS_COMPARED
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.formulas import And, Constant, Equal, Holds, Iff, Implies, Not, Or
from casekit.logic.theory import Assertion, Claim, Fact, Inference, Law, Supposition, Theory, every_step

CHECKS = settings(max_examples=150)


def _is(target, value):
    return Assertion(Fact(target, (), value))


def _culprit(signature, name):
    return Equal(signature.at(signature.culprit), Constant(name))


def _worlds(brute, assertion):
    fact = assertion.fact
    return {
        number
        for number, world in enumerate(brute.worlds)
        if (world[fact.function, fact.arguments] == fact.value) == assertion.holds
    }


def _check(brute, steps, cited):
    """Follow the steps through all worlds; ``cited`` are the worlds each numbered step leaves."""
    everywhere = set(range(len(brute.worlds)))
    for step in steps:
        if isinstance(step, Supposition):
            supposed = _worlds(brute, step.supposed)
            last = _check(brute, step.steps, {**cited, step.number: supposed})
            assert last == set()
            assert _worlds(brute, step.conclusion) == everywhere - supposed
            cited[step.closing] = left = _worlds(brute, step.conclusion)
            continue
        assert {number for number in step.premises if number in cited} == set(step.premises)
        known = everywhere.intersection(
            *(brute.holds[line] for line in step.lines),
            *(_worlds(brute, assertion) for assertion in step.used),
        )
        for number in step.premises:
            assert any(_worlds(brute, assertion) >= cited[number] for assertion in step.used)
        left = everywhere.intersection(*(_worlds(brute, assertion) for assertion in step.conclusions))
        if not step.conclusions:
            left = set()
        assert known <= left
        cited[step.number] = left
    return left


@CHECKS
@pytest.mark.parametrize("many", [MOST_GROUPS_COMPARED, 0])
@given(data=st.data())
def test_every_step_follows_in_every_world(data, theories, brute, many):
    theory = data.draw(theories)
    solver = TheorySolver(theory)
    assume(solver.consistent(solver.everything))
    worlds = brute(theory)
    for target in theory.targets:
        value = solver.value(solver.everything, target)
        if value is None:
            continue
        with patch.object(prover, "MOST_GROUPS_COMPARED", many):
            proof = prove(theory, Limits(), [_is(target.name, value)])
        _check(worlds, proof.steps, {})
        sources = sorted({claim.source for claim in theory.claims if not claim.hint})
        sufficient = [
            chosen
            for size in range(len(sources) + 1)
            for chosen in combinations(sources, size)
            if worlds.values(solver.reading(chosen), target) == {value}
        ]
        assert set(proof.sources) in [set(chosen) for chosen in sufficient]
        if many:
            assert len(sufficient[0]) == len(proof.sources)
            assert proof.minimum
        assert not any(set(chosen) < set(proof.sources) for chosen in sufficient)


@CHECKS
@given(data=st.data())
def test_what_does_not_follow_has_no_proof(data, theories):
    theory = data.draw(theories)
    solver = TheorySolver(theory)
    for target in theory.targets:
        possible = solver.values(solver.everything, target)
        if len(possible) > 1:
            assert prove(theory, Limits(), [_is(target.name, possible[0])]) is None


@pytest.fixture
def caught(signature):
    """BRUNO says what two places, put together, make impossible."""
    at, culprit = signature.at, signature.culprit
    keycard, room = signature.keycard, signature.room
    mine = Holds(at(keycard, "BRUNO"))
    in_suite = Equal(at(room, "ANNA"), Constant("suite"))
    return Theory(
        functions=signature.functions,
        laws=(
            signature.accident,
            Law("two", Or((_culprit(signature, "ANNA"), _culprit(signature, "BRUNO"))), 9),
        ),
        claims=(
            Claim("said", "BRUNO alibi", mine, exempt=_culprit(signature, "BRUNO"), weight=1),
            Claim("if in", "01", Implies(in_suite, Not(mine)), weight=2),
            Claim("if out", "02", Implies(Not(in_suite), Not(mine)), weight=2),
        ),
        truth=(Law("truth", _culprit(signature, "BRUNO"), 3),),
        targets=(culprit,),
    )


def test_a_lie_is_caught_by_a_supposition(caught):
    proof = prove(caught, Limits(), [_is("culprit", "BRUNO")])
    suppositions = [step for step in every_step(proof.steps) if isinstance(step, Supposition)]
    assert ("BRUNO alibi", "01", "02") == proof.sources
    assert ["culprit != BRUNO"] == [str(step.supposed) for step in suppositions]
    assert "culprit = BRUNO" == str(suppositions[0].conclusion)


def test_steps_are_numbered_as_they_are_read(caught):
    proof = prove(caught, Limits(), [_is("culprit", "BRUNO")])
    numbers = [step.number for step in every_step(proof.steps)]
    assert sorted(numbers) == numbers


def test_a_law_of_no_weight_is_cited_too(signature):
    at = signature.at
    innocent = And((Not(_culprit(signature, "ANNA")), Not(_culprit(signature, "BRUNO"))))
    theory = Theory(
        functions=signature.functions,
        laws=(signature.accident,),
        claims=(
            Claim("none", "01", Equal(at(signature.motive), Constant("none")), weight=2),
            Claim("innocent", "02", innocent, weight=2),
        ),
        truth=(),
        targets=(signature.culprit,),
    )
    proof = prove(theory, Limits(), [_is("culprit", "nobody")])
    (step,) = [step for step in proof.steps if isinstance(step, Inference) and "accident" in step.lines]
    assert ("culprit = nobody",) == tuple(map(str, step.conclusions))
    assert ("01",) == proof.sources


def test_the_laws_alone_need_no_source(signature):
    theory = Theory(
        functions=signature.functions,
        laws=(Law("told", _culprit(signature, "ANNA"), 9),),
        claims=(Claim("also", "01", _culprit(signature, "ANNA"), weight=1),),
        truth=(),
        targets=(signature.culprit,),
    )
    proof = prove(theory, Limits(), [_is("culprit", "ANNA")])
    assert () == proof.sources
    assert ("told",) == proof.lines


def test_only_what_was_read_counts(caught):
    goal = [_is("culprit", "BRUNO")]
    assert prove(caught, Limits(), goal, ["BRUNO alibi", "01"]) is None
    assert prove(caught, Limits(), goal, ["BRUNO alibi", "01", "02"]) is not None


def test_the_plainest_proof_takes_more_sources_to_suppose_nothing(caught, signature):
    keycard = Holds(signature.at(signature.keycard, "ANNA"))
    in_suite = Equal(signature.at(signature.room, "ANNA"), Constant("suite"))
    told = (
        Claim("card", "03", keycard, weight=1),
        Claim("so in", "04", Implies(keycard, in_suite), weight=1),
    )
    theory = replace(caught, claims=(*caught.claims, *told))
    fewest = prove(theory, Limits(), [_is("culprit", "BRUNO")])
    plainest = prove(theory, Limits(), [_is("culprit", "BRUNO")], among="all")
    assert (("BRUNO alibi", "01", "02"), True) == (fewest.sources, fewest.minimum)
    assert (("BRUNO alibi", "01", "03", "04"), False) == (plainest.sources, plainest.minimum)
    assert not any(isinstance(step, Supposition) for step in every_step(plainest.steps))


def test_the_plainest_proof_is_the_smallest_where_more_does_not_help(caught):
    goal = [_is("culprit", "BRUNO")]
    assert prove(caught, Limits(), goal) == prove(caught, Limits(), goal, among="all")


def test_suppositions_inside_each_other_are_found(signature):
    # Four cases of two propositions; each is excluded by a place of its own, so one supposition is not enough.
    at = signature.at
    one, two = Holds(at(signature.keycard, "ANNA")), Holds(at(signature.keycard, "BRUNO"))
    three = Equal(at(signature.room, "ANNA"), Constant("suite"))
    claims = [
        Claim(f"case {n}", f"0{n}", Not(And((a, b, c))), weight=1)
        for n, (a, b, c) in enumerate(
            ((x, y, z) for x in (one, Not(one)) for y in (two, Not(two)) for z in (three, Not(three))), 1
        )
    ]
    *open_cases, last = claims
    theory = Theory(
        functions=signature.functions,
        laws=(Law("asked", Iff(_culprit(signature, "ANNA"), last.formula.part), 9),),
        claims=tuple(open_cases),
        truth=(),
        targets=(signature.culprit,),
    )
    proof = prove(theory, Limits(), [_is("culprit", "ANNA")])
    depth = max(_depth(step) for step in proof.steps)
    assert 7 == len(proof.sources)
    assert depth >= 2
    assert all(len(step.lines) <= 1 for step in every_step(proof.steps) if isinstance(step, Inference))


def _depth(step):
    return 1 + max(map(_depth, step.steps)) if isinstance(step, Supposition) else 0
