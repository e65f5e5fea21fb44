"""All checks of a finished file: whether it can be read, what it says, and what its variant asks."""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, pairwise
from typing import Literal

from pikepdf import Pdf

from casekit.diagnostics import Finding, Span, codes
from casekit.print.content.booklet import Booklet
from casekit.print.content.papers import (
    ACCESSIBLE,
    MOST_LETTERS_SHOWN,
    PLAIN,
    POINTS_PER_MM,
    PRINT_SHOP,
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
from casekit.values.grouping import grouped

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

PageCheck = Callable[[Sequence[Page], Format], Iterable[Finding]]
"""The pages that were read and what they should be, to findings."""
_SHEETS, _PROOF = "sheets", "proof"
_PROOF_EDGE = 12.0
"""Millimetres that a proof shows around each page."""
_ROUNDING = 1.0


def inspect(
    pdf: bytes, booklet: Booklet, numbers: Mapping[str, int], variant: Variant = PLAIN
) -> tuple[Finding, ...]:
    """Look at a finished booklet, made by anybody, beside what it was made from.

    That is its content and the number of each paragraph key.
    """
    wanted = Format.bound(booklet.paper, booklet.span, booklet.language)
    looks: tuple[PageCheck, ...] = (
        _strayed,
        _hidden,
        lambda pages, _: check_reading(pages, booklet, numbers),
    )
    return _inspect(pdf, wanted, _checks(variant, bound=True), looks)


def inspect_piece(pdf: bytes, wanted: ExpectedLayout, variant: Variant = PLAIN) -> tuple[Finding, ...]:
    """The same for what is not a booklet: its fonts, its edges, and whether each page shows its texts."""
    looks: tuple[PageCheck, ...] = (_strayed, _hidden, lambda pages, _: _missing_texts(pages, wanted))
    return _inspect(pdf, wanted.format, _checks(variant), looks)


def first_look(pdf: bytes, span: Span) -> tuple[tuple[Finding, ...], str]:
    """A finding at ``span`` if these bytes cannot be looked at any further.

    And the name of the variant that they are most likely of.
    """
    # One for a press has an output intent, one for screen readers has tags.
    signs = {PRINT_SHOP.name: "/OutputIntents", ACCESSIBLE.name: "/StructTreeRoot"}
    names: list[str] = asked_of(
        pdf, lambda file: [name for name, key in signs.items() if key in file.Root], []
    )
    return refuse(pdf, span), next(iter(names), PLAIN.name)


def look_at_objects(
    pdf: bytes, wanted: Format, variant: Variant, kind: Literal["bound", "loose"]
) -> tuple[tuple[Finding, ...], bool]:
    """Look at a finished file whose pages are compared with pages that have been read back (``seen``).

    What is looked at is what its objects are, and what nobody sees.

    Of sheets to be folded, and of proofs, the objects are looked at alone: what they show was read back when
    they were made (``produce``). A booklet is ``bound``, and so is what was made from one.

    Returns:
        The findings, and whether other letters are shown instead of all of ours.
    """
    bound = kind == "bound"
    layout = _kind(pdf, wanted) if bound else ""
    checks = _ADDITIONS if layout else _checks(variant, bound=bound)
    if layout == _SHEETS and variant == PRINT_SHOP:
        checks = (*_ADDITIONS, *_INKS)
    findings = _inspect(pdf, wanted, checks, () if layout else (_hidden,))
    lacks_fonts = any(finding.code is codes.FONT_NOT_EMBEDDED for finding in findings)
    return findings, lacks_fonts and lacks_our_letters(pdf)


def _kind(pdf: bytes, wanted: Format) -> str:
    """The kind of a file by the size of its pages.

    Sheets have two upright pages side by side; a proof has an edge around each page. Empty for plain pages
    and broken files.
    """
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


def not_told(objects: Iterable[Finding], told: Sequence[Finding]) -> tuple[Finding, ...]:
    """Findings of a file without what the comparison of its pages ``told``."""
    reported = {finding.code for finding in told}
    heard = _HEARD if codes.UNLIKE_TEXT in reported else ()
    broken = {codes.UNREADABLE_PDF} & reported
    others = [finding for finding in objects if finding.code not in broken]
    return tuple(finding for finding in others if not finding.message.startswith(heard))


def _checks(variant: Variant, *, bound: bool = False) -> tuple[FileCheck, ...]:
    return (*_ALWAYS, *_CHECKS[variant.name], *((whole_sheets,) if bound and variant == PRINT_SHOP else ()))


def _inspect(
    pdf: bytes, wanted: Format, checks: Iterable[FileCheck], looks: Iterable[PageCheck] = ()
) -> tuple[Finding, ...]:
    """Findings of a file; its pages are read if anything looks at them."""
    try:
        with opened(pdf) as file:
            findings: list[Finding] = []
            for check in (*checks, _language, unembedded):
                findings += check(file, wanted)
            if not looks:
                return tuple(findings)
            pages = read_pages(pdf, size=(wanted.width * POINTS_PER_MM, wanted.height * POINTS_PER_MM))
        for look in looks:
            findings += look(pages, wanted)
        return tuple(findings)
    except RefusedFileError as refused:
        return (unreadable(refused, wanted.span),)


def _language(file: Pdf, wanted: Format) -> Iterator[Finding]:
    """Whether screen readers are given another language."""
    language = str(file.Root.get("/Lang", ""))
    if language and wanted.language and language.casefold() != wanted.language.casefold():
        message = f"the file says that its language is {language!r} instead of {wanted.language!r}"
        yield codes.WRONG_LANGUAGE.at(wanted.span, message)


def _hidden(pages: Sequence[Page], wanted: Format) -> Iterator[Finding]:
    """Text that nobody sees and that can be found, copied or heard.

    One finding for each page and way to hide it.
    """
    for number, page in enumerate(pages, 1):
        texts_by_way = grouped((how, fragment.text.strip()) for fragment, how in page.hidden)
        for how, texts in texts_by_way.items():
            text = " ".join(texts)
            message = f"page {number} has text that nobody sees, {how}: “{text[:MOST_LETTERS_SHOWN]}”"
            yield codes.HIDDEN_TEXT.at(wanted.span, message)


def _missing_texts(pages: Sequence[Page], wanted: ExpectedLayout) -> tuple[Finding, ...]:
    """Too many or too few pages, and texts that are not on theirs as often as they should be.

    Of several layouts that will do, the one that the pages are most like counts.
    """
    read = [painted(page.fragments) for page in pages]
    turned = [_painted_upside_down(page) for page in pages]
    fitting = [layout for layout in wanted.layouts if len(layout) == len(pages)]
    if not fitting:
        counts = " or ".join(str(count) for count in dict.fromkeys(map(len, wanted.layouts)))
        message = f"there are {len(pages)} pages instead of {counts}"
        return (codes.MISPLACED_PAGE.at(wanted.format.span, message),)
    span = wanted.format.span
    return min((tuple(_unlike_layout(read, turned, layout, span)) for layout in fitting), key=len)


def _painted_upside_down(page: Page) -> str:
    return painted(fragment for fragment in page.fragments if fragment.turned)


def _unlike_layout(
    read: Sequence[str], turned: Sequence[str], layout: Sequence[Sequence[str]], span: Span
) -> Iterator[Finding]:
    """Texts that are not on their page of a layout, or upside down by mistake.

    Texts were painted one after the other, however lines are broken.
    """
    for number, (page, upside_down, texts) in enumerate(zip(read, turned, layout, strict=True), 1):
        for lost in lacking(page, texts):
            yield codes.MISSING_TEXT.at(span, f"page {number} lacks {lost}")
        expected = [text for text in texts if isinstance(text, UpsideDownText) and text.strip()]
        if upside_down and not expected:
            yield codes.MISPLACED_PAGE.at(span, f"page {number} has text upside down")
        for text in expected:
            if plain(text) not in upside_down:
                message = f"page {number} has “{text[:MOST_LETTERS_SHOWN]}” upright"
                yield codes.MISPLACED_PAGE.at(span, message)


def _strayed(pages: Sequence[Page], wanted: Format) -> Iterator[Finding]:
    """Text that the knife cuts off or that runs out of its margins, and text over other text.

    One finding of each kind for the upright lines of a page, and for those that are upside down.
    """
    for number, page in enumerate(pages, 1):
        for turned, lines in ((False, page.upright), (True, page.turned)):
            # Whoever reads a page upside down has the inner margin at the other side.
            is_left = number % 2 != turned
            left, right = (wanted.inner, wanted.outer) if is_left else (wanted.outer, wanted.inner)
            across = (left * POINTS_PER_MM, page.width - right * POINTS_PER_MM)
            fragments = [*chain.from_iterable(lines)]
            if not turned:
                fragments = [part for part in fragments if not in_strip(part, page.width, wanted.strip)]
            outside = next((part for part in fragments if not _within(part, across, page.height)), None)
            if outside:
                where = "margins" if left or right else "edges"
                message = f"page {number} has text outside its {where}: “{_start(outside)}”"
                yield codes.TEXT_OUTSIDE_PAGE.at(wanted.span, message)
            pairs = chain.from_iterable(map(pairwise, lines))
            over = next(((one, following) for one, following in pairs if _meet(one, following)), None)
            if over:
                message = f"on page {number} “{_start(over[0])}” runs into “{_start(over[1])}”"
                yield codes.OVERLAPPING_TEXT.at(wanted.span, message)


def _within(fragment: Fragment, across: tuple[float, float], height: float) -> bool:
    left, right = across
    inside = left - fragment.slack <= fragment.x and fragment.x + fragment.width <= right + fragment.slack
    return inside and -_ROUNDING <= fragment.y <= height + _ROUNDING


def _meet(one: Fragment, following: Fragment) -> bool:
    """Whether a fragment goes on where the next has begun; an accent of another font is over its letter."""
    return not all(map(unicodedata.combining, following.text.strip())) and one.runs_into(following)


def _start(fragment: Fragment) -> str:
    return fragment.text.strip()[:MOST_LETTERS_SHOWN]
