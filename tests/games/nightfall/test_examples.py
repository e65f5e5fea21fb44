"""The evenings of the example edition: clean, of their levels, and with a lie that gives somebody away."""

import json
from pathlib import Path

import pytest

from casekit.kit.editions import EditionFinder
from casekit.kit.transcripts.analysis import analysis_of
from casekit.pipeline import checking, conversion
from casekit.pipeline.loading import InputFile, open_document

ROOT = Path(__file__).resolve().parents[3]
FILES = sorted((ROOT / "examples/nightfall").glob("*.case"))


def test_the_examples_are_clean_and_have_the_levels_that_they_claim():
    edition = InputFile.of(ROOT / "examples/nightfall/edition.toml")
    report, checked = checking.check_files(
        [edition], EditionFinder(), lambda _: None, checking.CheckOptions(balance=2_000)
    )
    assert () == report.diagnostics
    assert 6 == len(checked)
    assert {"apprentice", "amateur", "expert"} == {each.figures.level.level for each in checked}


def test_two_examples_have_two_murderers_and_most_are_given_away_by_a_lie():
    loaded_edition = EditionFinder().of(ROOT / "examples/nightfall", "nightfall")
    told = {}
    for file in loaded_edition.settings.booklets[0].cases:
        data = (ROOT / "examples/nightfall" / file).read_bytes()
        analysis = analysis_of(checking.check_bytes(data, file, loaded_edition).document)
        told[file] = (
            analysis.transcript.murderers.count,
            [*analysis.deduction.remarks(analysis.transcript, analysis)],
        )
    assert [1, 1, 1, 1, 2, 2] == sorted(murderers for murderers, _ in told.values())
    given = {file for file, (_, remarks) in told.items() if any("gives it away" in each for each in remarks)}
    assert {*told} - {"the-pass-is-closed.case"} == given


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_example_is_the_same_after_export_and_import(file):
    content, problems = conversion.export_json(open_document(InputFile.of(file), EditionFinder()))
    text, found = conversion.import_bytes(json.dumps(content).encode(), "x.json")
    assert ((), (), file.read_text(encoding="utf-8")) == (tuple(problems), tuple(found), text)


def test_several_murderers_are_named_together():
    file = ROOT / "examples/nightfall/the-sixth-tent.case"
    loaded_edition = EditionFinder().of(file.parent, "nightfall")
    analysis = analysis_of(checking.check_bytes(file.read_bytes(), file.name, loaded_edition).document)
    assert "AGATHE, FANNY" in analysis.answers
    assert "`AGATHE, BERTIL`" in analysis.no_answer("NOBODY-AT-ALL").hint
    assert "AGATHE with BERTIL is the guilty party" == analysis.wording.answers("murderers", "AGATHE, BERTIL")
