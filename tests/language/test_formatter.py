import pytest

from casekit.games.midnight.language.line_forms import CASE
from casekit.kit.code_registry import base_of
from casekit.language.syntax.canonical_form import WIDTH, format_document

TIDY = """\
title: The Last Toast  // working title
level: amateur

// Above the heading.
== presentation  // read aloud
Rain.

More rain, for the length of a line that is so long that it has to be broken at some place behind
its hundredth letter.
~ a  "Rain"
// between
~ every suspect X except ANNA: room(X) = suite and room(X) = suite and room(X) = suite and room(X) =
    suite  "More rain, for the length of a line that is so long that it has to be broken"
~ every suspect X: room(X) = suite and room(X) = suite and room(X) = suite
    "More rain, for the length of a line that is so long that it has to be broken"

== facts
type hour: dusk, dinner  // ordered
left(suspect): hour?
room(suspect, hour): location

bottle

== rules
a or (b iff c)
// last

== notes
  - deeper
~ anything
"""


def test_what_is_canonical_stays(read):
    document, problems = read(TIDY)
    assert [] == problems
    assert TIDY == format_document(document, CASE)


@pytest.mark.parametrize(
    ("canonical", "written"),
    [
        ("title: T", "title   :T"),
        ("// c", "//c"),
        ("//", "//   "),
        ("== ANNA alibi", "==\tANNA   alibi"),
        ("== 05, suite", "== 5,suite"),
        ("== truth\na and b  // c", "== truth\na // c\n  and b"),
        ("== truth\nnot a", "== truth\n(not (a))"),
        ("== truth\na and b and c", "== truth\n(a and b) and c"),
        ("== truth\na and (b and c)", "== truth\na and (b and c)"),
        ("== truth\n(every t X: a) and b", "== truth\n((every t X: (a)) and b)"),
        ("== truth\na and every t X: b", "== truth\na and (every t X: b)"),
        ("== truth\n(a and not every t X: b) or c", "== truth\n(a and not (every t X: b)) or c"),
        ("== truth\n(a implies b) implies c", "== truth\n((a implies b) implies c)"),
        ("== truth\na in { b, c }", "== truth\na in{b,c}"),
        ("== 01\n\\~ p", "== 01\n\\~ p"),
        ("== 01\np q", "== 01\np\n    q"),
        ("== 01\np\n~ lie ANNA says a", "== 01\np\n~lie ANNA  says  a"),
        ("== facts\nroom(suspect): location?", "== facts\nroom ( suspect ) :location ?"),
        ('== facts\nf(t): t?  "(1) // a"  "b"', '== facts\nf(t): t?"(1)  //\n   a" "b"'),
        (f'== facts\nf\n    "{"x " * 47}y"\n    "z"', f'== facts\nf "{"x " * 47}y" "z"'),
        ('== terms\nmotive m "a // \\"b\\""', '== terms\nmotive   m   "a //  \\"b\\""'),
    ],
)
def test_the_canonical_form(canonical, written, read):
    document, problems = read(written + "\n")
    assert [] == problems
    assert canonical + "\n" == format_document(document, CASE)


def test_prose_is_wrapped_and_a_mark_at_a_line_start_escaped(read):
    document, _ = read("== 01\n" + "x" * (WIDTH - 2) + " ~ y " + "z" * WIDTH + "\n")
    lines = format_document(document, CASE).splitlines()
    assert ["x" * (WIDTH - 2) + " ~", "y", "z" * WIDTH] == lines[1:]
    document, _ = read("== 01\n" + "x" * WIDTH + " // y\n")
    assert ["x" * WIDTH, "\\// y"] == format_document(document, CASE).splitlines()[1:]
    assert ["x" * WIDTH + " // y"] == [
        item.text for item in read(format_document(document, CASE))[0].blocks[0].items
    ]


def test_the_base_case_keeps_its_meaning(read):
    document, _ = read(base_of())
    assert (document, []) == read(format_document(document, CASE))
