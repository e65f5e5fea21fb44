import pytest
from lark.parsers.lalr_parser_state import ParserState

from casekit.games.midnight.language.line_forms import CASE, FunctionNode, StatementNode
from casekit.language.syntax.canonical_form import logic_text
from casekit.language.syntax.dialect import ProseNode
from casekit.language.syntax.parser import MOST_MISTAKES
from casekit.language.syntax.stepped_parse import LONGEST_NAME, MOST_TOKENS


def test_independent_mistakes_are_all_reported_in_one_run(read):
    text = (
        "title: T\n"
        "no field\n"
        "== facts\n"
        "room(suspect\n"
        "== ANNA alibi\n"
        "Prose.\n"
        "~ a && b\n"
        "~ c\n"
        '~ d "open\n'
        "==BRUNO alibi\n"
        "More prose.\n"
        "== rules\n"
        "a = b = c\n"
        "e\n"
    )
    document, problems = read(text)
    expected = [("CK101", 2), ("CK101", 4), ("CK105", 7), ("CK104", 9), ("CK102", 10), ("CK103", 13)]
    assert expected == problems
    statements = [
        item for block in document.blocks for item in block.items if isinstance(item, StatementNode)
    ]
    assert ["c"] == [logic_text(statement, CASE) for statement in statements]


def test_a_statement_is_set_aside_with_its_continuations(read):
    assert [("CK101", 3)] == read("== 01\n~ a and\n    ) or\n    b = (\nProse.\n")[1]


def test_a_heading_that_cannot_be_read_takes_its_block_along(read):
    document, problems = read("== ANNA's alibi\nProse.\n~ a b c\n== 01\n~ a\n")
    assert [("CK101", 1)] == problems
    assert (1, 1) == (len(document.blocks), document.lost)


@pytest.mark.parametrize(
    "line",
    [
        *("~ room(ANNA = suite", "~ a b c d e", "~ )(", '~ "q" a "r" b', "~ every every every", "~ = = = ="),
        *(
            "~ a && b || !c -> d",
            "~ lie lie lie a",
            "~ says says",
            "~ a = = b = c",
            '~ a "b" "c" "',
            "~ {a} {b}",
        ),
    ],
)
def test_one_mistake_gives_one_error(line, read):
    assert [2] == [number for _, number in read(f"== 01\n{line}\nProse.\n~ a\n")[1]]


def test_after_many_mistakes_the_rest_is_not_looked_at(read):
    document, problems = read("== rules\n" + "a b\n" * (MOST_MISTAKES + 5))
    assert MOST_MISTAKES + 1 == len(problems)
    assert [("CK101", MOST_MISTAKES + 1)] * 2 == problems[-2:]
    assert () == document.blocks


def test_fewer_mistakes_leave_what_can_be_read(read):
    document, problems = read("== rules\n" + "a b\nc\n" * (MOST_MISTAKES - 1))
    assert MOST_MISTAKES - 1 == len(problems) == len(document.blocks[0].items)


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\t\r\n", "\ufeff"])
def test_nothing_is_an_empty_case(text, read):
    assert [("CK107", 1)] == read(text)[1]


@pytest.mark.parametrize(
    "formula", ["not " * 200 + "a", " and ".join("a" * 200), "f(" * 200 + "a" + ")" * 200]
)
def test_a_formula_that_nests_too_deep_is_refused_where_it_stands(formula, read):
    document, problems = read(f"== 01\n~ a\n~ {formula}\nProse.\n== rules\n{formula}\nb\n")
    assert [("CK101", 3), ("CK101", 6)] == problems
    assert [2, 1] == [len(block.items) for block in document.blocks]


def test_brackets_alone_are_no_depth(read):
    assert [] == read("== rules\n" + "(" * 500 + "a" + ")" * 500 + "\n")[1]


@pytest.mark.parametrize("line", ["exactly {} t X: a", "at most {} t X: a"])
def test_a_number_without_end_is_refused(line, read):
    assert [] == read(f"== rules\n{line.format('9' * 9)}\n")[1]
    assert [("CK101", 2)] == read(f"== rules\n{line.format('9' * 5000)}\n")[1]
    assert [("CK101", 1)] == read(f"== {'0' * 5000}2\np\n")[1]


def test_a_mistake_costs_its_line_and_nothing_is_read_twice(monkeypatch, read):
    """Behind a mistake the parser goes on: the tokens taken grow with the lines, not with their square."""
    taken = []
    feed = ParserState.feed_token
    monkeypatch.setattr(
        ParserState, "feed_token", lambda *given, **more: (taken.append(given[1]), feed(*given, **more))[1]
    )
    prose = "The ship was quiet.\n\n" * 50
    counts = []
    for lines in (20, 40, 80):
        taken.clear()
        problems = read(f"== 01\n{prose}== rules\n" + "a b\n" * lines)[1]
        assert lines == len(problems)
        counts.append(len(taken))
    assert counts[2] - counts[1] == 2 * (counts[1] - counts[0])


def test_lines_around_an_unreadable_one_keep_their_places(read):
    text = "== 01\nOne.\n~ a\n~ b c // aside\n\n// above\n~ d\nTwo.\n~ ) (\nThree.\n== 02\nFour.\n"
    document, problems = read(text)
    assert [("CK101", 4), ("CK101", 9)] == problems
    first, second = document.blocks
    assert ["One.", "a", "above", "d", "Two.", "Three."] == [
        logic_text(item, CASE) if isinstance(item, StatementNode) else item.text for item in first.items
    ]
    assert ["Four."] == [item.text for item in second.items]
    assert all(
        text[item.start : item.end] == item.text
        for item in (*first.items, *second.items)
        if isinstance(item, ProseNode)
    )


def test_a_line_that_is_broken_in_the_middle_leaves_no_trace(read):
    document, problems = read("== facts\nf(suspect\ng\n== rules\na and (b\nc\n== truth\nd\n")
    assert [("CK101", 2), ("CK101", 5)] == problems
    assert [["g"], ["c"], ["d"]] == [
        [item.name.text if isinstance(item, FunctionNode) else item.formula.name for item in block.items]
        for block in document.blocks
    ]


def test_a_file_without_end_is_read_up_to_a_limit(read):
    document, problems = read("== 01\n" + "~ a\n" * MOST_TOKENS)
    assert [("CK912", MOST_TOKENS // 3 + 1)] == problems
    assert () == document.blocks


def test_a_name_has_a_greatest_length(read):
    assert [] == read(f"== rules\n{'x' * LONGEST_NAME}\n")[1]
    document, problems = read(f"== rules\n{'x' * (LONGEST_NAME + 1)}\na\n")
    assert [("CK101", 2)] == problems
    assert 1 == len(document.blocks[0].items)
