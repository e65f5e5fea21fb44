import pytest

from casekit.games.deception.game import DECEPTION
from casekit.games.deception.scenario import Marker
from casekit.games.deception.usual_deck import DECKS
from casekit.games.transcripts.making.made import generate
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
    assert () == scenario.game.rules().illegal(scenario)
    assert () == DECKS.levels[level].misses(fit.figures, players)
    assert (players, witness) == (len(scenario.players), scenario.hand is not None)
    assert any(isinstance(event, Marker) and event.replaced for event in scenario.play) == (
        len(scenario.markers) > 6
    )
    assert {"CK120"} == {found.code.id for found in findings(text_of("T", scenario))}


def test_a_new_scenario_lacks_only_what_is_still_to_be_written(findings):
    text = text_of("T", DECEPTION.making().begun(DECKS.usual))
    assert {"CK120", "CK871"} == {found.code.id for found in findings(text)}
