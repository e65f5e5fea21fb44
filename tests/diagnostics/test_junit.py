from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, strategies as st

from casekit.diagnostics import Finding, RenderOptions, Report, Source, Span, codes, render


def suites_of(report: Report, *, strict: bool = False) -> ET.Element:
    return ET.fromstring(render("junit", report, RenderOptions(strict=strict)))  # noqa: S314 - it is our own


def counts(element: ET.Element) -> tuple[str, str, str]:
    return (element.attrib["tests"], element.attrib["failures"], element.attrib["errors"])


def test_a_clean_file_is_one_passing_case(report):
    expected = """\
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="casekit" tests="1" failures="0" errors="0">
  <testsuite name="last soup.case" tests="1" failures="0" errors="0">
    <testcase classname="last soup.case" name="no findings" />
  </testsuite>
</testsuites>
"""
    assert expected == render("junit", report())


def test_an_error_is_a_failure_with_the_finding_in_it(report, liar):
    case = suites_of(report(liar)).find("testsuite/testcase")
    assert {"classname": "last soup.case", "name": "6:3 CK401 innocent-liar"} == case.attrib
    failure = case.find("failure")
    assert {"type": "error", "message": "ANNA is innocent, but this is false"} == failure.attrib
    assert "\n".join(render("text", report(liar)).splitlines()[:-2]) == failure.text


@pytest.mark.parametrize(
    ("expected", "strict"),
    [(["failure", "system-out", "system-out"], False), (["failure", "failure", "system-out"], True)],
)
def test_warnings_fail_if_strict_and_notes_never(report, liar, unmarked, shared, *, expected, strict):
    suites = suites_of(report(liar, unmarked, shared), strict=strict)
    cases = list(suites.iter("testcase"))
    assert expected == [case[0].tag for case in cases]
    failures = str(expected.count("failure"))
    assert ("3", failures, "0") == counts(suites) == counts(suites[0])


def test_every_file_has_a_suite(liar):
    suites = suites_of(Report((liar, Finding(codes.INVALID_EDITION, "bad", Span("e.toml"))), {}, ("a.case",)))
    assert ["a.case", "last soup.case", "e.toml"] == [suite.attrib["name"] for suite in suites]
    assert [("1", "0", "0"), ("1", "1", "0"), ("1", "1", "0")] == [counts(suite) for suite in suites]


@given(st.text(st.characters(exclude_categories=())))
def test_any_text_makes_valid_xml(text):
    source = Source(text + ".case", text)
    found = Finding(codes.SYNTAX_ERROR, text or "what?", source.span(0, len(text)), text)
    suites = suites_of(Report((found,), {source.name: source}, (source.name,)))
    assert ("1", "1", "0") == counts(suites)
