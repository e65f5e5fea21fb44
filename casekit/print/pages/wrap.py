"""The cover in one piece.

Its back is at the left, then comes a spine as wide as the booklet is thick, then its front. Back and front
are white panels on the booklet's colour, which extends beyond the edge. Lengths are millimetres.
"""

from markupsafe import Markup

from casekit.diagnostics import Finding, codes
from casekit.print.content import bar_code
from casekit.print.content.papers import (
    MOST_LETTERS_SHOWN,
    PAPERS,
    PLAIN,
    POINTS_PER_MM,
    ExpectedLayout,
    Format,
    Variant,
)
from casekit.print.content.pieces import Wrap
from casekit.print.typesetting import fonts, typesetter
from casekit.prose import markup
from casekit.values import frozen

# The width of the coloured border around each panel.
_BORDER = 9.0
# The distance of the edge of a panel from its text.
_PANEL_PADDING = 7.0

# A narrower spine has no text.
_LEAST_SPINE_WIDTH = 4.0
# The size of the letters of the spine as a part of its width, and their sizes at least and at most, in
# points.
_SPINE_LETTERS_PER_WIDTH = 0.5
_LEAST_SPINE_POINTS = 6.0
_MOST_SPINE_POINTS = 15.0
# The space above the text of the spine, and below it.
_SPINE_ENDS = 14.0

# The size of the title as a multiple of the text's, and what it has on each side within the padding.
_TITLE_PER_TEXT = 2.7
_TITLE_SIDE = 3.0
# The width of the drawing as a part of the panel's, and its height as a multiple of its width.
_DRAWING_PER_PANEL = 0.74
_DRAWING_SHAPE = 1.1

# The height of the words above the bars, and of the digits below them.
_CODE_TITLE_HEIGHT = 4.6
_DIGITS_HEIGHT = 3.2
_CODE_HEIGHT = _CODE_TITLE_HEIGHT + bar_code.GUARD + _DIGITS_HEIGHT
# The least space above the bar code, and above the drawing.
_CLEARANCE = 5.0
# The modules of a bar code of 13 digits between the spaces on its sides.
_CODE_MODULES = 95


@frozen(slots=True)
class _Size:
    """A width and a height."""

    width: float
    height: float


def paint_wrap(wrap: Wrap, variant: Variant = PLAIN) -> typesetter.TypesetPages:
    """Typeset a cover; the findings: a spine too narrow for its text, a title or a back text too long."""
    if wrap.spine and not _spine_points(wrap):
        message = (
            f"“{wrap.spine[:MOST_LETTERS_SHOWN]}” does not fit on a spine of {wrap.spine_width:g} mm"
            f" ({wrap.pages} pages on sheets of {wrap.thickness:g} mm)"
        )
        hint = "leave out `spine`, shorten it, or print on thicker paper (`thickness`)"
        return None, (codes.NARROW_SPINE.at(wrap.span, message, hint=hint),)
    layout = typesetter.lay_out_pages(_cover_html(wrap, variant))
    overfull_panel = _overfull_back(wrap, layout) or _overfull_front(wrap, layout)
    return (None, (overfull_panel,)) if overfull_panel else (layout, ())


def _overfull_back(wrap: Wrap, layout: typesetter.Layout) -> Finding | None:
    """The finding on a text that does not fit on the back."""
    if not wrap.back:
        return None
    room = _panel(wrap).height - 2 * _PANEL_PADDING
    if wrap.number:
        room -= _CODE_HEIGHT + _CLEARANCE
    excess = layout.boxes["back-text"].height - room
    if excess <= 0:
        return None
    message = f"the text on the back of the cover is {excess:.0f} mm too long"
    return codes.LONG_BACK.at(wrap.span, message, hint="shorten `back`, or choose a larger paper")


def _overfull_front(wrap: Wrap, layout: typesetter.Layout) -> Finding | None:
    """The finding on a title that leaves too little room for the drawing on the front."""
    panel = _panel(wrap)
    used = layout.boxes["front-text"].height + 2 * _PANEL_PADDING + _drawing_in(panel).height + _CLEARANCE
    if used <= panel.height:
        return None
    shown_title = wrap.title[:MOST_LETTERS_SHOWN].strip()
    message = f"the title “{shown_title}…” is too long for the front of the cover"
    hint = "give the edition a shorter title, or choose a larger paper"
    return codes.LONG_TITLE.at(wrap.span, message, hint=hint)


