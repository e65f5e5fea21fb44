"""Names of the deck and of players as people read them, in lists and hovers, and where lines offer them."""

import pytest

from casekit.kit.registry import game_called
from casekit.language.completions import NameMention

GAME = game_called("deception")
EDITION = GAME.language.default_edition()


def test_the_names_of_a_deck_are_listed_under_headings_that_people_would_write():
    titles = [group.kind for group in GAME.authoring.word_list(EDITION, None).groups]
    assert ["means", "clues", "causes", "Cause of death", "locations", "Where: the waterfront"] == titles[:6]
    assert "What was going on" in titles


def test_a_name_of_the_deck_says_of_what_kind_it_is():
    about = {
        name: GAME.authoring.describe_name(NameMention("value", name, 0, 1), EDITION).about
        for name in ("boathook", "fog")
    }
    assert {"boathook": "means **Boathook**", "fog": "option **Fog** (The weather)"} == about


@pytest.mark.parametrize(
    ("block", "before", "offered", "other"),
    [
        ("players", "MEI: ", "boathook", "parrot"),
        ("players", "MEI: boathook | ", "parrot", "boathook"),
        ("play", "", "marker", "parrot"),
        ("play", "marker ", "weather", "fog"),
        ("play", "marker weather: ", "fog", "weather"),
        ("play", "replace weather by ", "hour", "fog"),
        ("play", "ALDA solves BRAM ", "boathook", "parrot"),
        ("play", "ALDA solves BRAM boathook, ", "parrot", "boathook"),
        ("play", "ALDA solves BRAM boathook, parrot: ", "yes", "right"),
        ("truth", "means: ", "boathook", "parrot"),
        ("truth", "evidence: ", "parrot", "boathook"),
        ("roles", "", "accomplice", "parrot"),
    ],
)
def test_a_line_is_offered_what_may_come_next(block, before, offered, other):
    names = {offer.text for offer in GAME.authoring.completions(block, before, None, EDITION)}
    assert (True, False) == (offered in names, other in names)
