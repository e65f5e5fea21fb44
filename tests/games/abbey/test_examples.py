from pathlib import Path

from casekit.kit.editions import EditionFinder
from casekit.pipeline import checking
from casekit.pipeline.loading import InputFile

ROOT = Path(__file__).resolve().parents[3]


def test_the_examples_are_clean_and_have_the_levels_that_they_claim():
    edition = InputFile.of(ROOT / "examples/abbey/edition.toml")
    report, checked = checking.check_files(
        [edition], EditionFinder(), lambda _: None, checking.CheckOptions(balance=200)
    )
    assert () == report.diagnostics
    assert 6 == len(checked)
    assert {"apprentice", "amateur", "expert"} == {each.document.puzzle.level for each in checked}
