"""A file compared with the pages that were released, and with those that casekit sets now.

Today's casekit may set a booklet differently from the one that released it. That is not damage, and is
reported by itself.
"""

from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from hashlib import sha256
from io import BytesIO
from math import ceil
from typing import NamedTuple

import numpy as np

from casekit.diagnostics import Finding, Span, codes
from casekit.print.comparison.differences import pages_in_words
from casekit.print.comparison.page_matching import fingerprint
from casekit.print.comparison.rendering import rendering
from casekit.print.content.papers import PRINT_SHOP, Variant
from casekit.print.numbers.released_pages import KeptPages, SeenPage
from casekit.print.preflight import ink_checks, pdf_opening
from casekit.print.preflight.printed_text import normalise
from casekit.system import executors, sandbox

# Millimetres of the sides of the squares whose shades are kept.
_SQUARE_MM = 8
# The parts of a page object that decide what is seen of it.
_PAINTED_KEYS = ("/Contents", "/Resources", "/MediaBox", "/CropBox", "/BleedBox", "/TrimBox", "/Rotate")


class _PairedPages(NamedTuple):
    """Released pages and those of a file, by their indexes."""

    pairs: list[tuple[int, int]]
    """Pages that are each other's: the released one, and that of the file."""
    missing: list[int]
    """Released pages that are not in the file."""
    added: list[int]
    """Pages of the file that were not released."""


def seen_pages(pdf: bytes, variant: Variant) -> list[SeenPage]:
    """The pages of a file as they are recognised; of one for a press the inks count."""
    pages = []
    with rendering(ink_checks.without_profiles(pdf) if variant == PRINT_SHOP else pdf) as file:
        for index in range(len(file)):
            sandbox.report_progress(f"page {index + 1}")
            with file.leaf(index) as leaf:
                pages.append(_seen_page(leaf.picture, leaf.text()))
    return pages


def _seen_page(picture: np.ndarray, text: str) -> SeenPage:
    # A shade for each square millimetre, filled up to whole squares.
    shades = fingerprint(1, picture, "").shades
    height, width = shades.shape
    side = _SQUARE_MM
    rows, columns = ceil(height / side), ceil(width / side)
    padded = np.pad(shades, ((0, rows * side - height), (0, columns * side - width)))
    squares = padded.reshape(rows, side, columns, side).mean(axis=(1, 3)).astype(np.uint8)
    letters = "".join(filter(str.isprintable, normalise(text)))
    return SeenPage(sha256(letters.encode("utf-8", "replace")).hexdigest()[:32], columns, squares.tobytes())


def beside_released(
    kept: KeptPages, today: bytes, theirs: bytes, span: Span, variant: Variant
) -> tuple[Mapping[int, int], tuple[Finding, ...]] | None:
    """A file beside the pages that were released: today's pages to look at instead of some of theirs.

    Pages count from 0; ``today`` is the file as casekit sets it on the released pages now.

    A page that is as it was then, or as today's casekit sets it on the old pages, is sound. Any other is
    compared with today's page if that is the released one, so that every difference can be named; otherwise
    only the place of its differences is known.

    Returns:
        Those pages, and findings on the rest; ``None`` if it is another printing, most of whose pages are not
        those that were released, or if nobody can look at it.
    """
    try:
        rows = sandbox.read(seen_pages, theirs, variant)
    except (sandbox.SandboxError, executors.TaskError):
        return None
    seen = [SeenPage(text, across, b64decode(shades)) for text, across, shades in rows]
    ours = seen_pages(today, variant)
    pairs, missing, added = _paired_pages(kept.pages, seen)
    reset = _pages_as_set_today(seen, kept.pages, ours)
    sound = {here for here, there in pairs if there in reset or kept.pages[here].is_like(seen[there])}
    if 2 * len(sound) < len(kept.pages):
        return None
    places = [_place_of(page, ours) for page in kept.pages]
    instead: dict[int, int] = {}
    findings = [*_page_findings(missing, added, span)]
    for here, there in pairs:
        if here in sound:
            continue
        place = places[here]
        if place is not None:
            instead[there] = place
        else:
            findings.append(_altered_page(kept, here, there, seen[there], span))
    set_differently = [number for number, place in enumerate(places, 1) if place is None]
    if set_differently:
        findings.append(_other_layout(kept, set_differently, span))
    return instead, tuple(findings)


