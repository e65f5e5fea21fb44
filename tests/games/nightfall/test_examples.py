"""The evenings of the example edition: clean, of their levels, and with a lie that gives somebody away."""

from pathlib import Path

from casekit.games.editions import Editions
from casekit.games.transcripts.asking.transcript_inquiry import inquiry_of
from casekit.pipeline import checking
from casekit.pipeline.given_documents import Input

ROOT = Path(__file__).resolve().parents[3]


def test_the_examples_are_clean_and_have_the_levels_that_they_claim():
    edition = Input.of(ROOT / "examples/nightfall/edition.toml")
    report, checked = checking.check_files([edition], Editions(), lambda _: None, balance=2_000)
    assert () == report.diagnostics
    assert 6 == len(checked)
    assert {"apprentice", "amateur", "expert"} == {each.figures.level.level for each in checked}


def test_two_examples_have_two_murderers_and_most_are_given_away_by_a_lie():
    shelf = Editions().of(ROOT / "examples/nightfall", "nightfall")
    told = {}
    for file in shelf.edition.booklets[0].cases:
        data = (ROOT / "examples/nightfall" / file).read_bytes()
        inquiry = inquiry_of(checking.check_bytes(data, file, shelf).document)
        told[file] = inquiry.transcript.murderers, [*inquiry.deduction.remarks(inquiry.transcript, inquiry)]
    assert [1, 1, 1, 1, 2, 2] == sorted(murderers for murderers, _ in told.values())
    given = {file for file, (_, remarks) in told.items() if any("gives it away" in each for each in remarks)}
    assert {*told} - {"the-pass-is-closed.case"} == given