def expected_layout_of_wrap(wrap: Wrap) -> ExpectedLayout:
    """The requirements for the file of a cover."""
    texts = [wrap.title, wrap.subtitle]
    texts += [markup.visible_text(text, wrap.language) for text in wrap.back]
    if _spine_points(wrap):
        texts.append(_spine_text(wrap))
    if wrap.number:
        texts += [wrap.numbered, *_digit_groups(wrap)]
    page_format = Format(_cover_width(wrap), PAPERS[wrap.paper].height, wrap.span)
    return ExpectedLayout(page_format, ((tuple(texts),),))


def _cover_width(wrap: Wrap) -> float:
    """The width of the flat cover."""
    return round(2 * PAPERS[wrap.paper].width + wrap.spine_width, 2)


def _panel(wrap: Wrap) -> _Size:
    paper = PAPERS[wrap.paper]
    return _Size(paper.width - 2 * _BORDER, paper.height - 2 * _BORDER)


def _spine_points(wrap: Wrap) -> float:
    """The size of the letters on the spine, in points; 0 if it has none."""
    length = (PAPERS[wrap.paper].height - 2 * _SPINE_ENDS) * POINTS_PER_MM
    length_in_ems = fonts.ems(_spine_text(wrap), ("strong",))
    points = min(
        _MOST_SPINE_POINTS,
        wrap.spine_width * POINTS_PER_MM * _SPINE_LETTERS_PER_WIDTH,
        length / max(length_in_ems, 1e-6),
    )
    has_room = wrap.spine_width >= _LEAST_SPINE_WIDTH and points >= _LEAST_SPINE_POINTS
    return round(points, 2) if has_room else 0


def _spine_text(wrap: Wrap) -> str:
    return wrap.spine or wrap.title


def _drawing_in(panel: _Size) -> _Size:
    """The size of the drawing on the front."""
    width = panel.width * _DRAWING_PER_PANEL
    return _Size(round(width, 2), round(width * _DRAWING_SHAPE, 2))


def _digit_groups(wrap: Wrap) -> tuple[str, str, str]:
    """The digits below a bar code: one beside it, and twice six."""
    digits = bar_code.digits_of(wrap.number)
    return digits[0], digits[1:7], digits[7:]


def _cover_html(wrap: Wrap, variant: Variant) -> str:
    paper = PAPERS[wrap.paper]
    spine_points = _spine_points(wrap)
    panel = _panel(wrap)
    title_width = panel.width - 2 * _PANEL_PADDING - 2 * _TITLE_SIDE
    quiet_left, quiet_right = bar_code.QUIET
    return fonts.render_template(
        "wrap.html",
        wrap=wrap,
        paper=paper,
        width=_cover_width(wrap),
        letters=spine_points,
        bleed=variant.bleed,
        border=_BORDER,
        inside=_PANEL_PADDING,
        panel=panel,
        front=paper.width + wrap.spine_width + _BORDER,
        title=_TITLE_PER_TEXT,
        drawing=_drawing_in(panel),
        code={
            "module": bar_code.MODULE,
            "bar": bar_code.BAR,
            "guard": bar_code.GUARD,
            "quiet": quiet_left,
            "width": (quiet_left + _CODE_MODULES + quiet_right) * bar_code.MODULE,
            "height": _CODE_HEIGHT,
            "numbered": _CODE_TITLE_HEIGHT,
        },
        art=Markup(wrap.drawing),  # noqa: S704 -- drawings are made by casekit
        back=[markup.paragraph_to_html(text, wrap.language) for text in wrap.back],
        spine=_spine_text(wrap) if spine_points else "",
        bars=bar_code.bars(wrap.number) if wrap.number else (),
        groups=_digit_groups(wrap) if wrap.number else (),
        room=title_width / (_TITLE_PER_TEXT * paper.text / POINTS_PER_MM),
    )
