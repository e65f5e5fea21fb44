import pytest

from casekit.diagnostics import Source
from casekit.games.midnight.language.line_forms import (
    CASE,
    AnswerNode,
    FunctionNode,
    RuleNode,
    SortNode,
    StatementNode,
)
from casekit.language.formula.formatter import format_formula
from casekit.language.syntax.canonical_form import logic_text
from casekit.language.syntax.dialect import Comment, FieldNode, NoteNode, ProseNode
from casekit.language.syntax.parser import parse_lone_formula


@pytest.fixture
def items(read):
    """The items of the only block of a well-formed text."""

    def of(text):
        document, problems = read(text)
        assert [] == problems
        return document.blocks[0].items

    return of


@pytest.fixture
def formula():
    def of(text):
        node, problems = parse_lone_formula(Source("", text), CASE)
        assert () == problems
        return node

    return of


# --- header --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "line"),
    [
        ("The Last Toast", "title:   The Last Toast"),
        ("The Last Toast", "title:The Last Toast  // not printed"),
        ("The Last: Toast", "title: The Last: Toast"),
        ("http://example.org", "title: http://example.org"),
        ("", "title:"),
        ("", "title:   // later"),
        ("~ a", "title: ~ a"),
    ],
)
def test_a_field_has_the_value_behind_its_colon(expected, line, read):
    document, problems = read(line)
    assert [] == problems
    field = document.header[0]
    assert isinstance(field, FieldNode)
    assert ("title", expected) == (field.key.text, field.value.text)


def test_comments_in_the_header_stay_there(read):
    document, _ = read("// first\ntitle: T // behind\n\n// of the block\n== truth\na\n")
    assert ["first", "behind"] == [item.text for item in document.header if isinstance(item, Comment)]
    assert ["of the block"] == [comment.text for comment in document.blocks[0].lead]


def test_a_text_of_comments_alone_is_no_empty_document(read):
    document, problems = read("// nothing yet\n")
    assert [] == problems
    assert (Comment("nothing yet"),) == document.header


# --- prose ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "prose"),
    [
        (["One line and another."], "One line\n  and   another."),
        (["One.", "Two."], "One.\n\n  \nTwo."),
        (["~ no logic"], "\\~ no logic"),
        (["== no heading"], "\\== no heading"),
        (["// no comment"], "\\// no comment"),
        (["a ~ b == c // d"], "a ~ b == c // d"),
        (["see http://x.y"], "see http://x.y"),
        (["a ~ b"], "a \\~ b"),
        (["*a* **b** \\*"], "*a* **b** \\*"),
        (["\\\\~"], "\\\\~"),
        (["key: value"], "key: value"),
        (['"Quoted," she said.'], '"Quoted," she said.'),
    ],
)
def test_prose_is_read_as_written(expected, prose, items):
    assert expected == [item.text for item in items(f"== solution\n{prose}\n")]


def test_prose_around_a_statement_is_one_paragraph(items):
    found = items("== 01\nOne\n~ a\ntwo.\n\nThree.\n")
    assert ["One two.", "Three."] == [item.text for item in found if isinstance(item, ProseNode)]


def test_comments_between_prose_lines_are_no_prose(items):
    found = items("== 01\nOne\n// aside\ntwo.\n")
    assert ["One two."] == [item.text for item in found if isinstance(item, ProseNode)]
    assert ["aside"] == [item.text for item in found if isinstance(item, Comment)]


# --- statements ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "written"),
    [
        ("a", "~ a"),
        ("a", "~a"),
        ("lie a", "~ lie a"),
        ("hint a = b", "~  hint  a=b"),
        ("ANNA says a", "~ ANNA says a"),
        ("lie ANNA says BRUNO says not a", "~ lie ANNA says BRUNO says not a"),
        ("victim says a", "~ victim says a"),
        ("lies", "~ lies"),
        ("hint-ed", "~ hint-ed"),
        ("a and b", "~ a\n    and b"),
        ("a and b or c", "~ a\n\tand b\n   or c"),
        ("a and b", "~ a // why\n    and b"),
        ("a and b", "~ a\n    // why\n    and b"),
        ("a and b", "   ~ a\n    and b"),
        ("room(ANNA) = suite", "~ room (\n  ANNA ) =\n   suite"),
    ],
)
def test_a_statement_is_read_over_its_lines(expected, written, items):
    (statement,) = [item for item in items(f"== 01\np\n{written}\n") if isinstance(item, StatementNode)]
    assert expected == logic_text(statement, CASE)
    assert statement.quotation is None


