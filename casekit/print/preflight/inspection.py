"""Everything that is looked at in a finished file: whether it can be read, what it says, and what its variant asks."""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Literal

from pikepdf import Pdf

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.print.content.booklet import Booklet
from casekit.print.content.papers import (
    ACCESSIBLE,
    PLAIN,
    POINTS_PER_MM,
    PRINT_SHOP,
    SHOWN,
    ExpectedLayout,
    Format,
    UpsideDownText,
    Variant,
)
from casekit.print.preflight.booklet_check import check_reading
from casekit.print.preflight.file_checks import (
    FileCheck,
    additions_to_file,
    additions_to_page,
    bleed_boxes,
    by_fault,
    lacks_our_letters,
    output_intent,
    tags,
    trimmed_size,
    unembedded,
    whole_sheets,
)
from casekit.print.preflight.ink_checks import inks_by_profile, printed_things
from casekit.print.preflight.page_texts import Fragment, Page, in_strip, lacking, painted, plain, read_pages
from casekit.print.preflight.pdf_opening import (
    Box,
    RefusedFileError,
    asked_of,
    box_of,
    opened,
    present,
    refuse,
    unreadable,
)

_ADDITIONS: tuple[FileCheck, ...] = (partial(by_fault, additions_to_page), additions_to_file)
_INKS: tuple[FileCheck, ...] = (partial(by_fault, printed_things), partial(by_fault, inks_by_profile))
_ALWAYS: tuple[FileCheck, ...] = (partial(by_fault, trimmed_size), *_ADDITIONS)
_CHECKS: Mapping[str, tuple[FileCheck, ...]] = {
    PLAIN.name: (),
    PRINT_SHOP.name: (partial(by_fault, bleed_boxes), *_INKS, output_intent),
    ACCESSIBLE.name: (tags,),
}
"""Checks of a file besides, by the name of its variant."""

_HEARD = (
    "a picture is",
    "a table has",
    "a heading",
    "the tags are",
    "the file's information and its metadata",
)
"""How findings begin on tags and titles that are wrong in themselves, and then other than ours too."""

PageCheck = Callable[[Sequence[Page], Format], Iterable[Diagnostic]]
"""The pages that were read and what they should be, to findings."""
_SHEETS, _PROOF = "sheets", "proof"
_PROOF_EDGE = 12.0
"""Millimetres that a proof shows around each page."""
_ROUNDING = 1.0


def inspect(
    pdf: bytes, booklet: Booklet, numbers: Mapping[str, int], variant: Variant = PLAIN
) -> tuple[Diagnostic, ...]:
    """Look at a finished booklet, made by anybody, beside what it was made from: its content and the number of each paragraph key."""
    wanted = Format.bound(booklet.paper, booklet.span, booklet.language)
    looks: tuple[PageCheck, ...] = (
        _strayed,
        _hidden,
        lambda pages, _: check_reading(pages, booklet, numbers),
    )
    return _inspect(pdf, wanted, _checks(variant, bound=True), looks)


def inspect_piece(pdf: bytes, wanted: ExpectedLayout, variant: Variant = PLAIN) -> tuple[Diagnostic, ...]:
    """The same for what is not a booklet: its fonts, its edges, and whether each page shows its texts."""
    looks: tuple[PageCheck, ...] = (_strayed, _hidden, lambda pages, _: _missing_texts(pages, wanted))
    return _inspect(pdf, wanted.format, _checks(variant), looks)


def first_look(pdf: bytes, span: Span) -> tuple[tuple[Diagnostic, ...], str]:
    """A finding at ``span`` if these bytes cannot be looked at any further, and the name of the variant that they are most likely of."""
    # One for a press has an output intent, one for screen readers has tags.
    signs = {PRINT_SHOP.name: "/OutputIntents", ACCESSIBLE.name: "/StructTreeRoot"}
    names: list[str] = asked_of(
        pdf, lambda file: [name for name, key in signs.items() if key in file.Root], []
    )
    return refuse(pdf, span), next(iter(names), PLAIN.name)


