"""Blank pages in front of the solutions, so that a booklet fills whole sheets.

They are put there in pairs or behind the paragraphs' last page, so that every presentation stays on its side, and the
solutions stay last.
"""

from typing import Any

from casekit.print.content.folding import lacking


def fill(pdf: Any, tail: int) -> None:
    """Insert blank pages into an open pikepdf file until its sheets are full.

    Args:
        pdf: the file, changed in place.
        tail: how many pages stay behind the blank ones: the solutions and the back cover.
    """
    from pikepdf import Dictionary, Name, Page, Stream  # noqa: PLC0415 -- loaded only where files are finished

    like = pdf.pages[0].obj
    at = len(pdf.pages) - tail
    for _ in range(lacking(len(pdf.pages))):
        page = Dictionary(
            Type=Name.Page,
            Contents=pdf.make_indirect(Stream(pdf, b"")),
            Resources=Dictionary(),
            **{box: like[f"/{box}"] for box in ("MediaBox", "BleedBox", "TrimBox") if f"/{box}" in like},
        )
        pdf.pages.insert(at, Page(pdf.make_indirect(page)))
