"""How much findings weigh, the order in which they are told, and what is left out of very many."""

import pytest

from casekit.diagnostics import Edit, Finding, Related, Report, Severity, Span, codes, has_errors, in_order
from casekit.diagnostics.findings import MOST_FINDINGS, gravest


def test_page_9_is_before_page_10():
    told = [
        "",
        "page 9: blank",
        "page 9: turned",
        "page 10: blank",
        "pages 2 and 3: blank",
        "pages 2 and 30: blank",
    ]
    found = [Finding(codes.ALTERED_PAGES, each, Span("a.pdf")) for each in reversed(told)]
    assert told == [each.message for each in in_order([*found, found[0]])]


def test_numbers_of_any_length_are_compared():
    long = "9" * 10_000
    found = [Finding(codes.ALTERED_PAGES, each, Span("a.pdf")) for each in (f"{long}1", long, "010", "9")]
    assert ["9", "010", long, f"{long}1"] == [each.message for each in in_order(found)]


# A code of each weight, the gravest first.
WEIGHTS = {"error": codes.SYNTAX_ERROR, "warning": codes.IDLE_STATEMENT, "note": codes.SHORTCUT}


def finding(code, line=1, message="x", file="a.case"):
    return Finding(code, message, Span(file, line, 1, line, 1))


def test_the_lower_a_severity_the_graver_it_is():
    assert [*WEIGHTS] == [str(severity) for severity in sorted(Severity)]
    assert [*WEIGHTS] == [str(finding(code).severity) for code in WEIGHTS.values()]
    assert [0, 1, 2] == [int(severity) for severity in Severity]


def test_of_findings_at_one_place_the_gravest_comes_first():
    found = [finding(code) for code in WEIGHTS.values()]
    assert found == list(in_order(found[::-1]))
    # The place goes before the weight.
    assert [1, 2] == [each.span.line for each in in_order([finding(codes.SYNTAX_ERROR, 2), found[2]])]


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        ((), False),
        (("note",), False),
        (("warning", "note"), False),
        (("note", "error"), True),
        (("error",), True),
    ],
)
def test_errors_are_errors_alone(weights, expected):
    assert expected == has_errors(finding(WEIGHTS[weight]) for weight in weights)


@pytest.mark.parametrize("others", [-1, 0, 1, 5])
def test_of_very_many_findings_of_a_file_the_gravest_are_kept(others):
    notes = [finding(codes.SHORTCUT, line) for line in range(1, MOST_FINDINGS + others)]
    error = finding(codes.SYNTAX_ERROR, MOST_FINDINGS * 2)
    kept = gravest([*notes, error])
    assert error in kept
    told = [each for each in kept if each.code is codes.MORE_FINDINGS]
    if others <= 0:
        assert (*notes, error) == kept
        return
    assert MOST_FINDINGS + 1 == len(kept)
    (more,) = told
    assert f"the most serious {MOST_FINDINGS:,} findings" in more.message
    assert f"at least {others:,} others" in more.message


def test_a_finding_that_another_process_sent_is_the_same():
    sent = Finding(codes.SYNTAX_ERROR, "x", Span("a.case", 1, 2, 3, 4, 5, 6), "y")
    row = (("CK101", "syntax-error"), "x", ("a.case", 1, 2, 3, 4, 5, 6), "y", (), ())
    assert sent == Finding.of(row)


@pytest.mark.parametrize(
    ("identifier", "family"), [("CK401", "4"), ("CK149", "1"), ("CK922", "9"), ("SCALES-001", "0")]
)
def test_the_family_of_a_code_is_its_first_digit(identifier, family):
    assert family == codes.Code(identifier, "x", "error").family


def test_a_code_makes_the_finding_that_it_names():
    span, fix = Span("a.case", 1), (Edit(Span("a.case", 1), "y"),)
    related = (Related(span, "beside"),)
    made = codes.SYNTAX_ERROR.at(span, "x", hint="y", related=related, fix=fix)
    assert made == Finding(codes.SYNTAX_ERROR, "x", span, "y", related, fix)
    assert codes.SYNTAX_ERROR.at(span, "x") == Finding(codes.SYNTAX_ERROR, "x", span)


def test_a_report_names_each_file_once_the_checked_ones_first():
    report = Report((finding(codes.SHORTCUT, file="b"), finding(codes.SHORTCUT, file="z")), {}, ("a", "b"))
    assert ("a", "b", "z") == report.all_files()
