"""The style sheets of booklets: how large what is on their pages is."""

from markupsafe import Markup

from casekit.print.content.booklet import Booklet
from casekit.print.content.papers import BETWEEN, LEADING, NUMBER, PAPERS, PART, POINTS_PER_MM, STRIP, Paper
from casekit.print.content.variants import Variant
from casekit.print.pages.booklets.pagination import TABLE_HEAD, Cover
from casekit.print.text.page_templates import render_template

# The size of lists of answers, as a multiple of the text's.
_ANSWERS = 0.92
# The sizes of titles on covers and over presentations, as multiples of the text's, and what a cover's has on each
# side in millimetres.
_TITLE, _CASE_TITLE, _SIDE = 2.7, 2.15, 9.0
# The size of a title on the page facing its presentation, likewise; the sides of emblems, as multiples of the text size (in
# points), and what is beside them in millimetres.
_FACING_TITLE, _EMBLEM, _SMALL_EMBLEM, _BESIDE = 1.5, 1.45, 1.02, 3.3
# The sizes of the numbers over paragraph pages and in the thumb index, as multiples of the text's, and the most of these in points.
_GUIDE, _MARK, _MARK_MOST = 1.7, 0.85, 9.5


def styles_of(booklet: Booklet, cover: Cover, variant: Variant) -> Markup:
    """The style sheet of a booklet, whose title page has a drawing of some size."""
    paper = PAPERS[booklet.paper]
    values = {
        "paper": paper,
        "leading": LEADING,
        "number": NUMBER,
        "between": BETWEEN,
        "part": PART,
        "accent": booklet.accent,
        "cover": cover,
        "title": titles_on(paper),
        "bleed": variant.bleed,
        "strip": STRIP,
        "guide_size": round(paper.text * _GUIDE, 2),
        "mark_size": round(min(paper.text * _MARK, _MARK_MOST), 2),
    }
    sheets = ("fonts.css", "text.css", "booklet.css", "worksheet.css", *variant.styles)
    return Markup("".join(render_template(sheet, **values) for sheet in sheets))  # noqa: S704 -- numbers and a colour


def titles_on(paper: Paper) -> dict[str, float]:
    """How large titles are and, in sizes of their letters, how much room they have."""
    size = paper.text / POINTS_PER_MM
    return {
        "size": _TITLE,
        "size_of_case": _CASE_TITLE,
        "side": _SIDE,
        "room": (paper.measure - 2 * _SIDE) / (_TITLE * size),
        "size_facing": _FACING_TITLE,
        "emblem": round(paper.text * _EMBLEM, 2),
        "small_emblem": round(paper.text * _SMALL_EMBLEM, 2),
        "answers": max(_ANSWERS, round(paper.least / paper.text, 3)),
        "facing": round(paper.text * TABLE_HEAD, 2),
        "room_of_case": (paper.measure - paper.text * _EMBLEM - _BESIDE) / (_CASE_TITLE * size),
        "room_facing": (paper.measure - paper.text * _SMALL_EMBLEM - _BESIDE) / (_FACING_TITLE * size),
    }
