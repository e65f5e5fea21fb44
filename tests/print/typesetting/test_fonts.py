"""Characters that the fonts lack are reported with their place; faces travel inside documents."""

import re
from base64 import b64decode
from dataclasses import replace
from io import BytesIO

from fontTools.ttLib import TTFont

from casekit.diagnostics import Span, codes
from casekit.print.content.booklet import Booklet, Passage
from casekit.print.typesetting.fonts import FAMILY, embedded_faces, missing_glyphs


def with_solution(booklet: Booklet, *texts: str) -> Booklet:
    case = booklet.cases[0]
    return replace(booklet, cases=(replace(case, solution=Passage(texts, Span("1.case", 90))),))


def test_everything_in_the_test_booklet_and_sheet_can_be_printed(booklet, sheet):
    assert () == missing_glyphs(booklet)
    assert () == missing_glyphs(sheet)


def test_each_missing_character_is_reported_once_with_its_place(booklet):
    findings = missing_glyphs(with_solution(booklet, "A 船 by a 船, and", "a 🚢, for Đorđe Šimić & Łucja."))
    assert [codes.MISSING_GLYPH] * 2 == [finding.code for finding in findings]
    assert [Span("1.case", 90)] * 2 == [finding.span for finding in findings]
    assert "U+8239" in findings[0].message
    assert "ship" in findings[1].message


def test_each_face_is_asked_for_its_own_characters(booklet):
    assert () == missing_glyphs(with_solution(booklet, "Жук *Жук*"))
    assert {"Ж", "у", "к"} == {
        finding.message.split("“")[1][0] for finding in missing_glyphs(with_solution(booklet, "**Жук**"))
    }


def test_invisible_characters_need_no_glyph(booklet):
    assert () == missing_glyphs(with_solution(booklet, "ste\u00adward\u200b\u00a0and\u202fco\ttab"))


def test_what_turns_the_writing_or_rings_a_bell_is_reported(booklet):
    assert ["U+202E", "U+0007"] == [
        finding.message.split("(")[1][:6]
        for finding in missing_glyphs(with_solution(booklet, "a\u202eb and a \x07"))
    ]


def test_labels_are_looked_at_too(booklet, sheet):
    titled = replace(booklet, cases=(replace(booklet.cases[0], title="船"),))
    assert [codes.MISSING_GLYPH] == [finding.code for finding in missing_glyphs(titled)]
    assert [codes.MISSING_GLYPH] == [f.code for f in missing_glyphs(replace(sheet, title="船"))]


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
