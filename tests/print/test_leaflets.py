"""Leaflets: written as text, set on small pages in one size of type, for readers and for the press."""

from dataclasses import replace

import pytest

from casekit.diagnostics import codes
from casekit.print.content.leaflet_text import LeafletBlock, Pawn, Stage, leaflet_page
from casekit.print.content.papers import ACCESSIBLE, PLAIN, PRINT_SHOP
from casekit.print.preflight.inspection import inspect_piece
from casekit.print.preflight.page_texts import read_pages
from casekit.print.produce import expected_layout_of, print_piece

TEXT = """\
A turn

Do **what** you like.
## Next
- Go
1. Read
1. Write
| Points | for
| 1 |
[4 *1 A !] [5]
"""


def test_a_page_is_written_line_by_line():
    page = leaflet_page(TEXT, {4: "Pool"}, "<svg/>")
    assert ("A turn", "<svg/>") == (page.heading, page.drawing)
    assert (
        LeafletBlock("text", ("Do **what** you like.",)),
        LeafletBlock("head", ("Next",)),
        LeafletBlock("item", ("Go",)),
        LeafletBlock("step", ("1", "Read")),
        LeafletBlock("step", ("2", "Write")),
        LeafletBlock("row", ("Points", "for")),
        LeafletBlock("row", ("1", "")),
        LeafletBlock(
            "rooms",
            rooms=(
                Stage(4, "Pool", (Pawn("dark", "1"), Pawn("light", "A"), Pawn("bar", ""))),
                Stage(5, "", ()),
            ),
        ),
    ) == page.blocks


@pytest.mark.parametrize("variant", [PLAIN, PRINT_SHOP, ACCESSIBLE], ids=lambda variant: variant.name)
@pytest.mark.parametrize("paper", ["a5", "half-letter"])
def test_a_leaflet_is_what_was_wanted(pieces, paper, variant):
    leaflet = replace(pieces["rules"], paper=paper)
    pdf, findings = print_piece(leaflet, variant)
    assert ((), ()) == (findings, inspect_piece(pdf, expected_layout_of(leaflet, variant), variant))
    assert len(leaflet.pages) == len(read_pages(pdf))


def test_more_text_takes_smaller_type_and_too_much_is_found(pieces):
    sizes = []
    for lines in (4, 32, 80):
        page = leaflet_page("Much\n" + "- Something to say\n" * lines, {})
        pdf, findings = print_piece(replace(pieces["rules"], pages=(page,) * 4))
        if pdf:
            sizes.append(max(each.size for each in read_pages(pdf)[1].fragments if "Something" in each.text))
        else:
            assert [codes.MISPLACED_PAGE] == [found.code for found in findings]
            assert "page 1 of “How to play” does not fit on a5 paper" == findings[0].message
    assert 2 == len(sizes)
    assert sizes[0] > sizes[1]


def test_a_page_lacks_nothing_that_is_wanted(pieces):
    leaflet = pieces["rules"]
    other = replace(leaflet, pages=(*leaflet.pages[:-1], leaflet_page("A turn\nStay.", {})))
    pdf, _ = print_piece(other)
    assert codes.MISSING_TEXT in {found.code for found in inspect_piece(pdf, expected_layout_of(leaflet))}
