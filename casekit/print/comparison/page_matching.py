"""Which page of one file is which of another, whatever was dropped, doubled, exchanged or inserted.

And a file beside released pages: today's casekit may set a booklet otherwise than the one that released it.
That is not damage, and is listed apart.
"""

from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from hashlib import sha256
from io import BytesIO

import numpy as np

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.print.comparison.differences import DifferenceKind, PageDifference, pages_in_words
from casekit.print.comparison.rendering import Picture, rendering
from casekit.print.content.papers import PRINT_SHOP, Variant
from casekit.print.numbers.released_pages import KeptPages, SeenPage
from casekit.print.preflight import ink_checks, pdf_opening
from casekit.print.preflight.page_texts import normalise
from casekit.system import executors, sandbox
from casekit.values import frozen

SIDE = 6
"""Dots of the sides of the squares of a sketch: a millimetre."""
_SAME = 0.5
_SURE = 0.75
_EQUAL = 0.98
_SHADE = 12
_LETTERS = 10


@frozen
class PageFingerprint:
    """A page as far as it is needed to recognise it.

    Its number, which counts from 1, its shades of grey, and the pieces of its text.
    """

    number: int
    shades: np.ndarray
    pieces: frozenset[str]
    is_blank: bool


def sketch(number: int, picture: Picture, text: str) -> PageFingerprint:
    """The sketch of a page."""
    rows, columns = picture.shape[0] // SIDE, picture.shape[1] // SIDE
    grey = picture[: rows * SIDE, : columns * SIDE].mean(axis=2).reshape(rows, SIDE, columns, SIDE)
    shades = (255 - grey.mean(axis=(1, 3))).astype(np.uint8)
    joined = "".join(text.split())
    pieces = frozenset(joined[at : at + _LETTERS] for at in range(len(joined) - _LETTERS + 1))
    return PageFingerprint(number, shades, pieces, bool(shades.max(initial=0) < _SHADE))


def likeness(one: PageFingerprint, other: PageFingerprint) -> float:
    """How much two pages are alike, from 0 to 1."""
    if one.is_blank or other.is_blank:
        return float(one.is_blank and other.is_blank)
    if one.pieces and other.pieces:
        return len(one.pieces & other.pieces) / max(len(one.pieces), len(other.pieces))
    rows, columns = (min(pair) for pair in zip(one.shades.shape, other.shades.shape, strict=True))
    here, there = (page.shades[:rows, :columns].astype(np.int16) for page in (one, other))
    return float(1 - np.abs(here - there).sum() / max(1, np.maximum(here, there).sum()))


def pair(
    ours: Sequence[PageFingerprint], theirs: Sequence[PageFingerprint]
) -> tuple[list[tuple[int, int]], tuple[PageDifference, ...]]:
    """Find the pairs of pages of two files, by their numbers, and what is to be reported of the others."""
    like = _likenesses(ours, theirs)
    in_order = dict(_in_order(like))
    elsewhere = _changed_about(like, in_order)
    lost = [at for at in range(len(ours)) if at not in in_order]
    more = [at for at in range(len(theirs)) if at not in in_order.values()]
    in_order = {mine: yours for mine, yours in in_order.items() if mine not in elsewhere}
    for at in lost:
        best = max(more, key=lambda place: (like[at, place], -abs(at - place)), default=None)
        if best is not None and like[at, best] >= _SURE and not ours[at].is_blank:
            elsewhere[at] = best
            more.remove(best)
    lost = [at for at in lost if at not in elsewhere]
    instead = dict(_in_place(lost, more, in_order))
    missing = [at for at in lost if at not in instead]
    further = [at for at in more if at not in instead.values()]
    messages = (
        *_exchanged(elsewhere, in_order, ours, theirs),
        *_missing(missing, ours),
        *_further(further, theirs, ours, like),
    )
    differences = tuple(PageDifference(DifferenceKind.PAGE, 0, words) for words in messages)
    pairs = sorted({**in_order, **elsewhere, **instead}.items())
    return [(ours[mine].number, theirs[yours].number) for mine, yours in pairs], differences


def _likenesses(ours: Sequence[PageFingerprint], theirs: Sequence[PageFingerprint]) -> np.ndarray:
    """How much each page of ours, a row, is like each of theirs, a column."""
    like = np.zeros((len(ours), len(theirs)))
    for row, mine in enumerate(ours):
        for column, yours in enumerate(theirs):
            like[row, column] = likeness(mine, yours)
    return like


