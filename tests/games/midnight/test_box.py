"""Everything that lies in the box beside the booklets, for the office printer and for a print shop."""

import io
from dataclasses import replace
from functools import cache, partial

import pytest
from pypdf import PdfReader

from casekit.diagnostics import Source, Span
from casekit.games.midnight.board_figures import Deck, EventCard
from casekit.games.midnight.game import GAME
from casekit.games.midnight.language.edition_file import built_in
from casekit.games.midnight.pages.accessories import piece
from casekit.print.content.papers import ACCESSIBLE, PLAIN, PRINT_SHOP, VARIANTS
from casekit.print.content.pieces import PrintOptions
from casekit.print.preflight.inspection import inspect_piece
from casekit.print.produce import expected_layout_of, print_piece

MM = 72 / 25.4
DECK = Deck(
    Source("deck.toml", "[[cards]]\n[[cards]]\n"),
    (
        EventCard("calm-sea", "Calm", 3, "Still.", "The ship advances."),
        EventCard("event", "Fog", 10, "Grey.", "Nobody moves."),
    ),
)
EDITION = replace(built_in(), events=DECK)
LOOK = PrintOptions("ferry", "A Ferry", "#1d4d3f", "a5", "a4", Span("edition.toml"))
SIZES = {
    "sheet": (297, 210, 2),
    "flap": (210, 297, 1),
    "cards": (63, 88, 4),
    "stickers": (210, 297, 1),
    "plan": (297, 210, 1),
    "track": (297, 210, 1),
    "pieces": (210, 297, 1),
    "rules": (148, 210, 8),
    "turn": (210, 297, 2),
}


ELSEWHERE = {
    "booklet": "tests/print/",
    "cover": "tests/print/pages/test_wrap.py",
    "solo": "tests/games/midnight/board/test_solo_leaflet.py",
}
"""Products that are tested elsewhere."""


def test_the_size_of_each_product_is_known():
    assert {product.name for product in GAME.products} == SIZES.keys() | ELSEWHERE.keys()


def printed(name, variant):
    return _printed(name, variant.name)


@cache
def _printed(name, variant):
    made = piece(name, EDITION, LOOK)
    pdf, findings = print_piece(made, VARIANTS[variant])
    assert () == findings
    return pdf, partial(expected_layout_of, made)


@pytest.mark.parametrize("name", SIZES)
def test_a_print_shop_gets_inks_boxes_and_marks(name):
    width, height, pages = SIZES[name]
    pdf, wanted = printed(name, PRINT_SHOP)
    assert () == inspect_piece(pdf, wanted(PRINT_SHOP), PRINT_SHOP)
    file = PdfReader(io.BytesIO(pdf))
    assert pages == len(file.pages)
    for page in file.pages:
        assert pytest.approx((0, 0, width * MM, height * MM), abs=0.01) == page.trimbox
        assert (
            pytest.approx((-3 * MM, -3 * MM, (width + 3) * MM, (height + 3) * MM), abs=0.01) == page.bleedbox
        )


@pytest.mark.parametrize("name", sorted(SIZES.keys() - {"rules"}))
def test_beside_an_accessible_booklet_they_stay_plain(name):
    assert printed(name, PLAIN)[0] == printed(name, ACCESSIBLE)[0]


def test_the_rules_are_read_aloud_to_who_has_an_accessible_booklet():
    pdf, wanted = printed("rules", ACCESSIBLE)
    assert () == inspect_piece(pdf, wanted(ACCESSIBLE), ACCESSIBLE)
    assert pdf != printed("rules", PLAIN)[0]


@pytest.mark.parametrize("name", SIZES)
def test_a_plain_one_is_nothing_for_a_print_shop(name):
    pdf, wanted = printed(name, PLAIN)
    codes = {finding.code.id for finding in inspect_piece(pdf, wanted(PRINT_SHOP), PRINT_SHOP)}
    assert {"CK730", "CK733"} <= codes


@pytest.mark.parametrize("name", SIZES)
def test_each_is_taken_for_no_other(name):
    pdf, _ = printed(name, PLAIN)
    for other in SIZES.keys() - {name}:
        wanted = expected_layout_of(piece(other, EDITION, LOOK))
        assert () != inspect_piece(pdf, wanted)


def test_what_is_not_in_the_box_cannot_be_asked_for():
    with pytest.raises(ValueError, match="there is no dice of this edition"):
        piece("dice", EDITION, LOOK)
