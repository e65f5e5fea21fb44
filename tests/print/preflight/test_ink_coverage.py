"""Ink of several objects over each other, by plates."""

from io import BytesIO

import pikepdf

from casekit.diagnostics import Span, codes
from casekit.print.preflight.ink_coverage import heavy_ink


def pages(*contents, overprint=True, blend="Normal"):
    """A file whose pages paint something, with a trim 20 points inside; ``/O gs`` overprints."""
    with pikepdf.new() as file:
        for content in contents:
            file.add_blank_page(page_size=(200, 200))
            page = file.pages[-1]
            page.TrimBox = [20, 20, 180, 180]
            state = pikepdf.Dictionary(OP=overprint, op=overprint, OPM=1)
            mixed = pikepdf.Dictionary(BM=pikepdf.Name(f"/{blend}"))
            page.Resources = pikepdf.Dictionary(ExtGState=pikepdf.Dictionary(O=state, M=mixed))
            page.Contents = file.make_stream(content)
        out = BytesIO()
        file.save(out)
    return out.getvalue()


UNDER, OVER = b"1 1 0 0 k 40 80 60 60 re f ", b"/O gs 0 0 1 1 k 50 90 20 20 re f"
SPAN = Span("x.pdf")


def test_two_objects_that_are_overprinted_add_up():
    (found,) = heavy_ink(pages(b"", UNDER + OVER), SPAN)

    assert (codes.WRONG_INK, SPAN) == (found.code, found.span)
    assert found.message.startswith("page 2 has 400% of ink where objects lie over each other")
    # 50 points from the left and 110 from the foot, less the trim.
    assert "11 mm from the left and 25 mm from the top" in found.message


def test_what_knocks_out_does_not():
    assert () == heavy_ink(pages(UNDER + OVER, overprint=False), SPAN)


def test_a_few_dots_are_not_told():
    assert () == heavy_ink(pages(UNDER + b"/O gs 0 0 1 1 k 50 90 3 3 re f"), SPAN)


def test_the_worst_page_is_told_with_the_number_of_others():
    lighter = UNDER + b"/O gs 0 0 1 0.5 k 50 90 20 20 re f"
    (found,) = heavy_ink(pages(lighter, UNDER + OVER, lighter), SPAN)

    assert found.message.startswith("page 2 has 400% of ink")
    assert found.message.endswith("; 2 other pages have too much too")


def test_what_cannot_be_read_is_left_to_others():
    assert () == heavy_ink(pages(UNDER + OVER)[:-400], SPAN)


def test_a_picture_that_is_seen_through_adds_to_what_is_under_it():
    (found,) = heavy_ink(
        pages(b"1 1 1 0 k 20 20 160 160 re f /M gs 0 0 0 1 k 50 90 20 20 re f", blend="Multiply"), SPAN
    )
    assert found.message.startswith("page 1 has 400% of ink")


def test_a_page_that_cannot_be_added_up_is_told():
    mixed = UNDER + b"/M gs 0.6 0.6 0.6 0.6 k 50 90 20 20 re f"
    found = heavy_ink(pages(UNDER + OVER, mixed, mixed, blend="Hue"), SPAN)
    heavy, uncounted = found

    assert heavy.message.startswith("page 1 has 400% of ink")
    assert codes.UNCOUNTED_INK is uncounted.code
    assert (
        "the inks of page 2 cannot be added up, nor those of 1 other page: it has the blend mode Hue"
        == uncounted.message
    )


def test_our_own_products_are_light_enough(product):
    assert () == heavy_ink(product("booklet-print-shop"), SPAN)
    assert () == heavy_ink(product("cover-print-shop"), SPAN)