def _pages_as_set_today(
    seen: Sequence[SeenPage], kept: Sequence[SeenPage], ours: Sequence[SeenPage]
) -> set[int]:
    """The pages that were not released, but are as today's casekit sets them.

    A released page that is out of its place is not one of them, even if today's casekit sets it too.
    """
    reset = set()
    for at, page in enumerate(seen):
        if _place_of(page, kept) is None and _place_of(page, ours) is not None:
            reset.add(at)
    return reset


def _page_findings(missing: Sequence[int], added: Sequence[int], span: Span) -> Iterator[Finding]:
    """Findings on pages that are missing and on those that were not released; they count from 0."""
    groups = ((missing, "of the released file: missing"), (added, "of this file: not in the released one"))
    for pages, words in groups:
        if pages:
            message = f"{pages_in_words(at + 1 for at in pages)} {words}"
            yield codes.ALTERED_PAGES.at(span, message, hint="ask for a new file")


def _other_layout(kept: KeptPages, pages: Sequence[int], span: Span) -> Finding:
    """The finding that today's casekit would set pages, which count from 1, differently."""
    message = (
        f"casekit {kept.by} released this booklet; now {pages_in_words(pages)} of it would be set or worded otherwise."
        " The file is held against the pages that were released"
    )
    return codes.OTHER_LAYOUT.at(span, message, hint="see `casekit errata` for changes of texts")


def _paired_pages(kept: Sequence[SeenPage], seen: Sequence[SeenPage]) -> _PairedPages:
    """Pair pages in their order: those with the same text, and those between them."""
    texts = SequenceMatcher(None, [page.text for page in kept], [page.text for page in seen], autojunk=False)
    pairs: list[tuple[int, int]] = []
    missing: list[int] = []
    added: list[int] = []
    for _, start, end, seen_start, seen_end in texts.get_opcodes():
        count = min(end - start, seen_end - seen_start)
        pairs += zip(range(start, start + count), range(seen_start, seen_start + count), strict=True)
        missing += range(start + count, end)
        added += range(seen_start + count, seen_end)
    return _PairedPages(pairs, missing, added)


def _place_of(page: SeenPage, pages: Sequence[SeenPage]) -> int | None:
    """The place of a page that is read and seen as one."""
    return next((at for at, other in enumerate(pages) if page.is_like(other)), None)


def _altered_page(kept: KeptPages, here: int, there: int, page: SeenPage, span: Span) -> Finding:
    """The finding that a page is not as it was released, and where."""
    squares = kept.pages[here].unlike(page)
    where = ": other letters"
    if squares:
        rows = [square // page.across for square in squares]
        columns = [square % page.across for square in squares]
        left, right = _SQUARE_MM * min(columns), _SQUARE_MM * (max(columns) + 1)
        top, bottom = _SQUARE_MM * min(rows), _SQUARE_MM * (max(rows) + 1)
        where = f": something else {left} to {right} mm from the left and {top} to {bottom} mm from the top"
    numbers = kept.numbers[here]
    among = ""
    if numbers:
        ends = "–".join(map(str, dict.fromkeys((numbers[0], numbers[-1]))))
        among = f", on the page of the number{'s' if numbers[1:] else ''} {ends}"
    message = f"{pages_in_words([there + 1])} is not as it was released{where}{among}"
    return codes.ALTERED_PLACE.at(span, message, hint="look at the page, and ask for a new file")


def with_pages(theirs: bytes, ours: bytes, instead: Mapping[int, int]) -> bytes:
    """Their file with some of its pages as they are in ours; both count from 0."""
    changed_file = BytesIO()
    with pdf_opening.opened(theirs) as file, pdf_opening.opened(ours) as today:
        for there, here in instead.items():
            page, new = file.pages[there].obj, today.pages[here].obj
            for key in _PAINTED_KEYS:
                if key in page:
                    del page[key]
                if key in new:
                    page[key] = file.copy_foreign(today.make_indirect(new[key]))
        file.save(changed_file)
    return changed_file.getvalue()
