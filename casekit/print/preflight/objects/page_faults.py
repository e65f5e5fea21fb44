"""Findings about the pages of a file, each said once, however many pages have it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pikepdf import Pdf

from casekit.diagnostics import Code, Diagnostic
from casekit.print.content.papers import POINTS_PER_MM, Format
from casekit.print.preflight.objects.boxes import Box, trim_of

FileCheck = Callable[[Pdf, Format], Iterable[Diagnostic]]
"""An open file and what it should be, to findings."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a page, as a sentence goes on after "has", and where it is on the page."""

    code: Code
    text: str
    box: Box | None = None


def by_fault(file: Pdf, faults: Callable[[Any], Iterable[Fault]], wanted: Format) -> Iterator[Diagnostic]:
    """A finding for each fault, with the first page that has it and its place there."""
    pages: dict[tuple[Code, str], list[int]] = {}
    places: dict[tuple[Code, str], str] = {}
    for number, page in enumerate(file.pages, 1):
        for fault in faults(page):
            key = fault.code, fault.text
            known = pages.setdefault(key, [])
            if not known:
                places[key] = _place(page, fault.box)
            if known[-1:] != [number]:
                known.append(number)
    for (code, text), (first, *others) in pages.items():
        more = "1 other" if len(others) == 1 else f"{len(others)} others"
        where = f"page {first} and {more} have" if others else f"page {first} has"
        yield finding(code, f"{where} {text}{places[code, text]}", wanted)


def finding(code: Code, message: str, wanted: Format) -> Diagnostic:
    """A finding about the file as a whole."""
    return Diagnostic(code, message, wanted.span)


def _place(page: Any, box: Box | None) -> str:
    """Where the upper left corner of a box is on the cut page."""
    if box is None:
        return ""
    left, _, _, top = trim_of(page)
    across, down = ((box[0] - left) / POINTS_PER_MM, (top - box[3]) / POINTS_PER_MM)
    return f", {across:.0f} mm from the left and {down:.0f} mm from the top"
