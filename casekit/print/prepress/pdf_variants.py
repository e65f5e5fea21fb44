"""The finishes of typeset pages by their variant, and what work on finished files shares.

``finish_for_press``: pages as a print shop takes them, PDF/X-4 (ISO 15930-7), in CMYK, with bleed and crop
marks. ``finish_for_readers``: a booklet as a screen reader takes it, tagged PDF after PDF/UA-1 (ISO 14289-1).
The typesetter writes the tags; drawings without a description become ornaments, and the solutions, which run
backwards in the file, are read from the first one on.
"""

import re
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from typing import Any
from uuid import UUID

import pikepdf
from pikepdf import Array, Dictionary, Name, ObjectStreamMode, Page, Stream, String

from casekit.print.content.papers import (
    BLEED,
    INK_PROFILE,
    POINTS_PER_MM,
    PRINT_CONDITION,
    PRINT_CONDITION_NAME,
    PROFILE_REGISTRY,
    PageContent,
    pages_lacking,
)
from casekit.print.prepress.ink_conversion import CMYK, pdf_number, recolour
from casekit.print.typesetting.fonts import render_template

Rectangle = tuple[float, float, float, float]
"""Left, bottom, right and top, in points."""


def grown(box: Rectangle, by: float) -> Rectangle:
    """A rectangle that is larger on each side by ``by`` millimetres."""
    left, bottom, right, top = box
    edge = by * POINTS_PER_MM
    return left - edge, bottom - edge, right + edge, top + edge


def rectangle(box: Rectangle) -> str:
    """A rectangle as a path."""
    left, bottom, right, top = box
    return f"{' '.join(map(pdf_number, (left, bottom, right - left, top - bottom)))} re"


def lines(*ends: Rectangle) -> str:
    """Straight lines as a path that is drawn; each runs from the first to the second of two points."""
    return "\n".join(
        f"{pdf_number(x1)} {pdf_number(y1)} m {pdf_number(x2)} {pdf_number(y2)} l S"
        for x1, y1, x2, y2 in ends
    )


def trim_of(page: Any) -> Rectangle:
    """Where a page is cut: its trim box, or all of it."""
    left, bottom, right, top = map(float, page.get("/TrimBox", page.MediaBox))
    return left, bottom, right, top


def crop_marks(box: Rectangle, away: float, length: float) -> str:
    """Two lines at each corner of a rectangle that go on from its edges.

    They are ``away`` from it and of a length in millimetres.
    """
    left, bottom, right, top = box
    near, far = away * POINTS_PER_MM, (away + length) * POINTS_PER_MM
    across: list[Rectangle] = []
    for x, side in ((left, -1), (right, 1)):
        across += [(x + side * near, y, x + side * far, y) for y in (bottom, top)]
    upward: list[Rectangle] = []
    for y, side in ((bottom, -1), (top, 1)):
        upward += [(x, y + side * near, x, y + side * far) for x in (left, right)]
    return lines(*across, *upward)


def surround(page: Any, edge: float, over: str) -> None:
    """Show ``edge`` millimetres around the trim of a page, with something painted ``over`` all.

    Nothing of the page shows outside its bleed.
    """
    trim = trim_of(page)
    bleed = grown(trim, BLEED)
    page.MediaBox = [round(side, 4) for side in grown(trim, edge)]
    page.BleedBox = [round(side, 4) for side in bleed]
    within = f"q\n{rectangle(bleed)} W n\n".encode()
    page.Contents.write(within + page.Contents.read_bytes() + b"\nQ\n" + over.encode())


def fill(pdf: Any, tail: int) -> None:
    """Insert blank pages into an open pikepdf file until its sheets are full.

    They go before the solutions, in pairs or after the last page of the paragraphs: so every presentation
    stays on its side, and the solutions stay last. ``tail`` is how many pages stay after the blank ones:
    these and the back cover.
    """
    like = pdf.pages[0].obj
    at = len(pdf.pages) - tail
    for _ in range(pages_lacking(len(pdf.pages))):
        page = Dictionary(
            Type=Name.Page,
            Contents=pdf.make_indirect(Stream(pdf, b"")),
            Resources=Dictionary(),
            **{box: like[f"/{box}"] for box in ("MediaBox", "BleedBox", "TrimBox") if f"/{box}" in like},
        )
        pdf.pages.insert(at, Page(pdf.make_indirect(page)))


def save(file: Any, version: str = "1.7") -> bytes:
    """An open pikepdf file as bytes of a PDF version, the same for the same content."""
    out = BytesIO()
    file.save(out, deterministic_id=True, force_version=version, object_stream_mode=ObjectStreamMode.generate)
    return out.getvalue()


