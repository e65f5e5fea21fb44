"""Worksheets in booklets, on leaves and as empty grids: everything is there, in its place, and what is missing is found."""

from dataclasses import replace

import pytest
from pypdfium2 import PdfDocument
from pypdfium2.raw import FPDF_PAGEOBJ_PATH, FPDF_PAGEOBJ_TEXT

from casekit.diagnostics import Finding, Span, codes
from casekit.print.content.booklet import (
    AnnotatedCell,
    AnswerList,
    Booklet,
    CasePages,
    Grid,
    GridColumn,
    GridGroup,
    GridRow,
    Passage,
    Record,
    RecordColumn,
    Worksheet,
)
from casekit.print.content.papers import ACCESSIBLE, PLAIN, PRINT_SHOP
from casekit.print.content.pieces import GridSheet, Leaves
from casekit.print.numbers.lock import lock_of, lock_text
from casekit.print.numbers.lock_reading import parse_lock
from casekit.print.numbers.numbering import number_again
from casekit.print.numbers.shuffle_figures import shuffle_in_words, shuffle_of
from casekit.print.pages.worksheet_sizes import grid_sizes, has_undivided_texts
from casekit.print.preflight.inspection import inspect, inspect_piece
from casekit.print.preflight.page_texts import read_pages
from casekit.print.preflight.printed_text import normalise
from casekit.print.produce import expected_layout_of, print_piece
from casekit.print.typesetting.fonts import render_template
from tests.print.booklets import number_booklet, print_booklet

NAMES = ("ALMA", "BEPPO", "CORNELIA", "DAGOBERT", "EVADNE", "FRIDOLIN")
FRUIT = ("Apple", "Blackcurrant", "Cherry", "Damson", "Elderberry", "Fig", "Greengage")
STORY = "Somebody has been at the *jam*, and it was not the cat. "
SPAN = Span("one.case", 3)


def record(lines, people=3):
    columns = (
        RecordColumn("No.", "number"),
        RecordColumn("Asks", "name"),
        RecordColumn("Fruit"),
        RecordColumn("Refuses", "name"),
        RecordColumn("Gives", "name"),
    )
    rows = tuple(
        (
            str(at + 1),
            NAMES[at % people],
            FRUIT[at % len(FRUIT)],
            ", ".join(NAMES[: at % people]) or "–",
            AnnotatedCell(NAMES[at % people], FRUIT[at % 3]) if at % 4 == 0 else NAMES[at % people],
        )
        for at in range(lines)
    )
    return Record("What was said", columns, (*rows, (str(lines + 1), "ALMA", "Fig", "gives up")))


def grid(people=3, fruit=FRUIT, names=NAMES):
    columns = (*(GridColumn(name, name[:2]) for name in names[:people]), GridColumn("Larder", "La"))
    rows = tuple(
        GridRow(each, tuple("×" if at == column else "" for column in range(len(columns))))
        for at, each in enumerate(fruit)
    )
    return Grid("Who has what", columns, (GridGroup("Soft", rows[:3]), GridGroup("Hard", rows[3:])))


MANY = tuple(f"{fruit} {kind}" for kind in ("jam", "jelly", "cordial") for fruit in FRUIT)


def case(number=1, lines=5, people=3, story=4, fruit=FRUIT):
    return CasePages(
        heading=f"Puzzle {number}",
        title=f"The Jam {number}",
        level="Amateur",
        presentation=Passage((f"Opening {number}. " + STORY * story, STORY), SPAN),
        answers=(AnswerList("At the table", NAMES[:people]), AnswerList("In your hand", ("Cherry", "Fig"))),
        groups=(),
        paragraphs=(),
        solution_heading=f"Solution {number}",
        solution=Passage((f"Ending {number}. " + STORY * story,), SPAN),
        drawing='<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><rect width="2" height="1"/></svg>',
        file=f"{number}.case",
        worksheet=Worksheet(record(lines, people), grid(people, fruit)),
    )


def booklet(*cases, paper="a5"):
    return Booklet(
        slug="jam",
        title="Jam",
        subtitle="Puzzles",
        notice="Read.",
        solutions_title="Solutions",
        solutions_notice="Not yet.",
        language="en",
        paper=paper,
        accent="#1d4d3f",
        cases=cases,
        span=Span("edition.toml"),
    )


def leaves(*cases, paper="a4", solution="back"):
    return Leaves("Jam", "en", paper, Span("edition.toml"), cases, "#1d4d3f", solution)


def texts(pdf, *, turned=False):
    """The normalised text of each page, upright or upside down."""
    pages = read_pages(pdf)
    lines = (page.turned if turned else page.upright for page in pages)
    return [normalise("".join(f.text for line in page for f in line)).casefold() for page in lines]


