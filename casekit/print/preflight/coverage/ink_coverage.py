"""How much ink lies on a spot of a page, all inks and all objects together: by Ghostscript where that is installed, else by plates of ours.

What one object is painted in, ``press_check`` reads. That two lie over each other, of which neither is too heavy, shows only on
the plates: where something is overprinted, or seen through, the inks of both are on the paper.
"""

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.print.content.papers import POINTS_PER_MM
from casekit.print.preflight.coverage.separations import DPI, Separations, separate
from casekit.print.preflight.objects.boxes import inherited, media_of, trim_of
from casekit.print.preflight.objects.opening import BROKEN
from casekit.print.preflight.objects.press_check import MOST_IN_PICTURES, MOST_INK
from casekit.system.processes import LostProcessError, TaskError, apart

_PROGRAMS = ("gs", "gswin64c")
_PER_DOT = 72 / DPI
_LEAST = 8
"""Dots that are too heavy from which it is told: 4 square millimetres."""
_LARGEST = 3_000
"""Points of a side of the largest page whose plates are made."""
_PATIENCE = 60
_OUR_PATIENCE = 600.0
_KILOBYTES = 1_000_000
_OPTIONS = (
    "-q",
    "-dSAFER",
    "-dNOPAUSE",
    "-dBATCH",
    f"-K{_KILOBYTES}",
    "-dOverprint=/enable",
    "-sDEVICE=tiff32nc",
    "-sCompression=lzw",
    f"-r{DPI}",
)


@dataclass(frozen=True, slots=True)
class HeavySpot:
    """The heaviest spot of a page: the page from 1, the ink there (1 for each), and where it is on the cut page in millimetres.

    ``place`` is empty for a page that is turned.
    """

    page: int
    ink: float
    place: tuple[float, float] | None


def ghostscript() -> str | None:
    """The program that makes plates, if it is installed; one in the folder that the user is in does not count."""
    return next(
        (found for found in map(shutil.which, _PROGRAMS) if found and Path(found).is_absolute()), None
    )


def heavy_ink(pdf: bytes, span: Span) -> tuple[Diagnostic, ...]:
    """A finding for each page, of at most a few, on which inks add up to more than dries, and one if pages could not be counted.

    Args:
        pdf: a file for a print shop, made by anybody.
        span: the place of the findings.
    """
    program = ghostscript()
    if program is None:
        return heavy_plates(pdf, span)
    try:
        return _findings(list(_spots(pdf, program)), span)
    except BROKEN:
        # What cannot be opened, other checks tell.
        return ()


def heavy_plates(pdf: bytes, span: Span) -> tuple[Diagnostic, ...]:
    """The same by plates that are made here, whatever is installed."""
    try:
        plates = apart(separate, pdf, _OUR_PATIENCE)
    except (LostProcessError, TaskError):
        plates = Separations((), ((0, "it takes too long, or cannot be shown"),))
    return (*_findings(list(_heavy_plates(pdf, plates)), span), *_uncounted(plates.uncounted, span))


def _findings(spots: list[HeavySpot], span: Span) -> tuple[Diagnostic, ...]:
    return tuple(_told(sorted(spots, key=lambda spot: -spot.ink), span)) if spots else ()


def _uncounted(pages: Sequence[tuple[int, str]], span: Span) -> Iterator[Diagnostic]:
    if not pages:
        return
    (page, why), *others = pages
    where = f"page {page}" if page else "this file"
    more = f", nor those of {len(others)} other page{'s' if len(others) > 1 else ''}" if others else ""
    message = f"the inks of {where} cannot be added up{more}: {why}"
    hint = "install Ghostscript, which adds them up, or ask the print shop for the total area coverage"
    yield Diagnostic(codes.UNCOUNTED_INK, message, span, hint=hint)


def _heavy_plates(pdf: bytes, plates: Separations) -> Iterator[HeavySpot]:
    import pikepdf  # noqa: PLC0415 -- loaded only where files are looked at

    if not plates.totals:
        return
    with pikepdf.open(BytesIO(pdf)) as file:
        for number, total in plates.totals:
            if spot := _heaviest(total, number, file.pages[number - 1]):
                yield spot


def _told(spots: list[HeavySpot], span: Span) -> Iterator[Diagnostic]:
    worst, *others = spots
    where = ""
    if worst.place is not None:
        across, down = worst.place
        where = f", {across:.0f} mm from the left and {down:.0f} mm from the top"
    more = (
        f"; {len(others)} other page{'s have' if len(others) > 1 else ' has'} too much too" if others else ""
    )
    message = (
        f"page {worst.page} has {worst.ink:.0%} of ink where objects lie over each other, of which a press can take "
        f"{MOST_INK:.0%}{where}{more}"
    )
    yield Diagnostic(codes.WRONG_INK, message, span, hint="let the upper one knock out the lower one")


def _spots(pdf: bytes, program: str) -> Iterator[HeavySpot]:
    import pikepdf  # noqa: PLC0415 -- loaded only where files are looked at

    with TemporaryDirectory() as name, pikepdf.open(BytesIO(pdf)) as file:
        folder = Path(name)
        if any(max(_size(page)) > _LARGEST for page in file.pages):
            return
        (folder / "file.pdf").write_bytes(pdf)
        command = [program, *_OPTIONS, "-o", "page-%d.tif", "file.pdf"]
        try:
            subprocess.run(  # noqa: S603 - no shell; the names are ours
                command,
                cwd=folder,
                check=True,
                capture_output=True,
                stdin=subprocess.DEVNULL,
                timeout=_PATIENCE,
            )
        except (OSError, subprocess.SubprocessError):
            # What it cannot show, other checks tell.
            return
        for number, page in enumerate(file.pages, 1):
            plates = folder / f"page-{number}.tif"
            if plates.exists() and (spot := _heaviest(_added(plates), number, page)):
                yield spot


def _added(plates: Path) -> Any:
    """The ink of each dot of four plates in one picture."""
    import numpy as np  # noqa: PLC0415 -- likewise
    from PIL import Image  # noqa: PLC0415 -- likewise

    with Image.open(plates) as image:
        return np.asarray(image).sum(axis=2, dtype=np.uint16) / 255


def _size(page: Any) -> tuple[float, float]:
    left, bottom, right, top = media_of(page)
    return right - left, top - bottom


def _heaviest(total: Any, number: int, page: Any) -> HeavySpot | None:
    """The spot of a page that has the most ink, if that is too much on more than a few dots."""
    import numpy as np  # noqa: PLC0415 -- likewise

    limit = MOST_IN_PICTURES if _has_pictures(page) else MOST_INK + 0.01
    if np.count_nonzero(total > limit) < _LEAST:
        return None
    row, column = (int(each) for each in np.unravel_index(int(total.argmax()), total.shape))
    if inherited(page, "/Rotate"):
        return HeavySpot(number, float(total.max()), None)
    media, trim = media_of(page), trim_of(page)
    across = (media[0] + column * _PER_DOT - trim[0]) / POINTS_PER_MM
    down = (trim[3] - media[3] + row * _PER_DOT) / POINTS_PER_MM
    return HeavySpot(number, float(total.max()), (across, down))


def _has_pictures(page: Any) -> bool:
    things = page.resources.get("/XObject", {}) if "/Resources" in page else {}
    return any(thing.get("/Subtype") == "/Image" for thing in dict(things).values())
