"""The order in which findings of one place are told."""

from casekit.diagnostics import Diagnostic, Span, codes, in_order


def test_page_9_is_before_page_10():
    told = [
        "",
        "page 9: blank",
        "page 9: turned",
        "page 10: blank",
        "pages 2 and 3: blank",
        "pages 2 and 30: blank",
    ]
    found = [Diagnostic(codes.ALTERED_PAGES, each, Span("a.pdf")) for each in reversed(told)]
    assert told == [each.message for each in in_order([*found, found[0]])]


def test_numbers_of_any_length_are_compared():
    long = "9" * 10_000
    found = [Diagnostic(codes.ALTERED_PAGES, each, Span("a.pdf")) for each in (f"{long}1", long, "010", "9")]
    assert ["9", "010", long, f"{long}1"] == [each.message for each in in_order(found)]
