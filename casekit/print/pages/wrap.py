"""A cover in one piece: the back at the left, the spine as wide as the booklet is thick, the front at the right.

``paint_wrap(wrap)`` is the way in. Front and back are white panels on the booklet's colour, which goes over the edge; all small
type is black on white. Lengths are millimetres.
"""

from dataclasses import dataclass

from markupsafe import Markup

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content import bar_code
from casekit.print.content.papers import (
    PAPERS,
    PLAIN,
    POINTS_PER_MM,
    Format,
    Paper,
    Variant,
    Wanted,
    visible_texts,
)
from casekit.print.content.pieces import Wrap
from casekit.print.text import prose
from casekit.print.text.glyphs import ems
from casekit.print.text.page_templates import render_styles, render_template
from casekit.print.text.typesetter import Painted, TypesetPages, lay_out_pages

# The coloured border around the panels, and the distance of a panel's edge from its text.
_BORDER, _INSIDE = 9.0, 7.0
# A narrower spine has no text; letters are this part of it high, and between these sizes in points.
_SPINE_LEAST, _SPINE_LETTER, _SPINE_SIZES = 4.0, 0.5, (6.0, 15.0)
_SPINE_ENDS = 14.0
# The size of the title as a multiple of the text's, and of the drawing as a part of the panel's width, and its shape.
_TITLE, _DRAWING, _SHAPE = 2.7, 0.74, 1.1
# The height over the bars, that below them for their digits, and the distance of the bar code from the panel's edge.
_NUMBERED, _DIGITS, _CLEAR = 4.6, 3.2, 5.0
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class WrapSize:
    """The whole cover, and its spine with the size of the letters on it in points; 0 if there are none."""

    paper: Paper
    spine: float
    letters: float

    @property
    def width(self) -> float:
        """The width of the flat cover."""
        return round(2 * self.paper.width + self.spine, 2)

    @property
    def panel(self) -> tuple[float, float]:
        """Width and height of a panel."""
        return self.paper.width - 2 * _BORDER, self.paper.height - 2 * _BORDER


def paint_wrap(wrap: Wrap, variant: Variant = PLAIN) -> TypesetPages:
    """Typeset a cover.

    Args:
        wrap: its content.
        variant: what it is made for.

    Returns:
        The page, or ``None`` if a finding is an error; and the findings: a spine too narrow for its text, a title or a text on the back that is too long.
    """
    size = _size(wrap)
    if wrap.spine and not size.letters:
        return None, (_narrow(wrap),)
    layout = lay_out_pages(_html(wrap, size, variant))
    room = size.panel[1] - 2 * _INSIDE - (_code_height() + _CLEAR if wrap.number else 0)
    over = layout.boxes["back-text"].height - room if wrap.back else 0
    if over > 0:
        message = f"the text on the back of the cover is {over:.0f} mm too long"
        hint = "shorten `back`, or choose a larger paper"
        return None, (Diagnostic(codes.LONG_BACK, message, wrap.span, hint=hint),)
    front = layout.boxes["front-text"].height + 2 * _INSIDE + _drawing(size)[1] + _CLEAR
    if front > size.panel[1]:
        message = f"the title “{wrap.title[:_SHOWN].strip()}…” is too long for the front of the cover"
        hint = "give the edition a shorter title, or choose a larger paper"
        return None, (Diagnostic(codes.LONG_TITLE, message, wrap.span, hint=hint),)
    return Painted(layout, wrap), ()


def wanted_wrap(wrap: Wrap) -> Wanted:
    """The requirements for the file of a cover."""
    size = _size(wrap)
    texts = [wrap.title, wrap.subtitle, *(prose.plain(text, wrap.language) for text in wrap.back)]
    if size.letters:
        texts.append(_spine_text(wrap))
    if wrap.number:
        texts += [wrap.numbered, *_groups(wrap)]
    return Wanted(Format(size.width, size.paper.height, wrap.span), (visible_texts(texts),))


def _size(wrap: Wrap) -> WrapSize:
    paper = PAPERS[wrap.paper]
    spine = wrap.spine_width
    long = ems(_spine_text(wrap), ("strong",))
    least, most = _SPINE_SIZES
    room = (paper.height - 2 * _SPINE_ENDS) * POINTS_PER_MM / max(long, 1e-6)
    letters = min(most, spine * POINTS_PER_MM * _SPINE_LETTER, room)
    fits = spine >= _SPINE_LEAST and letters >= least
    return WrapSize(paper, spine, round(letters, 2) if fits else 0)


def _spine_text(wrap: Wrap) -> str:
    return wrap.spine or wrap.title


def _narrow(wrap: Wrap) -> Diagnostic:
    message = (
        f"“{wrap.spine[:_SHOWN]}” does not fit on a spine of {wrap.spine_width:g} mm"
        f" ({wrap.pages} pages on sheets of {wrap.thickness:g} mm)"
    )
    hint = "leave out `spine`, shorten it, or print on thicker paper (`thickness`)"
    return Diagnostic(codes.NARROW_SPINE, message, wrap.span, hint=hint)


def _drawing(size: WrapSize) -> tuple[float, float]:
    """Width and height of the drawing on the front."""
    width = size.panel[0] * _DRAWING
    return round(width, 2), round(width * _SHAPE, 2)


def _code_height() -> float:
    return _NUMBERED + bar_code.GUARD + _DIGITS


def _groups(wrap: Wrap) -> tuple[str, str, str]:
    """The digits below a bar code: one beside it, and twice six."""
    digits = bar_code.digits_of(wrap.number)
    return digits[0], digits[1:7], digits[7:]


def _html(wrap: Wrap, size: WrapSize, variant: Variant) -> str:
    width, height = size.panel
    left, right = bar_code.QUIET
    values = {
        "wrap": wrap,
        "size": size,
        "bleed": variant.bleed,
        "border": _BORDER,
        "inside": _INSIDE,
        "panel": {"width": width, "height": height},
        "front": size.paper.width + size.spine + _BORDER,
        "title": _TITLE,
        "drawing": _drawing(size),
        "code": {
            "module": bar_code.MODULE,
            "bar": bar_code.BAR,
            "guard": bar_code.GUARD,
            "quiet": left,
            "width": (left + 95 + right) * bar_code.MODULE,
            "height": _code_height(),
            "numbered": _NUMBERED,
        },
    }
    return render_template(
        "wrap.html",
        **values,
        styles=render_styles("wrap.css", **values),
        art=Markup(wrap.drawing),  # noqa: S704 -- drawings are made by casekit
        back=[prose.paragraph(text, wrap.language) for text in wrap.back],
        spine=_spine_text(wrap) if size.letters else "",
        bars=bar_code.bars(wrap.number) if wrap.number else (),
        groups=_groups(wrap) if wrap.number else (),
        room=(width - 2 * _INSIDE - 6) / (_TITLE * size.paper.text / POINTS_PER_MM),
    )
