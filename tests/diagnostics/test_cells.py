import pytest
from hypothesis import given, strategies as st

from casekit.diagnostics.renderers.terminal_text import cells, excerpt, on_one_line, printable

ANY = st.text(st.characters(exclude_categories=()))


@pytest.mark.parametrize(
    ("expected", "char"),
    [
        (1, "a"),
        (1, "é"),
        (0, "\u0301"),
        (2, "探"),
        (2, "ア"),
        (1, "ｱ"),
        (2, "🔍"),
        (0, "\u200d"),
    ],
)
def test_cells_of_a_character(expected, char):
    assert expected == cells(char)


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("a\tb\nc", "a\tb\nc"),
        ("␛[2J␀␡", "\x1b[2J\x00\x7f"),
        ("\ufffd" * 6, "\x9b\u202e\u2028\ufeff\udc80\uffff"),
        ("👩\u200d🔬 é探", "👩\u200d🔬 é探"),
        ("\ufffd" * 4, "\U0001fffe\U0002fffe\U0003ffff\U0010fffe"),
        ("\U0001fffd\U00010000", "\U0001fffd\U00010000"),
    ],
)
def test_what_has_no_shape_gets_one(expected, text):
    assert expected == printable(text)


@given(ANY)
def test_one_line_is_one_line(text):
    shown = on_one_line(text)
    assert len(text) == len(shown)
    assert [shown] == (shown.splitlines() or [""])


@given(
    ANY.map(lambda text: text.replace("\n", "")), st.integers(0, 200), st.integers(0, 200), st.integers(4, 60)
)
def test_an_excerpt_keeps_to_its_width_and_its_underline_to_the_text(line, start, length, width):
    shown, indent, underlined = excerpt(line, start, start + length, width)
    taken = sum(map(cells, shown))
    assert taken <= width
    assert underlined >= 1
    assert indent + underlined <= max(taken, indent + 1) <= width + 1


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("BRU\ufffdNO", "BRU\u200dNO"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("\ufffd", "\u200c"),
        ("a\ufffdb", "a\u3164b"),
    ],
)
def test_a_joiner_that_joins_nothing_is_shown(expected, text):
    assert expected == printable(text)


def test_marks_that_take_no_room_are_looked_at_up_to_a_limit():
    """At most four characters are looked at for each cell: of a line of just so many nothing is left out."""
    line = "a" + "\u0301" * 39
    assert (line, 0, 1) == excerpt(line, 0, 1, 10)
    shown, _, _ = excerpt(line + "b", 0, 1, 10)
    assert "\u2026" == shown[-1]
