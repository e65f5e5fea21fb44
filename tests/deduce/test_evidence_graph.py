import pytest
from hypothesis import given, settings, strategies as st

from casekit.deduce.evidence_graph import evidence_graph
from casekit.deduce.minimal_sources import smallest_proof, supporting_lines
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.formulas import Constant, Equal, Holds, Implies, Not
from casekit.logic.theory import Claim, Law, Theory

relaxed = settings(max_examples=60)


@relaxed
@given(data=st.data())
def test_support_is_enough_and_minimal(data, theories, brute):
    theory = data.draw(theories)
    all_worlds, solver = brute(theory), TheorySolver(theory)
    for target in theory.targets:
        values = all_worlds.values(all_worlds.everything, target)
        if len(values) != 1:
            continue
        (value,) = values
        sources = smallest_proof(solver, {target.name: value}).names
        assert all_worlds.values(solver.reading(sources), target) <= {value}
        for source in sources:
            fewer = solver.reading([other for other in sources if other != source])
            assert not all_worlds.values(fewer, target) <= {value}


def a_theory(signature):
    card = {name: Holds(signature.at(signature.keycard, name)) for name in ("ANNA", "BRUNO")}
    anna = Equal(signature.at(signature.culprit), Constant("ANNA"))
    left = Equal(signature.at(signature.left, "ANNA"), Constant("dawn"))
    laws = (Law("card", Implies(card["ANNA"], anna), 1),)
    claims = (
        Claim("1", "BRUNO alibi", Implies(card["BRUNO"], card["ANNA"]), exempt=Not(anna)),
        Claim("2", "01", card["BRUNO"]),
        Claim("3", "01", left),
        Claim("4", "02", anna),
        Claim("5", "03", card["ANNA"], hint=True),
    )
    return Theory(signature.functions, laws, claims, (), (signature.culprit,))


def test_sources_lead_to_claims_to_facts_to_conclusions(signature):
    graph = evidence_graph(TheorySolver(a_theory(signature)))
    conclusion = ("conclusion", "culprit")
    edges = {
        (("source", "BRUNO alibi"), ("claim", "1")),
        (("source", "01"), ("claim", "2")),
        (("source", "01"), ("claim", "3")),
        (("source", "02"), ("claim", "4")),
        (("claim", "1"), ("fact", "keycard(BRUNO)")),
        (("claim", "1"), ("fact", "keycard(ANNA)")),
        (("claim", "2"), ("fact", "keycard(BRUNO)")),
        (("claim", "3"), ("fact", "left(ANNA)")),
        (("claim", "4"), ("fact", "culprit")),
        (("fact", "keycard(BRUNO)"), conclusion),
        (("fact", "keycard(ANNA)"), conclusion),
        (("fact", "culprit"), conclusion),
    }
    assert edges == set(graph.edges)
    assert {"kind": "fact", "label": "left(ANNA)"} == graph.nodes["fact", "left(ANNA)"]


def test_support_names_the_sources_of_a_conclusion(signature):
    assert ("02",) == smallest_proof(TheorySolver(a_theory(signature)), {"culprit": "ANNA"}).names


def test_what_does_not_follow_has_no_support(signature):
    with pytest.raises(ValueError, match="no contradiction"):
        supporting_lines(TheorySolver(a_theory(signature)), signature.culprit, "BRUNO")


def test_the_lines_that_support_a_conclusion_are_few_and_enough(signature):
    solver = TheorySolver(a_theory(signature))
    lines = supporting_lines(solver, signature.culprit, "ANNA")
    assert "ANNA" == solver.value(lines, signature.culprit)
    for line in lines:
        assert solver.value([other for other in lines if other != line], signature.culprit) is None