def _changed_about(like: np.ndarray, in_order: dict[int, int]) -> dict[int, int]:
    """Pairs of pages that are alike, and still more so if they are exchanged."""
    unsure = [(one, other) for one, other in in_order.items() if like[one, other] < _EQUAL]
    exchanged: dict[int, int] = {}
    for at, (one, other) in enumerate(unsure):
        for further, another in unsure[at + 1 :]:
            if like[one, another] >= _EQUAL and like[further, other] >= _EQUAL:
                exchanged |= {one: another, further: other}
    return exchanged


def _in_order(like: np.ndarray) -> list[tuple[int, int]]:
    """The longest and most alike pages that have one order in both files (Needleman and Wunsch, 1970)."""
    rows, columns = like.shape
    worth = np.where(like >= _SAME, like, -1.0)
    best = np.zeros((rows + 1, columns + 1))
    for row in range(rows):
        for column in range(columns):
            best[row + 1, column + 1] = max(
                best[row, column] + worth[row, column], best[row, column + 1], best[row + 1, column]
            )
    pairs = []
    row, column = rows, columns
    while row and column:
        if best[row, column] == best[row - 1, column]:
            row -= 1
        elif best[row, column] == best[row, column - 1]:
            column -= 1
        else:
            row, column = row - 1, column - 1
            pairs.append((row, column))
    return pairs[::-1]


def _in_place(lost: list[int], more: list[int], in_order: dict[int, int]) -> Iterator[tuple[int, int]]:
    """Pages of nobody's that have the places of pages that are lost: between the same neighbours."""
    for at in lost:
        before = max((one for one in in_order if one < at), default=-1)
        after = min((one for one in in_order if one > at), default=None)
        low = in_order.get(before, -1)
        gap = [other for other in more if low < other and (after is None or other < in_order[after])]
        missing = [other for other in lost if before < other and (after is None or other < after)]
        if len(gap) == len(missing):
            yield at, gap[missing.index(at)]


def _exchanged(
    elsewhere: dict[int, int],
    in_order: dict[int, int],
    ours: Sequence[PageFingerprint],
    theirs: Sequence[PageFingerprint],
) -> Iterator[str]:
    everywhere = {ours[one].number: theirs[other].number for one, other in {**in_order, **elsewhere}.items()}
    reported: set[int] = set()
    for page in sorted(ours[one].number for one in elsewhere):
        if page in reported:
            continue
        place = everywhere[page]
        if everywhere.get(place) == page:
            reported |= {page, place}
            yield f"{pages_in_words([page, place])} are exchanged"
        else:
            yield f"page {page} is in another place: it is page {place} of the file"


def _missing(lost: list[int], ours: Sequence[PageFingerprint]) -> Iterator[str]:
    for blank in (False, True):
        pages = [ours[at].number for at in lost if ours[at].is_blank is blank]
        if pages:
            verb = "is" if len(pages) == 1 else "are"
            aside = f", which {verb} blank," if blank else ""
            yield f"{pages_in_words(pages)}{aside} {verb} missing"


def _further(
    more: list[int], theirs: Sequence[PageFingerprint], ours: Sequence[PageFingerprint], like: np.ndarray
) -> Iterator[str]:
    """Pages that are too many."""
    blank = [theirs[at].number for at in more if theirs[at].is_blank]
    if blank:
        many = f"{len(blank)} blank pages are" if len(blank) > 1 else "a blank page is"
        yield f"{many} inserted: {pages_in_words(blank)} of the file"
    for at in more:
        if theirs[at].is_blank:
            continue
        number = theirs[at].number
        first = int(np.argmax(like[:, at])) if len(ours) else 0
        if len(ours) and like[first, at] >= _SURE:
            yield f"page {ours[first].number} is there twice, again as page {number} of the file"
        else:
            yield f"page {number} of the file does not belong there"


_SQUARE = 8
"""Millimetres of the sides of the squares whose shades are kept."""
_PAINTED = ("/Contents", "/Resources", "/MediaBox", "/CropBox", "/BleedBox", "/TrimBox", "/Rotate")
"""The parts of a page object that decide what is seen of it."""


def seen_pages(pdf: bytes, variant: Variant) -> list[SeenPage]:
    """The pages of a file as they are recognised; of one for a press the inks count."""
    pages = []
    with rendering(ink_checks.without_profiles(pdf) if variant == PRINT_SHOP else pdf) as file:
        for at in range(len(file)):
            sandbox.report_progress(f"page {at + 1}")
            with file.leaf(at) as leaf:
                pages.append(_seen_page(leaf.picture, leaf.text()))
    return pages


