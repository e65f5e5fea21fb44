"""Flap, stickers and the plan of the ship, each measured on the finished page."""

from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from pypdf import PdfReader

from casekit.diagnostics import Finding, Span, codes
from casekit.print.content.papers import PAPERS
from casekit.print.content.pieces import (
    Flap,
    Floor,
    FloorPlan,
    Palette,
    PlanPage,
    Room,
    Spot,
    Stickers,
    Surroundings,
)
from casekit.print.pages.accessories.flap import (
    NARROWER_THAN_PAGE,
    SHORTER_THAN_PAGE,
    TAB_WIDTH,
    card_for,
    sheet_for,
)
from casekit.print.pages.accessories.floor_layout import LINE_PER_TEXT, STAIRS_WIDTH, lay_out_floors
from casekit.print.pages.accessories.plan_page import corner, floor_names, room_for_rooms
from casekit.print.pages.accessories.stickers import PITCH
from casekit.print.preflight.page_texts import read_pages
from casekit.print.preflight.printed_text import plain
from casekit.print.produce import print_piece

MM = 72 / 25.4
PALETTE = Palette("#1d4d3f", "#102420", "#183a31", "#386157", "#a9bab5", "#e8edeb")
SPAN = Span("edition.toml")
PLAN = FloorPlan(
    (
        Floor(
            "bridge",
            (Room(1, "Cabins", (Spot("01", "Cabin of ANNA"), Spot("02", "Bath"))), Room(2, "Suite")),
        ),
        Floor("saloon", (Room(3, "Bar", (Spot("03", "Bar"),)),)),
        Floor("hold", (Room(4, "Hold", (Spot("04", "Coal"),)),)),
    ),
    ((1, 2), (1, 3), (2, 4)),
)


@pytest.fixture
def flap():
    return Flap("A Ferry", "en", "a4", SPAN, PALETTE, "Slide me.", "a5")


@pytest.fixture
def stickers():
    return Stickers("Suspects", "en", "a4", SPAN, PALETTE, tuple("ABCDEFGHIJKL"), 4)


@pytest.fixture
def plan():
    return PlanPage("A Ferry", "en", "a4", SPAN, PALETTE, "Plan", PLAN, "Door", "Stairs", "Way to")


def printed(done):
    pdf, findings = done
    assert () == findings
    return read_pages(pdf)


def text_of(page):
    return "".join(fragment.text for line in page.upright for fragment in line)


@pytest.mark.parametrize("paper", PAPERS)
def test_a_flap_is_smaller_than_its_page_but_for_the_tab(paper):
    page, card = PAPERS[paper], card_for(PAPERS[paper])
    assert round(page.width - NARROWER_THAN_PAGE, 3) == card.width
    assert round(page.height - SHORTER_THAN_PAGE, 3) == card.height
    assert page.width < card.width + TAB_WIDTH


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("booklet", PAPERS)
def test_a_flap_fits_its_sheet(flap, booklet, paper):
    (page,) = printed(print_piece(replace(flap, booklet_paper=booklet, paper=paper)))
    card = card_for(PAPERS[booklet])
    width, height = sheet_for(card, paper)
    assert (round(width * MM), round(height * MM)) == (round(page.width), round(page.height))
    assert card.width + TAB_WIDTH + 10 <= width
    assert card.height + 10 <= height
    assert (booklet in {"a5", "half-letter"}) == (width == PAPERS[paper].width)
    assert "Slide me." in text_of(page)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_letter_has_its_stickers_side_by_side_and_none_over_another(stickers, paper):
    (page,) = printed(print_piece(replace(stickers, paper=paper)))
    places = [(f.text, f.centre, f.y) for f in page.fragments if f.text in stickers.letters]
    counts = {len([each for each in places if each[0] == letter]) for letter in stickers.letters}
    assert 1 == len(counts)
    assert counts.pop() >= 10
    for at, (_, x, y) in enumerate(places):
        assert 15 * MM / 2 < x < page.width - 15 * MM / 2
        for _, other_x, other_y in places[at + 1 :]:
            assert max(abs(x - other_x), abs(y - other_y)) > (PITCH - 1) * MM
    for letter in stickers.letters:
        assert 1 == len({round(y) for each, _, y in places if each == letter})


