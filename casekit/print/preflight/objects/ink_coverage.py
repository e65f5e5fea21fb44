"""How much ink lies on a spot of a page, all inks and all objects together, by Ghostscript where that is installed.

What one object is painted in, ``press_check`` reads. That two lie over each other, of which neither is too heavy, shows only on
the plates: where something is overprinted, or seen through, the inks of both are on the paper.
"""

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.print.content.papers import POINTS_PER_MM
from casekit.print.preflight.objects.boxes import inherited, media_of, trim_of
from casekit.print.preflight.objects.press_check import MOST_IN_PICTURES, MOST_INK

_PROGRAMS = ("gs", "gswin64c")
_DPI = 36
_PER_DOT = 72 / _DPI
_LEAST = 8
"""Dots that are too heavy from which it is told: 4 square millimetres."""
_LARGEST = 3_000
"""Points of a side of the largest page whose plates are made."""
_PATIENCE = 60
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
    f"-r{_DPI}",
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
    """The program that makes plates, if it is installed."""
    return next(filter(None, map(shutil.which, _PROGRAMS)), None)


def heavy_ink(pdf: bytes, span: Span) -> tuple[Diagnostic, ...]:
    """A finding for each page, of at most a few, on which inks add up to more than dries; none without Ghostscript.

    Args:
        pdf: a file for a print shop, made by anybody.
        span: the place of the findings.
    """
    program = ghostscript()
    spots = [] if program is None else sorted(_spots(pdf, program), key=lambda spot: -spot.ink)
    return tuple(_told(spots, span)) if spots else ()


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
            if spot := _heaviest(folder / f"page-{number}.tif", number, page):
                yield spot


def _size(page: Any) -> tuple[float, float]:
    left, bottom, right, top = media_of(page)
    return right - left, top - bottom


def _heaviest(plates: Path, number: int, page: Any) -> HeavySpot | None:
    """The spot of a page that has the most ink, if that is too much on more than a few dots."""
    import numpy as np  # noqa: PLC0415 -- likewise
    from PIL import Image  # noqa: PLC0415 -- likewise

    if not plates.exists():
        return None
    with Image.open(plates) as image:
        total = np.asarray(image).sum(axis=2, dtype=np.uint16) / 255
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
