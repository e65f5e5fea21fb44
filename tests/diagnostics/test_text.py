import subprocess
import sys
from dataclasses import replace

import pytest

from casekit.diagnostics import Edit, Finding, Related, RenderOptions, Report, Source, Span, codes, render
from casekit.games.midnight.codes import UNMARKED_LIE


def shown(text: str, start: int, end: int, width: int = 100) -> list[str]:
    """The line with the finding and its underline, without the gutter."""
    source = Source("a.case", text)
    found = Finding(codes.SYNTAX_ERROR, "what?", source.span(start, end))
    lines = render(
        "text", Report((found,), {"a.case": source}, ("a.case",)), RenderOptions(width=width)
    ).splitlines()
    return [line.partition(" | ")[2] for line in lines[1:] if " | " in line]


def test_a_finding_shows_its_place_its_line_what_belongs_to_it_and_the_cure(report, liar):
    expected = """\
last soup.case:6:3: error[CK401 innocent-liar]: ANNA is innocent, but this is false
 6 | ~ room(ANNA) = suite && tin = deck
   |   ^^^^^^^^^^^^^^^^^^
 3 | culprit = CLARA
   | --------------- the culprit
   = help: Change the statement, or the truth.

1 error in 1 file
"""
    assert expected == render("text", report(liar))


def test_findings_that_say_the_same_are_told_once_and_each_counts():
    source = Source("a.case", "TODO\nmore\nTODO and TODO\nTODO\n")
    places = [(0, 4), (10, 14), (19, 23), (24, 28)]
    found = tuple(Finding(codes.TODO, "to do", source.span(*place), hint="do it") for place in places)
    expected = """\
a.case:1:1: warning[CK120 todo]: to do
 1 | TODO
   | ^^^^
   = 3 more: lines 3, 4
   = help: do it

4 warnings in 1 file
"""
    report = Report(found, {"a.case": source}, ("a.case",))
    assert expected == render("text", report)
    for form in ("json", "sarif", "github", "junit"):
        assert 4 == render(form, report).count("to do"), form


def test_findings_that_differ_in_what_belongs_to_them_are_told_each():
    source = Source("a.case", "one\ntwo\n")
    first, second = source.span(0, 3), source.span(4, 7)
    found = Finding(codes.TODO, "to do", first, related=(Related(second, "here"),))
    report = Report((found, replace(found, span=second)), {"a.case": source}, ("a.case",))
    assert 2 == render("text", report).count("to do")


def test_a_fix_shows_the_line_as_it_would_be(report, foreign):
    expected = """\
last soup.case:6:22: error[CK105 foreign-operator]: '&&' is not a word of ours
 6 | ~ room(ANNA) = suite && tin = deck
   |                      ^^
   = help: Write 'and'.
   = fix:
 6 + ~ room(ANNA) = suite and tin = deck

1 error in 1 file
"""
    assert expected == render("text", report(foreign))


def test_a_fix_of_several_edits_shows_each_stretch_of_lines_once(source, report, place):
    edits = (
        Edit(place("deck"), "galley"),
        Edit(place("&&"), "and"),
        Edit(place("CLARA\n== ANNA alibi"), "ANNA\n// hers\n== CLARA alibi"),
    )
    found = Finding(codes.SYNTAX_ERROR, "all wrong", source.whole(), fix=edits)
    expected = """\
last soup.case:1:1: error[CK101 syntax-error]: all wrong
   = fix:
 3 + culprit = ANNA
 4 + // hers
 5 + == CLARA alibi
   = fix:
 6 + ~ room(ANNA) = suite and tin = galley

1 error in 1 file
"""
    assert expected == render("text", report(found))


def test_a_place_over_several_lines_shows_the_first_and_the_last(report, place):
    span = place("culprit = CLARA\n== ANNA alibi\nI was {alone}")
    expected = """\
last soup.case:3:1: warning[CK404 unmarked-lie]: so much
 3 | culprit = CLARA
   | ^^^^^^^^^^^^^^^
...
 5 | I was {alone} in the galley.
   | ^^^^^^^^^^^^^

1 warning in 1 file
"""
    assert expected == render("text", report(Finding(UNMARKED_LIE, "so much", span)))


