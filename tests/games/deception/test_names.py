"""Names of the deck and of players as people read them, in lists and hovers."""

from casekit.games import game_called
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
    assert {"boathook": "means **Boathook**", "fog": "option **Fog** (The weather)"} == about
