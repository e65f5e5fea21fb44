"""What was done to several pages is told once."""

from casekit.diagnostics import Span, codes
from casekit.print.preflight.comparing.page_differences import DifferenceKind, PageDifference, told
from casekit.print.preflight.comparing.page_placing import Placing


def _placed(page, placing):
    words = f": {placing.words(resized=False)}"
    return PageDifference(DifferenceKind.PAGE, page, words, placing=placing)


def test_pages_that_lie_nearly_alike_are_told_in_the_words_of_most():
    shifts = {1: 1.6, 2: 1.417, 3: 1.42, 4: 6.0}
    found = told([_placed(page, Placing(right=shift)) for page, shift in shifts.items()], Span("x.pdf"))

    assert [
        "pages 1 to 3: moved as a whole by 0.5 mm to the right",
        "page 4: moved as a whole by 2.1 mm to the right",
    ] == [each.message for each in found]


def test_a_tint_is_told_of_whole_pages_after_the_pages_themselves():
    tints = [PageDifference(DifferenceKind.GROUND, page, ": printed on a tint") for page in (1, 2)]
    missing = PageDifference(DifferenceKind.PAGE, 0, "page 3 is missing")

    found = told([*tints, missing], Span("x.pdf"))

    assert [
        (codes.ALTERED_PAGES, "page 3 is missing"),
        (codes.ALTERED_PLACE, "pages 1 and 2: printed on a tint"),
    ] == [(each.code, each.message) for each in found]
