import pytest

from casekit.language.formatter import format_document
from casekit.language.silences import find_silences


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
    assert text == format_document(document)


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
