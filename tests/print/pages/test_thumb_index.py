from itertools import pairwise

import pytest

from casekit.print.content.papers import PAPERS, THUMB_INDEX_WIDTH
from casekit.print.pages.booklet_pages import thumb_index
from casekit.print.preflight.page_texts import read_pages

PAPER = PAPERS["a5"]


@pytest.mark.parametrize(("count", "labels"), [
    (60, ["1", "10", "20", "30", "40", "50", "60"]),
    (180, ["1", "20", "40", "60", "80", "100", "120", "140", "160", "180"]),
    (600, ["1", *map(str, range(50, 601, 50))]),
    (1200, ["1", *map(str, range(100, 1201, 100))]),
])  # fmt: skip
def test_marks_are_at_round_numbers(count, labels):
    marks = thumb_index(range(1, count + 1), PAPER)
    assert labels == [mark.label for mark in marks.values()]
    assert labels == [str(first) for first in marks]


def test_each_mark_is_below_the_one_before_and_all_are_beside_the_text():
    marks = list(thumb_index(range(1, 601), PAPER).values())
    assert all(a.top + a.height < b.top for a, b in pairwise(marks))
    assert marks[-1].top + marks[-1].height <= PAPER.depth


def test_a_run_without_its_round_number_begins_with_the_next():
    assert {1: "1", 23: "20"} == {
        first: mark.label for first, mark in thumb_index([1, 2, 3, 23, 24], PAPER).items()
    }


def test_a_few_numbers_have_no_marks():
    assert {} == thumb_index([1, 2, 3], PAPER)
    assert {} == thumb_index([], PAPER)


def test_pages_show_the_span_of_their_spread_and_the_mark_of_what_begins_on_them(printed):
    pages = read_pages(printed.pdf)
    spans = {}
    for at, page in enumerate(pages[5:9], 5):
        head = page.upright[0]
        spans.setdefault((at + 1) // 2, set()).add("".join(fragment.text for fragment in head))
    assert all(1 == len(span) for span in spans.values())
    first, second = (span.pop() for span in list(spans.values())[:2])
    assert first.startswith("1–")
    assert int(first.partition("–")[2]) + 1 == int(second.partition("–")[0])
    marks = [
        f.text
        for page in pages
        for f in page.fragments
        if f.x + f.width < THUMB_INDEX_WIDTH * 72 / 25.4 and not f.turned
    ]
    assert "10" in marks
