"""The job ticket says of each file what was read in it."""

import io
from dataclasses import replace

import pikepdf
import pytest
from pikepdf import Dictionary, Name, Page, Stream

from casekit.print.content.papers import Saddle, Terms
from casekit.print.job_ticket import ticket

TERMS = Terms(
    "{} to print",
    "{} page, {} x {}",
    "{} pages, {} x {}",
    "black",
    "colours",
    "{}; {}",
    {"card": "Cut it."},
    "After {}.",
)


def pdf(pages, content, **resources):
    file = pikepdf.new()
    for _ in range(pages):
        page = Dictionary(
            Type=Name.Page,
            MediaBox=[0, 0, 300, 400],
            TrimBox=[10, 10, 10 + 72, 10 + 144],
            Contents=file.make_indirect(Stream(file, content)),
            Resources=Dictionary(**resources),
        )
        file.pages.append(Page(file.make_indirect(page)))
    out = io.BytesIO()
    file.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("pages", "content", "facts"),
    [
        (1, b"", "1 page, 25.4 x 50.8; black"),
        (2, b"0 0 0 1 k 0 0 9 9 re f", "2 pages, 25.4 x 50.8; black"),
        (2, b"0 0 0 0.5 K 0 0 9 9 re S", "2 pages, 25.4 x 50.8; black"),
        (1, b"0.1 0 0 1 k 0 0 9 9 re f", "1 page, 25.4 x 50.8; colours"),
        (3, b"0 0 0.2 0 K 0 0 9 9 re S", "3 pages, 25.4 x 50.8; colours"),
    ],
)
def test_pages_size_and_inks_are_read_in_the_file(pages, content, facts):
    told = ticket("Ferry", [("a.pdf", "card", pdf(pages, content), None)], TERMS)
    assert told.startswith(f"Ferry to print\n\na.pdf\n    {facts}\n    Cut it.\n\nAfter Coated FOGRA39")


@pytest.mark.parametrize(
    ("sides", "signature", "sheets"), [(2, 0, "1"), (10, 0, "5"), (10, 8, "2 + 2 + 1"), (34, 0, "9 + 8")]
)
def test_what_is_folded_says_its_sheets_of_paper_in_each_part(sides, signature, sheets):
    folded = ("a.pdf", "card", pdf(sides, b""), Saddle(signature=signature))
    told = ticket("Ferry", [folded], replace(TERMS, sheets=", sheets: {}"))
    assert f"    {sides} pages, 25.4 x 50.8, sheets: {sheets}; black" == told.splitlines()[3]


def test_a_picture_of_inks_is_coloured():
    with pikepdf.new() as file:
        picture = Stream(file, bytes(4), Type=Name.XObject, Subtype=Name.Image, Width=1, Height=1)
        picture.ColorSpace, picture.BitsPerComponent = Name.DeviceCMYK, 8
        page = Dictionary(
            Type=Name.Page,
            MediaBox=[0, 0, 72, 72],
            Contents=file.make_indirect(Stream(file, b"/P Do")),
            Resources=Dictionary(XObject=Dictionary(P=file.make_indirect(picture))),
        )
        file.pages.append(Page(file.make_indirect(page)))
        out = io.BytesIO()
        file.save(out)
    assert "1 page, 25.4 x 25.4; colours" in ticket("Ferry", [("a.pdf", "card", out.getvalue(), None)], TERMS)


def test_lines_are_broken_where_a_terminal_ends():
    long = Terms(
        "{}",
        "{}{}{}",
        "{}{}{}",
        "black",
        "colours",
        "{}; {}",
        {"card": "Cut it. " * 40},
        "{} " + "word " * 60,
    )
    told = ticket("Ferry", [("a.pdf", "card", pdf(1, b""), None)], long)
    assert 76 >= max(len(line) for line in told.splitlines())
