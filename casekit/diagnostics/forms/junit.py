"""Findings as JUnit XML, for the test tab of a CI service."""

from xml.etree import ElementTree as ET

from casekit.diagnostics import DEFAULTS, Diagnostic, Options, Report, Severity
from casekit.diagnostics.forms.cells import on_one_line
from casekit.diagnostics.forms.text import render_one

_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'


def render(report: Report, options: Options = DEFAULTS) -> str:
    """One suite a file; a passing case for a clean file, else one case a finding.

    Errors fail, and warnings too if ``options.strict``; anything else is shown as the case's output.
    """
    gravest = Severity.WARNING if options.strict else Severity.ERROR
    failing = {found for found in report.diagnostics if found.severity <= gravest}
    root = ET.Element("testsuites", {"name": "casekit"})
    found: dict[str, list[Diagnostic]] = {file: [] for file in report.all_files()}
    for each in report.diagnostics:
        found[each.span.file].append(each)
    for file, its in found.items():
        root.append(_suite(file, its, failing, report))
    _count(root, [case for suite in root for case in suite])
    ET.indent(root)
    return f"{_DECLARATION}\n{ET.tostring(root, encoding='unicode')}\n"


def _suite(file: str, found: list[Diagnostic], failing: set[Diagnostic], report: Report) -> ET.Element:
    name = on_one_line(file)
    suite = ET.Element("testsuite", {"name": name})
    for each in found:
        suite.append(_case(name, each, fails=each in failing, report=report))
    if not found:
        ET.SubElement(suite, "testcase", {"classname": name, "name": "no findings"})
    _count(suite, list(suite))
    return suite


def _case(file: str, found: Diagnostic, *, fails: bool, report: Report) -> ET.Element:
    place = f"{found.span.line}:{found.span.column}"
    case = ET.Element("testcase", {"classname": file, "name": f"{place} {found.code}"})
    if fails:
        attributes = {"type": str(found.severity), "message": on_one_line(found.message)}
        output = ET.SubElement(case, "failure", attributes)
    else:
        output = ET.SubElement(case, "system-out")
    output.text = render_one(found, report.sources)
    return case


def _count(element: ET.Element, cases: list[ET.Element]) -> None:
    failures = sum(case.find("failure") is not None for case in cases)
    element.attrib |= {"tests": str(len(cases)), "failures": str(failures), "errors": "0"}