def look_at_objects(
    pdf: bytes, wanted: Format, variant: Variant, kind: Literal["bound", "loose"]
) -> tuple[tuple[Diagnostic, ...], bool]:
    """Look at a finished file whose pages are compared with pages that have been read back (``seen``): what its objects are, and what nobody sees.

    Of sheets to be folded, and of proofs, the objects are looked at alone: what they show was read back when they were made
    (``produce``). A booklet is ``bound``, and so is what was made from one.

    Returns:
        The findings, and whether other letters are shown instead of all of ours.
    """
    bound = kind == "bound"
    layout = _kind(pdf, wanted) if bound else ""
    checks = _ADDITIONS if layout else _checks(variant, bound=bound)
    if layout == _SHEETS and variant == PRINT_SHOP:
        checks = (*_ADDITIONS, *_INKS)
    found = _inspect(pdf, wanted, checks, () if layout else (_hidden,))
    return found, any(each.code is codes.FONT_NOT_EMBEDDED for each in found) and lacks_our_letters(pdf)


def _kind(pdf: bytes, wanted: Format) -> str:
    """The kind of a file by the size of its pages: two upright pages side by side on sheets, or a proof; empty for plain pages and broken files."""
    width, height = wanted.width * POINTS_PER_MM, wanted.height * POINTS_PER_MM
    boxes: list[Box] = asked_of(pdf, lambda file: [box_of(page.mediabox) for page in file.pages], [])
    sizes = [(right - left, top - bottom) for left, bottom, right, top in boxes]
    edge = 2 * _PROOF_EDGE * POINTS_PER_MM
    kinds = {
        "": not sizes,
        _SHEETS: all(
            across > upward and across >= 2 * width - _ROUNDING and upward >= height - _ROUNDING
            for across, upward in sizes
        ),
        _PROOF: all(max(abs(w - width - edge), abs(h - height - edge)) <= _ROUNDING for w, h in sizes),
    }
    return next(iter(present(kinds)), "")