SLUG = 8.0
"""The width of the strip around the bleed that holds the marks."""
_MARK = 5.0
_MARK_WIDTH = 0.25


def finish_for_press(pdf: bytes, content: PageContent, tail: int | None) -> bytes:
    """Turn typeset pages into a file for the print shop.

    Args:
        pdf: as the typesetter wrote it; what has a bleed has one of ``BLEED`` around each page.
        content: what it holds.
        tail: how many pages at the end of a booklet are solutions and back cover, before which it is filled
            up to whole sheets; ``None`` for pages that are not bound.
    """
    with pikepdf.open(BytesIO(pdf)) as file:
        if tail is not None:
            fill(file, tail)
        recolour(file, CMYK)
        for page in file.pages:
            marks = crop_marks(trim_of(page.obj), BLEED, _MARK)
            surround(page.obj, BLEED + SLUG, f"q\n0 0 0 1 K\n{_MARK_WIDTH} w\n{marks}\nQ\n")
        _identify(file, content, sha256(pdf).digest())
        return save(file, "1.6")


def _identify(file: Any, content: PageContent, digest: bytes) -> None:
    """Say what the file is and which inks it was made for."""
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=String(PRINT_CONDITION),
        OutputCondition=String(PRINT_CONDITION_NAME),
        RegistryName=String(PROFILE_REGISTRY),
        Info=String(PRINT_CONDITION_NAME),
        DestOutputProfile=file.make_indirect(Stream(file, INK_PROFILE.read_bytes(), N=4)),
    )
    file.Root.OutputIntents = [intent]
    info = file.docinfo
    # The standard asks for dates; these are the same on every day, as all bytes are.
    info["/CreationDate"] = info["/ModDate"] = String("D:20000101000000+00'00'")
    info["/Trapped"] = Name("/False")
    metadata = render_template(
        "press.xmp",
        title=content.title,
        language=content.language,
        producer=str(info["/Producer"]),
        creator=str(info["/Creator"]),
        date="2000-01-01T00:00:00+00:00",
        document=UUID(bytes=digest[:16], version=4),
    )
    file.Root.Metadata = file.make_indirect(
        Stream(file, metadata.encode(), Type=Name.Metadata, Subtype=Name.XML)
    )


_TAGGED = re.compile(rb"/\w+\s*<<\s*/MCID (\d+)\s*>>\s*BDC")


def finish_for_readers(pdf: bytes, _: PageContent, tail: int | None) -> bytes:
    """Finish tagged pages; the last ``tail``, solutions and back cover, run backwards."""
    with pikepdf.open(BytesIO(pdf)) as file:
        document = file.Root.StructTreeRoot.K[0]
        if tail:
            parts = list(document.K)
            # The back cover, which says what follows, then the solutions in their order.
            document.K = [*parts[:-tail], *reversed(parts[-tail:])]
        # Figures that have no description go out of the structure.
        for drawn in list(_elements(document)):
            kids = [kid for kid in _kids(drawn) if kid.get("/S") == "/Figure" and "/Alt" not in kid]
            if kids:
                bare = {kid.objgen for kid in kids}
                drawn.K = Array(kid for kid in drawn.K if kid.objgen not in bare)
        _pass_over(file, {element.objgen for element in _elements(document)})
        return save(file)


def _pass_over(file: Any, read: set[tuple[int, int]]) -> None:
    """Make artifacts of what belongs to no element that is read: ornaments, folios and running heads.

    A page's marks are numbered, and the tree of parents says which element each number belongs to (PDF 1.7,
    section 14.7.4).
    """
    numbers = list(file.Root.StructTreeRoot.ParentTree.Nums)
    owners = {int(at): marks for at, marks in zip(numbers[::2], numbers[1::2], strict=True)}
    for page in file.pages:
        marks = owners[int(page.obj.StructParents)]
        bare = {at for at, element in enumerate(marks) if element.objgen not in read}
        page.obj.Contents.write(_without(bare, page.obj.Contents.read_bytes()))
        for at in bare:
            marks[at] = None


def _without(bare: set[int], content: bytes) -> bytes:
    """A content stream in which these marks are artifacts."""
    return _TAGGED.sub(lambda mark: b"/Artifact BMC" if int(mark[1]) in bare else mark[0], content)


def _elements(element: Any) -> Iterator[Any]:
    """An element of the structure and all below it."""
    yield element
    for kid in _kids(element):
        yield from _elements(kid)


def _kids(element: Any) -> Iterator[Any]:
    return (kid for kid in element.get("/K", ()) if isinstance(kid, Dictionary) and "/S" in kid)
