"""What is set before there are numbers is laid where it would have been set."""

from dataclasses import replace

import pytest

from casekit.diagnostics import Span, codes
from casekit.print.comparison.compare_files import FilePair, compare
from casekit.print.comparison.landmarks import Landmarks
from casekit.print.content.booklet import Passage
from casekit.print.content.papers import ACCESSIBLE, PAPERS, PLAIN
from casekit.print.pages.booklet_pages import paint_booklet
from casekit.print.pages.measuring import measure_booklet, set_beforehand
from tests.print.booklets import number_booklet


@pytest.fixture(scope="module")
def long(booklet):
    """A booklet of two cases, the first of which has so long a presentation that it is set smaller."""
    first = booklet.cases[0]
    room = "The rain had a long way to fall. " * 82
    longer = replace(first, presentation=Passage((room,), first.presentation.span))
    return replace(booklet, cases=(longer, *booklet.cases[1:]))


@pytest.fixture(scope="module")
def beforehand(long):
    return set_beforehand(long, PLAIN)


def test_presentations_are_measured_in_the_size_that_they_are_printed_in(long, beforehand):
    first, *others = beforehand.sized
    assert PAPERS[long.paper].least / PAPERS[long.paper].text <= first.scale < 1
    assert {1} == {each.scale for each in others}
    assert first.layout is not beforehand.measured
    assert all(each.layout is beforehand.measured for each in others)


def test_all_is_where_it_would_have_been_set(long, beforehand):
    numbers = number_booklet(long)
    assert {"prose-0", "answers-0", "prose-1", "answers-1"} == set(beforehand.presentations.inlays)
    pages, problems = paint_booklet(long, numbers, PLAIN, beforehand)
    assert () == problems
    assert {"inlay-prose-0", "inlay-prose-1"} <= set(pages.boxes)
    in_one_piece, _ = paint_booklet(long, numbers, PLAIN, measure_booklet(long, PLAIN))
    assert "inlay-prose-0" not in in_one_piece.boxes
    assert () == compare(FilePair(in_one_piece.pdf(), pages.pdf(), Landmarks()), Span("booklet.pdf"))


def test_for_screen_readers_all_is_set_with_its_page(booklet):
    made = set_beforehand(booklet, ACCESSIBLE)
    assert {} == made.presentations.inlays
    pages, _ = paint_booklet(booklet, number_booklet(booklet), ACCESSIBLE, made)
    assert not [name for name in pages.boxes if name.startswith("inlay-")]


def test_a_booklet_of_one_case_has_no_parts(booklet):
    made = set_beforehand(replace(booklet, cases=booklet.cases[:1]), PLAIN)
    assert {} == made.paragraphs.inlays == made.presentations.inlays


def test_a_presentation_longer_than_the_paper_it_is_measured_on_is_a_finding(booklet, monkeypatch):
    monkeypatch.setattr("casekit.print.pages.measuring._MEASURING_HEIGHT", 500)
    first = booklet.cases[0]
    endless = replace(first, presentation=Passage(("It rained. " * 3_000,), first.presentation.span))
    content = replace(booklet, cases=(endless, *booklet.cases[1:]))
    pages, findings = paint_booklet(content, number_booklet(content), PLAIN, set_beforehand(content, PLAIN))
    assert (None, [codes.LONG_PRESENTATION]) == (pages, [each.code for each in findings])
