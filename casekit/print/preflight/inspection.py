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
from casekit.print.preflight.numbered_texts import in_strip
from casekit.print.preflight.page_texts import read_pages
from casekit.print.preflight.pdf_opening import (
    Box,
    RefusedFileError,
    asked_of,
    box_of,
    opened,
    refuse,
    unreadable,
)
from casekit.print.preflight.printed_text import Fragment, Page, lacking, painted, plain
from casekit.values.grouping import grouped

_CHECKS_OF_ADDITIONS: tuple[FileCheck, ...] = (partial(by_fault, additions_to_page), additions_to_file)
_CHECKS_OF_INKS: tuple[FileCheck, ...] = (
    partial(by_fault, printed_things),
    partial(by_fault, inks_by_profile),
)
_CHECKS_OF_EVERY_FILE: tuple[FileCheck, ...] = (partial(by_fault, trimmed_size), *_CHECKS_OF_ADDITIONS)
_CHECKS_OF_VARIANT: Mapping[str, tuple[FileCheck, ...]] = {
    PLAIN.name: (),
    PRINT_SHOP.name: (partial(by_fault, bleed_boxes), *_CHECKS_OF_INKS, output_intent),
    ACCESSIBLE.name: (tags,),
}
"""The further checks of a file, by the name of its variant."""

_BEGINNINGS_ON_SPOKEN_TEXT = (
    "a picture is",
    "a table has",
    "a heading",
    "the tags are",
    "the file's information and its metadata",
)
"""How findings begin on tags and titles that are wrong in themselves, and so differ from ours too."""

PageCheck = Callable[[Sequence[Page], Format], Iterable[Finding]]
"""A check of the pages that were read, beside what they should be."""

_FOLDED_SHEETS = "sheets"
"""The kind of a file of sheets to be folded, each with two pages side by side."""

_PROOF = "proof"
"""The kind of a file of proofs, which show an edge around each page."""

_PROOF_EDGE_MM = 12.0
"""Millimetres that a proof shows around each page."""

_ROUNDING_POINTS = 1.0
"""Points that rounding may add to a length."""


def inspect(
    pdf: bytes, booklet: Booklet, numbers: Mapping[str, int], variant: Variant = PLAIN
) -> tuple[Finding, ...]:
    """Look at a finished booklet, made by anybody, beside what it was made from.

    Args:
        pdf: its bytes.
        booklet: its content.
        numbers: the number of each paragraph, by its key.
        variant: the variant that it should be.
    """
    page_format = Format.bound(booklet.paper, booklet.span, booklet.language)
    page_checks: tuple[PageCheck, ...] = (
        _text_outside_or_overlapping,
        _hidden_text,
        lambda pages, _: check_reading(pages, booklet, numbers),
    )
    return _inspect(pdf, page_format, _file_checks(variant, is_bound=True), page_checks)


def inspect_piece(pdf: bytes, expected: ExpectedLayout, variant: Variant = PLAIN) -> tuple[Finding, ...]:
    """Look at a finished product that is not a booklet: its fonts, its edges, and the texts of each page."""
    page_checks: tuple[PageCheck, ...] = (
        _text_outside_or_overlapping,
        _hidden_text,
        lambda pages, _: _missing_texts(pages, expected),
    )
    return _inspect(pdf, expected.format, _file_checks(variant), page_checks)


def first_look(pdf: bytes, span: Span) -> tuple[tuple[Finding, ...], str]:
    """The findings that keep bytes from being looked at any further, and the name of their likely variant."""
    # A file for a press has an output intent, one for screen readers has tags.
    key_of_variant = {PRINT_SHOP.name: "/OutputIntents", ACCESSIBLE.name: "/StructTreeRoot"}
    variants: list[str] = asked_of(
        pdf, lambda file: [name for name, key in key_of_variant.items() if key in file.Root], []
    )
    return refuse(pdf, span), variants[0] if variants else PLAIN.name


def look_at_objects(
    pdf: bytes, page_format: Format, variant: Variant, kind: Literal["bound", "loose"]
) -> tuple[tuple[Finding, ...], bool]:
    """Look at the objects of a finished file, and at text that nobody sees.

    What its pages show is compared elsewhere (``casekit.print.comparison``). Of sheets to be folded, and of
    proofs, only the objects are looked at: what they show was read back when they were made (``produce``).

    Args:
        pdf: its bytes.
        page_format: what its pages should be.
        variant: the variant that it should be.
        kind: ``bound`` for a booklet and for what is made from one.

    Returns:
        The findings, and whether other letters are shown instead of all of ours.
    """
    is_bound = kind == "bound"
    file_kind = _kind_of_file(pdf, page_format) if is_bound else ""
    checks = _CHECKS_OF_ADDITIONS if file_kind else _file_checks(variant, is_bound=is_bound)
    if file_kind == _FOLDED_SHEETS and variant == PRINT_SHOP:
        checks = (*_CHECKS_OF_ADDITIONS, *_CHECKS_OF_INKS)
    findings = _inspect(pdf, page_format, checks, () if file_kind else (_hidden_text,))
    lacks_fonts = any(finding.code is codes.FONT_NOT_EMBEDDED for finding in findings)
    return findings, lacks_fonts and lacks_our_letters(pdf)


