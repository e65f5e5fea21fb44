"""Things on a page that a press cannot print as they are meant.

Some programs give inks a profile of their own: a viewer shows them by it, and a press takes them as they are
or changes them. It is reported once; for the rest of a comparison only the inks count (``without_profiles``).
"""

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any

from pikepdf import Array, Name, PdfImage, Stream

from casekit.diagnostics import codes
from casekit.print.content.papers import BLEED, POINTS_PER_MM, Format
from casekit.print.preflight.colour_spaces import FOUR, ink_space
from casekit.print.preflight.content_stream import ContentReader, Painting, paintings
from casekit.print.preflight.file_checks import Fault
from casekit.print.preflight.pdf_opening import (
    Box,
    RefusedFileError,
    box_of,
    common,
    meets,
    opened,
    outside,
    present,
    scopes_of,
    spaces_of,
)

MOST_INK = 3.0
"""The most ink, 1 for each of the four inks. More does not dry."""
MOST_INK_IN_PICTURES = 3.4
"""The most ink in pictures. The profile of the printing condition goes up to 3.3 in photographs."""

# What rounding may add to an ink, or to the width of a line.
_ROUNDING = 0.005
# The least width of a line in points: a press loses narrower ones.
_LEAST_LINE_WIDTH = 0.25
# The least pixels per inch of a picture: the pixels of fewer are seen.
_LEAST_PIXELS_PER_INCH = 200
# Text of less black than this is printed as dots that are as large as its strokes.
_LEAST_BLACK_OF_TEXT = 0.5
# The ink from which the eye takes a colour for black.
_LEAST_INK_OF_BLACK = 0.88
# The most of a page that something may cover that is seen through.
_MOST_VEILED_PART = 0.5
# Points by which an edge may be beside another that it should meet.
_EDGE_ROUNDING = 1.0
# The least side of art and of pictures, in points.
_LEAST_SIDE = 3.0
# The most of the dots of a picture that may have too much ink.
_MOST_HEAVY_PART = 0.01
_BITS_PER_INK = 8
_NO_INK = (0.0, 0.0, 0.0, 0.0)
_PROCESS_INKS = 4
# The index of the part of a colour space that is itself the space to which it leads.
_INNER_SPACE_AT = {"/Indexed": 1, "/Pattern": 1, "/Separation": 2, "/DeviceN": 2}


def printed_things(page: Any, _: Format) -> Iterator[Fault]:
    """Find faults of what is painted on a page.

    They are colours that are not inks, too much or unsuitable ink, fine lines, coarse pictures, transparency,
    art without bleed.
    """
    painted = list(paintings(page))
    for scope in scopes_of(page):
        # That of a stream's own group, and of the pictures and gradients it can use.
        for what, space in spaces_of(scope):
            if what and space is not None and not (known := ink_space(space)).is_for_press:
                yield Fault(codes.WRONG_INK, f"{what} in {known.name}")
        if isinstance(scope.content, Stream):
            # A pattern or a mask is painted without being called.
            for painting in ContentReader(scope.content.get("/Resources")).paintings(scope.content):
                yield from _space_fault(painting)
    for painting in painted:
        yield from _space_fault(painting, painting.box)
        for text in (*_ink_faults(painting), *_state_faults(painting, page)):
            yield Fault(codes.WRONG_INK, text, painting.box)
        yield from _fineness_faults(painting)
    yield from _bleed_faults(page, painted)
    yield from _mark_faults(page, painted)


def _space_fault(painting: Painting, box: Box | None = None) -> Iterator[Fault]:
    """A colour that is not of the four inks."""
    colour = painting.colour
    if painting.kind in {"picture", "gradient"} or colour.whole or colour.space.is_for_press:
        return
    name = colour.space.name
    spot = name.startswith("the spot")
    text = f"{name}, which needs a plate of its own" if spot else f"a colour in {name}"
    yield Fault(codes.WRONG_INK, text, box)


def _ink_faults(painting: Painting) -> Iterable[str]:
    if painting.kind == "picture":
        return _heavy_picture(painting.thing)
    inks = None if painting.kind == "gradient" else painting.colour.nominal_inks
    if inks is None:
        return ()
    *coloured, black = inks
    is_text = painting.kind == "text"
    is_dark = black >= _LEAST_INK_OF_BLACK or min(coloured) * (1 - black) + black >= _LEAST_INK_OF_BLACK
    over = painting.state.stroke_overprint if painting.kind == "stroke" else painting.state.overprint
    faults = {
        f"{sum(inks):.0%} of ink, of which a press can take {MOST_INK:.0%}": sum(inks) > MOST_INK + _ROUNDING,
        "white that is overprinted, so that it leaves no trace": over and painting.colour.inks == _NO_INK,
        "black text that is not in black ink alone": is_text and any(coloured) and is_dark,
        f"text in {black:.0%} black, which is printed as dots": is_text
        and not any(coloured)
        and 0 < black < _LEAST_BLACK_OF_TEXT,
    }
    return present(faults)


