"""The whole of the core under two hash seeds: the same answers, in the same order."""

import os
import subprocess
import sys

SCRIPT = """
from casekit.deduce.conflicts import conflicts
from casekit.deduce.verdicts import cures
from casekit.deduce.evidence_graph import evidence_graph
from casekit.deduce.conflicts import corrections
from casekit.deduce.source_sets import all_proofs
from casekit.deduce.encoding.encoded_theory import Limits
from casekit.deduce.solving.theory_solver import Knowledge
from casekit.deduce.minimal_sources import membership
from casekit.deduce.proofs.prover import prove
from casekit.deduce.proofs.prover import ask_theory as ask
from casekit.deduce.evidence_graph import idle, unusable
from casekit.deduce.minimal_sources import robustness
from casekit.deduce.verdicts import nearest_rival, true_facts
from casekit.deduce.minimal_sources import supporting_lines
from casekit.deduce.verdicts import analyse
from casekit.deduce.source_sets import independent_ways
from casekit.logic.formulas import *
from casekit.logic.theory import Assertion
from casekit.logic.theory import *

names = tuple("ABCDEFGH")
cast, places = Sort("suspect", names), Sort("place", tuple(f"p{n}" for n in range(7)))
culprit = Function("culprit", (), Sort("culprit", (*names, "victim", "nobody")))
room, card = Function("room", (cast,), places), Function("card", (cast,))
who, X = Apply(culprit), Variable("X", cast)
laws = (
    Law("scene", Equal(Apply(room, (who,)), Constant("p0")), 2),
    Law("cards", Quantified("exactly", 3, X, (), Holds(Apply(card, (X,)))), 2),
    Law("card", Holds(Apply(card, (who,))), 2),
)
claims = tuple(
    Claim(f"c{n}", f"s{n % 9}", formula, Equal(who, Constant(names[n % 8])) if n % 3 else FALSE, hint=n == 5, weight=1)
    for n, formula in enumerate(
        [Equal(Apply(room, (Constant(name),)), Constant(f"p{n % 7}")) for n, name in enumerate(names)]
        + [Not(Equal(Apply(room, (Constant(name),)), Constant(f"p{n % 5}"))) for n, name in enumerate(names)]
        + [Holds(Apply(card, (Constant(name),))) for name in "AHC"]
    )
)
truth = (Law("truth", Equal(who, Constant("A")), 3),)


def show(claims):
    knowledge = Knowledge(Theory((culprit, room, card), laws, claims, truth, (culprit,)))
    verdict = analyse(knowledge)
    print(verdict, idle(knowledge), unusable(knowledge), knowledge.world(knowledge.everything))
    print(conflicts(knowledge, knowledge.everything), conflicts(knowledge, knowledge.truth_told))
    facts = true_facts(knowledge)
    print(facts, [nearest_rival(knowledge, culprit, rival, facts) for rival in verdict.elements[0].rivals])
    print(cures(knowledge, verdict))
    graph = evidence_graph(knowledge)
    print(list(graph.nodes(data=True)), list(graph.edges))
    print(corrections(knowledge, knowledge.truth_told), ask(knowledge, Holds(Apply(card, (Constant("B"),))), ["s1"]))
    if verdict.elements[0].status == "certain":
        print(supporting_lines(knowledge, culprit, "A"))
        goal = {"culprit": "A"}
        print(prove(knowledge.theory, Limits(), [Assertion(Fact("culprit", (), "A"))]))
        print(all_proofs(knowledge, goal), all_proofs(knowledge, goal, 5))
        print(membership(knowledge, goal), membership(knowledge, goal, 1), robustness(knowledge, goal))
        fresh = Knowledge(knowledge.theory)
        groups = {claim.source: [claim.id] for claim in claims if not claim.hint}
        print(independent_ways(fresh, [-fresh.vocabulary.cases(culprit, ())["A"], *fresh.assume(fresh.laws)], groups))


show(claims)
show(claims[:8])
show((*claims[:8], Claim("end", "s9", Equal(who, Constant("A")))))
"""


def output(seed):
    environment = os.environ | {"PYTHONHASHSEED": seed}
    return subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, check=True, capture_output=True, text=True
    ).stdout


def test_same_answers_under_two_hash_seeds():
    first = output("1")
    answers = (
        "Conflict(",
        "Rival(",
        "Cure(",
        "'certain'",
        "Proof(",
        "SourceSelectors(",
        "FewestUnread(",
        "Enumeration(",
        "TruthAnswer(",
    )
    for word in answers:
        assert word in first
    assert first == output("271828")
