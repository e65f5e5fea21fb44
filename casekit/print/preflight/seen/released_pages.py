"""A file beside the pages that were released: what is as it was then, and what is not.

Today's casekit may set a booklet otherwise than the one that released it. That is not damage, and is listed apart.
"""

from base64 import b64decode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from hashlib import sha256
from io import BytesIO

import numpy as np

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.print.content.papers import PRINT_SHOP, Variant
from casekit.print.numbers.kept_pages import KeptPages, SeenPage
from casekit.print.preflight.fragments import normalise
from casekit.print.preflight.objects.open_files import opened
from casekit.print.preflight.objects.press_check import without_profiles
from casekit.print.preflight.seen.page_differences import pages_in_words
from casekit.print.preflight.seen.page_pairs import sketch
from casekit.print.preflight.seen.shown_pages import rendering
from casekit.system.reader import UnreadError, read
from casekit.system.reader_process import tell
from casekit.system.spreading import TaskError

_SQUARE = 8
"""Millimetres of the sides of the squares whose shades are kept."""
_PAINTED = ("/Contents", "/Resources", "/MediaBox", "/CropBox", "/BleedBox", "/TrimBox", "/Rotate")
"""The parts of a page object that decide what is seen of it."""


def seen_pages(pdf: bytes, variant: Variant) -> list[SeenPage]:
    """The pages of a file as they are recognised; of one for a press the inks count."""
    found = []
    with rendering(without_profiles(pdf) if variant == PRINT_SHOP else pdf) as file:
        for at in range(len(file)):
            tell(f"page {at + 1}")
            with file.leaf(at) as leaf:
                found.append(_seen(leaf.picture, leaf.text()))
    return found


def _seen(picture: np.ndarray, text: str) -> SeenPage:
    shades = sketch(1, picture, "").shades
    rows, columns = (-(-side // _SQUARE) for side in shades.shape)
    wide = np.pad(shades, ((0, rows * _SQUARE - shades.shape[0]), (0, columns * _SQUARE - shades.shape[1])))
    squares = wide.reshape(rows, _SQUARE, columns, _SQUARE).mean(axis=(1, 3)).astype(np.uint8)
    letters = "".join(filter(str.isprintable, normalise(text)))
    return SeenPage(sha256(letters.encode("utf-8", "replace")).hexdigest()[:32], columns, squares.tobytes())


@dataclass(frozen=True)
class BesideReleased:
    """The file as casekit sets it ``today``, whose pages are to be looked at ``instead`` of some of theirs, and findings on the rest.

    Both count from 0. Without ``instead`` all pages are to be compared.
    """

    today: bytes
    instead: Mapping[int, int] | None
    findings: tuple[Diagnostic, ...]


def beside_released(
    kept: KeptPages, today: bytes, theirs: bytes, span: Span, variant: Variant
) -> BesideReleased | None:
    """A file beside the pages that were released.

    A page that is as it was then, or as today's casekit sets it on the old pages, is sound. Any other is held against today's page
    if that is the released one, so that every difference can be named; otherwise only the place of its differences is known.

    Args:
        kept: the released pages.
        today: the file as casekit sets it on these pages now.
        theirs: the file as it is, made by anybody.
        span: the place of the findings.
        variant: what both are made for.

    Returns:
        ``None`` if it is another printing, most of whose pages are not those that were released, or if nobody can look at it.
    """
    try:
        rows = read(f"{__name__}:seen_pages", theirs, variant)
    except (UnreadError, TaskError):
        return None
    seen = [SeenPage(text, across, b64decode(shades)) for text, across, shades in rows]
    ours = seen_pages(today, variant)
    pairs, missing, further = _paired(kept.pages, seen)
    # A page of another place is not in its own because today's casekit sets it too.
    reset = {
        at
        for at, page in enumerate(seen)
        if _place_of(page, kept.pages) is None and _place_of(page, ours) is not None
    }
    sound = {here for here, there in pairs if there in reset or kept.pages[here].is_like(seen[there])}
    if 2 * len(sound) < len(kept.pages):
        return None
    places = [_place_of(page, ours) for page in kept.pages]
    instead: dict[int, int] = {}
    lost = ((missing, "of the released file: missing"), (further, "of this file: not in the released one"))
    found = [
        Diagnostic(
            codes.ALTERED_PAGES,
            f"{pages_in_words(at + 1 for at in pages)} {words}",
            span,
            hint="ask for a new file",
        )
        for pages, words in lost
        if pages
    ]
    for here, there in pairs:
        place = places[here]
        if here not in sound and place is not None:
            instead[there] = place
        elif here not in sound:
            found.append(_otherwise(kept, here, there, seen[there], span))
    if other := [at for at, place in enumerate(places, 1) if place is None]:
        message = (
            f"casekit {kept.by} released this booklet; now {pages_in_words(other)} of it would be set or worded otherwise."
            " The file is held against the pages that were released"
        )
        found.append(
            Diagnostic(codes.OTHER_LAYOUT, message, span, hint="see `casekit errata` for changes of texts")
        )
    return BesideReleased(today, instead, tuple(found))


def _paired(
    kept: Sequence[SeenPage], seen: Sequence[SeenPage]
) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """The pages that are each other's, those that are missing and those that were not released; all count from 0."""
    texts = SequenceMatcher(None, [page.text for page in kept], [page.text for page in seen], autojunk=False)
    pairs: list[tuple[int, int]] = []
    missing: list[int] = []
    further: list[int] = []
    for _, start, end, first, last in texts.get_opcodes():
        both = min(end - start, last - first)
        pairs += zip(range(start, start + both), range(first, first + both), strict=True)
        missing += range(start + both, end)
        further += range(first + both, last)
    return pairs, missing, further


def _place_of(page: SeenPage, pages: Sequence[SeenPage]) -> int | None:
    """The place of a page that is read and seen as one."""
    return next((at for at, each in enumerate(pages) if page.is_like(each)), None)


def _otherwise(kept: KeptPages, here: int, there: int, page: SeenPage, span: Span) -> Diagnostic:
    """That a page is not as it was released, and where."""
    squares = kept.pages[here].unlike(page)
    rows, columns = ([each(at, page.across) for at in squares] for each in (int.__floordiv__, int.__mod__))
    where = ": other letters"
    if squares:
        left, right, top, bottom = (
            _SQUARE * edge for edge in (min(columns), max(columns) + 1, min(rows), max(rows) + 1)
        )
        where = f": something else {left} to {right} mm from the left and {top} to {bottom} mm from the top"
    numbers = kept.numbers[here]
    among = (
        f", on the page of the number{'s' if numbers[1:] else ''} {'–'.join(map(str, dict.fromkeys((numbers[0], numbers[-1]))))}"
        if numbers
        else ""
    )
    message = f"{pages_in_words([there + 1])} is not as it was released{where}{among}"
    return Diagnostic(codes.ALTERED_PLACE, message, span, hint="look at the page, and ask for a new file")


def with_pages(theirs: bytes, ours: bytes, instead: Mapping[int, int]) -> bytes:
    """Their file with some of its pages as they are in ours; both count from 0."""
    made = BytesIO()
    with opened(theirs) as file, opened(ours) as today:
        for there, here in instead.items():
            page, new = file.pages[there].obj, today.pages[here].obj
            for key in _PAINTED:
                if key in page:
                    del page[key]
                if key in new:
                    page[key] = file.copy_foreign(today.make_indirect(new[key]))
        file.save(made)
    return made.getvalue()
