from dataclasses import replace

import pytest

from casekit.games.deception.document import DECKS
from casekit.games.deception.game import GAME
from casekit.kit.transcripts.generator import draft


@pytest.mark.parametrize(
    ("players", "witness", "hint"), [(4, True, "take --players 5 or more"), (4, False, ""), (5, True, "")]
)
def test_a_witness_takes_a_table_that_has_an_accomplice(players, witness, hint):
    text, problems = draft(
        GAME,
        "T",
        GAME.language.default_edition(),
        players=players,
        level="amateur",
        seed=1,
        step=str,
        witness=witness,
    )
    assert (text is None, [hint][: bool(hint)]) == (bool(hint), [each.hint for each in problems])


def test_a_small_deck_is_for_fewer_players_the_more_cards_they_have():
    few = replace(DECKS.usual, cards=(*DECKS.usual.cards[:20], *DECKS.usual.cards[-20:]))
    assert {"apprentice": range(3, 7), "expert": range(3, 5)} == {
        level: GAME.making().players(few, level) for level in ("apprentice", "expert")
    }
