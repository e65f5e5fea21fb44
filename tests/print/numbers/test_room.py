import pytest

from casekit.print.numbers.room import PageRoom, Partition, pages_of, together


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
    assert partition.exchange(1, 3, swapped)
    assert pages_of(swapped, room(*swapped)) == partition.page_at
    too_long = [5, 3, 9, 4, 6]
    assert not partition.exchange(2, 4, too_long)
    assert pages_of(too_long, room(*too_long)) != partition.page_at


def test_spreads_that_show_two_of_one_case():
    cases = {"a": "1", "b": "1", "c": "2", "d": "2"}
    assert (2, 1) == together({"a": 0, "b": 0, "c": 0, "d": 1}, cases)
    assert (0, 0) == together({}, cases)
