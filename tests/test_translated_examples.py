"""The example edition in other languages: complete, as certain as the original, and set as its language is."""

from pathlib import Path

import pytest

from casekit.building import plan as building_plan
from casekit.building.planned_booklets import numbered
from casekit.kit.editions import EditionFinder
from casekit.pipeline import checking, loading, translation
from casekit.prose.markup import visible_text
from casekit.translation.merging import merged
from casekit.translation.work import extracted

FOLDER = Path(__file__).resolve().parent.parent / "examples"
DONE = [("fr", "a-drop-of-midnight")]
"""The cases that are translated, by language."""

pytestmark = pytest.mark.parametrize(("language", "case"), DONE)


def _checked(folder, file):
    report, checked = checking.check_files(
        [loading.InputFile.of(folder / file)], EditionFinder(), lambda _: None
    )
    assert () == report.diagnostics
    return checked[0]


@pytest.fixture
def folder(language, case, tmp_path):
    """The edition in the other language, with the cases that are translated."""
    work, problems, _ = translation.open_translation(FOLDER, language, lambda _: None)
    assert () == problems
    files, found = merged(work, tmp_path)
    others = len(list(FOLDER.glob("*.case"))) - 1
    assert ["CK832"] * others == [problem.code.id for problem in found]
    assert f"{case}.case" in files
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    return tmp_path


def test_extracting_again_would_change_nothing(language, case):
    work, _, _ = translation.open_translation(FOLDER / f"{case}.case", language, lambda _: None)
    assert {path: path.read_bytes() for path in extracted(work)} == extracted(work)


def test_it_proves_the_same(folder, case):
    original, translated = _checked(FOLDER, f"{case}.case"), _checked(folder, f"{case}.case")
    assert original.document.truth == translated.document.truth
    assert original.document.rules == translated.document.rules
    expected = {name: (each["status"], each["value"]) for name, each in original.verdict["elements"].items()}
    assert expected == {
        name: (each["status"], each["value"]) for name, each in translated.verdict["elements"].items()
    }
    assert len(original.verdict["lies"]) == len(translated.verdict["lies"])


def test_it_has_the_same_paths_and_numbers(folder, case):
    def numbers(root):
        plan = building_plan.plan_build(root / f"{case}.case", EditionFinder(), None, lambda _: None)
        return numbered(plan.booklets[0])[1].numbers

    assert numbers(FOLDER) == numbers(folder)


def test_every_text_is_in_the_other_language(folder, case):
    original, translated = (
        _checked(FOLDER, f"{case}.case").document,
        _checked(folder, f"{case}.case").document,
    )
    same = [
        prose.text
        for before, after in zip(original.passages, translated.passages, strict=True)
        for prose, other in zip(before.prose, after.prose, strict=True)
        if prose.text == other.text
    ]
    assert [] == same
    assert (original.title, original.victim) != (translated.title, translated.victim)


def test_no_line_can_break_before_a_mark(folder, language, case):
    texts = [
        prose.text for each in _checked(folder, f"{case}.case").document.passages for prose in each.prose
    ]
    printed = " ".join(visible_text(text, language) for text in texts)
    assert [] == [mark for mark in ";:!?»" if f" {mark}" in printed]
    assert "'" not in printed
    assert '"' not in printed
