"""Pages as a print shop takes them: PDF/X-4 (ISO 15930-7), in CMYK, with bleed and crop marks.

``finish_for_press`` takes what the typesetter made: pages in the colours of the screen, with a bleed where art runs over the edge.
"""

from hashlib import sha256
from io import BytesIO
from typing import Any
from uuid import UUID

from casekit.print.content.condition import CONDITION, CONDITION_NAME, PROFILE, REGISTRY
from casekit.print.content.papers import BLEED, Titled
from casekit.print.press.inks import cmyk
from casekit.print.press.open_file import crop_marks, fill, grown, rectangle, save, trim_of
from casekit.print.press.recolouring import recolour
from casekit.print.text.page_templates import render_template

SLUG = 8.0
"""The width of the strip around the bleed that holds the marks."""
_MARK = 5.0
_MARK_WIDTH = 0.25
# The standard asks for dates; these are the same on every day, as all bytes are.
_DATE = "2000-01-01T00:00:00+00:00"
_PDF_DATE = "D:20000101000000+00'00'"


def finish_for_press(pdf: bytes, content: Titled, tail: int | None) -> bytes:
    """Turn typeset pages into a file for the print shop.

    Args:
        pdf: as the typesetter wrote it; what has a bleed has one of ``BLEED`` around each page.
        content: what it holds.
        tail: how many pages at the end of a booklet are solutions and back cover, before which it is filled up
            to whole sheets; ``None`` for pages that are not bound.
    """
    import pikepdf  # noqa: PLC0415 -- loaded only where files are finished

    with pikepdf.open(BytesIO(pdf)) as file:
        if tail is not None:
            fill(file, tail)
        recolour(file, cmyk())
        for page in file.pages:
            _frame(page.obj)
        _identify(file, content, sha256(pdf).digest())
        return save(file, "1.6")


def _frame(page: Any) -> None:
    """Give a page its boxes and marks; nothing of it shows outside the bleed."""
    trim = trim_of(page)
    bleed = grown(trim, BLEED)
    page.MediaBox = [round(edge, 4) for edge in grown(trim, BLEED + SLUG)]
    page.BleedBox = [round(edge, 4) for edge in bleed]
    content = page.Contents.read_bytes()
    marks = f"q\n0 0 0 1 K\n{_MARK_WIDTH} w\n{crop_marks(trim, BLEED, _MARK)}\nQ\n"
    page.Contents.write(f"q\n{rectangle(bleed)} W n\n".encode() + content + b"\nQ\n" + marks.encode())


def _identify(file: Any, content: Titled, digest: bytes) -> None:
    """Say what the file is and which inks it was made for."""
    from pikepdf import Dictionary, Name, Stream, String  # noqa: PLC0415 -- likewise

    profile = file.make_indirect(Stream(file, PROFILE.read_bytes(), N=4))
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=String(CONDITION),
        OutputCondition=String(CONDITION_NAME),
        RegistryName=String(REGISTRY),
        Info=String(CONDITION_NAME),
        DestOutputProfile=profile,
    )
    file.Root.OutputIntents = [intent]
    info = file.docinfo
    info["/CreationDate"] = info["/ModDate"] = String(_PDF_DATE)
    info["/Trapped"] = Name("/False")
    metadata = render_template(
        "press.xmp",
        title=content.title,
        language=content.language,
        producer=str(info["/Producer"]),
        creator=str(info["/Creator"]),
        date=_DATE,
        document=UUID(bytes=digest[:16], version=4),
    )
    file.Root.Metadata = file.make_indirect(
        Stream(file, metadata.encode(), Type=Name.Metadata, Subtype=Name.XML)
    )