# --- booklets ------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", [PLAIN, PRINT_SHOP, ACCESSIBLE], ids=lambda variant: variant.name)
def test_a_booklet_without_numbers_is_printed_and_read_back(variant):
    content = booklet(case(1), case(2, lines=30, people=6))
    assert {} == number_booklet(content)
    pdf, findings = print_booklet(content, {}, variant)
    assert () == findings
    assert () == inspect(pdf, content, {}, variant)


def test_a_short_worksheet_faces_its_presentation():
    pdf, _ = print_booklet(booklet(case(1)), {})
    pages = texts(pdf)
    at = next(at for at, page in enumerate(pages) if "opening1" in page)
    assert at % 2 == 1, "a left page"
    assert "whatwassaid" in pages[at + 1]
    assert "whohaswhat" in pages[at + 1]


@pytest.mark.parametrize("paper", ["a5", "half-letter"])
def test_a_long_record_and_its_grid_face_each_other(paper):
    pdf, _ = print_booklet(booklet(case(1, lines=20, fruit=MANY), paper=paper), {})
    pages = texts(pdf)
    at = next(at for at, page in enumerate(pages) if "opening1" in page)
    assert at % 2 == 0, "a right page"
    assert "whatwassaid" in pages[at + 1]
    assert "whohaswhat" not in pages[at + 1]
    assert "whohaswhat" in pages[at + 2]
    assert not pages[at - 1], "the drawing"


def test_a_record_of_many_lines_goes_on_and_no_line_is_lost():
    content = booklet(case(1, lines=70, people=6))
    pdf, findings = print_booklet(content, {})
    assert () == findings
    assert () == inspect(pdf, content, {})
    assert sum("refuses" in page for page in texts(pdf)) > 1, "the heading is repeated"


def test_the_solutions_are_upside_down():
    pdf, _ = print_booklet(booklet(case(1)), {})
    assert any("solution1ending1" in page for page in texts(pdf, turned=True))
    assert not any("ending1" in page for page in texts(pdf))


def test_what_a_worksheet_lacks_is_found():
    printed = booklet(case(1))
    pdf, _ = print_booklet(printed, {})
    sheet = printed.cases[0].worksheet
    more = replace(
        sheet, record=replace(sheet.record, lines=(*sheet.record.lines, ("7", "ALMA", "Quince", "–")))
    )
    found = inspect(pdf, booklet(replace(printed.cases[0], worksheet=more)), {})
    assert {codes.MISSING_TEXT} == {each.code for each in found}
    assert any("Quince" in each.message for each in found)


def test_a_line_printed_once_instead_of_twice_is_found():
    printed = booklet(case(1))
    pdf, _ = print_booklet(printed, {})
    sheet = printed.cases[0].worksheet
    more = replace(sheet, record=replace(sheet.record, lines=sheet.record.lines * 2))
    found = inspect(pdf, booklet(replace(printed.cases[0], worksheet=more)), {})
    assert {codes.MISSING_TEXT} == {each.code for each in found}


def test_the_lock_of_a_booklet_without_numbers_keeps_what_was_printed():
    content = booklet(case(1))
    numbering = number_again(content, 0)
    lock = lock_of(content, numbering)
    assert {"title", "presentation", "answers", "worksheet", "solution"} == lock.texts["1.case"].keys()
    again, _, problems = parse_lock(lock_text(lock).encode(), "jam.lock.json")
    assert () == problems
    assert lock == again
    changed = booklet(case(1, lines=6))
    other = lock_of(changed, number_again(changed, 0)).texts["1.case"]
    assert {"worksheet"} == {name for name in other if other[name] != lock.texts["1.case"][name]}
    assert "jam: 1 document, with no paragraphs to number" == shuffle_in_words(
        shuffle_of(content, numbering), ""
    )


def test_a_letter_in_a_worksheet_that_no_font_has_stops_the_press():
    sheet = case(1).worksheet
    foreign = replace(sheet, record=replace(sheet.record, lines=(("1", "ALMA", "梨", "–"),)))
    for pdf, findings in (
        print_booklet(booklet(replace(case(1), worksheet=foreign)), {}),
        print_piece(leaves(replace(case(1), worksheet=foreign))),
    ):
        assert (None, [codes.MISSING_GLYPH]) == (pdf, [finding.code for finding in findings])


# --- leaves --------------------------------------------------------------------------------------