def test_of_two_lines_nothing_is_left_out(report, place):
    span = place("culprit = CLARA\n== ANNA alibi")
    shown = render("text", report(Finding(UNMARKED_LIE, "so much", span))).splitlines()
    assert [" 3 | culprit = CLARA", " 4 | == ANNA alibi"] == shown[1:5:2]
    assert "..." not in shown


@pytest.mark.parametrize(("width", "longest"), [(20, 40), (70, 70)])
def test_a_long_list_of_lines_is_wrapped(width, longest):
    source = Source("a.case", "x\n" * 90)
    found = [Finding(codes.SYNTAX_ERROR, "what?", source.line_span(number)) for number in range(1, 91)]
    text = render("text", Report(tuple(found), {"a.case": source}, ("a.case",)), RenderOptions(width=width))
    start = "   = 89 more: "
    rows = [row.removeprefix(start) for row in text.splitlines() if row.startswith((start, " " * len(start)))]
    assert f"lines {', '.join(str(number) for number in range(2, 91))}" == " ".join(map(str.strip, rows))
    most = max(len(row.strip()) for row in rows)
    assert longest - 5 - len(start) * (width == longest) <= most <= longest


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (["culprit = CLARA", "^" * 15], "culprit = CLARA\n"),
        (["culprit = CLARA", "^" * 15, "== ANNA alibi", "^" * 13], "culprit = CLARA\n== ANNA alibi\n"),
    ],
)
def test_the_end_of_a_line_belongs_to_that_line(source, expected, text):
    start = source.text.index(text)
    assert expected == shown(source.text, start, start + len(text))


def test_the_end_that_windows_gives_a_line_is_no_part_of_it():
    windows = Source("a.case", "one\r\ntwo\r\n")
    assert ["", "one", "two", ""] == [windows.line(number) for number in range(4)]


def test_a_label_is_told_even_if_there_is_no_line(source, report, liar):
    found = replace(liar, related=(Related(source.whole(), "in this case"),))
    assert "  -> last soup.case:1:1: in this case" in render("text", report(found)).splitlines()


def test_places_in_other_files_are_named(source, place):
    other = Source("edition.toml", 'title = "Midnight"\n')
    related = (
        Related(other.span(0, 5), "named here"),
        Related(Span("gone.case", 2, 1, 2, 1), "and here"),
    )
    found = Finding(codes.MISSING_CASE, "no such case", place("CLARA"), related=related)
    files = {source.name: source, other.name: other}
    expected = """\
last soup.case:3:11: error[CK803 missing-case]: no such case
 3 | culprit = CLARA
   |           ^^^^^
  -> edition.toml:1:1: named here
 1 | title = "Midnight"
   | -----
  -> gone.case:2:1: and here

1 error in 1 file
"""
    assert expected == render("text", Report((found,), files, (source.name,)))


def test_a_finding_about_a_file_that_could_not_be_read_has_no_line():
    found = Finding(codes.NO_SUCH_FILE, "there is no such file", Span("gone.case"), "Check\nthe name.")
    expected = """\
gone.case:1:1: error[CK901 no-such-file]: there is no such file
   = help: Check
           the name.

1 error in 1 file
"""
    assert expected == render("text", Report((found,), {}, ("gone.case",)))


@pytest.mark.parametrize(
    ("expected", "count", "files"),
    [
        ("no findings", 0, ()),
        ("no findings in 1 file", 0, ("a.case",)),
        ("no findings in 3 files", 0, ("a.case", "b.case", "c.case")),
        ("2 errors in 1 file", 2, ("gone.case",)),
        ("2 errors in 2 files", 2, ("a.case",)),
    ],
)
def test_the_summary_counts_findings_and_files(expected, count, files):
    found = (Finding(codes.NO_SUCH_FILE, "gone", Span("gone.case")),) * count
    assert expected == render("text", Report(found, {}, files)).splitlines()[-1]


