import json
import tomllib
from dataclasses import replace
from itertools import product
from math import log2
from pathlib import Path
from random import Random

import pytest
from jsonschema import Draft202012Validator

from casekit import resources
from casekit.games.deception import deck_statistics
from casekit.games.deception.document import DECKS, CrimeCard, Deck, Tile
from casekit.kit.registry import game_called
from casekit.kit.transcripts.editions import NamedRow

GAME = game_called("deception")
DECK = DECKS.usual
SCHEMA = "schemas/puzzle-report.schema.json"
USUAL = resources.text("games/deception/edition.toml")


def _flaws(deck):
    return [code.id for code, _ in DECKS.flaws(deck)]


def _deck(*suits, options=2):
    """A deck with a tile of some options and, for each of some suits, a means and a clue card."""
    tile = Tile("t", "T", "scene", tuple(NamedRow(f"o{at}", "O") for at in range(options)))
    cards = [CrimeCard(f"m{at}", "M", "means", each) for at, each in enumerate(suits)]
    cards += [CrimeCard(f"c{at}", "C", "clue", each) for at, each in enumerate(suits)]
    return Deck(tuple(cards), (tile,))


def test_the_usual_deck_is_large_enough_and_has_no_flaw():
    assert (60, 60, 16) <= (len(DECK.of_kind("means")), len(DECK.of_kind("clue")), len(DECK.tiles))
    assert [] == _flaws(DECK)
    assert {6} == {len(tile.options) for tile in DECK.tiles}


def test_the_file_of_the_usual_deck_is_an_edition_without_faults():
    loaded = GAME.language.load_edition(USUAL.encode(), Path("edition.toml"))
    assert () == loaded.diagnostics
    assert "Low Water" == loaded.settings.title


def test_an_option_fits_if_it_suits_one_of_two_cards_or_nothing_on_the_tile_does():
    deck = _deck(("t.o0",), ("t.o1",), (), options=3)
    assert ("o0", "o1") == deck.fitting(("m0", "c1"), "t")
    assert ("o0",) == deck.fitting(("m0", "c2"), "t")
    assert ("o0", "o1", "o2") == deck.fitting(("m2", "c2"), "t")


@pytest.mark.parametrize(
    ("suits", "codes"),
    [
        ([("t.o0",), ("t.o1",)], []),
        ([("t.o0",), ("t.o0",)], ["CK880", "CK883", "CK882", "CK882"]),
        ([("t.o0",), ()], ["CK880", "CK881", "CK881"]),
        ([("t.o0", "t.o1"), ("t.o0",)], ["CK881", "CK881"]),
        ([(), ()], ["CK880", "CK880", "CK883", "CK881", "CK881", "CK881", "CK881"]),
    ],
)
def test_the_flaws_of_a_deck(suits, codes):
    assert codes == _flaws(_deck(*suits))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            '"cause.struck"',
            '"cause.smitten"',
            "the card `belaying-pin` suits `cause.smitten`, which no tile has",
        ),
        (
            'slug = "bled", name',
            'slug = "stifled", name',
            "the tile `cause` has 6 options, not 6 with different slugs",
        ),
        ('slug = "bled", name', 'slug = "none", name', "`none` cannot be a slug"),
        ('name = "Bled out"', 'name = " "', "the option `bled` has no name"),
        ('kind = "cause"', 'kind = "scene"', "the deck has no cause; it needs 1 at least"),
        ('kind = "location"', 'kind = "cause"', "the deck has 2 cause; at most 1 are allowed"),
    ],
)
def test_what_keeps_a_deck_from_being_dealt_is_a_fault(old, new, told):
    loaded = GAME.language.load_edition(USUAL.replace(old, new, 1).encode(), Path("edition.toml"))
    assert told in [found.message for found in loaded.diagnostics]


def test_flaws_are_warnings_of_the_edition_at_their_card():
    content = USUAL.replace('"cause.bled", "waterfront.ship", "waterfront.warehouse",', '"cause.bled",', 1)
    card = content.index('slug = "marlinspike"')
    twin = content[card - 4 : content.index("] },", card) + 5].replace('"marlinspike"', '"twin"')
    loaded = GAME.language.load_edition(
        content.replace("cards = [", f"cards = [\n{twin}", 1).encode(), Path("edition.toml")
    )
    assert ["CK882"] == [found.code.id for found in loaded.diagnostics]
    assert loaded.settings is not None


def _measured(deck):
    return deck_statistics.measure_edition(replace(GAME.language.default_edition(), deck=deck))