def _kind_of_file(pdf: bytes, page_format: Format) -> str:
    """The kind of a file by the size of its pages; empty for plain pages and broken files."""
    boxes: list[Box] = asked_of(pdf, lambda file: [box_of(page.mediabox) for page in file.pages], [])
    sizes = [(right - left, top - bottom) for left, bottom, right, top in boxes]
    if not sizes:
        return ""
    if all(_is_folded_sheet(width, height, page_format) for width, height in sizes):
        return _FOLDED_SHEETS
    are_proofs = all(_is_proof(width, height, page_format) for width, height in sizes)
    return _PROOF if are_proofs else ""


def _is_folded_sheet(width: float, height: float, page_format: Format) -> bool:
    """Whether a page of this size, in points, has room for two pages of the format side by side."""
    least_width = 2 * page_format.width * POINTS_PER_MM - _ROUNDING_POINTS
    least_height = page_format.height * POINTS_PER_MM - _ROUNDING_POINTS
    return width > height and width >= least_width and height >= least_height


def _is_proof(width: float, height: float, page_format: Format) -> bool:
    """Whether a page of this size, in points, is one of the format with the edges of a proof."""
    edges = 2 * _PROOF_EDGE_MM * POINTS_PER_MM
    is_as_wide = abs(width - page_format.width * POINTS_PER_MM - edges) <= _ROUNDING_POINTS
    is_as_high = abs(height - page_format.height * POINTS_PER_MM - edges) <= _ROUNDING_POINTS
    return is_as_wide and is_as_high


def unreported(findings: Iterable[Finding], comparison: Sequence[Finding]) -> tuple[Finding, ...]:
    """Findings on the objects of a file that the comparison of its pages has not reported.

    Args:
        findings: the findings on the objects.
        comparison: the findings of the comparison.
    """
    reported_codes = {finding.code for finding in comparison}
    left_out_beginnings = _BEGINNINGS_ON_SPOKEN_TEXT if codes.UNLIKE_TEXT in reported_codes else ()
    is_unreadable = codes.UNREADABLE_PDF in reported_codes
    others: list[Finding] = []
    for finding in findings:
        is_repeated = is_unreadable and finding.code is codes.UNREADABLE_PDF
        if not is_repeated and not finding.message.startswith(left_out_beginnings):
            others.append(finding)
    return tuple(others)


def _file_checks(variant: Variant, *, is_bound: bool = False) -> tuple[FileCheck, ...]:
    """The checks of a file of a variant."""
    checks = (*_CHECKS_OF_EVERY_FILE, *_CHECKS_OF_VARIANT[variant.name])
    if is_bound and variant == PRINT_SHOP:
        return (*checks, whole_sheets)
    return checks


def _inspect(
    pdf: bytes, page_format: Format, checks: Iterable[FileCheck], page_checks: Sequence[PageCheck] = ()
) -> tuple[Finding, ...]:
    """The findings of checks on a file; its pages are read if there are checks of pages."""
    try:
        with opened(pdf) as file:
            findings: list[Finding] = []
            for check in (*checks, _other_language, unembedded):
                findings += check(file, page_format)
            if not page_checks:
                return tuple(findings)
            size = (page_format.width * POINTS_PER_MM, page_format.height * POINTS_PER_MM)
            pages = read_pages(pdf, size=size)
        for page_check in page_checks:
            findings += page_check(pages, page_format)
        return tuple(findings)
    except RefusedFileError as refused:
        return (unreadable(refused, page_format.span),)


def _other_language(file: Pdf, page_format: Format) -> Iterator[Finding]:
    """The finding that screen readers are given another language."""
    language = str(file.Root.get("/Lang", ""))
    if language and page_format.language and language.casefold() != page_format.language.casefold():
        message = f"the file says that its language is {language!r} instead of {page_format.language!r}"
        yield codes.WRONG_LANGUAGE.at(page_format.span, message)


def _hidden_text(pages: Sequence[Page], page_format: Format) -> Iterator[Finding]:
    """Text that nobody sees and that can be found, copied or heard.

    There is one finding for each page and each way in which text is hidden there.
    """
    for number, page in enumerate(pages, 1):
        texts_by_way = grouped((way, fragment.text.strip()) for fragment, way in page.hidden)
        for way, texts in texts_by_way.items():
            text = " ".join(texts)
            message = f"page {number} has text that nobody sees, {way}: “{text[:MOST_LETTERS_SHOWN]}”"
            yield codes.HIDDEN_TEXT.at(page_format.span, message)


