import io

import pytest
from fontTools.ttLib import TTFont

from casekit.print.text.replacements import reduced
from casekit.print.text.typesetter import FONT_FILES, FONTS


@pytest.fixture(params=FONT_FILES)
def font(request) -> bytes:
    return (FONTS / request.param).read_bytes()


def glyphs_of(font: bytes, text: str) -> list[int]:
    """The numbers of the glyphs of characters."""
    file = TTFont(io.BytesIO(font))
    return [file.getGlyphID(file.getBestCmap()[ord(letter)]) for letter in text]


def has_outline(font: TTFont, glyph: int) -> bool:
    from fontTools.pens.recordingPen import RecordingPen

    pen = RecordingPen()
    font.getGlyphSet()[font.getGlyphName(glyph)].draw(pen)
    return bool(pen.value)


def test_only_the_wanted_glyphs_keep_their_outlines_and_all_keep_their_numbers(font):
    kept, dropped = glyphs_of(font, "aQ"), glyphs_of(font, "b")
    small = TTFont(io.BytesIO(reduced(font, kept, hinting=False)))
    assert all(has_outline(small, glyph) for glyph in kept)
    assert not any(has_outline(small, glyph) for glyph in dropped if glyph <= max(kept))


def test_there_is_nothing_behind_the_last_glyph(font):
    kept = glyphs_of(font, "aQ")
    assert max(kept) + 1 == len(TTFont(io.BytesIO(reduced(font, kept, hinting=False))).getGlyphOrder())


def test_tables_that_lay_out_text_are_dropped(font):
    small = TTFont(io.BytesIO(reduced(font, glyphs_of(font, "a"), hinting=False)))
    assert not {"GPOS", "GSUB"} & set(small.keys())


def test_the_order_of_the_glyphs_does_not_matter(font):
    kept = glyphs_of(font, "aQb")
    assert reduced(font, kept, hinting=False) == reduced(font, kept[::-1], hinting=False)
