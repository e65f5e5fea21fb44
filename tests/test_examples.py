"""Every case of Midnight in ``examples/``, and what the checks say of it once it is spoilt."""

import json
import re
from pathlib import Path

import pytest

from casekit.diagnostics import Severity
from casekit.games.midnight.language.line_forms import StatementNode
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.kit.editions import EditionFinder
from casekit.language.syntax.dialect import ProseNode
from casekit.logic.formulas import Apply, Constant, Equal
from casekit.pipeline import checking, conversion, loading

FOLDER = Path(__file__).resolve().parent.parent / "examples"
CASES = [*sorted(FOLDER.glob("*.case")), FOLDER / "weather-station" / "a-sudden-fall.case"]
pytestmark = pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)


@pytest.fixture
def text(file):
    return file.read_text(encoding="utf-8")


@pytest.fixture
def loaded_edition(file):
    return EditionFinder().of(file.parent)


@pytest.fixture
def checked(text, loaded_edition):
    return checking.check_bytes(text.encode(), "example.case", loaded_edition)


@pytest.fixture
def document(text):
    parsed = loading.parse_bytes(text.encode(), "example.case")
    assert () == parsed.diagnostics
    return parsed.tree


def paragraphs(document):
    return [block for block in document.blocks if block.heading.kind in {"answer", "places"}]


def statements(block):
    return [item for item in block.items if isinstance(item, StatementNode)]


def test_it_is_clean_under_strict(file, checked, casekit):
    assert [] == [str(found) for found in checked.diagnostics if found.severity is not Severity.NOTE]
    assert 0 == casekit("check", "--strict", file).returncode


def test_its_solution_is_certain_and_its_lies_are_false(checked):
    elements = checked.verdict["elements"]
    assert {"culprit", "motive", "method"} == set(elements)
    assert all(element["status"] == "certain" for element in elements.values())
    assert bool(checked.verdict["lies"]) == (elements["culprit"]["value"] != "nobody")
    assert all(lie["marked"] and lie["status"] == "false" for lie in checked.verdict["lies"])


def test_it_survives_formatting(text, document):
    formatted, _, problems = conversion.format_bytes(text.encode(), "example.case")
    assert () == problems
    assert document == loading.parse_bytes(formatted.encode(), "example.case").tree
    assert formatted == conversion.format_bytes(formatted.encode(), "example.case")[0]


def test_it_survives_export_and_import(text, document, loaded_edition):
    exported, problems = _exported(text, loaded_edition)
    assert () == problems
    imported, problems = conversion.import_bytes(json.dumps(exported).encode(), "example.json")
    assert () == problems
    assert document == loading.parse_bytes(imported.encode(), "example.case").tree
    assert (exported, ()) == _exported(imported, loaded_edition)


def _exported(text, loaded_edition):
    parsed = loading.parse_bytes(text.encode(), "example.case")
    return conversion.export_json(loading.resolve_document(parsed, loaded_edition))


def test_its_paragraphs_are_as_long_as_they_should_be(document):
    words = {
        " ".join(word.text for word in block.heading.words): len(
            re.findall(r"\S+", " ".join(item.text for item in block.items if isinstance(item, ProseNode)))
        )
        for block in paragraphs(document)
    }
    assert {} == {name: count for name, count in words.items() if not 12 <= count <= 115}


def test_every_statement_quotes_its_paragraph(document):
    every = [item for block in document.blocks for item in statements(block)]
    assert every
    assert [] == [document.source.line_of(item.start) for item in every if item.quotation is None]


