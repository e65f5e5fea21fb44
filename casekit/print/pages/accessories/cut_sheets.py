"""Cards and tiles to be cut out, and pieces to be folded.

``paint_cut_sheet(cut)`` typesets a set, ``expected_layout_of_cut_sheet(cut)`` says what its file must hold.
Cards and tiles have their backs on the next sheet (``card_sheets``). A set with a foot has pieces instead,
and tokens:

* A piece is folded in the middle, so both of its sides are on one page, one of them upside down, each with a
  foot that keeps it upright.
* A token has one side and is not folded. Tokens are on strips, each as large as a piece that is unfolded.

Lengths are millimetres.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain

from casekit.diagnostics import Finding, codes
from casekit.print.content.papers import (
    MOST_LETTERS_SHOWN,
    PAPERS,
    POINTS_PER_MM,
    ExpectedLayout,
    Format,
    UpsideDownText,
)
from casekit.print.content.pieces import CutSheet, Face
from casekit.print.pages.accessories.card_sheets import (
    BACK_COLOUR_OVERLAP,
    BACK_ROSE_SIZE,
    BACK_WORD_POINTS,
    LABEL_TRACKING,
    CardSheet,
    PlacedFace,
)
from casekit.print.typesetting.fonts import ems, render_template
from casekit.print.typesetting.typesetter import (
    Layout,
    TypesetPages,
    lay_out_pages,
    set_in_first_fitting_size,
)
from casekit.values import frozen

# Cards and tiles: the top of their text if they have no drawing; what it has on each side and below it.
_TEXT_TOP = 12.0
_TEXT_SIDE = 5.5
_TEXT_BOTTOM = 5.0
# The top of the text below a drawing, as a part of the height of the face: if no face has lines, if any has.
_TEXT_TOP_WITHOUT_LINES = 0.72
_TEXT_TOP_WITH_LINES = 0.5
# Sizes of the text in points, the preferred first; all faces of a set have one.
_TEXT_POINTS = (11.4, 10.2, 9.0, 7.8, 6.8)
# The size of a name as a multiple of the text's.
_NAME_PER_TEXT = 1.6
# The distance of lines as a multiple of the text's size.
_LEADING = 1.25
# The space between the letters on a back, in ems.
_BACK_TRACKING = 0.08
# What the rose on a back leaves of the width of a face, and twice of its height.
_BESIDE_ROSE = 23.0

# Pieces: the largest sizes of a mark and of a name in points, and the least of a name.
_MARK_POINTS = 60.0
_PIECE_NAME_POINTS = 10.0
_LEAST_PIECE_NAME_POINTS = 4.5
# What a name has on each side of a piece.
_PIECE_SIDE = 0.8
# By how much a token is higher than wide.
_TOKEN_HEIGHT_ABOVE_WIDTH = 5.0
# How much of the two lines of a name of several words can be used: words seldom divide it in the middle.
_USED_OF_TWO_LINES = 0.75
# A word, or a part of one up to its hyphen: where names of pieces may be divided.
_PART_OF_NAME = re.compile(r"[^\s-]+-?|-")

_Strip = tuple[Face, ...]
"""Tokens that have the place of one piece."""


@frozen(slots=True)
class _PageOfPieces:
    """The content of one page of pieces to be folded."""

    pieces: tuple[PlacedFace[Face], ...]
    strips: tuple[PlacedFace[_Strip], ...]


def paint_cut_sheet(cut: CutSheet) -> TypesetPages:
    """Typeset a set of faces; the findings: faces with more text than they hold."""
    if cut.foot:
        return _paint_pieces(cut)
    return set_in_first_fitting_size(
        _TEXT_POINTS, partial(_html_of_faces, cut), partial(_overfull_faces, cut)
    )


def expected_layout_of_cut_sheet(cut: CutSheet) -> ExpectedLayout:
    """The requirements for a file of faces: fronts and backs by turns, or pieces with both on a page."""
    pages = _page_texts_of_pieces(cut) if cut.foot else _page_texts_of_faces(cut)
    return ExpectedLayout(Format.of(cut.paper, cut.span), (tuple(pages),))


def _page_texts_of_faces(cut: CutSheet) -> Iterator[tuple[str, ...]]:
    for placed_faces in _sheet(cut).pages_of(cut.faces):
        faces = [placed_face.face for placed_face in placed_faces]
        yield tuple(_front_texts(faces))
        backs: list[str] = []
        for face in faces:
            backs += face.back, UpsideDownText(face.back)
        yield tuple(backs)


def _page_texts_of_pieces(cut: CutSheet) -> Iterator[tuple[str, ...]]:
    for page in _pages_of_pieces(cut):
        sides = _front_texts(piece.face for piece in page.pieces)
        tokens = _front_texts(chain.from_iterable(strip.face for strip in page.strips))
        yield (*sides, *map(UpsideDownText, sides), *tokens)


def _front_texts(faces: Iterable[Face]) -> list[str]:
    texts: list[str] = []
    for face in faces:
        texts += face.kind, face.name, *face.lines
    return texts


def _sheet(cut: CutSheet) -> CardSheet:
    height = _unfolded_height(cut) if cut.foot else cut.height
    return CardSheet.on_paper(PAPERS[cut.paper], cut.width, height)


def _unfolded_height(cut: CutSheet) -> float:
    """The height of a piece before it is folded: two sides, and two feet."""
    return 2 * (cut.height + cut.foot)


# Cards and tiles.


def _html_of_faces(cut: CutSheet, text_points: float) -> str:
    sheet = _sheet(cut)
    # Each word on a back is on one line.
    widest_back = max(ems(face.back, ("strong",)) + _BACK_TRACKING * len(face.back) for face in cut.faces)
    largest_back_points = (cut.width - 2 * _TEXT_SIDE) * POINTS_PER_MM / widest_back
    return render_template(
        "cut_sheet.html",
        cut=cut,
        sheet=sheet,
        over=BACK_COLOUR_OVERLAP,
        below=_text_top_below_drawing(cut),
        pages=sheet.pages_of(cut.faces),
        card={"width": cut.width, "height": cut.height},
        rose=min(BACK_ROSE_SIZE, cut.width - _BESIDE_ROSE, cut.height - 2 * _BESIDE_ROSE),
        named=round(min(BACK_WORD_POINTS, largest_back_points), 2),
        above=_TEXT_TOP,
        side=_TEXT_SIDE,
        text=text_points,
        title=_NAME_PER_TEXT,
        line=cut.line,
        leading=_LEADING,
        around=round(max(0, cut.line - _LEADING * text_points / POINTS_PER_MM) / 2, 2),
        palette=cut.palette,
    )


def _text_top_below_drawing(cut: CutSheet) -> float:
    """Where the text of faces with a drawing begins: higher if any face has lines."""
    has_lines = any(face.lines for face in cut.faces)
    part = _TEXT_TOP_WITH_LINES if has_lines else _TEXT_TOP_WITHOUT_LINES
    return round(part * cut.height, 2)


def _overfull_faces(cut: CutSheet, layout: Layout, text_points: float) -> Iterator[Finding]:
    """Find faces whose text is too high, or whose name has a word that is too wide."""
    text_width = cut.width - 2 * _TEXT_SIDE
    for index, face in enumerate(cut.faces):
        text_top = _text_top_below_drawing(cut) if face.drawing else _TEXT_TOP
        room = cut.height - _TEXT_BOTTOM - text_top
        name_points = _NAME_PER_TEXT * text_points
        widths = [ems(word, ("strong",)) * name_points / POINTS_PER_MM for word in face.name.split()]
        if layout.boxes[f"text-{index}"].height > room or max(widths, default=0) > text_width:
            yield _overfull_face(face, cut)


def _overfull_face(face: Face, cut: CutSheet) -> Finding:
    message = f"the text of the card `{face.name[:MOST_LETTERS_SHOWN]}` is too large for it"
    return codes.OVERFULL_CARD.at(cut.span, message, hint="shorten its name")


# Pieces and tokens.


def _paint_pieces(cut: CutSheet) -> TypesetPages:
    faces = (*cut.faces, *cut.tokens)
    overfull_faces = [face for face in faces if _largest_points(face.name, cut) < _LEAST_PIECE_NAME_POINTS]
    if overfull_faces:
        return None, tuple(_overfull_face(face, cut) for face in overfull_faces)
    return lay_out_pages(_html_of_pieces(cut)), ()


def _pages_of_pieces(cut: CutSheet) -> Iterator[_PageOfPieces]:
    """The pages of pieces, and strips of tokens after them."""
    token_height = cut.width + _TOKEN_HEIGHT_ABOVE_WIDTH
    tokens_per_strip = int(_unfolded_height(cut) / token_height)
    starts = range(0, len(cut.tokens), tokens_per_strip)
    strips: list[_Strip] = [cut.tokens[start : start + tokens_per_strip] for start in starts]
    places: list[Face | _Strip] = [*cut.faces, *strips]
    for page in _sheet(cut).pages_of(places):
        # What has been placed is told apart by its type, and written again with that type.
        pieces: list[PlacedFace[Face]] = []
        strips_on_page: list[PlacedFace[_Strip]] = []
        for placed in page:
            if isinstance(placed.face, Face):
                pieces.append(PlacedFace(placed.index, placed.face, placed.x, placed.back_x, placed.y))
            else:
                strips_on_page.append(
                    PlacedFace(placed.index, placed.face, placed.x, placed.back_x, placed.y)
                )
        yield _PageOfPieces(tuple(pieces), tuple(strips_on_page))


def _html_of_pieces(cut: CutSheet) -> str:
    faces = (*cut.faces, *cut.tokens)
    return render_template(
        "pieces_to_fold.html",
        cut=cut,
        sheet=_sheet(cut),
        pages=list(_pages_of_pieces(cut)),
        names={face.name: min(_PIECE_NAME_POINTS, _largest_points(face.name, cut)) for face in faces},
        marks={face.kind: min(_MARK_POINTS, _largest_points(face.kind, cut)) for face in faces},
        higher=_TOKEN_HEIGHT_ABOVE_WIDTH,
        palette=cut.palette,
    )


def _largest_points(name: str, cut: CutSheet) -> float:
    """The largest size in points at which a name fits on a piece: a word on one line, more words on two."""
    parts = [ems(part, ("strong",)) + LABEL_TRACKING * len(part) for part in _PART_OF_NAME.findall(name)]
    used_lines = 2 * _USED_OF_TWO_LINES if len(parts) > 1 else 1
    needed_ems = max(max(parts, default=0), sum(parts) / used_lines)
    return round((cut.width - 2 * _PIECE_SIDE) * POINTS_PER_MM / max(needed_ems, 0.1), 2)
