import pytest
from hypothesis import given, strategies as st

from casekit.diagnostics import Source
from casekit.diagnostics.invisible_characters import (
    HIDDEN,
    MOST_LINES,
    described,
    find_escaped,
    find_hidden,
    is_plain,
    visible,
)
from casekit.games.midnight.language.edition_file import load_edition
from casekit.kit.code_registry import base_of
from casekit.language.source_files import decode


@pytest.mark.parametrize(
    "char",
    [*"\x01\x07\x08\x0b\x1b\x1f\x7f\x85\x9b\u061c\u202e\u2066\u2028\ufeff\ufff9", "\U000e0041", "\u3164"],
)
def test_a_hidden_character_is_a_finding_at_its_place(char):
    source, problems = decode(f"title: x\n// é{char}b\n".encode(), "x.case")
    assert [("CK135", 2, 5, 6)] == [
        (p.code.id, p.span.line, p.span.column, p.span.end_column) for p in problems
    ]
    assert f"U+{ord(char):04X}" in problems[0].message
    assert source.text


@pytest.mark.parametrize(
    "text", ["a\r\nb\tc", "soft\u00adhyphen", "👩\u200d🔬", "a\u200bb\u2060c", "« oui\u00a0»\u202f;"]
)
def test_what_writing_needs_is_none(text):
    assert () == decode(text.encode(), "x.case")[1]


def test_a_carriage_return_inside_a_line_is_a_finding():
    assert [(1, 4)] == [(p.span.line, p.span.column) for p in find_hidden(Source("x", "abc\rd\r\n\r\n"))]


def test_each_line_is_one_finding_and_its_fix_makes_it_good():
    source = Source("x", "a\u202eb\u2028c\nd\x1b\n")
    found = list(find_hidden(source))
    assert [1, 2] == [problem.span.line for problem in found]
    assert ["", " ", ""] == [edit.replacement for problem in found for edit in problem.fix]


def test_not_every_line_of_what_is_no_text_is_told():
    assert MOST_LINES == len(list(find_hidden(Source("x", "\x01\n" * 1000))))


def test_a_case_that_looks_other_than_it_is_read_proves_nothing(check):
    found = check("== truth\nculprit = CLARA // \u202e ANNA\n")
    assert ["CK135"] == [problem.code.id for problem in found.diagnostics]
    assert found.verdict is None


@pytest.mark.parametrize(
    ("written", "char"), [(r"\u202e", "U+202E"), (r"\U0000009B", "U+009B"), (r"\b", "U+0008")]
)
def test_an_edition_cannot_write_one_as_an_escape(written, char, tmp_path):
    toml = base_of("midnight", "base.toml").replace('"Galley"', f'"Gall{written}ey"')
    edition, problems = load_edition(toml.encode(), tmp_path / "edition.toml")
    assert edition is None
    assert ["CK135"] == [problem.code.id for problem in problems]
    assert char in problems[0].message


@pytest.mark.parametrize(
    ("written", "char"),
    [
        ("\\u202e", "\u202e"),
        ("\\u202E", "\u202e"),
        ("\\U0000202e", "\u202e"),
        ("\\U0000202E", "\u202e"),
        ("\\ufeff", "\ufeff"),
        ("\\uFEFF", "\ufeff"),
        ("\\uFeFf", "\ufeff"),
        ("\\U000e0041", "\U000e0041"),
        ("\\U000E0041", "\U000e0041"),
        ("\\U0001bca0", "\U0001bca0"),
        ("\\U0001BCA0", "\U0001bca0"),
    ],
)
def test_an_escape_is_found_at_its_place_in_small_letters_and_in_capitals(written, char):
    source = Source("edition.toml", f'title = "x"\nname = "a{written}b"\n')
    (found,) = find_escaped(source, {"title": "x", "name": f"a{char}b"})
    at = source.text.index(written)
    assert source.span(at, at + len(written)) == found.span
    assert f"U+{ord(char):04X}" in found.message


@given(st.text(st.characters(exclude_categories=())))
def test_nothing_stays_hidden(text):
    shown = visible(text)
    assert len(text) == len(shown)
    assert not HIDDEN.search(shown)


def test_the_quick_look_lets_no_hidden_character_pass():
    hidden = [chr(at) for at in range(0x110000) if HIDDEN.match(chr(at))]
    assert [] == [char for char in hidden if is_plain(f"a{char}b")]
    assert is_plain("Une phrase, « à peine »,\r\n\tbelow it; 😀\n")


@pytest.mark.parametrize(
    ("char", "kind"),
    [
        ("\x01", "is a control character and cannot be seen"),
        ("\x7f", "is a control character and cannot be seen"),
        ("\x9f", "is a control character and cannot be seen"),
        ("\ufeff", "is a character that cannot be seen"),
        ("\u2028", "looks like a line end and is none"),
        ("\x85", "looks like a line end and is none"),
        ("\u202e", "turns the direction of writing"),
    ],
)
def test_what_is_wrong_with_a_hidden_character(char, kind):
    message, hint = described(char)
    assert f"U+{ord(char):04X}" == message.split()[0]
    assert kind in message
    assert ("space instead" in hint) == ("line end" in kind)
