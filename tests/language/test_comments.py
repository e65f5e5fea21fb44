import pytest

from casekit.games.midnight.language.line_forms import CASE
from casekit.language.syntax.canonical_form import format_document
from casekit.language.syntax.suppressions import find_silences


@pytest.mark.parametrize(
    "text",
    [
        "title: T  // behind a field\n",
        "// lead\n\ntitle: T\n// tail\n",
        "title: T\n\n// lead one\n// lead two\n== truth\na\n",
        "== truth  // behind a heading\n// first\na  // behind a line\n\n// apart\nb\n// last\n",
        "== 01\n// before\n\nProse.\n// after prose\n~ a  // behind\n// end\n",
        "== 01\nProse.\n\n// before the second\n\nMore.\n",
        '== terms\nmotive m "m"  // why\n// last\n\n== facts  // what\na\n',
        "== notes  // private\n// c\nnote\n",
    ],
)
def test_comments_keep_their_places(text, read):
    document, problems = read(text)
    assert [] == problems
    assert text == format_document(document, CASE)


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ([(1, 1)], "title: T // casekit: allow CK120 x\n"),
        ([(2, 2)], "// casekit: allow CK120 x\ntitle: T\n"),
        ([(2, 4)], "\n== 01 // casekit: allow CK120 x\np\nq\n"),
        ([(4, 5)], "title: T\n\n// casekit: allow CK120 x\n== 01\np\n\n== 02\nq\n"),
        ([(3, 3)], "== 01\np\n~ a // casekit: allow CK120 x\n~ b\n"),
        ([(4, 4)], "== 01\np\n// casekit: allow CK120 x\n~ a\n~ b\n"),
        ([(2, 3)], "== 01\n~ a // casekit: allow CK120 x\n   and b\n~ b\n"),
        ([(2, 2)], "== 01\np\n// casekit: allow CK120 x\n"),
        ([], "== 01\np // casekit: allow CK120 x\n// casekit allow\n"),
    ],
)
def test_a_silence_covers_what_it_stands_at(lines, text, read):
    document, problems = read(text)
    assert [] == problems
    assert lines == [(silence.first_line, silence.last_line) for silence in find_silences(document)]


@pytest.mark.parametrize(
    "text",
    [
        "== truth\na  //\n  or b  // x\n",
        "== truth\na  // x\n  or b  //\n",
        "== 01\nOne\n// casekit: allow CK120 x\ntwo.\n~ a\n",
        "== 01\n\n// c\nOne\n// d\ntwo\n~ a\nthree.\n\nFour.\n",
    ],
)
def test_formatting_keeps_what_comments_are_about(text, read):
    document, problems = read(text)
    assert [] == problems
    once = format_document(document, CASE)
    again, _ = read(once)
    assert document == again
    assert once == format_document(again, CASE)


def test_a_comment_inside_a_paragraph_goes_above_it(read):
    document, _ = read("== 01\nOne\n// about it\ntwo.\n~ a\n")
    assert "== 01\n// about it\nOne two.\n~ a\n" == format_document(document, CASE)


def test_a_no_break_space_in_prose_is_the_writer_s(read):
    document, problems = read("== 01\n\u00a0«\u00a0Non\u00a0», dit-il.\n\u00a0\n~\u00a0a\n")
    assert [] == problems
    assert "== 01\n«\u00a0Non\u00a0», dit-il.\n~ a\n" == format_document(document, CASE)
