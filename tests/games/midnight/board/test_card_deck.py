import re
from dataclasses import replace

import pytest

from casekit.diagnostics import Source
from casekit.games.midnight.board.board import Table, board_of, unplayable
from casekit.games.midnight.board.events import cards_of, missing_rules
from casekit.games.midnight.board_figures import TableFigures
from casekit.games.midnight.language.edition_file import built_in
from casekit.kit.editions import EditionFinder
from casekit.tabletop.game_rules import PlayableMystery
from tests.fuzz.games import check_board, random_game

EDITION = Source("edition.toml", "")


def silent_cards(edition):
    return [found.message.partition(", so that")[0] for found in missing_rules(edition, EDITION)]


def advance(cards, players):
    return sum(card.advance for card in cards if players < 4 or card.kind != "full-speed")


@pytest.fixture
def silent(corisande):
    """The example edition with a deck that has no rules."""
    cards = tuple(replace(card, rules=None) for card in corisande.events.cards)
    return replace(corisande, events=replace(corisande.events, cards=cards))


def test_the_cards_of_a_deck_are_played(corisande):
    assert [] == list(missing_rules(corisande, EDITION))
    assert [card.title for card in corisande.events.cards] == [card.title for card in cards_of(corisande)]


def test_a_deck_without_rules_has_sea_and_purser_only(silent):
    cards = cards_of(silent)
    assert ["no card has rules"] == silent_cards(silent)
    assert [card.zone for card in silent.events.cards] == [card.purser for card in cards]
    assert {False} == {card.suspects_held or bool(card.closed) for card in cards}


def test_without_a_deck_the_purser_goes_everywhere():
    cards = cards_of(built_in())
    assert (["no card has rules"], 18) == (silent_cards(built_in()), len(cards))
    assert {*range(1, 11)} == {card.purser for card in cards}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_ship_always_arrives_before_the_cards_run_out(corisande, silent, players):
    way = corisande.table.port - corisande.table.ship[players - 2]
    assert all(way <= advance(cards_of(edition), players) for edition in (corisande, silent, built_in()))


def test_a_card_without_rules_among_others_is_named_and_only_places_the_purser(corisande):
    cards = tuple(
        replace(card, rules=None) if card.title in {"Fog Bank", "Full Speed"} else card
        for card in corisande.events.cards
    )
    edition = replace(corisande, events=replace(corisande.events, cards=cards))
    assert ["these cards have no rules: Full Speed, Fog Bank"] == silent_cards(edition)
    played = {card.title: card for card in cards_of(edition)}
    assert (2, 0, False) == (
        played["Full Speed"].advance,
        played["Fog Bank"].advance,
        played["Fog Bank"].suspects_held,
    )


# --- editions that are not like the rulebook's ---------------------------------------------------


@pytest.fixture
def small(boat):
    """An edition of three locations and two zones."""
    return EditionFinder().read(boat / "edition.toml").settings


def messages(edition, *players):
    return [found.message for found in unplayable(edition, players, EDITION)]


def test_an_edition_with_three_locations_can_be_played_as_it_is(small):
    assert TableFigures(suite=0, start=(1, 2), revelations=1) == small.table
    assert [] == messages(small, 2, 3, 4, 5)
    assert [] == messages(built_in(), 2, 3, 4, 5)


def test_an_edition_with_three_locations_is_played_with_figures_of_its_own(small):
    edition = replace(small, table=TableFigures(suite=0, start=(1,), revelations=2))
    mystery = PlayableMystery(
        (("ANNA", "BRUNO"), ("debt", "none"), ("push", "fall")), ("ANNA", "debt", "push"), ("",) * 12
    )
    for players in (2, 5):
        for state, _ in random_game(Table(board_of(edition), mystery, players), 5):
            check_board(state)
        assert "over" == state.phase


@pytest.mark.parametrize(
    ("figures", "players", "expected"),
    [
        (TableFigures(start=()), 4, "there is no zone for pawns to begin in"),
        (TableFigures(start=(2, 4, 5, 6)), 3, "pawns cannot begin in the suite, zone 2"),
        (TableFigures(port=4), 5, "with 5 detectives the ship begins in port, on space 4"),
    ],
)
def test_what_cannot_be_played(figures, players, expected):
    assert [expected] == messages(replace(built_in(), table=figures), players)


@pytest.mark.parametrize(
    ("written", "count"),
    [
        ("suite = 2\nstart = [4, 5]\nrevelations = 6\nport = 3", 3),
        ("suite = 2\nstart = [2, 9]", 2),
        ("revelations = 7\nstart = []", 2),
        ("start = [3]", 1),
        ("suite = 1", 0),
    ],
)
def test_what_the_hints_say_makes_an_edition_playable_at_once(boat, written, count):
    file = boat / "edition.toml"
    text = file.read_text(encoding="utf-8")

    def obstacles(table):
        file.write_text(f"{text}\n[table]\n{table}\n", encoding="utf-8")
        return unplayable(EditionFinder().read(file).settings, (2, 3, 4, 5), Source("edition.toml", ""))

    found = obstacles(written)
    assert count == len(found)
    lines = dict(line.split(" = ") for line in written.splitlines())
    lines |= dict(re.search("`(.+?)`", each.hint)[1].split(" = ") for each in found)
    assert () == obstacles("\n".join(" = ".join(line) for line in lines.items()))


def test_an_edition_reads_its_figures(boat):
    file = boat / "edition.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(f"{text}\n[table]\nstart = [1, 2]\nrevelations = 1\n", encoding="utf-8")
    assert TableFigures(suite=0, start=(1, 2), revelations=1) == EditionFinder().read(file).settings.table
    file.write_text(f"{text}\n[table]\nship = [1, 2]\n", encoding="utf-8")
    ((code, message),) = [(found.code.id, found.message) for found in EditionFinder().read(file).diagnostics]
    assert ("CK801", "table, ship: [1, 2] is too short") == (code, message)
