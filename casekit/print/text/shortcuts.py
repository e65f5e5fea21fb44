"""Shortcuts through WeasyPrint: the same pages, computed with less work.

Each replaces a function of WeasyPrint for as long as pages are set, by one that has the same results; where a shortcut does not
lead, it calls the function that was there. ``tests/print/text/test_shortcuts.py`` compares the bytes.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from copy import copy
from functools import cache
from importlib import import_module
from struct import Struct
from typing import Any
from weakref import WeakKeyDictionary
from xml.etree import ElementTree as ET

from casekit.print.text.replacements import replaced

_GLYPH = Struct("=IiiiI")
"""``PangoGlyphInfo``: its number; its width, and by how much it is moved to the right and up, in units of Pango; and flags."""
_OLDEST = 1_48_02
"""The version of Pango from which the size of a font is the one to draw with (its issue 530)."""
_SMALLEST = 1e-6
"""The size of letters that are not drawn."""

_Pieces = dict[tuple[int, int, int], str]
"""The text written for a glyph by its number, its width and by how much it is moved, of one font and size."""
_Draw = Callable[..., list[Any]]

_SPECIAL = frozenset({"float", "position", "display", "page"})
_NOTES = frozenset({"footnote-call", "footnote-marker", "note-call", "note-marker", "note-callback"})
_XML = "<?xml "
_DIRECTIONS = ("ltr", "rtl")
_LAYING_OUT = tuple(
    f"weasyprint.layout.{name}"
    for name in ("absolute", "block", "column", "float", "grid", "inline", "page", "table")
)
_SIDES = ("top", "right", "bottom", "left")
_LENGTHS = (
    *(f"margin_{side}" for side in _SIDES),
    *(f"padding_{side}" for side in _SIDES),
    *("width", "min_width", "max_width", "height", "min_height", "max_height"),
)
_WIDTHS = tuple(f"border_{side}_width" for side in _SIDES)
_AUTO = "auto"
_GIVEN = (*_LENGTHS, *_WIDTHS, "border_collapse", "box_sizing")


def shortcuts() -> AbstractContextManager[None]:
    """Take them all, for as long as this lasts."""
    css: Any = import_module("weasyprint.css")
    return replaced(
        (css.ComputedStyle, "__missing__", _quick_value),
        (import_module("tinyhtml5"), "parse", _well_formed),
        (import_module("weasyprint").HTML, "_ua_stylesheets", _without_notes),
        (import_module("weasyprint.draw.text"), "draw_first_line", known_glyphs),
        *((module, "resolve_percentages", _known_lengths) for module in map(import_module, _LAYING_OUT)),
    )


def _well_formed(before: Any) -> Any:
    """Documents that begin as XML does are read by Expat, in a twentieth of the time, unless they are not well-formed after all.

    These say what an HTML parser would add by itself: each table its ``tbody``.
    """

    def parse(source: Any, **options: Any) -> Any:
        text = source.read()
        if isinstance(text, str) and text.startswith(_XML):
            with suppress(ET.ParseError):
                return ET.fromstring(text)  # noqa: S314 -- a template of ours, without entities
        source.seek(0)
        return before(source, **options)

    return parse


def _without_notes(before: Any) -> Any:
    """WeasyPrint's own style sheet gives each element five pseudo-elements for notes, which no template has."""

    def stylesheets(self: Any, *arguments: Any, **options: Any) -> list[Any]:
        return [_noteless(sheet) for sheet in before(self, *arguments, **options)]

    return stylesheets


@cache
def _noteless(sheet: Any) -> Any:
    trimmed = copy(sheet)
    trimmed.matcher = copy(sheet.matcher)
    # Each is a test, a specificity, an order, a pseudo-element and what it is given.
    trimmed.matcher.other_selectors = [
        selector for selector in sheet.matcher.other_selectors if selector[3] not in _NOTES
    ]
    return trimmed


def _quick_value(before: Any) -> Any:
    """Values that no style sheet sets are the initial ones, or those of the parent: there is nothing to compute."""
    initial, inherited, logical = _unset()

    def value(self: Any, key: str) -> Any:
        if key in self.cascaded or not logical.get(key, frozenset()).isdisjoint(self.cascaded):
            return before(self, key)
        if key in initial:
            found = self[key] = initial[key]
            return found
        if key in inherited and self.parent_style is not None:
            found = self[key] = self.parent_style[key]
            return found
        return before(self, key)

    return value


@cache
def _unset() -> tuple[dict[str, Any], frozenset[str], dict[str, frozenset[str]]]:
    """The initial values that need no computing, the names of what is inherited, and other names under which each may be set."""
    css: Any = import_module("weasyprint.css")
    plain = {
        key: value
        for key, value in css.INITIAL_VALUES.items()
        if key not in _SPECIAL and not key.startswith("text_decoration_")
    }
    initial = {
        key: value
        for key, value in plain.items()
        if key not in css.INHERITED and key not in css.INITIAL_NOT_COMPUTED and not css.check_math(value)
    }
    logical = {
        key: frozenset(name(block="ttb", inline=direction) for direction in _DIRECTIONS)
        for key, name in css.PHYSICAL_FUNCTIONS.items()
    }
    return initial, frozenset(plain) & frozenset(css.INHERITED), logical


def _known_lengths(before: Any) -> Any:
    """Boxes whose lengths are all given, none as a share of another, have the same everywhere: they are worked out once."""
    known: dict[tuple[Any, ...], dict[str, Any]] = {}

    def resolve_percentages(box: Any, containing_block: Any) -> None:
        given = tuple(map(box.style.__getitem__, _GIVEN))
        if given not in known:
            known[given] = _used_lengths(dict(zip(_GIVEN, given, strict=True)))
        if used := known[given]:
            vars(box).update(used)
        else:
            before(box, containing_block)

    return resolve_percentages


def _used_lengths(given: dict[str, Any]) -> dict[str, Any]:
    """The lengths of a box in pixels; nothing where they depend on anything else."""
    if given["border_collapse"] != "separate" or given["box_sizing"] != "content-box":
        return {}
    used = {name: given[name] for name in _WIDTHS}
    for name in _LENGTHS:
        value = given[name]
        if value != _AUTO and getattr(value, "unit", None) != "px":
            return {}
        used[name] = _AUTO if value == _AUTO else value.value
    return used | {name: 0 for name in ("min_width", "min_height") if used[name] == _AUTO}


def known_glyphs(before: _Draw) -> _Draw:
    """Draws lines whose glyphs were all drawn before without a second look at each.

    WeasyPrint asks Pango for one property of one glyph after the other, and works out how far it is from the next. That is
    the same whenever a glyph of a size has the same width, which it has in nearly every line of a text.
    """
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
    """The strings shown of a line, in which fonts and sizes; ``None`` if anything in it is new or unusual."""
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
    """The text written for a glyph, which is in the brackets of a string of glyphs."""
    offset = right / size
    kerning = font.widths[glyph] + offset - width * 1000 * drawing.FROM_UNITS / size
    return (f">{-offset}<" if offset else "") + f"{glyph:04x}" + (f">{int(kerning)}<" if kerning else "")
