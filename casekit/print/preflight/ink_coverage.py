"""The ink on each spot of a page, all inks and all objects together.

``ink_checks`` reads what one object is painted in. That two are over each other, neither of them too heavy,
shows only on the plates: where something is overprinted, or seen through, the inks of both are on the paper.
Plates (``separations``) are made of pages on which inks can add up to too much at all: something is
overprinted or seen through, or has more than one ink in a picture or a gradient.
"""

from collections.abc import Iterable, Iterator
from contextlib import closing
from io import BytesIO
from typing import Any

import numpy as np
import pikepdf
import pypdfium2
from numpy.typing import NDArray

from casekit.diagnostics import Finding, Span, codes
from casekit.print.content.papers import POINTS_PER_MM
from casekit.print.preflight import colour_spaces, ink_checks
from casekit.print.preflight.content_stream import Painting, paintings
from casekit.print.preflight.pdf_opening import BROKEN, box_of
from casekit.print.preflight.separations import UncountedError, plate, spot_inks
from casekit.system import executors, sandbox

DPI = 36
"""Dots per inch of plates: a dot is 0.7 mm."""
_LARGEST = 3_000
"""Points of a side of the largest page whose plates are made."""
_MOST_SPOTS = 8
_ROUNDING = 0.01

Total = NDArray[np.float32]
"""The inks of a page, 1 for each in full, dot by dot."""

_PER_DOT = 72 / DPI
_LEAST = 8
"""Dots that are too heavy from which it is reported: 4 square millimetres."""

HeavySpot = tuple[int, float, tuple[float, float] | None]
"""The heaviest spot of a page: the page from 1, the ink there (1 for each), and its place in millimetres.

A page that is turned has no place.
"""


def heavy_ink(pdf: bytes, span: Span) -> tuple[Finding, ...]:
    """A finding for the page with most of too much ink, and one if pages could not be counted."""
    try:
        spots, uncounted = sandbox.read(heavy_spots, pdf)
    except (sandbox.SandboxError, executors.TaskError):
        spots, uncounted = [], [(0, "it takes too long, or cannot be shown")]
    findings: list[Finding] = []
    if spots:
        findings.append(_heavy_finding(spots, span))
    if uncounted:
        findings.append(_uncounted_finding(uncounted, span))
    return tuple(findings)


def _heavy_finding(spots: Iterable[HeavySpot], span: Span) -> Finding:
    (page, ink, place), *others = sorted(spots, key=lambda spot: -spot[1])
    where = f", {place[0]:.0f} mm from the left and {place[1]:.0f} mm from the top" if place else ""
    more = ""
    if others:
        more = f"; {len(others)} other page{'s have' if len(others) > 1 else ' has'} too much too"
    message = (
        f"page {page} has {ink:.0%} of ink where objects lie over each other, of which a press can take "
        f"{ink_checks.MOST_INK:.0%}{where}{more}"
    )
    return codes.WRONG_INK.at(span, message, hint="let the upper one knock out the lower one")


def _uncounted_finding(uncounted: Iterable[tuple[int, str]], span: Span) -> Finding:
    (page, why), *others = uncounted
    where = f"page {page}" if page else "this file"
    more = f", nor those of {len(others)} other page{'s' if len(others) > 1 else ''}" if others else ""
    message = f"the inks of {where} cannot be added up{more}: {why}"
    hint = "ask the print shop for the total area coverage"
    return codes.UNCOUNTED_INK.at(span, message, hint=hint)


def heavy_spots(pdf: bytes) -> tuple[list[HeavySpot], list[tuple[int, str]]]:
    """The heaviest spots of pages that have too much ink.

    And pages, from 1, whose inks cannot be added up, with the reason.
    """
    uncounted: dict[int, str] = {}
    try:
        with pikepdf.open(BytesIO(pdf)) as file:
            totals = added(pdf, list(_doubtful(file, uncounted)), uncounted)
            spots = []
            for number, total in sorted(totals.items()):
                spot = _heaviest(total, number, file.pages[number - 1])
                if spot:
                    spots.append(spot)
            return spots, sorted(uncounted.items())
    except BROKEN:
        # Other checks report files that cannot be opened.
        return [], []