def not_told(objects: Iterable[Diagnostic], told: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Findings of a file without what the comparison of its pages ``told``."""
    heard = _HEARD if any(each.code is codes.UNLIKE_TEXT for each in told) else ()
    broken = {codes.UNREADABLE_PDF} & {each.code for each in told}
    return tuple(each for each in objects if each.code not in broken and not each.message.startswith(heard))


def _checks(variant: Variant, *, bound: bool = False) -> tuple[FileCheck, ...]:
    return (*_ALWAYS, *_CHECKS[variant.name], *((whole_sheets,) if bound and variant == PRINT_SHOP else ()))


def _inspect(
    pdf: bytes, wanted: Format, checks: Iterable[FileCheck], looks: Iterable[PageCheck] = ()
) -> tuple[Diagnostic, ...]:
    """Findings of a file; its pages are read if anything looks at them."""
    try:
        with opened(pdf) as file:
            asked = [found for check in (*checks, _language, unembedded) for found in check(file, wanted)]
            if not looks:
                return tuple(asked)
            pages = read_pages(pdf, size=(wanted.width * POINTS_PER_MM, wanted.height * POINTS_PER_MM))
        return (*asked, *(found for look in looks for found in look(pages, wanted)))
    except RefusedFileError as refused:
        return (unreadable(refused, wanted.span),)


def _language(file: Pdf, wanted: Format) -> Iterator[Diagnostic]:
    """Whether screen readers are given another language."""
    told = str(file.Root.get("/Lang", ""))
    if told and wanted.language and told.casefold() != wanted.language.casefold():
        message = f"the file says that its language is {told!r} instead of {wanted.language!r}"
        yield Diagnostic(codes.WRONG_LANGUAGE, message, wanted.span)


def _hidden(pages: Sequence[Page], wanted: Format) -> Iterator[Diagnostic]:
    """Text that nobody sees and that can be found, copied or heard: one finding a page for each way to hide it."""
    for number, page in enumerate(pages, 1):
        for how in dict.fromkeys(how for _, how in page.hidden):
            text = " ".join(fragment.text.strip() for fragment, each in page.hidden if each == how)
            message = f"page {number} has text that nobody sees, {how}: “{text[:SHOWN]}”"
            yield Diagnostic(codes.HIDDEN_TEXT, message, wanted.span)


def _missing_texts(pages: Sequence[Page], wanted: ExpectedLayout) -> tuple[Diagnostic, ...]:
    """Too many or too few pages, and texts that are not on theirs as often as they should be.

    Of several layouts that will do, the one that the pages are most like counts.
    """
    read = [painted(page.fragments) for page in pages]
    turned = [painted(each for each in page.fragments if each.turned) for page in pages]
    fitting = [layout for layout in wanted.layouts if len(layout) == len(pages)]
    if not fitting:
        counts = " or ".join(str(count) for count in dict.fromkeys(map(len, wanted.layouts)))
        message = f"there are {len(pages)} pages instead of {counts}"
        return (Diagnostic(codes.MISPLACED_PAGE, message, wanted.format.span),)
    return min((tuple(_unlike(read, turned, layout, wanted.format.span)) for layout in fitting), key=len)


def _unlike(
    read: Sequence[str], turned: Sequence[str], layout: Sequence[Sequence[str]], span: Span
) -> Iterator[Diagnostic]:
    """Texts that are not on their page of a layout, or upside down by mistake; texts were painted one after the other, however lines are broken."""
    for number, (page, upside_down, texts) in enumerate(zip(read, turned, layout, strict=True), 1):
        for lost in lacking(page, texts):
            yield Diagnostic(codes.MISSING_TEXT, f"page {number} lacks {lost}", span)
        expected = [text for text in texts if isinstance(text, UpsideDownText) and text.strip()]
        if upside_down and not expected:
            yield Diagnostic(codes.MISPLACED_PAGE, f"page {number} has text upside down", span)
        yield from (
            Diagnostic(codes.MISPLACED_PAGE, f"page {number} has “{text[:SHOWN]}” upright", span)
            for text in expected
            if plain(text) not in upside_down
        )


def _strayed(pages: Sequence[Page], wanted: Format) -> Iterator[Diagnostic]:
    """Text that the knife cuts off or that runs out of its margins, and text over other text: one finding a page each."""
    for number, page in enumerate(pages, 1):
        for turned, lines in ((False, page.upright), (True, page.turned)):
            # Whoever reads a page upside down has the inner margin at the other side.
            is_left = number % 2 != turned
            left, right = (wanted.inner, wanted.outer) if is_left else (wanted.outer, wanted.inner)
            across = (left * POINTS_PER_MM, page.width - right * POINTS_PER_MM)
            fragments = (
                each
                for line in lines
                for each in line
                if turned or not in_strip(each, page.width, wanted.strip)
            )
            outside = next((each for each in fragments if not _within(each, across, page.height)), None)
            if outside:
                where = "margins" if left or right else "edges"
                message = f"page {number} has text outside its {where}: “{_start(outside)}”"
                yield Diagnostic(codes.TEXT_OUTSIDE_PAGE, message, wanted.span)
            pairs = (pair for line in lines for pair in pairwise(line))
            over = next(((one, next_) for one, next_ in pairs if _meet(one, next_)), None)
            if over:
                message = f"on page {number} “{_start(over[0])}” runs into “{_start(over[1])}”"
                yield Diagnostic(codes.OVERLAPPING_TEXT, message, wanted.span)


def _within(fragment: Fragment, across: tuple[float, float], height: float) -> bool:
    left, right = across
    inside = left - fragment.slack <= fragment.x and fragment.x + fragment.width <= right + fragment.slack
    return inside and -_ROUNDING <= fragment.y <= height + _ROUNDING


def _meet(one: Fragment, following: Fragment) -> bool:
    """Whether a fragment of a line goes on where the next has begun; an accent of another font is over its letter."""
    return not all(map(unicodedata.combining, following.text.strip())) and one.runs_into(following)


def _start(fragment: Fragment) -> str:
    return fragment.text.strip()[:SHOWN]