def _missing_texts(pages: Sequence[Page], expected: ExpectedLayout) -> tuple[Finding, ...]:
    """Too many or too few pages, and texts that are not on their page as often as they should be.

    Of several layouts with as many pages, the one with the fewest findings counts.
    """
    texts_of_pages = [painted(page.fragments) for page in pages]
    texts_upside_down = [_painted_upside_down(page) for page in pages]
    layouts = [layout for layout in expected.layouts if len(layout) == len(pages)]
    if not layouts:
        counts = " or ".join(str(count) for count in dict.fromkeys(map(len, expected.layouts)))
        message = f"there are {len(pages)} pages instead of {counts}"
        return (codes.MISPLACED_PAGE.at(expected.format.span, message),)
    span = expected.format.span
    return min(
        (tuple(_unlike_layout(texts_of_pages, texts_upside_down, layout, span)) for layout in layouts),
        key=len,
    )


def _painted_upside_down(page: Page) -> str:
    """The text of a page that is upside down, as one plain text."""
    return painted(fragment for fragment in page.fragments if fragment.turned)


def _unlike_layout(
    texts_of_pages: Sequence[str],
    texts_upside_down: Sequence[str],
    layout: Sequence[Sequence[str]],
    span: Span,
) -> Iterator[Finding]:
    """Texts that are not on their page of a layout, or upside down by mistake.

    Args:
        texts_of_pages: the plain text of each page, in the order it was painted, however lines are broken.
        texts_upside_down: the part of it that is upside down.
        layout: the texts that each page should have.
        span: the place of the findings.
    """
    pages = zip(texts_of_pages, texts_upside_down, layout, strict=True)
    for number, (page_text, text_upside_down, expected_texts) in enumerate(pages, 1):
        for missing_text in lacking(page_text, expected_texts):
            yield codes.MISSING_TEXT.at(span, f"page {number} lacks {missing_text}")
        expected_upside_down = [
            text for text in expected_texts if isinstance(text, UpsideDownText) and text.strip()
        ]
        if text_upside_down and not expected_upside_down:
            yield codes.MISPLACED_PAGE.at(span, f"page {number} has text upside down")
        for text in expected_upside_down:
            if plain(text) not in text_upside_down:
                message = f"page {number} has “{text[:MOST_LETTERS_SHOWN]}” upright"
                yield codes.MISPLACED_PAGE.at(span, message)


def _text_outside_or_overlapping(pages: Sequence[Page], page_format: Format) -> Iterator[Finding]:
    """Text that the knife cuts off or that runs out of its margins, and text over other text.

    There is at most one finding of each kind for the upright lines of a page, and for those that are upside
    down.
    """
    for number, page in enumerate(pages, 1):
        for is_turned, lines in ((False, page.upright), (True, page.turned)):
            # Whoever reads a page upside down has the inner margin at the other side.
            has_inner_margin_at_left = number % 2 == (0 if is_turned else 1)
            left_mm, right_mm = page_format.outer, page_format.inner
            if has_inner_margin_at_left:
                left_mm, right_mm = page_format.inner, page_format.outer
            left, right = left_mm * POINTS_PER_MM, page.width - right_mm * POINTS_PER_MM
            for fragment in chain.from_iterable(lines):
                if not is_turned and in_strip(fragment, page.width, page_format.strip):
                    continue
                if not _is_within(fragment, left, right, page.height):
                    border = "margins" if left_mm or right_mm else "edges"
                    message = f"page {number} has text outside its {border}: “{_beginning(fragment)}”"
                    yield codes.TEXT_OUTSIDE_PAGE.at(page_format.span, message)
                    break
            for fragment, following in chain.from_iterable(map(pairwise, lines)):
                if _runs_into(fragment, following):
                    texts = f"“{_beginning(fragment)}” runs into “{_beginning(following)}”"
                    yield codes.OVERLAPPING_TEXT.at(page_format.span, f"on page {number} {texts}")
                    break


def _is_within(fragment: Fragment, left: float, right: float, height: float) -> bool:
    """Whether a fragment is between two edges, and on a page of a height; all in points."""
    end = fragment.x + fragment.width
    is_between_edges = left - fragment.slack <= fragment.x and end <= right + fragment.slack
    return is_between_edges and -_ROUNDING_POINTS <= fragment.y <= height + _ROUNDING_POINTS


def _runs_into(fragment: Fragment, following: Fragment) -> bool:
    """Whether a fragment goes on where the next has begun; an accent of another font is over its letter."""
    is_accent = all(map(unicodedata.combining, following.text.strip()))
    return not is_accent and fragment.runs_into(following)


def _beginning(fragment: Fragment) -> str:
    return fragment.text.strip()[:MOST_LETTERS_SHOWN]
