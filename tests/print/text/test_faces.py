import re
from base64 import b64decode
from io import BytesIO

from fontTools.ttLib import TTFont

from casekit.print.text.glyphs import FAMILY, embedded_faces


def fonts(rules):
    return [TTFont(BytesIO(b64decode(data))) for data in re.findall(r'base64,([^"]+)"', rules)]


def test_upright_italic_and_semi_bold_come_along():
    rules = embedded_faces("abc")
    assert 3 == rules.count(f'@font-face {{ font-family: "{FAMILY}"')
    assert [1, 1] == [rules.count(style) for style in ("font-style: italic", "font-weight: 600")]


def test_a_font_has_the_characters_of_the_text_alone():
    for font in fonts(embedded_faces("Étude “b”")):
        assert set("Étude “b”") == {chr(code) for code in font.getBestCmap()}


def test_what_no_face_has_is_left_to_the_reader():
    for font in fonts(embedded_faces("a漢")):
        assert {ord("a")} == set(font.getBestCmap())


def test_the_same_text_gives_the_same_bytes():
    assert embedded_faces("The same") == embedded_faces("The same")
