"""A proof that has been tampered with does not pass."""

from dataclasses import replace

import pytest

from casekit.deduce.encoding.encoded_theory import Limits
from casekit.deduce.proofs.prover import prove, verify
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.formulas import Constant, Equal, Holds, Implies
from casekit.logic.theory import Assertion, Claim, Fact, Law, Theory


def _keycard(name):
    return Fact("keycard", (name,), "yes")


@pytest.fixture
def theory(signature):
    at = signature.at
    anna, bruno = (Holds(at(signature.keycard, name)) for name in ("ANNA", "BRUNO"))
    guilty = Equal(at(signature.culprit), Constant("ANNA"))
    return Theory(
        functions=signature.functions,
        laws=(Law("law", Implies(bruno, guilty), 9),),
        claims=(Claim("one", "01", anna, weight=1), Claim("two", "02", Implies(anna, bruno), weight=1)),
        truth=(),
        targets=(signature.culprit,),
    )


@pytest.fixture
def proof(theory):
    return prove(theory, Limits(), [Assertion(Fact("culprit", (), "ANNA"))])


def _with(proof, number, **changes):
    steps = tuple(replace(step, **changes) if step.number == number else step for step in proof.steps)
    return replace(proof, steps=steps)


def test_the_proof_as_it_was_found_passes(theory, proof):
    verify(proof, TheorySolver(theory).citable())
    assert ["01", "02"] == list(proof.sources)
    assert [1, 2, 3] == [step.number for step in proof.steps]


@pytest.mark.parametrize(
    ("tamper", "complaint"),
    [
        (lambda p: replace(p, sources=("01",)), "do not contradict"),
        (lambda p: _with(p, 2, lines=("one",)), "does not follow"),
        (lambda p: _with(p, 2, lines=()), "does not follow"),
        (lambda p: _with(p, 2, premises=()), "does not cite"),
        (lambda p: _with(p, 2, premises=(), used=()), "does not follow"),
        (lambda p: _with(p, 1, conclusions=()), "does not follow"),
        (lambda p: _with(p, 1, conclusions=(Assertion(_keycard("BRUNO")),)), "does not follow"),
        (lambda p: replace(p, steps=p.steps[:2]), "never says"),
    ],
)
def test_what_does_not_follow_is_found(theory, proof, tamper, complaint):
    with pytest.raises(AssertionError, match=complaint):
        verify(tamper(proof), TheorySolver(theory).citable())


def test_a_source_too_many_is_found(theory, proof):
    idle = Claim("three", "03", Implies(*[theory.claims[0].formula] * 2), weight=1)
    more = replace(theory, claims=(*theory.claims, idle))
    with pytest.raises(AssertionError, match="03 does not belong"):
        verify(replace(proof, sources=("01", "02", "03")), TheorySolver(more).citable())
