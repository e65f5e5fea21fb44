"""Small cases whose answers are worked out by hand: the reasoning above each case, the verdict beside it.

``reasoning/NAME.json`` is written by hand from the comment in ``reasoning/NAME.case``, never by casekit.
"""

import json
from pathlib import Path

import pytest

from casekit.games.midnight.document import PlacePath
from casekit.kit.editions import EditionFinder
from casekit.pipeline import checking

FOLDER = Path(__file__).resolve().parent / "reasoning"
CASES = sorted(FOLDER.glob("*.case"))


@pytest.fixture(scope="module")
def answers(casekit):
    """What ``casekit check --format json`` says of all cases."""
    return json.loads(casekit("check", "--format", "json", *CASES).stdout)


@pytest.fixture(scope="module")
def verdicts(answers):
    return {Path(case["file"]).stem: case["verdict"] for case in answers["cases"]}


@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_the_verdict_is_the_one_worked_out_by_hand(file, verdicts):
    assert json.loads(file.with_suffix(".json").read_text(encoding="utf-8")) == verdicts[file.stem]


@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_the_answer_is_worked_out_above_the_case(file):
    comment, _, _ = file.read_text(encoding="utf-8").partition("title:")
    lines = comment.splitlines()
    assert len(lines) >= 2
    assert all(line.startswith("// ") for line in lines)


def test_each_case_has_its_verdict_and_no_verdict_is_left_over():
    assert {file.stem for file in CASES} == {file.stem for file in FOLDER.glob("*.json")}


def test_the_cases_are_whole_so_that_only_truth_and_deduction_are_in_question(answers):
    found = [
        (Path(each["file"]).stem, each["code"])
        for each in answers["diagnostics"]
        if each["severity"] != "note" and each["code"] < "CK4"
    ]
    assert [] == found


def test_both_paths_lead_to_a_shared_paragraph():
    file = FOLDER / "shared-paragraph.case"
    case = checking.check_bytes(file.read_bytes(), file.name, EditionFinder().of(FOLDER)).document
    deck, hold = (case.paragraph_of[PlacePath(number)] for number in (3, 4))
    assert deck is hold
    assert "03, 04" == deck.name
    assert "sailor" in deck.prose[0].text
