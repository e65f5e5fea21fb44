"""Whether pages end where they should: their boxes, their turns, and their number."""

from collections.abc import Iterator
from typing import Any

from pikepdf import Pdf

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.folding import SHEET
from casekit.print.content.papers import BLEED, POINTS_PER_MM, Format
from casekit.print.preflight.objects.boxes import bleed_of, box_of, inherited, media_of, outside, trim_of
from casekit.print.preflight.objects.page_faults import Fault, by_fault, finding

_ROUNDING = 0.6
"""Points by which a box may be off."""


def trimmed_size(file: Pdf, wanted: Format) -> Iterator[Diagnostic]:
    """Pages that are turned, shown in part or enlarged, or not as large as they should be once they are cut."""

    def faults(page: Any) -> Iterator[Fault]:
        trim = trim_of(page)
        size = ((trim[2] - trim[0]) / POINTS_PER_MM, (trim[3] - trim[1]) / POINTS_PER_MM)
        asked = (wanted.width, wanted.height)
        if any(abs(a - b) * POINTS_PER_MM > _ROUNDING for a, b in zip(size, asked, strict=True)):
            yield Fault(
                codes.WRONG_BOX, f"{size[0]:.1f} x {size[1]:.1f} mm instead of {asked[0]:g} x {asked[1]:g} mm"
            )
        turn = int(inherited(page, "/Rotate") or 0) % 360
        if turn:
            yield Fault(codes.WRONG_BOX, f"been turned by {turn} degrees")
        shown = box_of(page, "/CropBox")
        if shown is not None and min(outside(shown, trim)) < -_ROUNDING:
            yield Fault(
                codes.WRONG_BOX,
                f"a CropBox that hides {-min(outside(shown, trim)) / POINTS_PER_MM:.1f} mm of the page",
            )
        unit = float(page.obj.get("/UserUnit", 1))
        if unit != 1:
            yield Fault(codes.WRONG_BOX, f"a UserUnit, which makes it {unit:g} times as large")

    return by_fault(file, faults, wanted)


def bleed_boxes(file: Pdf, wanted: Format) -> Iterator[Diagnostic]:
    """Pages without trim and bleed, or with less bleed than asked for."""

    def faults(page: Any) -> Iterator[Fault]:
        missing = [name for name in ("TrimBox", "BleedBox") if f"/{name}" not in page.obj]
        if missing:
            yield Fault(codes.WRONG_BOX, f"no {' and no '.join(missing)}")
            return
        if "/ArtBox" in page.obj:
            yield Fault(codes.WRONG_BOX, "both an ArtBox and a TrimBox, but PDF/X allows only one")
        bleed = bleed_of(page)
        around = outside(bleed, trim_of(page))
        if min(around) < BLEED * POINTS_PER_MM - _ROUNDING:
            yield Fault(
                codes.WRONG_BOX, f"{min(around) / POINTS_PER_MM:.1f} mm of bleed instead of {BLEED:.0f} mm"
            )
        if min(outside(media_of(page), bleed)) < -_ROUNDING:
            yield Fault(codes.WRONG_BOX, "a bleed outside its MediaBox")

    return by_fault(file, faults, wanted)


def whole_sheets(file: Pdf, wanted: Format) -> Iterator[Diagnostic]:
    """A number of pages that does not fill folded sheets."""
    count = len(file.pages)
    if count % SHEET:
        message = f"the booklet has {count} pages, which is not a multiple of {SHEET}"
        yield finding(codes.WRONG_PAGE_COUNT, message, wanted)