def test_many_letters_take_several_pages_and_long_ones_smaller_type(stickers):
    letters = tuple(f"No. {number}" for number in range(60))
    pages = printed(print_piece(replace(stickers, letters=letters)))
    assert 1 < len(pages)
    sizes = {f.size for page in pages for f in page.fragments if f.text.startswith("No")}
    assert max(sizes) < 20


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_plan_lies_on_its_side_and_names_everything(plan, paper):
    (page,) = printed(print_piece(replace(plan, paper=paper)))
    assert (round(PAPERS[paper].height * MM), round(PAPERS[paper].width * MM)) == (
        round(page.width),
        round(page.height),
    )
    # Letters that are spaced are read with spaces between them.
    text = plain(text_of(page))
    for part in ("A Ferry", "bridge", "saloon", "Cabin of ANNA", "04", "Coal", "Door", "Stairs", "Way to"):
        assert plain(part) in text


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("places", [0, 1, 5, 12, 40, 70])
def test_every_place_is_printed_inside_its_room(plan, paper, places):
    """With many or few places, on either paper, no name leaves its room."""
    rooms = tuple(
        Room(at, f"Zone {at}", tuple(Spot(f"{at}{n:02}", f"Cabin {at}x{n}") for n in range(count)))
        for at, count in ((1, places), (2, 1), (3, 3))
    )
    a_plan = FloorPlan((Floor("upper", rooms[:2]), Floor("lower", rooms[2:])), ((1, 2),))
    (page,) = printed(print_piece(replace(plan, floor_plan=a_plan, paper=paper)))
    drawing = lay_out_floors(a_plan, *room_for_rooms(PAPERS[paper], Surroundings()))
    left, top = corner(drawing, PAPERS[paper], Surroundings())
    for floor in drawing.floors:
        for at in floor.rooms:
            texts = (text for place in at.room.spots for text in (place.code, place.label))
            wanted = {plain(text) for text in (*texts, at.room.name)}
            found = [f for f in page.fragments if plain(f.text) in wanted]
            assert wanted == {plain(f.text) for f in found}
            for f in found:
                assert left + at.x < f.x / MM
                assert (f.x + f.width) / MM < left + at.right
                assert top + at.y < f.y / MM < top + at.y + at.height


def test_names_stand_inside_their_rooms(plan):
    (page,) = printed(print_piece(plan))
    at = {plain(f.text): f for f in page.fragments}
    assert at["suite"].x > at["cabinofanna"].x + at["cabinofanna"].width
    assert at["bridge"].y < at["cabinofanna"].y < at["saloon"].y < at["hold"].y < at["coal"].y


def test_the_names_of_decks_keep_clear_of_stairs():
    drawing = lay_out_floors(
        FloorPlan(
            (Floor("upper", (Room(1, "A"), Room(2, "B" * 60))), Floor("lower", (Room(3, "C"),))), ((1, 3),)
        ),
        233,
        140,
    )
    ((x, _),) = drawing.stairs.values()
    upper, lower = floor_names(drawing)
    assert upper.x < 10
    assert x < lower.x


@pytest.mark.parametrize("longer", range(6, 26, 3))
def test_stairs_cover_no_part_of_a_decks_name(plan, longer):
    """The longer the name of the second room, the nearer are the stairs of the first to the stern."""
    upper, lower = (Room(1, "Four"), Room(2, "B" * longer)), (Room(3, "C" * 20), Room(4, "D"))
    floors = (Floor("haut", upper), Floor("pont principal", lower))
    a_plan = FloorPlan(floors, ((1, 3), (2, 4)))
    (page,) = printed(print_piece(replace(plan, floor_plan=a_plan)))
    name = [f for f in page.fragments if plain(f.text) in "pontprincipal"]
    assert "pontprincipal" == "".join(plain(f.text) for f in name)
    drawing = lay_out_floors(a_plan, *room_for_rooms(PAPERS[plan.paper], Surroundings()))
    left, _ = corner(drawing, PAPERS[plan.paper], Surroundings())
    begin, end = name[0].x / MM - left, (name[-1].x + name[-1].width) / MM - left
    assert [] == [
        x for x, _ in drawing.stairs.values() if begin < x + STAIRS_WIDTH / 2 and x - STAIRS_WIDTH / 2 < end
    ]


