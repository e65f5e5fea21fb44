import pytest

from casekit.language.formatter import format_statement
from casekit.language.parsing import MOST_MISTAKES
from casekit.language.tree import StatementNode


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
    assert ["c"] == [format_statement(statement) for statement in statements]


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
