"""Texts in the bundled fonts: characters they lack, widths of texts, their lines; and page templates.

``embedded_faces`` are fonts that travel inside a document. Widths are pixels of a drawing that is shown in
our fonts or in those that replace them.
"""

import re
import unicodedata
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from io import BytesIO
from itertools import accumulate
from typing import Any

from fontTools.ttLib import TTFont
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from casekit.diagnostics import Finding, Span, codes, invisible_characters
from casekit.print.content.booklet import texts_in
from casekit.print.typesetting import typesetter, weasyprint_patches
from casekit.print.typesetting.letters import is_blank
from casekit.prose import markup
from casekit.values import frozen

# How much wider a text is assumed to be than in our fonts. Those that replace ours are wider, DejaVu Serif by
# up to two fifths, of which padding takes up some.
_WIDTH_ALLOWANCE = 1.3
# The least width that is assumed of a digit, in ems.
_LEAST_DIGIT_WIDTH = 0.6
# The most lines of a text that is wrapped.
_MOST_LINES = 3
# A part of a long word up to its next marks: "casekit/" and "print" of "casekit/print".
_PART_OF_WORD = re.compile(r"[^_\-/(,.=]*[_\-/(,.=]*")

# A title on one line is made no smaller than this part of its size.
_LEAST_TITLE_SIZE = 0.6
# The face of titles.
_DISPLAY_FACE = "PoiretOne-Regular.ttf"
# How much wider than the letters of a title the box is made in which they are.
_TITLE_BOX_PER_LETTERS = 1.03

FACES = {
    (): "EBGaramond12-Regular.otf",
    ("em",): "EBGaramond12-Italic.otf",
    ("strong",): "EBGaramond-SemiBold.ttf",
    ("em", "strong"): "EBGaramond-SemiBoldItalic.ttf",
}


UNPRINTED = {
    *("slug", "language", "paper", "booklet_paper", "accent", "drawing", "ground", "emblem", "file"),
    *("key", "keys", "paths", "group", "entries"),
}
"""Fields of page content that are not printed, or only as something else."""


def missing_glyphs(content: Any) -> tuple[Finding, ...]:
    """A finding for each character of page content that cannot be printed, where its text was written."""
    findings: dict[tuple[Span, str], Finding] = {}
    for text, span in texts_in(content, content.span, UNPRINTED):
        for run in markup.styled_runs(text, content.language):
            known = characters(FACES[tuple(sorted({markup.TAGS[mark] for mark in run.marks}))])
            for character in run.text:
                if ord(character) not in known and not is_blank(character):
                    findings.setdefault((span, character), _missing_glyph(character, span))
    return tuple(findings.values())


def _missing_glyph(character: str, span: Span) -> Finding:
    name = unicodedata.name(character, "without a name").lower()
    message = f"the fonts have no “{character}” (U+{ord(character):04X} {name})"
    return codes.MISSING_GLYPH.at(span, message, hint="write it with other characters")


@cache
def characters(face: str) -> frozenset[int]:
    """The code points a bundled font has."""
    with TTFont(typesetter.FONTS / face, lazy=True) as font:
        return frozenset(font.getBestCmap())


@frozen(slots=True)
class Style:
    """How a text in a drawing is set. Lengths are pixels of the drawing."""

    marks: tuple[str, ...]
    """The marks of its face, as in ``FACES``."""
    size: float
    """The size of its letters."""
    leading: float
    """The distance of its lines."""


STYLES = {
    "title": Style(("strong",), 22, 26),
    "subtitle": Style(("em",), 13, 17),
    "caption": Style(("strong",), 11, 14),
    "label": Style((), 13, 15),
    "conclusion": Style(("strong",), 13, 15),
    "note": Style(("em",), 10.5, 12.5),
    "quiet": Style((), 10, 13),
    "heading": Style(("em",), 10.5, 15),
    "legend": Style((), 10.5, 26),
    "badge": Style((), 9.5, 13),
}


def width_of(text: str, style: Style) -> float:
    """The room that a line of text takes, in our font or in one that replaces it."""
    return ems(text, style.marks) * style.size * _WIDTH_ALLOWANCE


def ems(text: str, marks: tuple[str, ...] = ()) -> float:
    """How wide a line of text is in our own font, in sizes of that font."""
    advances = _advances(FACES[marks])
    return sum(
        max(advances.get(character, 1), _LEAST_DIGIT_WIDTH * character.isdigit()) for character in text
    )


def balanced(title: str, room: float, marks: tuple[str, ...] | None = None) -> Markup:
    """A title as HTML whose lines are nearly of one length, and as few as fit into a width.

    Args:
        title: the title; its letters become smaller if one of its words needs more room.
        room: the width there is, in ems of the title's letters.
        marks: those of its face, as in ``FACES``; without them it is in the face of titles.
    """
    words = [_title_ems(word, marks) for word in title.split(" ")]
    widest = max(words)
    size = min(1.0, room / max(widest * _TITLE_BOX_PER_LETTERS, 1e-6))
    room /= size
    space = _title_ems(" ", marks)
    line_count = _line_count(words, space, room)
    if line_count == 1 and size == 1:
        return escape(title)
    # Words that follow each other make a line; the narrowest that gives as few lines is the width of all.
    widths: list[float] = []
    for start in range(len(words)):
        widths += accumulate(words[start:], lambda one, other: one + space + other)
    wide_enough = (width for width in sorted(widths) if width >= widest)
    width = next((width for width in wide_enough if _line_count(words, space, width) == line_count), room)
    html = '<span class="balanced" style="font-size: {}em; max-width: {}em">{}</span>'
    most = round(min(room, width * _TITLE_BOX_PER_LETTERS), 3)
    return Markup(html).format(round(size, 3), most, title)  # noqa: S704 -- a constant


