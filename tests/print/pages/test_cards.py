from dataclasses import replace

import pytest

from casekit.diagnostics import Finding, Span, codes
from casekit.print.content.pieces import Card, Cards, CutSheet, Face, Floor, FloorPlan, Palette, Room, Spot
from casekit.print.pages.accessories.cards import CARD_HEIGHT, CARD_WIDTH
from casekit.print.preflight.page_texts import read_pages
from casekit.print.preflight.printed_text import normalise
from casekit.print.produce import print_piece

MM = 72 / 25.4
COLUMNS, ROWS = 3, 3
PALETTE = Palette("#1d4d3f", "#102420", "#183a31", "#386157", "#a9bab5", "#e8edeb")
PLAN = FloorPlan((Floor("floor", (Room(1, "Fore", (Spot("01", "Bow"),)), Room(2, "Aft"))),), ((1, 2),))


@pytest.fixture(scope="module")
def cards():
    return Cards(
        title="A Ferry",
        label="Purser",
        back="Event",
        cards=tuple(
            Card(
                1 + at % 2, f"Wave {chr(65 + at)}", f"*Wet* number {at}.", f"Wait {at} rounds.", Span("d", at)
            )
            for at in range(11)
        ),
        floor_plan=PLAN,
        palette=PALETTE,
        language="en",
        paper="a4",
        span=Span("deck.toml"),
    )


@pytest.fixture(scope="module", params=["a4", "letter"])
def printed(request, cards):
    pdf, findings = print_piece(replace(cards, paper=request.param))
    assert () == findings
    return read_pages(pdf)


def cell(page, fragment):
    """The column and row of the card a fragment stands on, from the upper left."""
    left = (page.width - COLUMNS * CARD_WIDTH * MM) / 2
    top = (page.height - ROWS * CARD_HEIGHT * MM) / 2
    x = page.width - fragment.x if fragment.turned else fragment.x
    y = page.height - fragment.y if fragment.turned else fragment.y
    return int((x - left) // (CARD_WIDTH * MM)), int((y - top) // (CARD_HEIGHT * MM))


def cells(page):
    return {cell(page, fragment) for fragment in page.fragments if fragment.text.strip()}


def texts(page):
    found = {}
    for fragment in page.fragments:
        found.setdefault(cell(page, fragment), []).append(fragment.text)
    return {at: normalise("".join(parts)) for at, parts in found.items()}


def test_fronts_alternate_with_backs_nine_to_a_sheet(printed):
    pages = printed
    assert [9, 9, 2, 2] == [len(cells(page)) for page in pages]


def test_each_back_meets_its_front_when_the_sheet_is_turned_at_the_long_edge(printed):
    pages = printed
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        assert {(COLUMNS - 1 - column, row) for column, row in cells(front)} == cells(back)


def test_a_back_reads_the_same_either_way_up(printed):
    back = printed[1]
    upright = sorted((round(f.x), round(f.y)) for f in back.fragments if not f.turned)
    turned = sorted((round(f.x), round(f.y)) for f in back.fragments if f.turned)
    assert upright == turned
    assert 9 <= len(upright)


def test_each_card_has_its_number_title_flavour_and_effect(printed, cards):
    pages = printed
    for at, card in enumerate(cards.cards):
        sheet, place = divmod(at, 9)
        text = texts(pages[2 * sheet])[place % COLUMNS, place // COLUMNS]
        for part in (str(card.number), "Purser", card.title, f"Wet number {at}.", card.effect):
            assert normalise(part).casefold() in text.casefold()


def test_a_long_text_makes_all_cards_smaller(cards):
    sizes = []
    for words in (5, 60):
        long = replace(cards.cards[0], flavour="the sea rose and fell " * (words // 5))
        pdf, findings = print_piece(replace(cards, cards=(long, cards.cards[1])))
        assert () == findings
        sizes.append({round(f.size, 1) for f in read_pages(pdf)[0].fragments if "Wait" in f.text})
    assert all(len(size) == 1 for size in sizes)
    assert max(sizes[0]) > max(sizes[1])


def test_a_text_that_is_too_long_is_found_at_its_card(cards):
    long = replace(cards.cards[3], effect="Wait until the tide turns. " * 30)
    pdf, findings = print_piece(replace(cards, cards=(*cards.cards[:3], long)))
    assert (None, [(codes.OVERFULL_CARD, long.span)]) == (pdf, [(f.code, f.span) for f in findings])


def test_characters_without_a_glyph_are_found_at_their_card(cards):
    strange = replace(cards.cards[1], title="船")
    pdf, findings = print_piece(replace(cards, cards=(cards.cards[0], strange)))
    assert (None, [(codes.MISSING_GLYPH, strange.span)]) == (pdf, [(f.code, f.span) for f in findings])


def test_a_crowded_ship_is_printed_all_the_same(cards):
    rooms = tuple(Room(at, f"The zone of number {at}") for at in range(30))
    pdf, findings = print_piece(replace(cards, floor_plan=FloorPlan((Floor("floor", rooms),), ())))
    assert () == findings
    assert pdf is not None


def test_the_same_cards_give_the_same_bytes(cards):
    few = replace(cards, cards=cards.cards[:2])
    assert print_piece(few) == print_piece(few)


def test_without_a_typesetter_nothing_is_printed(cards, monkeypatch):
    missing = Finding(codes.MISSING_TYPESETTER, "no Pango", cards.span)
    monkeypatch.setattr("casekit.print.typesetting.typesetter.missing_typesetter", lambda _: missing)
    assert (None, (missing,)) == print_piece(cards)


# --- decks ---------------------------------------------------------------------------------------


def deck(*names, width=CARD_WIDTH, height=CARD_HEIGHT, paper="a4", lines=()):
    faces = tuple(Face("Thing", name, "A Ferry", lines) for name in names)
    return CutSheet("A Ferry", "en", paper, Span("edition.toml"), PALETTE, faces, width, height)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_cards_of_a_deck_have_backs_that_meet(paper):
    pdf, findings = print_piece(deck(*(f"Wave {at}" for at in range(11)), paper=paper))
    assert () == findings
    pages = read_pages(pdf)
    assert [9, 9, 2, 2] == [len(cells(page)) for page in pages]
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        assert {(COLUMNS - 1 - column, row) for column, row in cells(front)} == cells(back)
    assert "ThingWave3" == texts(pages[0])[0, 1]


def test_smaller_tokens_fill_the_sheet():
    pdf, findings = print_piece(deck(*(f"No {at}" for at in range(41)), width=40, height=40))
    assert () == findings
    assert 4 == len(read_pages(pdf))  # five by seven on a sheet, and their backs


def test_a_name_that_is_too_wide_and_lines_that_are_too_many_are_findings():
    for wrong in (deck("Fore", "Llanfairpwllgwyngyllgogerychwyrndrobwll"), deck("Aft", lines=("line",) * 40)):
        pdf, (found, *_) = print_piece(wrong)
        assert pdf is None
        assert codes.OVERFULL_CARD == found.code
