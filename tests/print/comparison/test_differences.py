"""What was done to several pages is told once."""

import pytest

from casekit.diagnostics import Span, codes
from casekit.print.comparison.differences import DifferenceKind, PageDifference, findings_on
from casekit.print.comparison.placing import Placing


def _placed(page, placing):
    words = f": {placing.words(resized=False)}"
    return PageDifference(DifferenceKind.PAGE, page, words, placing=placing)


def test_pages_that_lie_nearly_alike_are_told_in_the_words_of_most():
    shifts = {1: 1.6, 2: 1.417, 3: 1.42, 4: 6.0}
    found = findings_on(
        [_placed(page, Placing(right=shift)) for page, shift in shifts.items()], Span("x.pdf")
    )

    assert [
        "pages 1 to 3: moved as a whole by 0.5 mm to the right",
        "page 4: moved as a whole by 2.1 mm to the right",
    ] == [each.message for each in found]


def test_a_tint_is_told_of_whole_pages_after_the_pages_themselves():
    tints = [PageDifference(DifferenceKind.GROUND, page, ": printed on a tint") for page in (1, 2)]
    missing = PageDifference(DifferenceKind.PAGE, 0, "page 3 is missing")

    found = findings_on([*tints, missing], Span("x.pdf"))

    assert [
        (codes.ALTERED_PAGES, "page 3 is missing"),
        (codes.ALTERED_PLACE, "pages 1 and 2: printed on a tint"),
    ] == [(each.code, each.message) for each in found]


def _places(kind, words, pages=(2, 3, 4, 9), **further):
    return [
        PageDifference(kind, page, f"{words} in line {page}", f"paragraph {page}", what=words, **further)
        for page in pages
    ]


@pytest.mark.parametrize("kind", [DifferenceKind.COLOUR, DifferenceKind.ADDED, DifferenceKind.SIZE])
def test_what_is_the_same_on_many_pages_is_told_once_with_its_first_place(kind):
    found = findings_on(_places(kind, "in another colour"), Span("x.pdf"))
    assert ["pages 2 to 4 and 9, first paragraph 2: in another colour"] == [each.message for each in found]


@pytest.mark.parametrize("kind", [DifferenceKind.LETTERS, DifferenceKind.MISSING, DifferenceKind.COVERED])
def test_what_a_reader_lacks_is_told_place_by_place(kind):
    found = findings_on(_places(kind, "missing"), Span("x.pdf"))
    assert [f"page {page}, paragraph {page}: missing in line {page}" for page in (2, 3, 4, 9)] == [
        each.message for each in found
    ]


def test_what_is_the_same_on_a_few_pages_is_told_page_by_page():
    found = findings_on(_places(DifferenceKind.COLOUR, "in another colour", pages=(2, 3, 9)), Span("x.pdf"))
    assert ["page 2, ", "page 3, ", "page 9, "] == [each.message[:8] for each in found]