def test_a_line_as_deep_as_the_statement_is_prose(items):
    statement, prose = items("== 01\n  ~ a\n  and b\n")
    assert ("a", "and b") == (logic_text(statement, CASE), prose.text)


def test_a_blank_line_ends_a_statement(items):
    statement, prose = items("== 01\n~ a\n\n   and b\n")
    assert ("a", "and b") == (logic_text(statement, CASE), prose.text)


@pytest.mark.parametrize(
    ("expected", "written"),
    [
        ("the words", '~ a "the words"'),
        ("see http://x.y // here", '~ a "see http://x.y // here"'),
        ("the words", '~ a\n    "the words"'),
        ("the words", '~ a "the \t words" // comment'),
        ('he said "no"', '~ a "he said \\"no\\""'),
        ("~ == \\", '~ a "~ == \\\\"'),
        ("", '~ a ""'),
    ],
)
def test_a_quotation_ends_a_statement(expected, written, items):
    (statement,) = [item for item in items(f"== 01\n{written}\n") if isinstance(item, StatementNode)]
    assert expected == statement.quotation.text


# --- blocks of logic -----------------------------------------------------------------------------


def test_terms_are_answers(items):
    found = items('== terms\nmotive  greed "For money"  // why\nmethod push\n  "Over // board"\n')
    answers = [(item.kind, item.slug.text, item.label.text) for item in found if isinstance(item, AnswerNode)]
    assert [("motive", "greed", "For money"), ("method", "push", "Over // board")] == answers


@pytest.mark.parametrize(
    ("name", "arguments", "values", "optional", "written"),
    [
        ("room", ["suspect"], "location", False, "room(suspect): location"),
        ("room", ["suspect", "hour"], "location", False, "room( suspect ,hour ):location // x"),
        ("keycard", ["suspect"], None, False, "keycard(suspect)"),
        ("left", ["suspect"], "hour", True, "left(suspect): hour?"),
        ("left", ["suspect"], "hour", True, "left(suspect)\n  : hour ?"),
        ("bottle", [], "location", False, "bottle: location"),
        ("rain", [], None, False, "rain"),
        ("motive-x", [], None, False, "motive-x"),
    ],
)
def test_facts_are_declared(name, arguments, values, optional, written, items):
    (node,) = [item for item in items(f"== facts\n{written}\n") if isinstance(item, FunctionNode)]
    assert (name, arguments) == (node.name.text, [word.text for word in node.arguments])
    assert (values, optional) == (node.values.text if node.values else None, node.optional)


def test_facts_have_sentences(items):
    (first, second) = items(
        '== facts\nroom(suspect): location "(1) was in (value)"\n  "not"\nrain "it rained"\n'
    )
    assert ["(1) was in (value)", "not"] == [word.text for word in first.sentences]
    assert ["it rained"] == [word.text for word in second.sentences]


def test_types_are_lists_of_values(items):
    (node,) = items("== facts\ntype hour: dusk,\n  dinner,midnight\n")
    assert isinstance(node, SortNode)
    assert ("hour", ["dusk", "dinner", "midnight"]) == (node.name.text, [word.text for word in node.values])


def test_rules_are_one_formula_a_line(items):
    found = items("== rules\na\nb\n  and c\n// d\ne\n")
    assert ["a", "b and c", "e"] == [format_formula(i.formula) for i in found if isinstance(i, RuleNode)]


def test_a_rule_is_told_or_common(items):
    found = items(
        '== rules\ncommon a implies b\ncommon (a or b)\na "words  of it"\ncommon and a\ncommon(a)\n'
    )
    assert [
        (True, "a implies b", None),
        (True, "a or b", None),
        (False, "a", "words of it"),
        (False, "common and a", None),
        (False, "common(a)", None),
    ] == [(i.common, format_formula(i.formula), i.quotation and i.quotation.text) for i in found]


def test_notes_are_kept_line_by_line(items):
    found = items("== notes\n~ not logic\n   - deeper ==\nmotive x\n")
    assert ["~ not logic", "   - deeper ==", "motive x"] == [i.text for i in found if isinstance(i, NoteNode)]


