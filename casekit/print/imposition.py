"""A booklet on sheets: two pages a side, in the order in which folding brings them together.

A booklet is one signature, or several that lie on each other: sheets that are folded together, each around those
within it. Sheet 0 is the outermost. With N pages in a signature, sheet s has on its front page N - 2s at the left and
page 1 + 2s at the right, on its back page 2 + 2s at the left and page N - 1 - 2s at the right. The sheets are printed
on both sides, turned at the short edge.

Paper has a thickness, so inner sheets are pushed out of the fold and lose the outer edge when the booklet is cut; their
pages move towards the fold by as much (creep).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.print.filling import SHEET, fill, lacking
from casekit.print.geometry import Rectangle, crop_marks, grown, lines, rectangle, trim_of
from casekit.print.papers import POINTS
from casekit.print.recolouring import number
from casekit.print.saving import save

SHEETS = {
    "a4": (297.0, 210.0),
    "letter": (279.4, 215.9),
    "sra4": (320.0, 225.0),
    "a3": (420.0, 297.0),
    "tabloid": (431.8, 279.4),
    "sra3": (450.0, 320.0),
}
"""Sheets on their long side: width and height in millimetres."""
THICKNESS = 0.1
"""Millimetres: office paper of 80 g/m2."""
STAPLER = 1.6
"""Millimetres of paper that a stapler goes through: 16 sheets of office paper."""
_ROOM = 6.0
_AWAY, _MARK, _MARK_WIDTH = 3.2, 2.5, 0.25


@dataclass(frozen=True, slots=True)
class Saddle:
    """How a booklet is to be folded and stapled.

    Attributes:
        sheet: a name of ``SHEETS``; without one, the smallest that holds two pages.
        signature: pages folded together, a multiple of 4; 0 for as many as a stapler can take.
        thickness: of the paper, in millimetres.
    """

    sheet: str = ""
    signature: int = 0
    thickness: float = THICKNESS


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a sheet: its pages, counted from 0, and how many sheets lie around it in its signature."""

    left: int
    right: int
    depth: int
    front: bool


