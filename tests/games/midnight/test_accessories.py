from dataclasses import replace

import pytest

from casekit.diagnostics import Source, Span
from casekit.games.midnight.board_figures import Deck, EventCard, TableFigures
from casekit.games.midnight.document import Edition, Location, Suspect, Topic, Zone
from casekit.games.midnight.game import GAME
from casekit.games.midnight.language.edition_file import built_in
from casekit.games.midnight.pages import accessories
from casekit.games.midnight.pages.accessories import piece
from casekit.print.content.pieces import PrintOptions
from casekit.print.pages.accessories.floor_layout import lay_out_floors
from casekit.print.produce import print_piece

LOOK = PrintOptions("ferry", "A Ferry", "#1d4d3f", "a5", "a4", Span("edition.toml"))
BOUND = {"booklet", "cover"}
PIECES = tuple(
    product.name for product in GAME.products if product.name not in BOUND and not product.box_only
)
DECK = Deck(
    Source("deck.toml", "[[cards]]\n[[cards]]\n"),
    (
        EventCard("calm-sea", "Calm", 3, "Still.", "The ship advances."),
        EventCard("event", "Fog", 10, "Grey.", "Nobody moves."),
    ),
)


@pytest.fixture
def tiny():
    """Three locations in two zones that no way joins, without decks."""
    return Edition(
        title="",
        suspects=(Suspect("A", "ADA", 1),),
        zones=(Zone(7, "Saloon"), Zone(2, "Cabins")),
        locations=(Location(3, "bar", "Bar", 7), Location(1, "a", "Left", 2), Location(2, "b", "Right", 2)),
        topics=(Topic("alibi", "Alibi"),),
    )


def test_the_ship_is_the_editions_own_and_has_no_way_that_the_rules_forbid():
    ship = accessories.floor_plan_of(built_in())
    assert ["upper deck", "main deck", "lower deck", "hold"] == [deck.name for deck in ship.floors]
    assert [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10]] == [
        [at.number for at in deck.rooms] for deck in ship.floors
    ]
    assert ((1, 2), (1, 4), (3, 6), (4, 5), (5, 6), (5, 8), (7, 8), (8, 9), (9, 10)) == ship.ways
    assert 24 == sum(len(at.spots) for deck in ship.floors for at in deck.rooms)
    drawing = lay_out_floors(ship, 233, 138)
    assert {(1, 2), (4, 5), (5, 6), (7, 8), (8, 9)} == set(drawing.doors)
    assert {(1, 4), (3, 6), (5, 8), (9, 10)} == set(drawing.stairs)


def test_a_way_told_by_one_zone_only_is_a_way(tiny):
    one_way = replace(tiny, zones=(Zone(7, "Saloon", ways=(2, 7)), Zone(2, "Cabins")))
    assert ((2, 7),) == accessories.floor_plan_of(one_way).ways


def test_each_card_keeps_its_place_in_the_deck():
    cards = accessories.cards(replace(built_in(), events=DECK), LOOK)
    assert [(3, "Calm", 1), (10, "Fog", 2)] == [(at.number, at.title, at.span.line) for at in cards.cards]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", ["en", "de", "fr", "xx"])
@pytest.mark.parametrize("name", PIECES)
def test_everything_is_printed_in_every_language(name, language):
    data, problems = print_piece(piece(name, replace(built_in(), language=language, events=DECK), LOOK))
    assert () == problems
    assert data is not None


@pytest.mark.parametrize("name", [name for name in PIECES if name != "cards"])
def test_a_tiny_edition_has_its_own(name, tiny):
    data, problems = print_piece(piece(name, tiny, LOOK))
    assert () == problems
    assert data is not None


@pytest.mark.parametrize("suite", [0, 2])
def test_rules_of_an_edition_with_one_zone_are_printed(tiny, suite):
    one = replace(tiny, zones=(Zone(2, "Cabins", ways=(2,)),), table=TableFigures(suite=suite))
    assert () == print_piece(piece("rules", one, LOOK))[1]


def test_the_words_are_those_of_the_language():
    edition = replace(built_in(), language="fr", events=DECK)
    assert "Commissaire" == accessories.cards(edition, LOOK).label
    assert "Treppe" == accessories.plan(replace(built_in(), language="de"), LOOK).stairs


def test_without_a_deck_no_cards_can_be_asked_for(tiny):
    with pytest.raises(ValueError, match="no cards"):
        piece("cards", tiny, LOOK)


@pytest.mark.parametrize(
    ("buoys", "most"),
    [((5, 4, 3, 2), 12), ((1, 1, 1, 1), 5), ((9, 1, 1, 1), 18), ((2, 6, 3, 1), 18)],
)
def test_there_are_as_many_buoys_as_any_number_of_players_needs(buoys, most):
    own = built_in()
    edition = replace(own, table=replace(own.table, buoys=buoys))
    sheet = accessories.pieces_of(edition, LOOK)
    names = [token.name for token in sheet.tokens]
    assert [most, 1] == [names.count(name) for name in dict.fromkeys(names)]