@pytest.mark.parametrize(
    ("kind", "words", "heading"),
    [
        ("presentation", [], "== presentation"),
        ("truth", [], "==   truth   // done"),
        ("answer", ["ANNA", "alibi"], "== ANNA alibi"),
        ("answer", ["ANNA", "alibi"], "  == ANNA\talibi"),
        ("places", ["20"], "== 20"),
        ("places", ["05", "07"], "== 5, 07"),
        ("places", ["suite", "120"], "== suite,120"),
        ("answer", ["ANNA", "motive"], "== ANNA motive"),
        ("places", ["in-law"], "== in-law"),
    ],
)
def test_headings_open_blocks(kind, words, heading, read):
    document, problems = read(f"{heading}\n")
    assert [] == problems
    assert (kind, words) == (
        document.blocks[0].heading.kind,
        [word.text for word in document.blocks[0].heading.words],
    )


# --- formulas ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bracketed", "text"),
    [
        ("(a and b) or c", "a and b or c"),
        ("a or (b and c)", "a or b and c"),
        ("(a or b) implies c", "a or b implies c"),
        ("a implies (b implies c)", "a implies b implies c"),
        ("(a implies b) iff c", "a implies b iff c"),
        ("(a iff b) iff c", "a iff b iff c"),
        ("(not a) and b", "not a and b"),
        ("not (a = b)", "not a = b"),
        ("not (not a)", "not not a"),
        ("every t X: (a and b iff c)", "every t X: a and b iff c"),
        ("a and (every t X: (b or c))", "a and every t X: b or c"),
        ("not (some t X: (a and b))", "not some t X: a and b"),
        ("every t X: (some t Y: (a implies b))", "every t X: some t Y: a implies b"),
        ("a implies (exactly 2 t X except A, B: (b and c))", "a implies exactly 2 t X except A, B: b and c"),
        ("(a in {b, c}) and d", "a in {b, c} and d"),
    ],
)
def test_precedence_and_the_reach_of_quantifiers(bracketed, text, formula):
    assert formula(bracketed) == formula(text)


@pytest.mark.parametrize(
    ("other", "text"),
    [
        ("(a implies b) implies c", "a implies b implies c"),
        ("(every t X: a) and b", "every t X: a and b"),
        ("not (a and b)", "not a and b"),
        ("a iff (b iff c)", "a iff b iff c"),
    ],
)
def test_brackets_count(other, text, formula):
    assert formula(other) != formula(text)


@pytest.mark.parametrize(
    "text",
    [
        "a",
        "f(g(h(a)), b) >= c",
        "zone-6 != zone(L)",
        "not a in { b }",
        "no t X except f(a): b",
        "at most 0 t X: a",
    ],
)
def test_formulas_that_are_canonical_already(text, formula):
    assert text == format_formula(formula(text))


# --- positions -----------------------------------------------------------------------------------

TEXT = "title: Über\r\n\r\n== 01\r\nGrüße 🂡.\r\n~ Zürich = bärenzwinger\r\n"


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_places_count_characters_and_bytes(mark):
    from casekit.pipeline.loading import parse_bytes

    data = (mark + TEXT).encode()
    document = parse_bytes(data, "x.case").tree
    statement = document.blocks[0].items[-1]
    place = document.source.span(statement.formula.right.start, statement.formula.right.end)
    assert (5, 12, 5, 24) == (place.line, place.column, place.end_line, place.end_column)
    assert "bärenzwinger" == data[place.start : place.end].decode()


def test_every_name_of_a_formula_stands_where_its_place_says(read):
    text = '== 01\n~ lie ANNA says every suspect X except BRUNO:\n    room(X) in { suite, deck } "q"\n'
    document, _ = read(text)
    (statement,) = document.blocks[0].items
    quantified = statement.formula
    nodes = [statement.speakers[0], quantified.sort, quantified.variable]
    assert ["ANNA", "suspect", "X"] == [text[node.start : node.end] for node in nodes]
    assert "BRUNO" == text[quantified.excluded[0].start : quantified.excluded[0].end]
    assert "room(X) in { suite, deck }" == text[quantified.body.start : quantified.body.end]
    assert "room(X)" == text[quantified.body.term.start : quantified.body.term.end]
    assert '"q"' == text[statement.quotation.start : statement.quotation.end]
    assert text[6:-1] == text[statement.start : statement.end]


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_line_ends_make_no_difference(ends, read):
    text = "title: T\n\n== 01\nOne\ntwo.\n~ a\n    and b\n// c\n\n== notes\nx\n"
    assert read(text) == read(text.replace("\n", ends))