def signatures(pages: int, saddle: Saddle) -> tuple[int, ...]:
    """The pages of each signature.

    Args:
        pages: of the booklet, a multiple of 4.
        saddle: how it is folded. A signature of its own size is kept, and the last one has what is left; otherwise
            the sheets are divided evenly among as few signatures as a stapler can take.
    """
    if saddle.signature:
        full, rest = divmod(pages, saddle.signature)
        return (saddle.signature,) * full + ((rest,) if rest else ())
    sheets = pages // SHEET
    most = max(1, int(STAPLER / saddle.thickness))
    count = -(-sheets // most)
    return tuple(SHEET * (sheets // count + (at < sheets % count)) for at in range(count))


def sides(sizes: Sequence[int]) -> Iterator[Side]:
    """The sides of all sheets as they are printed, front and back in turn, signature by signature."""
    first = 0
    for size in sizes:
        last = first + size - 1
        for sheet in range(size // SHEET):
            low, high = first + 2 * sheet, last - 2 * sheet
            yield Side(left=high, right=low, depth=sheet, front=True)
            yield Side(left=low + 1, right=high - 1, depth=sheet, front=False)
        first += size


def impose(pdf: bytes, saddle: Saddle, tail: int, span: Span) -> tuple[bytes | None, tuple[Diagnostic, ...]]:
    """Lay a finished booklet out on sheets.

    Args:
        pdf: the booklet, its pages all of one size.
        saddle: how it is folded.
        tail: how many pages stay last if blank ones are needed to fill the sheets.
        span: the place of findings.

    Returns:
        The PDF, or ``None`` and a finding if two pages are wider or higher than the sheet.
    """
    import pikepdf  # noqa: PLC0415 -- loaded only where files are finished

    with pikepdf.open(BytesIO(pdf)) as booklet, pikepdf.new() as out:
        size = _size(trim_of(booklet.pages[0].obj))
        sheet = _sheet(saddle.sheet, size)
        if sheet is None:
            return None, (_too_small(saddle.sheet, size, span),)
        if lacking(len(booklet.pages)):
            fill(booklet, tail)
        forms = [_form(out, page) for page in booklet.pages]
        trims = [trim_of(page.obj) for page in booklet.pages]
        for side in sides(signatures(len(forms), saddle)):
            creep = side.depth * saddle.thickness
            _paint(
                out,
                sheet,
                ((forms[side.left], trims[side.left]), (forms[side.right], trims[side.right])),
                creep,
            )
        if "/OutputIntents" in booklet.Root:
            # The inks on the sheets are those that the booklet was made for.
            intents = booklet.make_indirect(booklet.Root.OutputIntents)
            out.Root.OutputIntents = out.copy_foreign(intents)
        out.docinfo["/Title"] = str(booklet.docinfo.get("/Title", ""))
        return save(out), ()


def _size(box: Rectangle) -> tuple[float, float]:
    left, bottom, right, top = box
    return (right - left) / POINTS, (top - bottom) / POINTS


def _sheet(name: str, page: tuple[float, float]) -> tuple[float, float] | None:
    """The sheet of a name, or the smallest of all, on which two pages stand side by side."""
    width, height = page
    wanted = (
        [SHEETS[name]] if name else sorted(SHEETS.values(), key=lambda sheet: (sheet[0] * sheet[1], sheet))
    )
    rounding = 0.05
    return next(
        (sheet for sheet in wanted if 2 * width <= sheet[0] + rounding and height <= sheet[1] + rounding),
        None,
    )


def _too_small(name: str, page: tuple[float, float], span: Span) -> Diagnostic:
    width, height = page
    sheet = f"a sheet of {name} paper" if name else "any sheet known here"
    return Diagnostic(
        codes.SMALL_SHEET,
        f"two pages of {width:.0f} x {height:.0f} mm do not fit on {sheet}",
        span,
        hint="choose a larger sheet, or a smaller paper for the booklet",
    )


def _form(out: Any, page: Any) -> Any:
    """A page as a picture that can be painted anywhere, bleed included."""
    form = page.as_form_xobject()
    box = page.obj.get("/BleedBox", page.obj.MediaBox)
    form.BBox = list(box)
    return out.copy_foreign(form)


def _paint(
    out: Any, sheet: tuple[float, float], pages: Sequence[tuple[Any, Rectangle]], creep: float
) -> None:
    """Add a sheet's side with two pages that meet in its middle."""
    from pikepdf import Dictionary, Name, Page, Stream  # noqa: PLC0415 -- likewise

    width, height = (length * POINTS for length in sheet)
    content = []
    for at, (_, trim) in enumerate(pages):
        left, bottom, right, top = trim
        below = (height - (top - bottom)) / 2
        # Each page ends at the fold, and shows its bleed on its other sides.
        half = (0.0, 0.0, width / 2, height) if at == 0 else (width / 2, 0.0, width, height)
        inward = creep * POINTS * (1 if at == 0 else -1)
        across = (width / 2 - right if at == 0 else width / 2 - left) + inward
        content += [
            "q",
            f"{rectangle(half)} W n",
            f"1 0 0 1 {number(across)} {number(below - bottom)} cm",
            f"/P{at} Do",
            "Q",
        ]
    content += _marks(sheet, _size(pages[0][1]))
    page = Dictionary(
        Type=Name.Page,
        MediaBox=[0, 0, round(width, 4), round(height, 4)],
        Contents=out.make_indirect(Stream(out, "\n".join(content).encode())),
        Resources=Dictionary(XObject=Dictionary(**{f"P{at}": form for at, (form, _) in enumerate(pages)})),
    )
    out.pages.append(Page(out.make_indirect(page)))


def _marks(sheet: tuple[float, float], page: tuple[float, float]) -> list[str]:
    """Marks where to cut and, dashed, where to fold, on sheets that have room for them outside the pages."""
    (width, height), (page_width, page_height) = sheet, page
    if width - 2 * page_width < 2 * _ROOM or height - page_height < 2 * _ROOM:
        return []
    middle, base = width / 2 * POINTS, (height - page_height) / 2 * POINTS
    trim = (middle - page_width * POINTS, base, middle + page_width * POINTS, base + page_height * POINTS)
    _, low, _, high = grown(trim, _AWAY)
    end = _MARK * POINTS
    return [
        "q",
        f"0 0 0 1 K {_MARK_WIDTH} w",
        crop_marks(trim, _AWAY, _MARK),
        "[1.5 1] 0 d",
        lines((middle, low - end, middle, low), (middle, high, middle, high + end)),
        "Q",
    ]
