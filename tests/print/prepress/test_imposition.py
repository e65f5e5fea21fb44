import io
from dataclasses import replace

import pikepdf
import pytest
from hypothesis import given, strategies as st

from casekit.diagnostics import Span, codes
from casekit.print.content.papers import MOST_STAPLED_MM, PRINT_SHOP, Saddle, sheet_sides, signatures
from casekit.print.content.pieces import Finishing
from casekit.print.preflight.imposed_check import check_imposed, tail_of
from casekit.print.preflight.page_texts import read_pages
from casekit.print.prepress.imposition import SHEETS, impose
from casekit.print.produce import further
from tests.print.booklets import number_booklet, print_booklet

MM = 72 / 25.4
SPAN = Span("edition.toml")
page_counts = st.integers(1, 90).map(lambda sheets: 4 * sheets)
saddles = st.builds(
    Saddle, signature=st.integers(0, 12).map(lambda sheets: 4 * sheets), thickness=st.floats(0.05, 0.5)
)


def folded(printed_sides):
    """The pages of one signature in reading order, as who folds its sheets in the middle finds them."""
    fronts, backs = printed_sides[::2], printed_sides[1::2]
    sheets = [*zip(fronts, backs, strict=True)]
    first_half = [page for (_, right, _), (left, _, _) in sheets for page in (right, left)]
    second_half = [page for (left, _, _), (_, right, _) in sheets for page in (left, right)]
    return [*first_half, *reversed(second_half)]