def test_the_summary_names_each_weight(report, liar, foreign, unmarked, shared):
    expected = "2 errors, 1 warning, 1 note in 1 file"
    assert expected == render("text", report(liar, foreign, unmarked, shared)).splitlines()[-1]


@pytest.mark.parametrize(
    ("expected", "line", "what"),
    [
        (["    ab", "    ^"], "\tab", "a"),
        (["x   ab", "    ^"], "x\tab", "a"),
        (["x   ab", " ^^^"], "x\tab", "\t"),
        (["探偵 = ANNA", "       ^^^^"], "探偵 = ANNA", "ANNA"),
        (["探偵 = ANNA", "  ^^"], "探偵 = ANNA", "偵"),
        (["e\u0301te\u0301 x", "    ^"], "e\u0301te\u0301 x", "x"),
    ],
)
def test_the_underline_stands_under_what_it_means(expected, line, what):
    start = line.index(what)
    assert expected == shown(line, start, start + len(what))


def test_an_empty_place_at_the_end_of_a_line_gets_one_caret():
    assert ["ab", "  ^"] == shown("ab\ncd", 2, 2)


@pytest.mark.parametrize(
    ("expected", "start", "end"),
    [
        (["abcdefghijklmnopq…", "^"], 0, 1),
        (["…uvwxyzABCDEFGHIJK…", "        ^^"], 27, 29),
        (["…JKLMNOPQRSTUVWXYZ", "                ^^"], 50, 52),
        (["…cdefghijklmnopqrs…", " ^^^^^^^^^^^^^^^^^"], 2, 40),
    ],
)
def test_a_long_line_is_cut_around_the_place(expected, start, end):
    line = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert expected == shown(line, start, end, width=24)


def test_a_cut_never_parts_a_letter_from_its_accent():
    line = "a" * 20 + "e\u0301" * 40
    for start in range(20, len(line)):
        text, underline = shown(line, start, start + 1, width=24)
        assert text[0] != "\u0301"
        assert text[1:2] != "\u0301"
        assert len(underline) <= 19


def test_what_could_steer_the_terminal_is_shown_as_a_picture():
    name = "a\x1b[2J\n.case"
    source = Source(name, "== \x1b]0;owned\x07 \x7f\x9b \u202e\u2028 \udc80\n")
    found = Finding(
        codes.SYNTAX_ERROR,
        "not \x1b[31mthis\r",
        source.span(3, 4),
        "\x08no",
        (Related(source.span(0, 2), "\x00"),),
    )
    for colour in (False, True):
        text = render("text", Report((found,), {name: source}, (name,)), RenderOptions(colour=colour))
        own = (
            text.replace("\x1b[0m", "")
            .replace("\x1b[1;31m", "")
            .replace("\x1b[1m", "")
            .replace("\x1b[34m", "")
        )
        assert all(char.isprintable() or char == "\n" for char in own)
    expected = """\
a␛[2J␊.case:1:4: error[CK101 syntax-error]: not ␛[31mthis␍
 1 | == ␛]0;owned␇ ␡� �� �
   |    ^
 1 | == ␛]0;owned␇ ␡� �� �
   | -- ␀
   = help: ␈no

1 error in 1 file
"""
    assert expected == render("text", Report((found,), {name: source}, (name,)))


def test_colours_change_nothing_but_colour(report, liar, foreign, shared):
    plain = render("text", report(liar, foreign, shared))
    coloured = render("text", report(liar, foreign, shared), RenderOptions(colour=True))
    assert "\x1b[1;31merror[CK401 innocent-liar]\x1b[0m" in coloured
    for style in ("0", "1", "1;31", "1;36", "32", "34"):
        coloured = coloured.replace(f"\x1b[{style}m", "")
    assert plain == coloured


def test_plain_text_does_without_rich():
    program = (
        "import sys; from casekit.diagnostics import *; render('text', Report((), {}, ())); "
        "print([name for name in sys.modules if name.startswith('rich')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "[]\n" == done.stdout