def _seen_page(picture: np.ndarray, text: str) -> SeenPage:
    shades = sketch(1, picture, "").shades
    rows, columns = (-(-side // _SQUARE) for side in shades.shape)
    wide = np.pad(shades, ((0, rows * _SQUARE - shades.shape[0]), (0, columns * _SQUARE - shades.shape[1])))
    squares = wide.reshape(rows, _SQUARE, columns, _SQUARE).mean(axis=(1, 3)).astype(np.uint8)
    letters = "".join(filter(str.isprintable, normalise(text)))
    return SeenPage(sha256(letters.encode("utf-8", "replace")).hexdigest()[:32], columns, squares.tobytes())


def beside_released(
    kept: KeptPages, today: bytes, theirs: bytes, span: Span, variant: Variant
) -> tuple[Mapping[int, int], tuple[Diagnostic, ...]] | None:
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
    pairs, missing, further = _paired(kept.pages, seen)
    reset = _set_anew(seen, kept.pages, ours)
    sound = {here for here, there in pairs if there in reset or kept.pages[here].is_like(seen[there])}
    if 2 * len(sound) < len(kept.pages):
        return None
    places = [_place_of(page, ours) for page in kept.pages]
    instead: dict[int, int] = {}
    findings = [*_lost_pages(missing, further, span)]
    for here, there in pairs:
        if here in sound:
            continue
        place = places[here]
        if place is not None:
            instead[there] = place
        else:
            findings.append(_altered_page(kept, here, there, seen[there], span))
    other = [at for at, place in enumerate(places, 1) if place is None]
    if other:
        findings.append(_other_layout(kept, other, span))
    return instead, tuple(findings)


def _set_anew(seen: Sequence[SeenPage], kept: Sequence[SeenPage], ours: Sequence[SeenPage]) -> set[int]:
    """The pages that were not released, but are as today's casekit sets them.

    A released page that is out of its place is not one of them, even if today's casekit sets it too.
    """
    reset = set()
    for at, page in enumerate(seen):
        if _place_of(page, kept) is None and _place_of(page, ours) is not None:
            reset.add(at)
    return reset


def _lost_pages(missing: Sequence[int], further: Sequence[int], span: Span) -> Iterator[Diagnostic]:
    """Findings for pages that are missing and for those that were not released; they count from 0."""
    groups = ((missing, "of the released file: missing"), (further, "of this file: not in the released one"))
    for pages, words in groups:
        if pages:
            message = f"{pages_in_words(at + 1 for at in pages)} {words}"
            yield codes.ALTERED_PAGES.at(span, message, hint="ask for a new file")


def _other_layout(kept: KeptPages, pages: Sequence[int], span: Span) -> Diagnostic:
    """That today's casekit would set pages, which count from 1, otherwise."""
    message = (
        f"casekit {kept.by} released this booklet; now {pages_in_words(pages)} of it would be set or worded otherwise."
        " The file is held against the pages that were released"
    )
    return codes.OTHER_LAYOUT.at(span, message, hint="see `casekit errata` for changes of texts")


def _paired(
    kept: Sequence[SeenPage], seen: Sequence[SeenPage]
) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """The pages that are each other's, those that are missing and those that were not released, from 0."""
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
    return next((at for at, other in enumerate(pages) if page.is_like(other)), None)


def _altered_page(kept: KeptPages, here: int, there: int, page: SeenPage, span: Span) -> Diagnostic:
    """That a page is not as it was released, and where."""
    squares = kept.pages[here].unlike(page)
    where = ": other letters"
    if squares:
        rows = [at // page.across for at in squares]
        columns = [at % page.across for at in squares]
        left, right = _SQUARE * min(columns), _SQUARE * (max(columns) + 1)
        top, bottom = _SQUARE * min(rows), _SQUARE * (max(rows) + 1)
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
    made = BytesIO()
    with pdf_opening.opened(theirs) as file, pdf_opening.opened(ours) as today:
        for there, here in instead.items():
            page, new = file.pages[there].obj, today.pages[here].obj
            for key in _PAINTED:
                if key in page:
                    del page[key]
                if key in new:
                    page[key] = file.copy_foreign(today.make_indirect(new[key]))
        file.save(made)
    return made.getvalue()
