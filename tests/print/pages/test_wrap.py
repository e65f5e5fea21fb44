from dataclasses import replace

import pytest

from casekit.diagnostics import Span, codes
from casekit.kit.edition_settings import shades
from casekit.print.content.papers import PAPERS, POINTS_PER_MM, PRINT_SHOP
from casekit.print.content.pieces import Palette, Wrap
from casekit.print.preflight.page_texts import read_pages
from casekit.print.produce import print_piece

ACCENT = "#1d4d3f"


@pytest.fixture
def wrap():
    return Wrap(
        title="Two Bells",
        subtitle="Two cases",
        drawing='<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 11"><path d="M0 0h10v11z"/></svg>',
        back=("All on board are *late*.", "One is dead."),
        spine="",
        number="978-0-306-40615-7",
        numbered="ISBN 978-0-306-40615-7",
        pages=160,
        thickness=0.1,
        palette=Palette(ACCENT, **shades(ACCENT)),
        language="en",
        paper="a5",
        span=Span("edition.toml"),
    )


def texts(pdf):
    (page,) = read_pages(pdf)
    return [fragment.text.strip() for fragment in page.fragments], page


def test_a_cover_is_as_wide_as_two_pages_and_the_spine(wrap):
    pdf, findings = print_piece(wrap)
    assert () == findings
    told, page = texts(pdf)
    assert (2 * 148 + 8) * POINTS_PER_MM == pytest.approx(page.width, abs=0.5)
    assert PAPERS["a5"].height * POINTS_PER_MM == pytest.approx(page.height, abs=0.5)
    assert {"Two cases", "ISBN 978-0-306-40615-7", "9", "780306", "406157"} <= set(told)
    assert 2 == told.count("Two Bells")


def test_a_narrow_spine_is_blank_unless_it_has_a_text_of_its_own(wrap):
    thin = replace(wrap, pages=60)
    pdf, findings = print_piece(thin)
    assert () == findings
    assert 1 == texts(pdf)[0].count("Two Bells")
    pdf, (finding,) = print_piece(replace(thin, spine="Bells"))
    assert (None, codes.NARROW_SPINE) == (pdf, finding.code)
    assert "3 mm" in finding.message


def test_what_is_empty_is_left_out(wrap):
    pdf, findings = print_piece(replace(wrap, back=(), number="", numbered=""))
    assert () == findings
    assert "780306" not in texts(pdf)[0]


def test_a_long_text_on_the_back_is_reported(wrap):
    pdf, (finding,) = print_piece(replace(wrap, back=("word " * 900,)))
    assert (None, codes.LONG_BACK) == (pdf, finding.code)


def test_a_long_title_is_reported(wrap):
    pdf, (finding,) = print_piece(replace(wrap, title="A Long Account of Bells " * 8))
    assert (None, codes.LONG_TITLE) == (pdf, finding.code)


@pytest.mark.parametrize("paper", ["a4", "half-letter", "large-print"])
def test_covers_for_a_print_shop(wrap, paper):
    pdf, findings = print_piece(replace(wrap, paper=paper), PRINT_SHOP)
    assert () == findings
    assert pdf.startswith(b"%PDF")
