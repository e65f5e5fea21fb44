"""The inks of pages added up, dot by dot, from plates that are made here (``plates``) and shown by PDFium.

Only pages are looked at on which inks can add up to too much at all: something is overprinted or seen through, or has more
than one ink in a picture or a gradient.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np
import pikepdf
import pypdfium2
from numpy.typing import NDArray

from casekit.print.preflight.coverage.plate_spaces import PROCESS, spot_inks
from casekit.print.preflight.coverage.plates import UncountedError, plate
from casekit.print.preflight.objects.boxes import media_of
from casekit.print.preflight.objects.opening import BROKEN
from casekit.print.preflight.objects.page_resources import resources_of
from casekit.print.preflight.objects.painting import Painting, paintings
from casekit.print.preflight.objects.press_check import MOST_INK
from casekit.system.limits import limit_memory, limit_time
from casekit.system.processes import Listener

DPI = 36
"""Dots per inch of plates: a dot is 0.7 mm."""
_LARGEST = 3_000
"""Points of a side of the largest page whose plates are made."""
_MOST_SPOTS = 8
_MEGABYTES = 2_000
_ENDURANCE = 30
"""Seconds of processor time for one page and ink."""
_ROUNDING = 0.01
_FULL = 255

Total = NDArray[np.float32]
"""The inks of a page, 1 for each in full, dot by dot."""


@dataclass(frozen=True)
class Separations:
    """What was added up: pages from 1 with their inks, and pages of which that cannot be done, with the reason."""

    totals: tuple[tuple[int, Total], ...]
    uncounted: tuple[tuple[int, str], ...]


Begin = Callable[[], None]
"""Is called whenever work for a page begins: whoever has a process for it alone limits its time anew."""


def separate(pdf: bytes, _: Listener) -> Separations:
    """Add up the inks of all pages that may have too much, in this process, to which it sets limits."""

    def begin() -> None:
        limit_time(_ENDURANCE)

    limit_memory(_MEGABYTES)
    begin()
    try:
        with pikepdf.open(BytesIO(pdf)) as file:
            uncounted: dict[int, str] = {}
            pages = list(_doubtful(file, uncounted, begin))
        totals = added(pdf, pages, uncounted, begin)
    except BROKEN:
        # What cannot be opened, other checks tell.
        return Separations((), ())
    return Separations(tuple(sorted(totals.items())), tuple(sorted(uncounted.items())))


def added(
    pdf: bytes, pages: Iterable[int], uncounted: dict[int, str], begin: Begin = lambda: None
) -> dict[int, Total]:
    """The inks of pages, which count from 1, added up; of those that cannot be, ``uncounted`` gets the reason."""
    with pikepdf.open(BytesIO(pdf)) as file:
        spots = sorted({ink for page in pages for ink in _spots(file.pages[page - 1], page, uncounted)})
    if len(spots) > _MOST_SPOTS:
        uncounted[0] = f"it has {len(spots)} spot inks"
        return {}
    totals: dict[int, Total] = {}
    for ink in (*PROCESS, *spots):
        left = [page for page in pages if page not in uncounted]
        for page, own in _plates(pdf, ink, left, uncounted, begin):
            totals[page] = totals[page] + own if page in totals else own
    return {page: total for page, total in totals.items() if page not in uncounted}


def _doubtful(file: pikepdf.Pdf, uncounted: dict[int, str], begin: Begin) -> Iterator[int]:
    """The pages, from 1, on which there may be too much ink."""
    for number, page in enumerate(file.pages, 1):
        begin()
        try:
            left, bottom, right, top = media_of(page)
            if max(right - left, top - bottom) > _LARGEST:
                uncounted[number] = "it is too large"
            elif _may_be_heavy(paintings(page)):
                yield number
        except (*BROKEN, RecursionError):
            uncounted[number] = "its content is damaged"


def _may_be_heavy(painted: Iterable[Painting]) -> bool:
    """Whether the most that a page has of each ink, or if nothing adds up, that one thing has of all, is too much."""
    most, heaviest, adds_up = [0.0] * len(PROCESS), 0.0, False
    for painting in painted:
        state = painting.state
        inks = painting.colour.inks if painting.kind not in {"picture", "gradient"} else None
        if painting.kind == "picture" and _is_grey(painting.thing):
            inks = (0, 0, 0, 1)
        # Nobody knows of a pattern, a picture or another ink how much it has.
        inks = inks or (1, 1, 1, 1)
        most = [max(pair) for pair in zip(most, inks, strict=True)]
        heaviest = max(heaviest, sum(inks))
        adds_up |= state.overprint or state.stroke_overprint or state.masked or state.blended
        adds_up |= min(state.alpha, state.stroke_alpha) < 1
        adds_up |= painting.kind == "picture" and "/SMask" in _entries(painting.thing)
    return (sum(most) if adds_up else heaviest) > MOST_INK + _ROUNDING


def _entries(thing: Any) -> Any:
    return thing if isinstance(thing, pikepdf.Stream) else {}


def _is_grey(picture: Any) -> bool:
    return _entries(picture).get("/ColorSpace") == "/DeviceGray" or bool(
        _entries(picture).get("/ImageMask", False)
    )


def _spots(page: Any, number: int, uncounted: dict[int, str]) -> set[str]:
    try:
        return {ink for resources in resources_of([page]) for ink in spot_inks(resources)}
    except BROKEN:
        uncounted[number] = "a colour space of it is not known"
        return set()


def _plates(
    pdf: bytes, ink: str, pages: Iterable[int], uncounted: dict[int, str], begin: Begin
) -> Iterator[tuple[int, Total]]:
    """How much of one ink pages have."""
    made: list[int] = []
    out = BytesIO()
    with pikepdf.open(BytesIO(pdf)) as file:
        for number in pages:
            begin()
            try:
                plate(file, file.pages[number - 1], ink)
            except UncountedError as error:
                uncounted[number] = f"it has {error}"
            except (*BROKEN, RecursionError):
                uncounted[number] = "its content is damaged"
            else:
                made.append(number)
        file.save(out, compress_streams=False)
    file_ = pypdfium2.PdfDocument(out.getvalue())
    try:
        for number in made:
            begin()
            page = file_[number - 1]
            picture = page.render(scale=DPI / 72, grayscale=True, may_draw_forms=False, draw_annots=False)
            yield number, _amount(picture.to_numpy())
            page.close()
    finally:
        file_.close()


def _amount(picture: Any) -> Total:
    grey = picture if picture.ndim == 2 else picture[:, :, 0]  # noqa: PLR2004 -- height and width alone
    amount: Total = (_FULL - grey.astype(np.float32)) / _FULL
    return amount