@pytest.mark.sampled(4)
@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
@pytest.mark.parametrize("people", [2, 6])
@pytest.mark.parametrize(
    ("solution", "solutions"), [("back", [False, True]), ("foot", [True]), ("none", [False])]
)
def test_a_short_case_has_its_solution_upside_down_where_it_is_wanted(paper, people, solution, solutions):
    pdf, findings = print_piece(leaves(case(1, people=people), paper=paper, solution=solution))
    assert () == findings
    upright = texts(pdf)
    assert all(text in upright[0] for text in ("opening1", "whatwassaid", "whohaswhat", "amateur"))
    assert solutions == ["solution1ending1" in page for page in texts(pdf, turned=True)]
    assert not any("ending1" in page for page in upright)
    assert solutions == [bool(page) for page in texts(pdf, turned=True)]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("lines", "story"), [(34, 24), (44, 24)])
def test_a_long_case_goes_on_on_the_back(paper, lines, story):
    piece = leaves(case(1, lines=lines, people=6, story=story), paper=paper, solution="foot")
    pdf, findings = print_piece(piece)
    assert () == findings
    front, back = texts(pdf)
    turned = texts(pdf, turned=True)
    assert "opening1" in front
    assert "puzzle1" in back
    # Either the solution is on the back or the worksheet is.
    assert ("whatwassaid" in front) == bool(turned[1])
    assert ("whatwassaid" in back) == bool(turned[0])


def test_a_long_case_without_its_solution_has_its_worksheet_on_the_back():
    pdf, findings = print_piece(leaves(case(1, lines=44, people=6, story=40), solution="none"))
    assert () == findings
    assert ["opening1" in page for page in texts(pdf)] == [True, False]
    assert ["whatwassaid" in page for page in texts(pdf)] == [False, True]
    assert ["", ""] == texts(pdf, turned=True)


def test_where_the_back_has_no_room_for_the_worksheet_it_says_what_else_can_be_done():
    long = case(1, lines=44, people=6, story=40)
    pdf, (found,) = print_piece(leaves(long))
    assert (None, codes.LONG_PRESENTATION) == (pdf, found.code)
    assert "`--solution foot`" in found.hint


@pytest.mark.parametrize(
    ("printed", "wanted", "message"),
    [
        ("back", "none", "page 2 has text upside down"),
        ("foot", "none", "page 1 has text upside down"),
        ("foot", "back", "there are 1 pages instead of 2"),
        ("none", "foot", "page 1 lacks “Solution 1”"),
    ],
)
def test_a_solution_in_another_place_is_found(printed, wanted, message):
    pdf, _ = print_piece(leaves(case(1), solution=printed))
    found = inspect_piece(pdf, expected_layout_of(leaves(case(1), solution=wanted)))
    assert message in [each.message for each in found]


def test_a_solution_that_is_upright_is_found(monkeypatch):
    def upright(*names, **values):
        return render_template(*names, **values).replace("rotate(180deg)", "none")

    monkeypatch.setattr("casekit.print.pages.leaves.render_template", upright)
    pdf, findings = print_piece(leaves(case(1)))
    assert pdf is None
    assert ["page 2 has “Solution 1” upright"] == [each.message for each in findings]


def test_of_several_cases_each_has_a_leaf_of_its_own():
    pdf, findings = print_piece(leaves(case(1, lines=40, people=6, story=24), case(2), solution="foot"))
    assert () == findings
    pages = texts(pdf)
    assert 4 == len(pages)
    assert [0, 2] == [at for at, page in enumerate(pages) if "opening" in page]


def test_a_case_too_long_for_a_leaf_is_reported_with_its_place():
    pdf, (found,) = print_piece(leaves(case(1), case(2, lines=60)))
    assert pdf is None
    assert (codes.LONG_PRESENTATION, SPAN) == (found.code, found.span)
    assert "Puzzle 2" in found.message


def test_long_names_stay_inside_the_page():
    long = tuple(f"The {fruit} of the late Archdeacon's Orangery" for fruit in FRUIT)
    names = tuple(f"{name}-WILHELMINA-OF-THE-HILL" for name in NAMES)
    lines = tuple((str(at), names[at % 6], long[at % 7], ", ".join(names[:3]), names[0]) for at in range(12))
    sheet = Worksheet(replace(record(1), lines=lines), grid(6, long, names))
    pdf, findings = print_piece(leaves(replace(case(1), worksheet=sheet)))
    assert pdf is None or () == findings
    pdf, findings = print_booklet(booklet(replace(case(1), worksheet=sheet)), {})
    assert () == findings
    assert () == inspect(pdf, booklet(replace(case(1), worksheet=sheet)), {})


def test_without_a_typesetter_no_leaf_is_printed(monkeypatch):
    missing = Finding(codes.MISSING_TYPESETTER, "no Pango", SPAN)
    monkeypatch.setattr("casekit.print.typesetting.typesetter.missing_typesetter", lambda _: missing)
    assert (None, (missing,)) == print_piece(leaves(case(1)))
    assert (None, (missing,)) == print_piece(sheet_of(grid()))