def added(pdf: bytes, pages: Iterable[int], uncounted: dict[int, str]) -> dict[int, Total]:
    """The inks of pages, from 1, added up; ``uncounted`` gets the reason for those that cannot be."""
    spots: set[str] = set()
    with pikepdf.open(BytesIO(pdf)) as file:
        for page in pages:
            spots |= _spot_inks_of(file.pages[page - 1], page, uncounted)
    if len(spots) > _MOST_SPOTS:
        uncounted[0] = f"it has {len(spots)} spot inks"
        return {}
    totals: dict[int, Total] = {}
    for ink in (*colour_spaces.PROCESS, *sorted(spots)):
        counted = [page for page in pages if page not in uncounted]
        for page, own in _plates(pdf, ink, counted, uncounted):
            totals[page] = totals.get(page, 0) + own
    return {page: total for page, total in totals.items() if page not in uncounted}


def _doubtful(file: pikepdf.Pdf, uncounted: dict[int, str]) -> Iterator[int]:
    """The pages, from 1, on which there may be too much ink."""
    for number, page in enumerate(file.pages, 1):
        sandbox.report_progress(number)
        try:
            left, bottom, right, top = box_of(page.mediabox)
            if max(right - left, top - bottom) > _LARGEST:
                uncounted[number] = "it is too large"
            elif _may_be_heavy(paintings(page)):
                yield number
        except (*BROKEN, RecursionError):
            uncounted[number] = "its content is damaged"


def _may_be_heavy(painted: Iterable[Painting]) -> bool:
    """Whether a page may have too much ink: the most of each ink, or of one thing if nothing adds up."""
    most, heaviest, adds_up = [0.0] * len(colour_spaces.PROCESS), 0.0, False
    for painting in painted:
        state, is_picture = painting.state, painting.kind == "picture"
        thing: Any = painting.thing if isinstance(painting.thing, pikepdf.Stream) else {}
        inks = None if is_picture or painting.kind == "gradient" else painting.colour.inks
        if is_picture and (thing.get("/ColorSpace") == "/DeviceGray" or thing.get("/ImageMask", False)):
            inks = (0, 0, 0, 1)
        # Nobody knows of a pattern, a picture or another ink how much it has.
        inks = inks or (1, 1, 1, 1)
        most = [max(pair) for pair in zip(most, inks, strict=True)]
        heaviest = max(heaviest, sum(inks))
        adds_up |= state.overprint or state.stroke_overprint or state.masked or state.blended
        adds_up |= min(state.alpha, state.stroke_alpha) < 1
        adds_up |= is_picture and "/SMask" in thing
    return (sum(most) if adds_up else heaviest) > ink_checks.MOST_INK + _ROUNDING


def _spot_inks_of(page: Any, number: int, uncounted: dict[int, str]) -> set[str]:
    try:
        return spot_inks(page)
    except BROKEN:
        uncounted[number] = "a colour space of it is not known"
        return set()


def _plates(
    pdf: bytes, ink: str, pages: Iterable[int], uncounted: dict[int, str]
) -> Iterator[tuple[int, Total]]:
    """How much of one ink pages have."""
    made: list[int] = []
    out = BytesIO()
    with pikepdf.open(BytesIO(pdf)) as file:
        for number in pages:
            sandbox.report_progress(number)
            try:
                plate(file, file.pages[number - 1], ink)
            except UncountedError as error:
                uncounted[number] = f"it has {error}"
            except (*BROKEN, RecursionError):
                uncounted[number] = "its content is damaged"
            else:
                made.append(number)
        file.save(out, compress_streams=False)
    with closing(pypdfium2.PdfDocument(out.getvalue())) as plates:
        for number in made:
            sandbox.report_progress(number)
            with closing(plates[number - 1]) as page:
                picture = page.render(scale=DPI / 72, grayscale=True, may_draw_forms=False, draw_annots=False)
                grey = picture.to_numpy().reshape(picture.height, picture.width, -1)[:, :, 0]
                yield number, np.asarray((255 - grey.astype(np.float32)) / 255)


def _heaviest(total: Any, number: int, page: Any) -> HeavySpot | None:
    """The spot of a page that has the most ink, if that is too much on more than a few dots."""
    things = page.resources.get("/XObject", {}) if "/Resources" in page else {}
    has_pictures = any(thing.get("/Subtype") == "/Image" for thing in dict(things).values())
    most = ink_checks.MOST_INK_IN_PICTURES if has_pictures else ink_checks.MOST_INK + _ROUNDING
    if np.count_nonzero(total > most) < _LEAST:
        return None
    row, column = (int(index) for index in np.unravel_index(int(total.argmax()), total.shape))
    media, trim = box_of(page.mediabox), box_of(page.trimbox)
    across = (media[0] + column * _PER_DOT - trim[0]) / POINTS_PER_MM
    down = (trim[3] - media[3] + row * _PER_DOT) / POINTS_PER_MM
    return number, float(total.max()), None if page.rotation else (across, down)
