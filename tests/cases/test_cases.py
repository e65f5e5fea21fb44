"""What a writer is shown for the wrong example of each code: golden texts beside this file.

``pytest tests/cases --rewrite`` writes them anew; read them before they are kept.
"""

from pathlib import Path

import pytest

from casekit.diagnostics import render
from casekit.kit.code_registry import all_codes
from casekit.pipeline import checking
from tests.overlay import entry_of

WRONG = [
    entry for entry in map(entry_of, all_codes()) if entry.wrong.kind == "case" and entry.code.id < "CK7"
]
FOLDER = Path(__file__).resolve().parent


@pytest.mark.parametrize("entry", WRONG, ids=lambda entry: entry.code.id)
def test_what_is_shown_for_a_wrong_example(entry, check, golden):
    budget = 2_000 if entry.code.id.startswith("CK6") else None
    report = checking.report_of([check(entry.wrong.text, balance=budget)])
    findings = "".join(f"{line}\n" for line in render("text", report).splitlines())
    golden(FOLDER / f"{entry.code.id}.txt", findings)


def test_no_golden_text_is_left_over():
    assert {f"{entry.code.id}.txt" for entry in WRONG} == {file.name for file in FOLDER.glob("*.txt")}