@given(page_counts, saddles)
def test_folding_brings_the_pages_into_order(pages, saddle):
    sizes = signatures(pages, saddle)
    printed = list(sheet_sides(sizes))
    order = []
    for size in sizes:
        order += folded(printed[: size // 2])
        printed = printed[size // 2 :]
    assert list(range(pages)) == order


@given(page_counts, saddles)
def test_signatures_are_whole_sheets_and_hold_all_pages(pages, saddle):
    sizes = signatures(pages, saddle)
    assert pages == sum(sizes)
    assert all(size > 0 and size % 4 == 0 for size in sizes)


@given(page_counts, st.floats(0.05, 0.5))
def test_a_stapler_can_take_each_signature(pages, thickness):
    sizes = signatures(pages, Saddle(thickness=thickness))
    assert all(size // 4 * thickness <= MOST_STAPLED_MM for size in sizes)
    assert max(sizes) - min(sizes) <= 4


def test_signatures_of_a_size_leave_the_rest_to_the_last():
    assert (16, 16, 16, 8) == signatures(56, Saddle(signature=16))
    assert (56,) == signatures(56, Saddle())
    assert (56, 52, 52) == signatures(160, Saddle())


def test_the_order_that_is_documented():
    assert [(7, 0), (1, 6), (5, 2), (3, 4)] == [(left, right) for left, right, _ in sheet_sides((8,))]


def numbered_pages(count):
    """A booklet whose pages hold nothing but their numbers."""
    with pikepdf.new() as file:
        for number in range(1, count + 1):
            page = pikepdf.Dictionary(
                Type=pikepdf.Name.Page,
                MediaBox=[0, 0, 148 * MM, 210 * MM],
                Contents=file.make_indirect(pikepdf.Stream(file, f"% page {number}.".encode())),
                Resources=pikepdf.Dictionary(),
            )
            file.pages.append(pikepdf.Page(file.make_indirect(page)))
        out = io.BytesIO()
        file.save(out)
    return out.getvalue()


def printed_halves(sheets):
    """The number that stands on the left, and on the right, of each side of the sheets; 0 for a blank page."""
    with pikepdf.open(io.BytesIO(sheets)) as file:
        for side in file.pages:
            found = {}
            for operands, operator in pikepdf.parse_content_stream(side):
                if str(operator) == "cm":
                    middle = float(operands[4]) + 148 * MM / 2
                elif str(operator) == "Do":
                    form = side.Resources.XObject[operands[0]].read_bytes()
                    number = int(form.removeprefix(b"% page ").split(b".")[0] or 0)
                    found[middle < float(side.MediaBox[2]) / 2] = number
            yield found[True], found[False]


def leafed_through(halves, sheets):
    """The pages of a signature as who turns its leaves meets them.

    A sheet is two leaves. Behind the right half of its front lies the left half of its back, for it was turned at the
    short edge. Folded with their fronts outside, sheets lie in each other: in the first half of the signature their
    right leaves from the outermost inwards, in the second half their left leaves, seen from behind, outwards.
    """
    papers = [(halves[2 * at], halves[2 * at + 1]) for at in range(sheets)]
    right_leaves = [(front[1], back[0]) for front, back in papers]
    left_leaves = [(back[1], front[0]) for front, back in papers]
    return [page for leaf in (*right_leaves, *reversed(left_leaves)) for page in leaf]


@pytest.mark.parametrize("signature", [4, 12, 64])
@pytest.mark.parametrize("count", [4, 5, 6, 7, 8, 22, 64, 67, 101])
def test_finished_sheets_can_be_leafed_through(count, signature):
    """Told from the file alone: all pages in order, and blank ones only in front of the solutions."""
    tail = 3
    sheets, findings = impose(numbered_pages(count), Saddle(signature=signature), tail, SPAN)
    assert () == findings
    halves = list(printed_halves(sheets))
    whole = -(-count // 4) * 4
    assert whole // 2 == len(halves)
    read_pages = []
    while halves:
        sheets_folded = min(signature // 4, len(halves) // 2)
        read_pages += leafed_through(halves, sheets_folded)
        halves = halves[2 * sheets_folded :]
    blank = [0] * (whole - count)
    assert [*range(1, count - tail + 1), *blank, *range(count - tail + 1, count + 1)] == read_pages


@pytest.fixture(scope="module")
def finished(printed):
    """A booklet and its pages, as they were read."""
    return printed.pdf, read_pages(printed.pdf)


def sheets_of(pdf, saddle, pages):
    data, findings = impose(pdf, saddle, tail_of(pages), SPAN)
    assert () == findings
    return data


@pytest.mark.parametrize("saddle", [Saddle(), Saddle(signature=4), Saddle("sra3", 8, 0.3)])
def test_every_page_is_found_where_folding_needs_it(finished, saddle):
    pdf, pages = finished
    sheets = sheets_of(pdf, saddle, pages)
    assert () == tuple(check_imposed(sheets, pages, saddle, SPAN))
    with pikepdf.open(io.BytesIO(sheets)) as file:
        assert len(file.pages) == -(-len(pages) // 4) * 2


def test_text_stands_on_the_sheet_as_far_from_the_fold_as_in_the_booklet(finished):
    pdf, pages = finished
    sheet = read_pages(sheets_of(pdf, Saddle(), pages))[0]
    cover = pages[0].fragments[0]
    placed = next(fragment for fragment in sheet.fragments if fragment.text == cover.text)
    assert pytest.approx(297 / 2 * MM + cover.x, abs=0.1) == placed.x
    assert pytest.approx(cover.y, abs=0.1) == placed.y


def test_inner_sheets_creep_towards_the_fold(finished):
    pdf, pages = finished

    def shifts(thickness):
        saddle = Saddle(thickness=thickness)
        return read_pages(sheets_of(pdf, saddle, pages))

    flat, thick = shifts(0.02), shifts(0.2)
    for at, (before, after) in enumerate(zip(flat, thick, strict=True)):
        depth = at // 2
        for old, new in zip(before.fragments, after.fragments, strict=True):
            if not old.turned:
                inward = (new.x - old.x) * (1 if old.x < before.width / 2 else -1)
                assert pytest.approx(depth * 0.18 * MM, abs=0.02) == inward


@pytest.mark.parametrize(
    ("paper", "sheet"), [("a5", "a4"), ("half-letter", "letter"), ("a4", "a3"), ("letter", "tabloid")]
)
def test_without_a_name_the_smallest_sheet_is_taken(booklet, paper, sheet):
    content = replace(booklet, paper=paper, cases=booklet.cases[:1])
    pdf, _ = print_booklet(content, number_booklet(content))
    page = read_pages(sheets_of(pdf, Saddle(), read_pages(pdf)))[0]
    assert pytest.approx(SHEETS[sheet], abs=0.01) == (page.width / MM, page.height / MM)


def test_a_sheet_that_is_too_small_is_a_finding(booklet):
    content = replace(booklet, paper="a4", cases=booklet.cases[:1])
    pdf, _ = print_booklet(content, number_booklet(content))
    data, (finding,) = impose(pdf, Saddle("sra4"), 2, SPAN)
    assert (None, codes.SMALL_SHEET, SPAN) == (data, finding.code, finding.span)
    assert "two pages of 210 x 297 mm do not fit on a sheet of sra4 paper" == finding.message


def marks(pdf, sheet):
    out, _ = impose(pdf, Saddle(sheet), 4, SPAN)
    with pikepdf.open(io.BytesIO(out)) as file:
        return file.pages[0].Contents.read_bytes().count(b" l S")


def test_marks_lie_only_where_there_is_room_for_them(finished):
    # Eight to cut, two to fold.
    assert [0, 10, 10] == [marks(finished[0], sheet) for sheet in ("a4", "sra4", "a3")]


def test_the_bleed_shows_outside_and_not_over_the_fold(booklet):
    content = replace(booklet, cases=booklet.cases[:1])
    pdf, _ = print_booklet(content, number_booklet(content), PRINT_SHOP)
    data, _ = impose(pdf, Saddle("sra4"), tail_of(read_pages(pdf)), SPAN)
    with pikepdf.open(io.BytesIO(data)) as file:
        page = file.pages[0]
        boxes = [[float(edge) for edge in form.BBox] for form in page.Resources.XObject.values()]
        halves = [line.split() for line in page.Contents.read_bytes().split(b"\n") if b" W " in line]
    assert all(box == pytest.approx([-3 * MM, -3 * MM, 151 * MM, 213 * MM], abs=0.01) for box in boxes)
    assert [[b"re", b"W", b"n"]] * 2 == [half[4:] for half in halves]
    assert pytest.approx([0, 0, 160 * MM, 225 * MM], abs=0.01) == [float(part) for part in halves[0][:4]]
    assert pytest.approx([160 * MM, 0, 160 * MM, 225 * MM], abs=0.01) == [
        float(part) for part in halves[1][:4]
    ]


def test_sheets_for_a_print_shop_say_for_which_inks(booklet, finished):
    content = replace(booklet, cases=booklet.cases[:1])
    pdf, _ = print_booklet(content, number_booklet(content), PRINT_SHOP)
    data, _ = impose(pdf, Saddle(), tail_of(read_pages(pdf)), SPAN)
    with pikepdf.open(io.BytesIO(pdf)) as bound, pikepdf.open(io.BytesIO(data)) as sheets:
        (wanted,), (intent,) = bound.Root.OutputIntents, sheets.Root.OutputIntents
        assert "FOGRA39" == str(intent.OutputConditionIdentifier)
        assert wanted.DestOutputProfile.read_bytes() == intent.DestOutputProfile.read_bytes()
    with pikepdf.open(io.BytesIO(sheets_of(finished[0], Saddle(), finished[1]))) as plain:
        assert "/OutputIntents" not in plain.Root


def test_two_sheets_exchanged_are_found(finished):
    pdf, pages = finished
    with pikepdf.open(io.BytesIO(sheets_of(pdf, Saddle(), pages))) as file:
        first = file.pages[0]
        del file.pages[0]
        file.pages.insert(2, first)
        out = io.BytesIO()
        file.save(out)
    findings = tuple(check_imposed(out.getvalue(), pages, Saddle(), SPAN))
    assert {codes.MISPLACED_ON_SHEET} == {finding.code for finding in findings}
    assert "page 2 is not on the left of the back of sheet 1" in [found.message for found in findings]


def test_text_that_creeps_into_the_fold_is_found(finished):
    pdf, pages = finished
    sheets = -(-len(pages) // 4)
    # The margin at the binding is 19 mm.
    message = f"text runs into the fold of sheet {sheets}, which creeps too far"
    for creep, expected in ((18.0, set()), (21.0, {(codes.MISPLACED_ON_SHEET, message)})):
        saddle = Saddle("a3", 4 * sheets, creep / (sheets - 1))
        findings = check_imposed(sheets_of(pdf, saddle, pages), pages, saddle, SPAN)
        assert expected == {(finding.code, finding.message) for finding in findings}


def test_a_missing_side_is_found(finished):
    pdf, pages = finished
    with pikepdf.open(io.BytesIO(sheets_of(pdf, Saddle(), pages))) as file:
        del file.pages[-1]
        out = io.BytesIO()
        file.save(out)
    (finding,) = check_imposed(out.getvalue(), pages, Saddle(), SPAN)
    assert codes.MISPLACED_ON_SHEET == finding.code


def test_a_proof_says_what_the_booklet_says_in_grey(booklet, finished):
    pdf, pages = finished
    ((name, (data, findings)),) = further(pdf, booklet, Finishing(proof=True))
    assert ("proof", ()) == (name, findings)
    proofs = read_pages(data)
    for number, (page, grey) in enumerate(zip(pages, proofs, strict=True), 1):
        texts = [fragment.text for fragment in grey.fragments]
        assert [fragment.text for fragment in page.fragments] == texts[: len(page.fragments)]
        side = "right" if number % 2 else "left"
        assert f"page {number} of {len(pages)}, {side}" in texts
    with pikepdf.open(io.BytesIO(data)) as file:
        page = file.pages[0]
        content = page.Contents.read_bytes()
        assert pytest.approx([-12 * MM, -12 * MM, 160 * MM, 222 * MM], abs=0.01) == list(
            map(float, page.MediaBox)
        )
    assert b" rg" not in content
    # Bleed, trim and safe zone.
    assert 3 == content.count(b" RG [")
