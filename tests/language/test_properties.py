import json

import jsonschema
import pytest
from hypothesis import given, settings, strategies as st

from casekit import resources
from casekit.diagnostics import Source
from casekit.games.midnight.language.line_forms import CASE
from casekit.kit.code_registry import base_of
from casekit.language.formula.formatter import format_formula
from casekit.language.formula.nodes import Scope
from casekit.language.syntax.canonical_form import export_document, format_document, import_document
from casekit.language.syntax.dialect import Comment
from casekit.language.syntax.parser import MOST_MISTAKES, parse, parse_lone_formula
from casekit.pipeline import conversion

EXAMPLES = settings(max_examples=150)


def comments_of(document):
    nodes = [*document.header, *(node for block in document.blocks for node in (*block.lead, *block.items))]
    return " // ".join(node.text for node in nodes if isinstance(node, Comment))


def test_a_formula_survives_being_written(strategies):
    @EXAMPLES
    @given(strategies.formulas)
    def check(formula):
        again, problems = parse_lone_formula(Source("", format_formula(formula)), CASE)
        assert () == problems
        assert formula == again

    check()


def test_well_formed_cases_are_read(strategies, read):
    @EXAMPLES
    @given(strategies.cases)
    def check(text):
        assert [] == read(text)[1]

    check()


def test_formatting_changes_no_meaning_and_loses_no_comment(strategies, read):
    @EXAMPLES
    @given(strategies.cases)
    def check(text):
        document, _ = read(text)
        again, problems = read(format_document(document, CASE))
        assert [] == problems
        assert document == again
        assert comments_of(document).count("//") == comments_of(again).count("//")
        for word in ("over", "behind", "aside"):
            assert text.count(f"// {word}") == comments_of(again).count(word)

    check()


def test_formatting_twice_changes_nothing(strategies, read):
    @EXAMPLES
    @given(strategies.cases)
    def check(text):
        once = format_document(read(text)[0], CASE)
        assert once == format_document(read(once)[0], CASE)

    check()


def test_a_case_survives_export_and_import(strategies, read):
    validator = jsonschema.Draft202012Validator(json.loads(resources.text("schemas/case.schema.json")))

    @EXAMPLES
    @given(strategies.cases)
    def check(text):
        document, _ = read(text)
        exported = json.loads(json.dumps(export_document(document, CASE, Scope((), ()), "midnight")))
        assert [] == [error.message for error in validator.iter_errors(exported)]
        assert document == import_document(exported, "", CASE)
        again, problems = conversion.import_bytes(json.dumps(exported).encode(), "x.json")
        assert () == problems
        assert (document, []) == read(again)
        assert exported == export_document(read(again)[0], CASE, Scope((), ()), "midnight")

    check()


@EXAMPLES
@given(st.text())
def test_no_text_makes_the_parser_fail(text):
    tree, problems = parse(Source("x", text), CASE)
    assert text == tree.source.text
    assert all(each.message and each.span.line <= len(text.splitlines()) + 1 for each in problems)


LINES = base_of().splitlines(keepends=True)
ODD = [
    *(
        "\n",
        "\r\n",
        "\\",
        '"',
        "~",
        "~ ",
        "== ",
        "==",
        "//",
        "(",
        ")",
        "{",
        ":",
        ",",
        "\t",
        " " * 4,
        "\v",
        "\ufeff",
    ),
    *("\u2028", "\u00a0", "\x85", "é", "🂡", "=", "every", "says", "TODO", "none", "9" * 12, "ANNA", "not"),
    *(
        "23:50",
        "+ 5 min",
        " in 0:00 to ",
        "group g: ANNA\n",
        "all different ",
        "steps(",
        "just_before(",
        "clock 1:00",
        "to",
        "}",
    ),
]


@pytest.fixture(scope="session")
def mutate():
    """Applies edits to the base case: each puts an odd piece at, or takes a stretch from, a place."""

    def apply(edits):
        text = base_of()
        for at, length, piece in edits:
            start = at % len(text)
            text = text[:start] + piece + text[start + length :]
        return text

    return apply


edits = st.lists(
    st.tuples(st.integers(0, 5000), st.integers(0, 12), st.sampled_from(ODD)), min_size=1, max_size=4
)


def test_no_mutilated_case_makes_a_check_fail(mutate, check):
    @settings(max_examples=120)
    @given(edits)
    def run(edits):
        checked = check(mutate(edits), whole=True)
        lines = checked.source.text.count("\n") + 1
        for problem in checked.diagnostics:
            assert 1 <= problem.span.line <= problem.span.end_line <= lines
            assert 0 <= problem.span.start <= problem.span.end <= len(checked.source.text.encode())

    run()


def test_a_mutilated_case_that_can_be_read_survives_formatting(mutate, read):
    @EXAMPLES
    @given(edits)
    def run(edits):
        document, problems = read(mutate(edits))
        if not problems:
            text = format_document(document, CASE)
            assert (document, []) == read(text)
            assert text == format_document(read(text)[0], CASE)

    run()


@EXAMPLES
@given(st.permutations(LINES))
def test_no_shuffled_case_makes_the_parser_fail(lines):
    document, problems = parse(Source("x", "".join(lines)), CASE)
    assert document.blocks or len(problems) == MOST_MISTAKES
    assert len(problems) <= MOST_MISTAKES
