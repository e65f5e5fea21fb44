"""What a writer is shown for the first wrong example of a code: golden texts beside this file.

A code has one if how it is shown matters: other codes are held by their examples alone. ``pytest tests/cases
--rewrite`` writes those that are there anew (an empty file is one); read them before they are kept.
"""

from pathlib import Path

import pytest

from casekit.diagnostics import render
from casekit.kit.code_registry import all_codes
from casekit.pipeline import checking
from tests.overlay import entry_of

WRONG = {
    entry.code.id: example.text
    for entry in map(entry_of, all_codes())
    for example in reversed(entry.wrong)
    if example.kind == "case" and not example.files
}
"""The first wrong example of each code that is a fragment of a case."""

FOLDER = Path(__file__).resolve().parent


GOLDEN = sorted(file.stem for file in FOLDER.glob("*.txt"))


@pytest.mark.parametrize("code", GOLDEN)
def test_what_is_shown_for_a_wrong_example(code, check, golden):
    budget = 2_000 if code.startswith("CK6") else None
    report = checking.report_of([check(WRONG[code], balance=budget)])
    findings = "".join(f"{line}\n" for line in render("text", report).splitlines())
    golden(FOLDER / f"{code}.txt", findings)


def test_no_golden_text_is_left_over():
    assert set() == set(GOLDEN) - WRONG.keys()
