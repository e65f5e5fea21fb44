import io

import pikepdf
from pikepdf import Dictionary, Name

from casekit.print.preflight.objects.fonts import Font, fonts_of
from casekit.print.text.typesetter import typeset


def test_a_font_of_the_viewers_own_is_not_embedded():
    with pikepdf.new() as file:
        page = file.add_blank_page()
        page.Resources = Dictionary(Font=Dictionary(F=Dictionary(Type=Name.Font, BaseFont=Name.Helvetica)))
        assert (Font("Helvetica", embedded=False),) == fonts_of(file)


def test_a_font_of_the_typesetter_is_embedded_and_told_once():
    face = '@font-face { font-family: "casekit text"; src: url("casekit-font:EBGaramond12-Regular.otf") }'
    pdf = typeset(f"<style>{face} p {{ font-family: 'casekit text'; break-after: page }}</style><p>one<p>two")
    with pikepdf.open(io.BytesIO(pdf)) as file:
        assert [True] == [font.embedded for font in fonts_of(file)]
