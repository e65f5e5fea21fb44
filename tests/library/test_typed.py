"""A user's program is type-checked against the public interface, and so are the examples of the page on it.

In one run: the time goes into reading casekit.
"""

import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs/library.md"

USER = """
from typing import Literal, assert_type

import casekit
from casekit import CaseFile, Finding, Element, read
from casekit.diagnostics import Code, codes
from casekit.deduce import Function, Knowledge, Sort, Theory, formula

TOLD = Literal["true", "false", "open"]


def open_elements(case: CaseFile) -> list[Element]:
    return [each for each in case.verdict().elements.values() if each.status == "open"]


case = read("a.case")
assert_type(case.ask("tin = suite").answer, TOLD)
assert_type(case.check(), tuple[Finding, ...])
assert_type(codes.SYNTAX_ERROR, Code)
assert_type(codes.SYNTAX_ERROR.at(case.check()[0].span, "x"), Finding)
assert_type(casekit.read_edition("b").cases, tuple[CaseFile, ...])
left = Function("left", (), Sort("hour", ("dusk", "dawn")))
assert_type(Knowledge(Theory((left,))).values((), left), tuple[str, ...])
assert_type(Knowledge(Theory((left,))).ask((), formula("left = dusk", [left])), TOLD)
"""
MISUSED = {
    "case.ask(1)": "arg-type",
    "casekit.nonsense": "attr-defined",
    "casekit.deduce.nonsense": "attr-defined",
    "codes.SYNTAX_EROR": "attr-defined",
    "codes.SYNTAX_ERROR.at(case.check()[0].span)": "call-arg",
    "case.name = 'other.case'": "misc",
    "case.verdict().elements['culprit'].value = 'ANNA'": "misc",
    "assert_type(case.verdict().certain, int)": "assert-type",
}


def test_programs_are_typed(tmp_path):
    misused = [f"{line}  # type: ignore[{code}]\n" for line, code in MISUSED.items()]
    examples = re.findall(
        r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    programs = ["".join((USER, *misused)), *examples]
    files = [f"program_{number}.py" for number in range(len(programs))]
    for file, program in zip(files, programs, strict=True):
        (tmp_path / file).write_text(program, encoding="utf-8")
    done = subprocess.run(
        # With --strict a comment that ignores nothing is an error.
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", *files],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"Success: no issues found in {len(files)} source files\n" == done.stdout