class Unshuffled(Random):
    """Chance that takes the first of everything."""

    def sample(self, population, k):
        """The first of a population."""
        return list(population)[:k]


def test_the_bits_of_a_tile_are_those_of_a_count_over_all_pairs(monkeypatch):
    monkeypatch.setattr(deck_statistics, "TABLES_OF_A_SIZE", 1)
    monkeypatch.setattr(deck_statistics, "Random", lambda _: Unshuffled())
    small = Deck((*DECK.cards[:9], *DECK.cards[-9:]), DECK.tiles[:2])
    figures = _measured(small).as_json()
    (table,) = figures["tables"]
    means, clues = small.of_kind("means"), small.of_kind("clue")
    pairs = [pair for at in range(0, 9, 3) for pair in product(means[at : at + 3], clues[at : at + 3])]
    best = set()
    for tile in small.tiles:
        left = {o: sum(o in small.fitting(pair, tile.slug) for pair in pairs) for o in tile.named}
        told = []
        for pair in pairs:
            fits = small.fitting(pair, tile.slug)
            fewest = min(left[option] for option in fits)
            best |= {f"{tile.slug}.{option}" for option in fits if left[option] == fewest}
            told.append(log2(len(pairs) / fewest))
        assert pytest.approx(sum(told) / len(told)) == table["bits"][tile.slug]
    options = {f"{tile.slug}.{option}" for tile in small.tiles for option in tile.named}
    assert options - best == set(figures["neverBest"])
    assert pytest.approx(len(_untold(small, pairs)) / len(pairs)) == table["alike"]


def _untold(deck, pairs):
    """The pairs that no tile tells from another one, each with all such."""
    fits = {pair: [set(deck.fitting(pair, tile.slug)) for tile in deck.tiles] for pair in pairs}
    found = {
        one: [
            other
            for other in pairs
            if one != other and all(a <= b for a, b in zip(fits[one], fits[other], strict=True))
        ]
        for one in pairs
    }
    return {one: others for one, others in found.items() if others}


@pytest.mark.parametrize(("cards", "tiles", "shown"), [(9, 16, 0), (9, 4, 18), (9, 2, 20)])
def test_pairs_that_no_tile_tells_from_another_one_are_listed(cards, tiles, shown):
    small = Deck((*DECK.cards[:cards], *DECK.cards[-cards:]), DECK.tiles[:tiles])
    figures = _measured(small)
    untold = _untold(small, [*product(small.of_kind("means"), small.of_kind("clue"))])
    told = [
        ((each["means"], each["evidence"]), (each["from"]["means"], each["from"]["evidence"]))
        for each in figures.as_json()["notToldApart"]
    ]
    assert [*untold] == [one for one, _ in told]
    assert all(other in untold[one] for one, other in told)
    _, _, pairs = figures.in_words(80).partition("Pairs that no tile tells from another pair: ")
    lines = [f"  {m} with {c} from {a} with {b}" for (m, c), (a, b) in told[:20]]
    more = [f"  and {len(told) - 20} more"] if len(told) > 20 else []
    assert [str(len(told) or "none"), *lines, *more] == pairs.splitlines()
    assert shown == len(lines)


@pytest.mark.parametrize(("count", "sizes"), [(8, []), (9, [(3, 3)]), (12, [(3, 3), (4, 3), (3, 4)])])
def test_figures_are_of_the_sizes_that_a_deck_is_large_enough_for_as_the_schema_has_them(count, sizes):
    first = {*DECK.of_kind("means")[:count], *DECK.of_kind("clue")[:count]}
    figures = _measured(replace(DECK, cards=tuple(card for card in DECK.cards if card.slug in first)))
    answer = figures.as_json()
    Draft202012Validator(json.loads(resources.text(SCHEMA))["$defs"]["deck"]).validate(answer)
    assert sizes == [(table["players"], table["cards"]) for table in answer["tables"]]
    assert [{*DECK.tile}] * len(sizes) == [{*table["bits"]} for table in answer["tables"]]
    rows = figures.in_words(80).splitlines()
    assert len({cards for _, cards in sizes}) == sum(row.startswith("Bits that a tile tells") for row in rows)
    assert f"Options that are never best: {', '.join(answer['neverBest']) or 'none'}" in rows


def test_the_file_is_toml_whose_cards_are_the_usual_ones():
    assert len(tomllib.loads(USUAL)["cards"]) == len(DECK.cards)
