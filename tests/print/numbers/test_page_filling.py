"""Kept pages: written and read again, a reprint set on them, and two printings beside each other."""

import pytest

from casekit.print.numbers.page_filling import PageRoom, Partition, pages_of
from casekit.print.numbers.released_pages import KeptPages, SeenPage, kept_breaks, kept_text, load_kept, moved
from casekit.print.numbers.spreads import SpreadCounts, count_spreads

PAGE = SeenPage("0" * 32, 2, bytes((0, 9, 200, 255)))
KEPT = KeptPages("boat", "a5", "plain", f"sha256:{'a' * 64}", (PAGE, PAGE), ((), (1, 2)), "0.1.0")


def test_what_is_written_is_read(tmp_path):
    file = tmp_path / "boat.pages.json"
    file.write_text(kept_text(KEPT), encoding="utf-8")
    assert (KEPT, ()) == load_kept(file, "boat.pages.json")


def test_a_file_that_is_not_there_is_no_fault(tmp_path):
    assert (None, ()) == load_kept(tmp_path / "boat.pages.json", "boat.pages.json")


TEXT = kept_text(KEPT)
SPOILT = {
    "": "CK906",
    "[]": "CK906",
    "{": "CK906",
    "[" * 100_000: "CK906",
    TEXT.replace('"casekit": 1', '"casekit": 2'): "CK805",
    TEXT.replace('"casekit": 1', '"casekit": 1e99'): "CK906",
    TEXT.replace('"casekit": 1', '"casekit": -1'): "CK906",
    TEXT.replace('"across": 2', '"across": 0'): "CK906",
    TEXT.replace('"shades": "', '"shades": "?'): "CK906",
    TEXT.replace('"shades": "', '"shades": "A'): "CK906",
    TEXT.replace("    1,", '    "x",'): "CK906",
    TEXT.replace("    1,", "    1e99,"): "CK906",
}


@pytest.mark.parametrize("text", SPOILT, ids=range(len(SPOILT)))
def test_a_broken_file_is_a_finding(text, tmp_path):
    file = tmp_path / "boat.pages.json"
    file.write_text(text, encoding="utf-8")
    kept, found = load_kept(file, "boat.pages.json")
    assert (None, SPOILT[text]) == (kept, found[0].code.id)
    assert found[0].hint


@pytest.mark.parametrize(
    ("other", "squares"),
    [
        (PAGE, ()),
        (SeenPage("1" * 32, 2, PAGE.shades), ()),
        (SeenPage("0" * 32, 2, bytes((4, 9, 200, 251))), ()),
        (SeenPage("0" * 32, 2, bytes((5, 9, 200, 250))), (0, 3)),
        (SeenPage("0" * 32, 4, PAGE.shades), (0, 1, 2, 3)),
        (SeenPage("0" * 32, 2, b""), (0, 1, 2, 3)),
    ],
)
def test_squares_that_look_otherwise(other, squares):
    assert squares == PAGE.unlike(other)
    assert (other.text == PAGE.text and not squares) == PAGE.is_like(other)


ROOM = PageRoom({}, 10.0, above=1.0)
ON = ((), (), (1, 2, 3), (4, 5), (6, 7, 8))


@pytest.mark.parametrize(
    ("heights", "numbers", "breaks"),
    [
        # As they were: pages are full, and end by themselves.
        ({1: 3, 2: 3, 3: 3, 4: 5, 5: 5, 6: 3, 7: 3, 8: 3}, range(1, 9), set()),
        # Shorter: what would fit on the page before stays on its own.
        ({1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1}, range(1, 9), {4, 6}),
        # Longer: 3 and then 5 go on to the next page, until there is room.
        ({1: 5, 2: 4, 3: 3, 4: 4, 5: 4, 6: 3, 7: 3, 8: 3}, range(1, 9), set()),
        ({1: 5, 2: 4, 3: 3, 4: 3, 5: 1, 6: 3, 7: 3, 8: 3}, range(1, 9), {6}),
        # One longer than a page.
        ({1: 30, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1}, range(1, 9), {6}),
        # New ones are where the one before them is; what is gone is not missed.
        ({1: 3, 2: 3, 3: 2, 4: 1, 5: 3, 6: 3, 7: 3, 8: 3, 9: 3}, range(1, 10), {4, 6}),
        ({}, (1, 2, 6, 7), {6}),
        ({}, (), set()),
    ],
)
def test_a_reprint_begins_its_pages_as_before(heights, numbers, breaks):
    assert breaks == kept_breaks(tuple(numbers), ON, heights, ROOM)


def test_without_kept_pages_none_is_begun():
    assert frozenset() == kept_breaks(range(1, 9), (), {}, ROOM)


def test_numbers_that_moved():
    assert {} == moved(ON, ON)
    assert {3: (3, 4), 7: (5, 4)} == moved(ON, ((), (), (1, 2), (3, 4, 5, 7), (6, 8, 9)))
    assert {} == moved((), ON)


def room(*heights, depth=10.0, above=0.0):
    return PageRoom({str(at): height for at, height in enumerate(heights)}, depth, above)


@pytest.mark.parametrize(("heights", "above", "expected"), [
    ((5, 5, 1), 0, [0, 0, 1]),
    ((5, 5, 1), 1, [0, 1, 1]),
    ((12, 3, 12), 0, [0, 1, 2]),
    ((), 0, []),
])  # fmt: skip
def test_paragraphs_fill_pages_in_their_order(heights, above, expected):
    assert expected == pages_of(heights, room(*heights, above=above))


def test_an_exchange_that_would_divide_pages_otherwise_is_refused():
    heights = [5, 4, 6, 3, 9]
    partition = Partition(heights, room(*heights))
    assert [0, 0, 1, 1, 2] == partition.page_at
    assert [(0, 4), (0, 4), (4, 5)] == partition.spreads
    swapped = [5, 3, 6, 4, 9]
    assert partition.exchange(1, 3)
    assert pages_of(swapped, room(*swapped)) == partition.page_at
    too_long = [5, 3, 9, 4, 6]
    assert not partition.exchange(2, 4)
    assert pages_of(too_long, room(*too_long)) != partition.page_at


def test_spreads_that_show_two_of_one_case():
    cases = {"a": "1", "b": "1", "c": "2", "d": "2"}
    assert SpreadCounts(2, 1) == count_spreads({"a": 0, "b": 0, "c": 0, "d": 1}, cases)
    assert SpreadCounts(0, 0) == count_spreads({}, cases)
