import io

import pikepdf
import pytest
from pikepdf import Dictionary, Name

from casekit.print.preflight.file_checks import fonts_of, lacks_our_letters
from casekit.print.typesetting.typesetter import typeset


def test_a_font_of_the_viewers_own_is_not_embedded():
    with pikepdf.new() as file:
        page = file.add_blank_page()
        page.Resources = Dictionary(Font=Dictionary(F=Dictionary(Type=Name.Font, BaseFont=Name.Helvetica)))
        assert [("Helvetica", False)] == fonts_of(file)


def test_a_font_of_the_typesetter_is_embedded_and_told_once():
    face = '@font-face { font-family: "casekit text"; src: url("casekit-font:EBGaramond12-Regular.otf") }'
    pdf = typeset(f"<style>{face} p {{ font-family: 'casekit text'; break-after: page }}</style><p>one<p>two")
    with pikepdf.open(io.BytesIO(pdf)) as file:
        assert [True] == [embedded for _, embedded in fonts_of(file)]


def named(font: str) -> bytes:
    file = pikepdf.new()
    file.add_blank_page()
    file.pages[0].Resources = Dictionary(
        Font=Dictionary(A=Dictionary(Type=Name.Font, Subtype=Name.TrueType, BaseFont=Name(f"/{font}")))
    )
    out = io.BytesIO()
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
    assert not lacks_our_letters(typeset("<p>letters"))


def test_what_is_no_file_lacks_nothing():
    assert not lacks_our_letters(b"no file")
