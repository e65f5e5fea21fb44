"""A file lacks the letters of our products, or those of somebody's stamp alone."""

from io import BytesIO

import pikepdf
import pytest
from pikepdf import Dictionary, Name

from casekit.print.preflight.objects.fonts import lacks_our_letters
from casekit.print.text.typesetter import lay_out_pages


def named(font: str) -> bytes:
    file = pikepdf.new()
    file.add_blank_page()
    file.pages[0].Resources = Dictionary(
        Font=Dictionary(A=Dictionary(Type=Name.Font, Subtype=Name.TrueType, BaseFont=Name(f"/{font}")))
    )
    out = BytesIO()
    file.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("font", "ours"),
    [
        ("ABCDEF+EB-Garamond-12-Italic", True),
        ("EBGaramond-SemiBold", True),
        ("Poiret-One", True),
        ("Helvetica", False),
        ("ABCDEF+Garamond", False),
    ],
)
def test_letters_are_ours_if_their_font_is(font, ours):
    assert ours is lacks_our_letters(named(font))


def test_a_file_that_holds_its_fonts_lacks_nothing():
    assert not lacks_our_letters(lay_out_pages("<p>letters").pdf())


def test_what_is_no_file_lacks_nothing():
    assert not lacks_our_letters(b"no file")
