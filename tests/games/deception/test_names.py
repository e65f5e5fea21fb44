"""Names of the deck and of players as people read them: in lists, hovers and findings."""

import pytest

from casekit.games import game_called
from casekit.games.all_codes import base_of
from casekit.language.formula.name_mentions import NameMention

GAME = game_called("deception")
EDITION = GAME.built_in()


def test_the_names_of_a_deck_are_listed_under_headings_that_people_would_write():
    titles = [group.kind for group in GAME.words(EDITION, None).groups]
    assert ["means", "clues", "causes", "Cause of death", "locations", "Scene: the waterfront"] == titles[:6]
    assert "What was going on" in titles


def test_a_name_of_the_deck_says_of_what_kind_it_is():
    about = {
        name: GAME.of_edition(NameMention("value", name, 0, 1), EDITION).about for name in ("boathook", "fog")
    }
    assert {"boathook": "card **Boathook** (means)", "fog": "option **Fog** (The weather)"} == about


@pytest.mark.parametrize(
    ("change", "code", "message"),
    [
        (("ALDA", "fog"), "CK207", "`fog` is a name of the deck already (option)"),
        (("ALDA", "murderer"), "CK207", "`murderer` is a word of the language already"),
        (("== seat CORIN", "== seat all\nwitness: ALDA, BRAM"), "CK106", "the seat `all` has no secrets"),
    ],
)
def test_names_and_seats_that_cannot_be(change, code, message, findings):
    assert change[0] in base_of("deception")
    found = {each.code.id: each.message for each in findings(base_of("deception").replace(*change))}
    assert message in found[code]
