"""Lines, places and offsets of a text, and its words for comparing."""

import unicodedata

import pytest
from hypothesis import given, strategies as st

from casekit.diagnostics import (
    Source,
    Span,
    composed,
    composed_places,
    for_comparison,
    normalized,
    place_of_words,
)
from casekit.diagnostics.source import USUAL, Place, Prose

TEXT = "one\ntwo é\n\nfour"
TEXTS = st.text(st.sampled_from("ab é\U0001f50d\n"), max_size=30)


@given(TEXTS)
def test_lines_are_those_of_the_text(text):
    source = Source("a.case", text)
    lines = text.split("\n")
    assert lines == [source.line(number) for number in range(1, len(lines) + 1)]
    assert ["", ""] == [source.line(number) for number in (0, len(lines) + 1)]


@given(TEXTS, st.data())
def test_a_place_leads_back_to_its_offsets(text, data):
    source = Source("a.case", text)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    span = source.span(start, end)
    assert (start, end) == source.part(span)
    assert (start, end) == (
        source.offset(span.line, span.column),
        source.offset(span.end_line, span.end_column),
    )
    assert text[start:end].encode() == text.encode()[span.start : span.end]
    assert source.line_of(start) == span.line == text.count("\n", 0, start) + 1


@pytest.mark.parametrize(
    ("line", "column", "offset"),
    [
        (1, 1, 0),
        (1, 3, 2),
        (1, 0, 0),
        (2, 1, 4),
        (4, 1, 11),
        (4, 99, 15),
        (0, 5, 0),
        (-3, 1, 0),
        (5, 1, 15),
        (3, 1, 10),
    ],
)
def test_what_the_text_does_not_have_is_where_it_would_be_nearest(line, column, offset):
    assert offset == Source("a.case", TEXT).offset(line, column)


@pytest.mark.parametrize(
    ("number", "columns"), [(1, (1, 1, 4)), (2, (2, 1, 6)), (3, (3, 1, 1)), (4, (4, 1, 5)), (5, (4, 5, 5))]
)
def test_the_place_of_a_line_is_without_its_end(number, columns):
    span = Source("a.case", TEXT).line_span(number)
    assert columns == (span.line, span.column, span.end_column)
    assert span.end_line == span.line


def test_a_place_outside_the_text_is_at_its_end():
    source = Source("a.case", TEXT)
    assert source.span(15, 15) == source.span(40, 50)
    assert source.span(0, 2) == source.span(-3, 2)
    assert source.span(3, 3) == source.span(3, 1)
    assert Span("a.case") == source.whole()


def test_bytes_count_from_the_start_of_the_file():
    long = "é" * 3_000
    source = Source("a.case", f"{long}\nx", shift=3)
    assert (3, 3) == (source.whole().start, source.whole().end)
    for at in (1_023, 1_024, 1_025, 2_500, 3_001):
        assert 3 + len(source.text[:at].encode()) == source.span(at, at).start


def test_texts_are_the_same_wherever_they_are():
    assert Prose("x", Place(1, 2), (Place(1, 2),)) == Prose("x", Place(3, 4))
    assert Source("a.case", "x", 3) == Source("a.case", "x")
    assert Source("a.case", "x") != Source("b.case", "x")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("He *was*  there", "He was there"),
        ("3\\*4", "3*4"),
        ("a\\\\b", "a\\b"),
        ("“so” „so“ «so» ‘so’", '"so" "so" "so" \'so\''),
        ("x" * USUAL + "*y*", "x" * USUAL + "y"),
        ("x" * (USUAL - 3) + "*y*", "x" * (USUAL - 3) + "y"),
    ],
)
def test_words_for_comparing_have_no_marks(written, read):
    assert read == for_comparison(written)
    assert written.count("*") == normalized(written).count("*")


LETTERS = st.text(
    st.sampled_from("ae\u00e9\u0301\u0323\u030a\u212b\u1100\u1161\u11a8\u09c7\u09be \u1e69s"), max_size=12
)


@given(LETTERS)
def test_composed_letters_begin_where_they_are_in_the_text(text):
    whole, places = composed_places(text)
    assert unicodedata.normalize("NFC", text) == whole == composed(text)
    assert len(whole) + 1 == len(places)
    assert [*places] == sorted(places)
    assert len(text) == places[-1]
    for number, place in enumerate(places):
        if place not in places[number + 1 :]:
            assert whole[:number] == composed(text[:place])


@given(LETTERS, st.sampled_from(["NFC", "NFD"]), st.data())
def test_words_are_found_however_their_accents_are_written(text, form, data):
    whole = composed(text)
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, len(whole)))
    words = unicodedata.normalize(form, whole[start:end])
    found = place_of_words(unicodedata.normalize("NFD", text), words)
    # Words that begin or end within a letter and its accents are none.
    if composed(words) == whole[start:end]:
        assert found is not None
    assert normalized(whole) == normalized(unicodedata.normalize("NFD", text))
    assert for_comparison(whole) == for_comparison(unicodedata.normalize("NFD", text))
