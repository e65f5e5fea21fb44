"""Fonts reduced to the glyphs that a file shows, by HarfBuzz.

WeasyPrint would take the HarfBuzz of the machine where there is one, and then the bytes would differ from machine to machine;
fontTools, which it takes elsewhere, needs a hundred times as long.
"""

from collections.abc import Iterable

import uharfbuzz

_DROPPED = ("BASE", "DSIG", "EBDT", "EBLC", "EBSC", "GPOS", "GSUB", "JSTF", "LTSH", "PCLT", "SVG ")


def reduced(font: bytes, glyphs: Iterable[int], *, hinting: bool) -> bytes:
    """A font with these glyphs alone, which keep their numbers, and without the tables that no page needs."""
    wanted = set(glyphs)
    flags = uharfbuzz.SubsetFlags.PASSTHROUGH_UNRECOGNIZED | uharfbuzz.SubsetFlags.DESUBROUTINIZE
    sparse = _input(wanted, flags | uharfbuzz.SubsetFlags.RETAIN_GIDS)
    sparse.drop_table_tag_set.update(int.from_bytes(tag.encode()) for tag in _DROPPED)
    face = uharfbuzz.subset(uharfbuzz.Face(font), sparse)
    # Once more, so that there are no empty glyphs after the last.
    flags |= 0 if hinting else uharfbuzz.SubsetFlags.NO_HINTING
    data: bytes = uharfbuzz.subset(face, _input(range(max(wanted) + 1), flags)).blob.data
    return data


def with_characters(font: bytes, characters: Iterable[int], features: Iterable[str]) -> bytes:
    """A font with these characters alone, and what some of its features make of them."""
    asked = uharfbuzz.SubsetInput()
    asked.flags = uharfbuzz.SubsetFlags.NO_HINTING | uharfbuzz.SubsetFlags.DESUBROUTINIZE
    asked.unicode_set.update(characters)
    asked.layout_feature_tag_set.clear()
    asked.layout_feature_tag_set.update(int.from_bytes(tag.encode()) for tag in features)
    asked.name_id_set.clear()
    asked.drop_table_tag_set.add(int.from_bytes(b"FFTM"))
    data: bytes = uharfbuzz.subset(uharfbuzz.Face(font), asked).blob.data
    return data


def _input(glyphs: Iterable[int], flags: int) -> uharfbuzz.SubsetInput:
    asked = uharfbuzz.SubsetInput()
    asked.flags = flags
    asked.glyph_set.update(glyphs)
    return asked
