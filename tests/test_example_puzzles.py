"""Every puzzle in ``examples/clue``: clean, solved by its last line, and printed without a finding."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from casekit.analysis.proof_text import ProofWriter
from casekit.analysis.queries import prove_solution
from casekit.diagnostics import Severity, Span
from casekit.kit.editions import EditionFinder
from casekit.kit.registry import game_called
from casekit.kit.transcripts.analysis import analysis_of
from casekit.kit.transcripts.generator import LINES_AFTER
from casekit.kit.transcripts.metrics import techniques_needed
from casekit.language.syntax.dialect import ProseNode
from casekit.pipeline import checking, conversion, loading
from casekit.print.content.pieces import PrintOptions
from casekit.print.preflight.inspection import inspect
from casekit.print.produce import print_piece
from tests.print.booklets import number_booklet, print_booklet

FOLDER = Path(__file__).resolve().parent.parent / "examples" / "clue"
PUZZLES = sorted(FOLDER.glob("*.case"))
LOOK = PrintOptions("lantern", "Six Nights", "green", "a5", "a4", Span("edition.toml"))


@pytest.fixture(scope="module")
def loaded_edition():
    return EditionFinder().of(FOLDER, "clue")


@pytest.fixture(scope="module")
def documents(loaded_edition):
    """The puzzles in the order of the booklet."""
    files = loaded_edition.settings.booklets[0].cases
    return [
        checking.check_bytes((FOLDER / file).read_bytes(), file, loaded_edition).document for file in files
    ]


def prose(tree, kind):
    texts = [
        item.text
        for block in tree.blocks
        if block.heading.kind == kind
        for item in block.items
        if isinstance(item, ProseNode)
    ]
    return re.findall(r"\S+", " ".join(texts))


def test_all_are_bound_from_apprentice_to_expert(loaded_edition, documents):
    assert {file.name for file in PUZZLES} == set(loaded_edition.settings.booklets[0].cases)
    assert ["apprentice"] * 2 + ["amateur"] + ["expert"] * 3 == [each.puzzle.level for each in documents]
    assert {2, 3, 4, 5, 6} == {len(each.puzzle.players) for each in documents}


@pytest.mark.parametrize("file", PUZZLES, ids=lambda file: file.stem)
def test_it_is_clean_under_strict(file, loaded_edition, casekit):
    checked = checking.check_bytes(file.read_bytes(), file.name, loaded_edition)
    assert [] == [str(found) for found in checked.diagnostics if found.severity is not Severity.NOTE]
    assert 0 == casekit("check", "--strict", file).returncode


@pytest.mark.parametrize("file", PUZZLES, ids=lambda file: file.stem)
def test_it_is_solved_before_its_end_and_not_by_who_passed_alone(file, loaded_edition):
    document = checking.check_bytes(file.read_bytes(), file.name, loaded_edition).document
    analysis = analysis_of(document)
    assert str(len(document.puzzle.play) - LINES_AFTER) == analysis.decided_since
    assert len(techniques_needed(analysis)) > 1
    envelope = next(each.cards for each in document.puzzle.truth if each.holder == "envelope")
    assert envelope == tuple(element.proved for element in analysis.verdict.elements)


@pytest.mark.parametrize("file", PUZZLES, ids=lambda file: file.stem)
def test_it_is_written_canonically_and_survives_export_and_import(file, loaded_edition):
    text = file.read_text(encoding="utf-8")
    assert (text, ()) == conversion.format_bytes(text.encode(), "example.case")[::2]
    parsed = loading.parse_bytes(text.encode(), "example.case")
    exported, problems = conversion.export_json(loading.resolve_document(parsed, loaded_edition))
    assert () == problems
    imported, problems = conversion.import_bytes(json.dumps(exported).encode(), "example.json")
    assert () == problems
    assert parsed.tree == loading.parse_bytes(imported.encode(), "example.case").tree


@pytest.mark.parametrize("file", PUZZLES, ids=lambda file: file.stem)
def test_its_story_is_worth_a_page_and_its_solution_names_lines(file):
    tree = loading.parse_bytes(file.read_bytes(), file.name).tree
    assert 150 <= len(prose(tree, "presentation")) <= 260
    solution = prose(tree, "solution")
    assert 100 <= len(solution) <= 300
    assert "line" in solution


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.nightly)])
def test_the_booklet_and_everything_beside_it_is_printed(documents, loaded_edition, step):
    game = game_called("clue")
    documents, files = documents[::step], loaded_edition.settings.booklets[0].cases[::step]
    content = game.pages.booklet(documents, replace(LOOK, files=files))
    numbers = number_booklet(content)
    assert {} == numbers
    pdf, findings = print_booklet(content, numbers)
    assert () == findings
    assert () == inspect(pdf, content, numbers)
    for product in game.products[1:]:
        pdf, findings = print_piece(game.pages.piece(product.name, documents, LOOK))
        assert () == findings
        assert pdf


def test_a_proof_reads_what_was_shown_before_it_infers_the_same(documents):
    analysis = analysis_of(next(each for each in documents if each.title == "Nobody Rang"))
    told = " ".join(step.says for step in ProofWriter(analysis).steps(prove_solution(analysis).proof))
    assert "QUILL has 3 cards, showed hollis in line 1, and holds" in told
    assert "QUILL holds hollis" not in told


def test_printed_proofs_are_short_and_suppose_nothing(documents):
    files = tuple(map(str, PUZZLES))
    booklet = game_called("clue").pages.booklet(documents, replace(LOOK, files=files))
    for case in booklet.cases:
        steps = [text for text in case.solution.prose if text.startswith("**")]
        assert len(steps) <= 8
        assert not any("Suppose" in step for step in steps)
