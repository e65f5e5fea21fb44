"""What follows from a scenario is what an enumeration of all pairs leaves."""

from itertools import product

import pytest

from casekit.asking.questions import prove_solution
from casekit.asking.told.telling import teller
from casekit.games.deception.scenario import Marker
from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry
from casekit.model.proof import last_number

SEEDS = range(25)


def _left(scenario):
    """The possible crimes after each line: murderer, means, evidence, and the accomplice for a witness."""
    deck, found = scenario.deck, []
    worlds = []
    for player in scenario.players:
        others = [other.name for other in scenario.players if other is not player]
        for means, clue, helper in product(player.means, player.clues, others):
            saw = scenario.hand is None or {player.name, helper} == {*scenario.hand.names}
            if player.name != scenario.seat and saw:
                worlds.append((player.name, means, clue, *([helper] if scenario.hand else [])))
    worlds = list(dict.fromkeys(worlds))
    found.append(worlds)
    for event in scenario.play:
        if isinstance(event, Marker):
            suits = {
                card: [s for s in deck.by_slug[card].suits if s.startswith(f"{event.tile}.")]
                for card in deck.by_slug
            }
            option = f"{event.tile}.{event.option}"
            worlds = [
                w for w in worlds if option in suits[w[1]] + suits[w[2]] or not suits[w[1]] + suits[w[2]]
            ]
        else:
            worlds = [w for w in worlds if (w[1:3] == event.cards) == event.right]
        found.append(worlds)
    return found


@pytest.mark.parametrize("witness", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_possible_after_each_line_is_what_an_enumeration_leaves(dealt, seed, witness):
    scenario = dealt(seed, players=5, witness=witness)
    course = TranscriptInquiry(scenario).course
    expected = _left(scenario)
    assert [len(worlds) for worlds in expected] == list(course.left)
    for worlds, candidates in zip(expected, course.candidates, strict=True):
        for at, values in enumerate(candidates.values()):
            assert {world[at] for world in worlds} == set(values)


@pytest.mark.parametrize("seed", SEEDS)
def test_other_seats_know_what_they_would_as_readers(dealt, seed):
    scenario = dealt(seed, players=5, witness=True)
    inquiry = TranscriptInquiry(scenario)
    culprits = {*scenario.secret("murderer"), *scenario.secret("accomplice")}
    assert set(scenario.names) - culprits == inquiry.seats.keys()
    assert inquiry.course == inquiry.seats[scenario.seat]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_proof_takes_a_step_a_line_and_few_more(dealt, seed):
    scenario = dealt(seed, players=4, cards=3)
    inquiry = TranscriptInquiry(scenario)
    if inquiry.decided:
        proof = prove_solution(inquiry, among="all").proof
        assert last_number(proof.steps) <= len(proof.sources) + 6
        told = [step.says for step in teller(inquiry).steps(proof)]
        assert told[-1].endswith(f"the evidence is {scenario.secret('evidence')[0]}.")
        assert not any("crime" in says or "+" in says for says in told)


def test_markers_that_could_have_told_more_are_named(dealt):
    scenario = dealt(4, players=5)
    remarks = list(scenario.game.deduction().remarks(scenario))
    expected = _left(scenario)
    lines = [int(remark.split()[1].rstrip(":")) for remark in remarks]
    for marker in scenario.markers:
        fits = scenario.deck.fitting(*scenario.crime[0], marker.tile)
        before = expected[marker.number - 1]
        left = {
            option: sum(option in scenario.deck.fitting(*world[1:3], marker.tile) for world in before)
            for option in fits
        }
        assert (min(left.values()) < left[marker.option]) == (marker.number in lines)