def fitted(title: str, room: float) -> Markup:
    """A title as HTML on one line, made smaller if need be; on lines of one length if it would be too small.

    ``room`` is the width there is, in ems of the title's letters.
    """
    size = min(1.0, room / max(_title_ems(title) * _TITLE_BOX_PER_LETTERS, 1e-6))
    if size >= _LEAST_TITLE_SIZE:
        html = '<span class="balanced" style="font-size: {}em; white-space: nowrap">{}</span>'
        return Markup(html).format(round(size, 3), title)  # noqa: S704 -- a constant
    lines = Markup('<span style="font-size: {}em">{}</span>')
    return lines.format(_LEAST_TITLE_SIZE, balanced(title, room / _LEAST_TITLE_SIZE))


def _line_count(words: Sequence[float], space: float, width: float) -> int:
    """How many lines words of such widths take. One that is too wide has a line of its own."""
    count, line_width = 1, 0.0
    for word in words:
        needed = line_width + space + word if line_width else word
        if line_width and needed > width:
            count += 1
            needed = word
        line_width = needed
    return count


def _title_ems(text: str, marks: tuple[str, ...] | None = None) -> float:
    advances = _advances(_DISPLAY_FACE if marks is None else FACES[marks])
    return sum(advances.get(character, 1) for character in text)


def wrap(text: str, style: Style, width: float, most_lines: int = _MOST_LINES) -> tuple[str, ...]:
    """A text on lines of at most ``width``; the last ends in an ellipsis if more does not fit."""
    lines = [""]
    for piece in _wrappable_parts(text, style, width):
        if width_of(lines[-1] + piece, style) > width and lines[-1]:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    if len(lines) > most_lines:
        shortened = lines[most_lines - 1]
        while shortened and width_of(f"{shortened}…", style) > width:
            shortened = shortened[:-1]
        lines[most_lines - 1 :] = [f"{shortened.rstrip()}…"]
    return tuple(line for line in lines if line)


def _wrappable_parts(text: str, style: Style, width: float) -> Iterator[str]:
    """Words with the space before them; too wide ones in parts, cut at their marks or else anywhere."""
    for word in text.split():
        chunks = [word] if width_of(word, style) <= width else _PART_OF_WORD.findall(word)
        parts: list[str] = []
        for chunk in chunks:
            parts += [chunk] if width_of(chunk, style) <= width else list(chunk)
        yield from (part if index else f" {part}" for index, part in enumerate(parts))


@cache
def _advances(face: str) -> Mapping[str, float]:
    """How wide the characters of a bundled font are, in ems."""
    with TTFont(typesetter.FONTS / face, lazy=True) as font:
        metrics, unit = font["hmtx"], font["head"].unitsPerEm
        return {chr(code): metrics[name][0] / unit for code, name in font.getBestCmap().items()}


FAMILY = "casekit text"
_KEPT_FEATURES = ["kern", "liga", "lnum", "mark", "mkmk"]


def embedded_faces(text: str) -> Markup:
    """Style rules that bring the upright, the italic and the semi-bold face, with the characters of a text.

    A document with these rules needs no font from elsewhere. The same text gives the same rules.
    """
    styles: dict[tuple[str, ...], str] = {
        (): "font-weight: 400",
        ("em",): "font-weight: 400; font-style: italic",
        ("strong",): "font-weight: 600",
    }
    rules = []
    for marks, style in styles.items():
        source = f'url("data:font/woff;base64,{_woff(FACES[marks], text)}") format("woff")'
        rules.append(f'@font-face {{ font-family: "{FAMILY}"; {style}; src: {source} }}')
    return Markup("\n").join(map(Markup, rules))


def _woff(face: str, text: str) -> str:
    """A bundled font that has only the characters of a text, as base64."""
    data = BytesIO()
    reduced = weasyprint_patches.with_characters(
        (typesetter.FONTS / face).read_bytes(), map(ord, text), _KEPT_FEATURES
    )
    with TTFont(BytesIO(reduced), recalcTimestamp=False) as font:
        font.flavor = "woff"
        font.save(data, reorderTables=None)
    return b64encode(data.getvalue()).decode("ascii")


def render_template(template: str, **values: Any) -> str:
    """Fill in a template. Values are escaped unless they are ``Markup``, and nothing in them stays hidden."""
    return invisible_characters.visible(_environment().get_template(template).render(values))


def render_text(template: str, /, **values: Any) -> Markup:
    """Fill in a template that came with page content, such as a game's drawing."""
    # Drawings are made by casekit.
    return Markup(_environment().from_string(template).render(values))  # noqa: S704


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("casekit.print"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "balanced": balanced,
        "fitted": fitted,
        "drawing": Markup,
        "prose": markup.to_html,
        "paragraph": markup.paragraph_to_html,
    }
    return environment
