"""Pieces broken one thing at a time with pikepdf: each damage is found under its code."""

import io

import pikepdf
import pytest

from casekit.diagnostics import Span, codes
from casekit.print.content.papers import PLAIN, PRINT_SHOP
from casekit.print.content.pieces import Flap, Palette, Stickers
from casekit.print.pages.accessories.flap import expected_layout_of_flap
from casekit.print.pages.accessories.stickers import expected_layout_of_stickers
from casekit.print.preflight.inspection import inspect_piece
from casekit.print.produce import print_piece

PALETTE = Palette("#1d4d3f", "#102420", "#183a31", "#386157", "#a9bab5", "#e8edeb")
SPAN = Span("edition.toml")
FLAP = Flap("A Ferry", "en", "a4", SPAN, PALETTE, "Slide me.", "a5")


def stickers(count):
    letters = tuple(f"{at:02}" for at in range(count))
    return Stickers("Suspects", "en", "a4", SPAN, PALETTE, letters, 4)


@pytest.fixture(scope="module")
def flaps():
    return {variant.name: print_piece(FLAP, variant)[0] for variant in (PLAIN, PRINT_SHOP)}


@pytest.fixture
def broken(flaps):
    """Damages the flap of a variant and gives the findings as pairs of code and message."""

    def run(variant, damage):
        with pikepdf.open(io.BytesIO(flaps[variant.name])) as file:
            damage(file)
            out = io.BytesIO()
            file.save(out)
        found = inspect_piece(out.getvalue(), expected_layout_of_flap(FLAP), variant)
        return [(finding.code, finding.message) for finding in found]

    return run


def test_nothing_is_wrong_with_a_good_one(broken):
    assert [[], []] == [broken(variant, lambda _: None) for variant in (PLAIN, PRINT_SHOP)]


def test_a_text_that_is_gone(broken):
    def wipe(file):
        contents = file.pages[0].obj.Contents
        contents.write(contents.read_bytes().replace(b" TJ", b" pop"))

    lacking = [(codes.MISSING_TEXT, f"page 1 lacks “{text}”") for text in ("A Ferry", "Slide me.")]
    assert lacking == broken(PLAIN, wipe)


def test_another_text(flaps):
    other = Flap("A Galley", "en", "a4", SPAN, PALETTE, "Slide me.", "a5")
    (found,) = inspect_piece(flaps["plain"], expected_layout_of_flap(other))
    assert (codes.MISSING_TEXT, "page 1 lacks “A Galley”", SPAN) == (found.code, found.message, found.span)


def test_a_page_too_many(broken):
    def repeat(file):
        file.pages.append(file.pages[0])

    assert [(codes.MISPLACED_PAGE, "there are 2 pages instead of 1")] == broken(PRINT_SHOP, repeat)


def test_a_font_that_is_not_embedded(broken, unembed):
    assert {codes.FONT_NOT_EMBEDDED} == {code for code, _ in broken(PLAIN, unembed)}


def test_a_colour_that_is_no_ink(broken):
    def paint(file):
        contents = file.pages[0].obj.Contents
        contents.write(contents.read_bytes() + b"\n1 0 0 rg 0 0 9 9 re f")

    place = "0 mm from the left and 294 mm from the top"
    found = dict(broken(PRINT_SHOP, paint))
    assert f"page 1 has a colour in RGB, {place}" == found.pop(codes.WRONG_INK)
    # The square is in the corner of the trimmed page, and does not reach into the bleed.
    assert [codes.WRONG_BOX] == list(found)


def test_text_that_is_cut_off(broken):
    def move(file):
        contents = file.pages[0].obj.Contents
        contents.write(b"1 0 0 1 400 0 cm\n" + contents.read_bytes())

    assert {codes.TEXT_OUTSIDE_PAGE} == {code for code, _ in broken(PLAIN, move)}


@pytest.mark.parametrize("content", [b"", b"hello", b"%PDF-1.7\n1 0 obj"])
def test_what_is_no_pdf(content):
    (found,) = inspect_piece(content, expected_layout_of_flap(FLAP))
    assert codes.UNREADABLE_PDF == found.code


@pytest.mark.parametrize(("count", "pages"), [(1, 1), (28, 1), (29, 2), (57, 3)])
def test_letters_that_do_not_fit_on_a_page_stand_on_the_next(count, pages):
    content = stickers(count)
    pdf, findings = print_piece(content)
    assert () == findings
    assert pages == len(expected_layout_of_stickers(content).layouts[0])
    assert () == inspect_piece(pdf, expected_layout_of_stickers(content))
    assert () != inspect_piece(pdf, expected_layout_of_stickers(stickers(count + 1)))
