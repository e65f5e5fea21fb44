"""Proofs of scenarios, which go over pairs of cards."""

from random import Random

import pytest

from casekit.analysis.proof_text import ProofWriter
from casekit.analysis.queries import prove_solution
from casekit.games.deception.document import DECKS
from casekit.games.deception.game import GAME
from casekit.kit.transcripts.analysis import TranscriptAnalysis
from casekit.logic.theory import last_number


@pytest.mark.parametrize("seed", range(9))
def test_a_proof_takes_a_step_a_line_and_few_more(seed):
    random = Random(seed)  # noqa: S311 - an evening that must be found again
    for scenario in GAME.making().simulated(random, DECKS.usual, 4, "apprentice"):
        analysis = TranscriptAnalysis(scenario)
        if not analysis.decided:
            continue
        proof = prove_solution(analysis, among="all").proof
        assert last_number(proof.steps) <= len(proof.sources) + 6
        told = [step.says for step in ProofWriter(analysis).steps(proof)]
        assert told[-1].endswith(f"the evidence is {scenario.said('evidence')[0]}.")
        assert not any("crime" in says or "+" in says for says in told)