def test_a_legend_explains_only_what_is_drawn(plan):
    (page,) = printed(print_piece(replace(plan, floor_plan=replace(PLAN, ways=((1, 2),)))))
    text = text_of(page)
    assert (True, False, False) == ("Door" in text, "Stairs" in text, "Way to" in text)


def test_a_crowded_plan_is_found(plan):
    rooms = tuple(Room(number, f"A zone with the number {number}") for number in range(80))
    pdf, findings = print_piece(replace(plan, floor_plan=FloorPlan((Floor("floor", rooms),), ())))
    assert (None, [codes.CROWDED_PLAN]) == (pdf, [finding.code for finding in findings])


@pytest.mark.parametrize("length", [1, 40, 200])
def test_a_title_keeps_clear_of_the_legend(plan, length):
    (page,) = printed(print_piece(replace(plan, title="Mine " * (length // 5) + "Sea")))
    title = [f for f in page.fragments if f.text.startswith(("Mine", "Sea"))]
    assert max(f.x + f.width for f in title) < page.width / 2


@pytest.mark.parametrize("name", ["flap", "stickers", "plan"])
def test_bad_letters_and_a_missing_typesetter_stop_the_press(name, request, monkeypatch):
    content = request.getfixturevalue(name)
    make = {"flap": print_piece, "stickers": print_piece, "plan": print_piece}[name]
    pdf, findings = make(replace(content, title="船"))
    assert (None, [codes.MISSING_GLYPH]) == (pdf, [finding.code for finding in findings])
    missing = Finding(codes.MISSING_TYPESETTER, "no Pango", SPAN)
    monkeypatch.setattr("casekit.print.typesetting.typesetter.missing_typesetter", lambda _: missing)
    assert (None, (missing,)) == make(content)


@pytest.mark.parametrize("name", ["flap", "stickers", "plan"])
def test_the_same_content_gives_the_same_bytes(name, request):
    content = request.getfixturevalue(name)
    make = {"flap": print_piece, "stickers": print_piece, "plan": print_piece}[name]
    assert make(content) == make(content)
    assert 1 == len(PdfReader(BytesIO(make(content)[0])).pages)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_stickers_stand_in_the_middle_of_their_sheet(stickers, paper):
    (page,) = printed(print_piece(replace(stickers, paper=paper)))
    middles = [f.centre for f in page.fragments if f.text in stickers.letters]
    assert pytest.approx(page.width - max(middles), abs=1) == min(middles)


def test_the_lines_of_a_room_are_as_far_apart_as_its_height_was_planned_for(plan):
    places = tuple(Spot(f"{at:02}", f"Cabin of passenger {at}") for at in range(1, 21))
    rooms = (Room(1, "Cabins", places), *(Room(at, "The winter garden with its palms") for at in (2, 3)))
    a_plan = FloorPlan((Floor("upper", rooms), Floor("lower", (Room(4, "Bar"),))), ())
    (page,) = printed(print_piece(replace(plan, floor_plan=a_plan)))
    size = lay_out_floors(a_plan, *room_for_rooms(PAPERS["a4"], Surroundings())).text_points
    lines = sorted({round(f.y, 2) for f in page.fragments if f.text.strip().startswith("Cabin of")})
    assert pytest.approx([LINE_PER_TEXT * size] * (len(lines) - 1), abs=0.1) == [
        b - a for a, b in pairwise(lines)
    ]
    assert len(lines) > 1