@pytest.mark.parametrize("step", [18, pytest.param(3, marks=pytest.mark.nightly)])
def test_a_false_statement_of_an_innocent_is_named_with_what_it_contradicts(
    text, document, checked, loaded_edition, step
):
    culprit = checked.verdict["elements"]["culprit"]["value"]
    analysis = CaseAnalysis(checked.document)
    fixed = {
        origin.place.start
        for origin in analysis.origins.values()
        if analysis.solver.ask(analysis.solver.truth, origin.formula) == "true"
    }
    tried = 0
    for block in paragraphs(document):
        if block.heading.kind != "answer" or block.heading.words[0].text == culprit:
            continue
        for statement in statements(block):
            if statement.mode != "plain" or statement.speakers or statement.start not in fixed:
                continue
            tried += 1
            if tried % step != 1:
                continue  # each costs a whole check
            start, end = statement.formula.start, statement.formula.end
            false = f"{text[:start]}not ({text[start:end]}){text[end:]}"
            found = checking.check_bytes(false.encode(), "example.case", loaded_edition).diagnostics
            liars = [each for each in found if each.code.id == "CK401"]
            assert [document.source.line_of(statement.start)] == [each.span.line for each in liars]
            assert liars[0].related
            assert block.heading.words[0].text in liars[0].message
    assert 2 * (len(loaded_edition.settings.suspects) - 1) <= tried


def exposing(analysis, culprit):
    """A smallest choice, one after another, of paragraphs without which the culprit is not certain."""
    solver = analysis.solver
    guilty = Equal(Apply(analysis.case.scope.function_of_name["culprit"]), Constant(culprit))
    path_of = {name: origin.path for name, origin in analysis.origins.items()}

    def certain_without(gone):
        read = [claim for claim in solver.claims if path_of[claim] not in gone]
        return solver.ask([*solver.laws, *read], guilty) == "true"

    gone = []
    for path in dict.fromkeys(path_of[claim] for claim in solver.claims):
        gone.append(path)
        if not certain_without(gone):
            break
    for path in tuple(gone):
        rest = [other for other in gone if other != path]
        if not certain_without(rest):
            gone = rest
    return gone


def name_of(block):
    words = [word.text for word in block.heading.words]
    return (" " if block.heading.kind == "answer" else ", ").join(words)


def without(text, document, gone):
    """The text of a case without some of its paragraphs."""
    ends = [block.start for block in document.blocks[1:]] + [len(text)]
    left = text
    for block, end in reversed(list(zip(document.blocks, ends, strict=True))):
        if name_of(block) in gone:
            left = left[: block.start] + left[end:]
    return left


def test_without_the_paragraphs_that_expose_the_culprit_rivals_are_told(
    text, document, checked, loaded_edition
):
    culprit = checked.verdict["elements"]["culprit"]["value"]
    gone = exposing(CaseAnalysis(checked.document), culprit)
    assert gone
    left = without(text, document, gone)
    again = checking.check_bytes(left.encode(), "example.case", loaded_edition)
    element = again.verdict["elements"]["culprit"]
    assert element["status"] in {"open", "supported"}
    assert culprit == element["value"]
    assert element["rivals"]
    (told,) = [
        each
        for each in again.diagnostics
        if each.code.id in {"CK502", "CK503"} and each.message.startswith("the culprit is")
    ]
    first, *further = told.message.splitlines()
    assert element["rivals"][0] in first or "nobody" in first or "victim" in first
    # Answers that are open for the same reason are named in the same finding.
    worlds = [line for line in further if not line.startswith("so is the ")]
    assert worlds
    assert all(world.startswith("Suppose the culprit is ") for world in worlds)
    assert told.hint.startswith("state ")


def test_a_clue_that_was_removed_can_be_told_again_where_the_tool_says(
    text, document, checked, loaded_edition
):
    """A writer who adds what is proposed, where it is proposed, has a case that is certain again."""
    analysis = CaseAnalysis(checked.document)
    gone = exposing(analysis, checked.verdict["elements"]["culprit"]["value"])
    left = without(text, document, gone)
    again = checking.check_bytes(left.encode(), "example.case", loaded_edition)
    found = CaseAnalysis(again.document).cures
    assert found.closing
    for cure in found.closing:
        assert cure.sources
        left = telling(left, cure.sources[0], f"~ {cure.fact}")
    healed = checking.check_bytes(left.encode(), "example.case", loaded_edition)
    assert {"certain"} == {element["status"] for element in healed.verdict["elements"].values()}


def telling(text, path, statement):
    """A case in which one paragraph tells one thing more."""
    document = loading.parse_bytes(text.encode(), "example.case").tree
    (block,) = [block for block in paragraphs(document) if name_of(block) == path]
    at = text.index("\n", block.items[-1].end)
    return f"{text[:at]}\n{statement}{text[at:]}"