def _heavy_picture(picture: Any) -> Iterator[str]:
    """Too much ink in a picture of the four inks, unless it is in a few dots only."""
    if not isinstance(picture, Stream) or ink_space(picture.get("/ColorSpace")) != FOUR:
        return
    import numpy as np  # noqa: PLC0415 -- few files have pictures

    if picture.get("/Filter") == "/FlateDecode" and picture.get("/BitsPerComponent") == _BITS_PER_INK:
        data = np.frombuffer(picture.read_bytes(), dtype=np.uint8)
        pixels = data[: len(data) // 4 * 4].reshape(-1, 4)
    elif "/SMask" in picture:
        # pikepdf would make a picture for the screen of it.
        return
    else:
        pixels = np.asarray(PdfImage(picture).as_pil_image().convert("CMYK")).reshape(-1, 4)
    if not len(pixels):
        return
    total = pixels.sum(axis=1, dtype=np.uint16) / 255
    if (total > MOST_INK_IN_PICTURES).mean() > _MOST_HEAVY_PART:
        yield f"a picture with {total.max():.0%} of ink, of which a press can take {MOST_INK:.0%}"


def _state_faults(painting: Painting, page: Any) -> list[str]:
    state = painting.state
    seen_through = painting.kind != "picture" and (state.alpha < 1 or state.masked or state.blended)
    faults = {
        "a transfer function, which changes what the plates hold": state.transfer,
        "a veil over it that can be seen through, which a press prints as another colour": seen_through
        and _area(common(painting.box, box_of(page.trimbox)))
        > _MOST_VEILED_PART * _area(box_of(page.trimbox)),
    }
    return present(faults)


def _area(box: Box) -> float:
    left, bottom, right, top = box
    return (right - left) * (top - bottom)


def _fineness_faults(painting: Painting) -> Iterator[Fault]:
    """Lines that a press loses, and pictures whose pixels can be seen."""
    if painting.kind == "stroke" and painting.line_width < _LEAST_LINE_WIDTH - _ROUNDING:
        text = (
            f"a line of {painting.line_width:.2f} points, which a press loses (below {_LEAST_LINE_WIDTH:g})"
        )
        yield Fault(codes.FINE_LINE, text, painting.box)
    if painting.kind == "picture" and isinstance(painting.thing, Stream):
        matrix = painting.state.matrix
        sides = ((matrix.a**2 + matrix.b**2) ** 0.5, (matrix.c**2 + matrix.d**2) ** 0.5)
        pixels = (int(painting.thing.get("/Width", 0)), int(painting.thing.get("/Height", 0)))
        finest = min(
            (72 * count / side for count, side in zip(pixels, sides, strict=True) if side), default=0
        )
        if finest < _LEAST_PIXELS_PER_INCH - 1 and max(sides) > _LEAST_SIDE:
            text = f"a picture of {finest:.0f} pixels an inch, whose pixels are seen (below {_LEAST_PIXELS_PER_INCH})"
            yield Fault(codes.COARSE_PICTURE, text, painting.box)


def _bleed_faults(page: Any, painted: list[Painting]) -> Iterator[Fault]:
    """Art that goes to the edge of the page and not on into the bleed.

    A knife that is a little off then leaves a white edge.
    """
    trim, bleed = box_of(page.trimbox), box_of(page.bleedbox)
    if min(outside(bleed, trim)) < BLEED * POINTS_PER_MM - _EDGE_ROUNDING:
        return
    far_edges = outside(trim, bleed)
    edges_of_art = [outside(trim, painting.box) for painting in painted if _is_art(painting)]
    names = []
    for side, name in enumerate(("left", "lower", "right", "upper")):
        ends_at_edge = any(abs(edges[side]) < _EDGE_ROUNDING for edges in edges_of_art)
        fills_bleed = any(edges[side] <= far_edges[side] + _EDGE_ROUNDING for edges in edges_of_art)
        if ends_at_edge and not fills_bleed:
            names.append(name)
    if names:
        text = f"art that ends where the page is cut, without bleed, at the {' and the '.join(names)} edge"
        yield Fault(codes.WRONG_BOX, text)


def _is_art(painting: Painting) -> bool:
    """Whether something covers more than a line, and not in paper white."""
    box = painting.box
    is_white = painting.kind == "fill" and painting.colour.nominal_inks == _NO_INK
    is_large = min(box[2] - box[0], box[3] - box[1]) >= _LEAST_SIDE
    return painting.kind in {"fill", "picture", "gradient"} and is_large and not is_white


def _mark_faults(page: Any, painted: list[Painting]) -> Iterator[Fault]:
    """Crop marks that do not lead to the edge of the cut page."""
    trim, media = box_of(page.trimbox), box_of(page.mediabox)
    if min(outside(media, trim)) < BLEED * POINTS_PER_MM:
        return
    boxes = [painting.box for painting in painted if painting.kind == "stroke"]
    stray = next((box for box in boxes if _is_stray_mark(box, trim)), None)
    if stray:
        yield Fault(codes.WRONG_BOX, "crop marks that are not where it is cut", stray)
    elif any(_is_mark_inside(box, trim, box_of(page.bleedbox)) for box in boxes):
        yield Fault(codes.WRONG_BOX, "crop marks that reach into what is printed")


def _is_along_edge(box: Box, trim: Box, side: int) -> bool:
    """Whether a line goes along an edge of the cut page.

    ``side`` is 0 for the left and the right edge, 1 for the lower and the upper one.
    """
    return min(abs(box[side] - trim[side]), abs(box[side] - trim[side + 2])) <= _EDGE_ROUNDING


def _is_stray_mark(box: Box, trim: Box) -> bool:
    """Whether a straight line beside the cut page does not lead to an edge of it."""
    width, height = box[2] - box[0], box[3] - box[1]
    is_mark = min(width, height) <= _EDGE_ROUNDING and not meets(box, trim)
    return is_mark and not _is_along_edge(box, trim, 0 if width < height else 1)


def _is_mark_inside(box: Box, trim: Box, bleed: Box) -> bool:
    """Whether a straight line along an edge of the cut page reaches into it from outside the bleed."""
    low = 1 if box[2] - box[0] < _EDGE_ROUNDING else 0
    high = low + 2
    comes_from_outside = box[low] < bleed[low] - _EDGE_ROUNDING or box[high] > bleed[high] + _EDGE_ROUNDING
    reaches_in = box[high] > trim[low] + _EDGE_ROUNDING and box[low] < trim[high] - _EDGE_ROUNDING
    is_straight = low == 1 or box[3] - box[1] <= _EDGE_ROUNDING
    return is_straight and comes_from_outside and reaches_in and _is_along_edge(box, trim, 1 - low)


def inks_by_profile(page: Any, _: Format) -> Iterator[Fault]:
    """Find inks that have a profile of their own."""
    if any(True for _ in _profiled_ink_spaces(page)):
        yield Fault(codes.WRONG_INK, "inks with a profile of their own, by which a press may change them")


def without_profiles(pdf: bytes) -> bytes:
    """A file whose inks are those of the press, as far as ``inks_by_profile`` would report them.

    The same file if it would report none.
    """
    try:
        with opened(pdf) as file:
            spaces: list[Array] = []
            for page in file.pages:
                spaces += _profiled_ink_spaces(page)
            if not spaces:
                return pdf
            for space in spaces:
                # Several pages may share it.
                space[0] = Name.DeviceCMYK
                del space[1:]
            out = BytesIO()
            file.save(out)
            return out.getvalue()
    except RefusedFileError:
        return pdf


def _profiled_ink_spaces(page: Any) -> Iterator[Array]:
    """The spaces of inks with a profile that a page can use."""
    for scope in scopes_of(page):
        for _, space in spaces_of(scope):
            yield from _profiled_spaces_in(space)


def _profiled_spaces_in(space: Any) -> Iterator[Array]:
    if not isinstance(space, Array) or len(space) < 2:  # noqa: PLR2004 -- a name alone is that of a device
        return
    kind = str(space[0])
    if kind == "/ICCBased":
        if int(space[1].get("/N", 0)) == _PROCESS_INKS:
            yield space
    elif kind in _INNER_SPACE_AT and len(space) > _INNER_SPACE_AT[kind]:
        yield from _profiled_spaces_in(space[_INNER_SPACE_AT[kind]])