def test_a_missing_row_is_found_whatever_the_layout():
    pdf, _ = print_piece(leaves(case(1)))
    other = case(1)
    more = replace(other.worksheet, grid=grid(fruit=(*FRUIT, "Quince")))
    found = inspect_piece(pdf, expected_layout_of(leaves(replace(other, worksheet=more))))
    assert [codes.MISSING_TEXT] == [each.code for each in found]


def test_another_number_of_pages_is_found():
    pdf, _ = print_piece(leaves(case(1), case(2), case(3)))
    (found,) = inspect_piece(pdf, expected_layout_of(leaves(case(1), solution="foot")))
    assert "there are 6 pages instead of 1 or 2" == found.message


# --- grids ---------------------------------------------------------------------------------------


def sheet_of(content, copies=4, paper="a4"):
    return GridSheet("Jam", "en", paper, Span("edition.toml"), ("Detective", "Puzzle"), content, copies)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_grid_is_on_a_page_as_often_as_it_should_be(paper):
    pdf, findings = print_piece(sheet_of(grid(), paper=paper))
    assert () == findings
    (page,) = texts(pdf)
    assert 4 == page.count("whohaswhat") == page.count("detective") == page.count("elderberry")


def test_a_grid_that_is_too_large_is_reported():
    pdf, (found,) = print_piece(sheet_of(grid(fruit=tuple(f"Apple {at}" for at in range(60)))))
    assert (None, codes.MISPLACED_PAGE) == (pdf, found.code)


def test_names_of_columns_are_shortened_where_they_have_no_room():
    assert all(grid_sizes(grid(2), 90, 100, 9).full)
    narrow = grid_sizes(grid(6, names=("AL", *NAMES[1:])), 60, 100, 9)
    assert narrow.full == (True, False, False, False, False, False, False)
    assert narrow.width <= 60


@pytest.mark.parametrize("count", [2, 5, 9])
@pytest.mark.parametrize("name", ["GUILTY?", "coupable ?", "where 1", "WILHELMINA-OF-THE-HILL", "Al"])
def test_the_names_of_columns_stay_between_their_lines(name, count):
    """Whatever a game calls them, and also if it has no shorter name for them."""
    columns = (GridColumn(name, name),) * count
    rows = (GridRow("Row", ("",) * count),)
    pdf, findings = print_piece(sheet_of(Grid("Notes", columns, (GridGroup("Rows", rows),))))
    assert () == findings
    page = PdfDocument(pdf)[0]
    texts_, lines = _boxes(page, FPDF_PAGEOBJ_TEXT), _boxes(page, FPDF_PAGEOBJ_PATH)
    upright = [box for box in lines if box[2] - box[0] < 1]
    assert len(upright) > 4 * count
    crossed = [
        (text, line)
        for text in texts_
        for line in upright
        if text[0] < line[2] and line[0] < text[2] and text[1] < line[3] and line[1] < text[3]
    ]
    assert [] == crossed


def _boxes(page, kind):
    """Left, bottom, right and top of each object of a kind on a page, in points."""
    return [each.get_bounds() for each in page.get_objects() if each.type == kind]


def test_rows_fill_the_room_within_bounds():
    low, high = grid_sizes(grid(), 60, 0, 9).row, grid_sizes(grid(), 60, 500, 9).row
    assert low < grid_sizes(grid(), 60, 50, 9).row < high


@pytest.mark.parametrize("names", [("A", "B"), ("What the neighbours heard", "B")])
def test_labels_alone_fill_the_width_and_the_first_of_them_are_in_one_line(names):
    rows = tuple(GridRow(name, ("yes", "no", "perhaps")) for name in names)
    columns = (GridColumn("", "", label=True),) * 3
    size = grid_sizes(Grid("", columns, (GridGroup("", rows),)), 150, 100, 9)
    assert 150 == size.width == pytest.approx(size.label + 3 * size.further, abs=0.1)
    assert (size.label > 30) == (len(names[0]) > 1)


def test_the_name_of_a_further_column_of_labels_has_room():
    column, row = GridColumn("", ""), GridRow("", ("", ""))
    short, long = (
        grid_sizes(
            Grid("", (column, GridColumn(name, "", label=True)), (GridGroup("", (row,)),)), 90, 100, 9
        ).further
        for name in ("a", "a long name")
    )
    assert short < long


def test_names_in_a_record_are_divided_only_where_they_must_be():
    assert has_undivided_texts(record(10), 100, 9)
    assert not has_undivided_texts(record(10), 20, 9)
