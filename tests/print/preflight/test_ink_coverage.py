"""Ink of several objects over each other, as Ghostscript puts it on plates."""

from io import BytesIO

import pikepdf
import pytest

from casekit.diagnostics import Span, codes
from casekit.print.preflight.objects.ink_coverage import ghostscript, heavy_ink

pytestmark = pytest.mark.skipif(ghostscript() is None, reason="Ghostscript is not installed")


def pages(*contents, overprint=True):
    """A file whose pages paint something, with a trim 20 points inside; ``/O gs`` overprints."""
    with pikepdf.new() as file:
        for content in contents:
            file.add_blank_page(page_size=(200, 200))
            page = file.pages[-1]
            page.TrimBox = [20, 20, 180, 180]
            state = pikepdf.Dictionary(OP=overprint, op=overprint, OPM=1)
            page.Resources = pikepdf.Dictionary(ExtGState=pikepdf.Dictionary(O=state))
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


def test_what_ghostscript_cannot_read_is_left_to_others():
    broken = pages(UNDER + OVER).replace(b"1 1 0 0 k", b"1 1 0 0 ))")
    assert isinstance(heavy_ink(broken, SPAN), tuple)


def test_our_own_products_are_light_enough(product):
    assert () == heavy_ink(product("booklet-print-shop"), SPAN)
    assert () == heavy_ink(product("cover-print-shop"), SPAN)
