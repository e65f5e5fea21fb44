"""Positions as editors count them, held against the encodings themselves."""

from hypothesis import given, strategies as st
from lsprotocol import types

from casekit.editor.session import PositionMap, edited

TEXTS = st.lists(st.sampled_from(["\r\n", *"ab \n\r\t~é́😀👩\u200dß\u2028\x0b—"]), max_size=40).map("".join)
ENCODINGS = st.sampled_from(["utf-8", "utf-16", "utf-32"])
SIZES = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


@given(TEXTS, ENCODINGS, st.data())
def test_a_position_counts_units_behind_the_last_line_end(text, encoding, data):
    offset = data.draw(st.integers(0, len(text)))
    places = PositionMap(text, encoding)
    before = text[:offset]
    if before.endswith("\r") and text[offset:].startswith("\n"):
        return  # inside a line end there is no position
    lines = before.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    codec, size = SIZES[encoding]

    found = places.position(offset)

    assert types.Position(len(lines) - 1, len(lines[-1].encode(codec)) // size) == found
    if text[offset - 1 : offset] not in {"\r", "\n"} or offset == 0:
        assert offset == places.offset(found)


def test_positions_beyond_the_text_are_its_ends():
    places = PositionMap("one\r\ntwo", "utf-16")
    assert 3 == places.offset(types.Position(0, 99))
    assert 8 == places.offset(types.Position(1, 99))
    assert 8 == places.offset(types.Position(99, 0))


def test_a_position_inside_a_character_is_that_of_the_character():
    assert 1 == PositionMap("a😀b", "utf-16").offset(types.Position(0, 2))
    assert 2 == PositionMap("a😀b", "utf-16").offset(types.Position(0, 3))


def test_changes_follow_each_other():
    changes = (
        types.TextDocumentContentChangePartial(types.Range(types.Position(0, 2), types.Position(0, 4)), "é"),
        types.TextDocumentContentChangePartial(types.Range(types.Position(0, 3), types.Position(0, 3)), "!"),
    )
    assert "abé!" == edited(PositionMap("ab😀"), changes).text
    assert "new" == edited(PositionMap("old"), (types.TextDocumentContentChangeWholeDocument("new"),)).text


@given(TEXTS, TEXTS, ENCODINGS, st.data())
def test_an_edit_replaces_what_it_names(text, new, encoding, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    places = PositionMap(text, encoding)
    part = places.range(start, end)
    if (places.offset(part.start), places.offset(part.end)) == (start, end):
        assert (
            text[:start] + new + text[end:]
            == edited(PositionMap(text, encoding), (types.TextDocumentContentChangePartial(part, new),)).text
        )
