from dataclasses import replace

import pytest

from casekit.games.deception.game import DECEPTION, GAME
from casekit.games.deception.scenario import Marker
from casekit.games.deception.usual_deck import DECKS
from casekit.games.transcripts.checks.who_plays import illegal
from casekit.games.transcripts.making.made import draft, generate
from casekit.games.transcripts.making.made_text import text_of


@pytest.mark.parametrize(
    ("players", "level", "witness"),
    [(3, "apprentice", False), (5, "amateur", True), (6, "expert", True), (11, "expert", False)],
)
def test_a_scenario_made_to_measure_is_legal_fits_its_level_and_has_a_text(players, level, witness, findings):
    fit = generate(
        DECEPTION, DECKS.usual, DECKS.levels, players=players, level=level, seed=3, witness=witness
    )
    scenario = fit.puzzle
    assert () == illegal(scenario)
    assert () == DECKS.levels[level].misses(fit.figures, players)
    assert (players, witness) == (len(scenario.players), scenario.hand is not None)
    assert any(isinstance(event, Marker) and event.replaced for event in scenario.play) == (
        len(scenario.markers) > 6
    )
    assert {"CK120"} == {found.code.id for found in findings(text_of("T", scenario))}


@pytest.mark.parametrize(
    ("players", "witness", "hint"), [(4, True, "take --players 5 or more"), (4, False, ""), (5, True, "")]
)
def test_a_witness_takes_a_table_that_has_an_accomplice(players, witness, hint):
    text, problems = draft(
        DECEPTION, "T", GAME.built_in(), players=players, level="amateur", seed=1, step=str, witness=witness
    )
    assert (text is None, [hint][: bool(hint)]) == (bool(hint), [each.hint for each in problems])


def test_a_small_deck_is_for_fewer_players_the_more_cards_they_have():
    few = replace(DECKS.usual, cards=(*DECKS.usual.cards[:20], *DECKS.usual.cards[-20:]))
    assert {"apprentice": range(3, 7), "expert": range(3, 5)} == {
        level: DECEPTION.making().players(few, level) for level in ("apprentice", "expert")
    }


def test_a_new_scenario_lacks_only_what_is_still_to_be_written(findings):
    text = text_of("T", DECEPTION.making().begun(DECKS.usual))
    assert {"CK120", "CK871"} == {found.code.id for found in findings(text)}
