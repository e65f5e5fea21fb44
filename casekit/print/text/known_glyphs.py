"""Lines whose glyphs were all drawn before are drawn without a second look at each.

WeasyPrint asks Pango for one property of one glyph after the other, and works out how far it is from the next. That is the
same whenever a glyph of a size has the same width, which it has in nearly every line of a text.
"""

from collections.abc import Callable
from importlib import import_module
from struct import Struct
from typing import Any
from weakref import WeakKeyDictionary

_GLYPH = Struct("=IiiiI")
"""``PangoGlyphInfo``: its number; its width, and by how much it is moved to the right and up, in units of Pango; and flags."""
_OLDEST = 1_48_02
"""The version of Pango from which the size of a font is the one to draw with (its issue 530)."""
_SMALLEST = 1e-6
"""The size of letters that are not drawn."""

_Pieces = dict[tuple[int, int, int], str]
"""What is written for a glyph by its number, its width and by how much it is moved, of one font and size."""
_Draw = Callable[..., list[Any]]


def known_glyphs(before: _Draw) -> _Draw:
    """Draws lines as ``weasyprint.draw.text.draw_first_line`` does, which draws those with glyphs that are new."""
    drawing: Any = import_module("weasyprint.draw.text")
    pango = drawing.pango
    if pango.pango_version() < _OLDEST or drawing.ffi.sizeof("PangoGlyphInfo") != _GLYPH.size:
        return before
    known: WeakKeyDictionary[Any, dict[float, _Pieces]] = WeakKeyDictionary()

    def draw_first_line(
        stream: Any, textbox: Any, text_overflow: str, block_ellipsis: Any, matrix: Any
    ) -> list[Any]:
        usual = text_overflow != "ellipsis" and block_ellipsis == "none"
        if usual and textbox.text.strip() and textbox.style["font_size"] >= _SMALLEST:
            layout = textbox.pango_layout
            pango.pango_layout_set_single_paragraph_mode(layout.layout, True)  # noqa: FBT003 -- a function of C
            line, _ = layout.get_first_line()
            strings = _strings(drawing, line, stream, known)
            if strings is not None:
                stream.set_text_matrix(*matrix.values)
                for font, size, string in strings:
                    stream.set_font_size(font.hash, size)
                    stream.show_text(string)
                return []
        return before(stream, textbox, text_overflow, block_ellipsis, matrix)

    return draw_first_line


def _strings(
    drawing: Any, line: Any, stream: Any, known: WeakKeyDictionary[Any, dict[float, _Pieces]]
) -> list[tuple[Any, float, str]] | None:
    """What is shown of a line, in which fonts and sizes; ``None`` if anything in it is new or unusual."""
    ffi = drawing.ffi
    found: list[tuple[Any, float, str]] = []
    pieces: _Pieces = {}
    previous = None
    run = line.runs
    while run != ffi.NULL:
        face, glyphs = run.data.item.analysis.font, run.data.glyphs
        if face != previous:
            previous = face
            font, size = stream.add_font(face)
            if font.bitmap or font.svg or font.png or font.colr:
                return None
            pieces = known.setdefault(font, {}).setdefault(size, {})
            found.append((font, size, ""))
        shown = "<"
        font, size, string = found[-1]
        for glyph, width, right, up, _ in _GLYPH.iter_unpack(
            ffi.buffer(glyphs.glyphs, glyphs.num_glyphs * _GLYPH.size)
        ):
            piece = pieces.get((glyph, width, right))
            if piece is None:
                if glyph not in font.to_unicode or glyph not in font.widths:
                    return None
                piece = pieces[glyph, width, right] = _piece(drawing, font, size, glyph, width, right)
            if up:
                return None
            shown += piece
        found[-1] = font, size, string + (shown[:-1] if shown[-1] == "<" else shown + ">")
        run = run.next
    return found if found and all(string for _, _, string in found) else None


def _piece(drawing: Any, font: Any, size: float, glyph: int, width: int, right: int) -> str:
    """What is written for a glyph, which is in the brackets of a string of glyphs."""
    offset = right / size
    kerning = font.widths[glyph] + offset - width * 1000 * drawing.FROM_UNITS / size
    return (f">{-offset}<" if offset else "") + f"{glyph:04x}" + (f">{int(kerning)}<" if kerning else "")
