"""A page that differs as a whole is told as that, and only then."""

import re
from io import BytesIO

import pikepdf
import pytest

from casekit.print.comparison.compare_files import FilePair, find_differences
from casekit.print.comparison.landmarks import Landmarks
from casekit.print.typesetting.fonts import render_template
from casekit.print.typesetting.typesetter import typeset
from tests.print import damaging

PAGE = f"""<style>{render_template("fonts.css")}
@page {{ size: 148mm 210mm; margin: 15mm }}
html {{ font: 10.5pt/1.3 "casekit text"; text-align: justify }}
h1 {{ color: #1d4d3f }} div {{ height: 40mm }}
</style>"""
PROSE = (
    "<p>The boxer in the tenth seat has a nose that was broken eleven times, and he told me of each.</p>" * 6
)
HEADED = f"<h1>The Tenth Seat</h1>{PROSE}"
DARK = '<div style="background: #111; height: 170mm"><p style="color: #fff">Keep the light off</p></div>'
COVER = "1 g 30 480 360 90 re f"


def printed(content):
    return typeset(PAGE + content)


def changed(pdf, change):
    with pikepdf.open(BytesIO(pdf)) as file:
        change(file)
        out = BytesIO()
        file.save(out)
    return out.getvalue()


def told(ours, theirs):
    found = find_differences(FilePair(ours, theirs, Landmarks()))
    return [f"{each.place}: {each.words}" if each.place else each.words for each in found]


def over(content):
    return lambda file: damaging.over(file, 0, content)


def blank(file):
    file.pages[0].Contents = file.make_stream(b"")


def nearly_a5(file):
    blank(file)
    file.pages[0].MediaBox = [0, 0, 420, 595]


@pytest.mark.parametrize("change", [blank, nearly_a5])
def test_a_page_on_which_nothing_is_printed_is_blank(change):
    ours = printed(HEADED)
    assert [": blank"] == told(ours, changed(ours, change))


def test_a_page_of_ours_that_is_blank_is_not_told():
    ours = printed("<p></p>")
    assert [] == told(ours, changed(ours, blank))


@pytest.mark.parametrize("colour", ["#ffe600", "#ff9900", "#1d4d3f", "#c00020", "#66aaff"])
def test_any_colour_may_be_turned_grey(colour):
    ours = printed(f'{HEADED}<div style="background: {colour}"></div>')
    assert [": printed without colours"] == told(ours, changed(ours, damaging.without_colours))


def test_another_grey_than_ours_is_a_grey_of_the_colour():
    ours = printed(f'{HEADED}<div style="background: #1d4d3f"></div>')

    def darken(file):
        damaging.without_colours(file)
        page = file.pages[0]
        page.Contents = file.make_stream(re.sub(rb"0\.23\d+ g\b", b"0.35 g", page.Contents.read_bytes()))

    theirs = changed(ours, darken)
    assert theirs != changed(ours, damaging.without_colours)
    assert [": printed without colours"] == told(ours, theirs)


def test_what_else_differs_on_a_grey_page_is_told_beside_it():
    ours = printed(HEADED)
    theirs = changed(printed(HEADED.replace("boxer", "baker")), damaging.without_colours)
    without, *others = told(ours, theirs)
    assert ": printed without colours" == without
    assert len(others) == 1
    assert "baker" in others[0]


@pytest.mark.parametrize("content", [HEADED, '<div style="background: #ffe600"></div>'])
def test_a_page_whose_coloured_part_is_missing_is_not_grey(content):
    ours = printed(content)
    found = told(ours, changed(ours, over(COVER)))
    assert found
    assert not [each for each in found if "colours" in each]


def test_a_symmetrical_page_upside_down_is_turned_and_not_mirrored():
    ours = printed('<h1 style="text-align: center">HIX</h1><div style="border: 2mm solid"></div>')

    def turn(file):
        file.pages[0].rotate(180, relative=True)

    assert [": turned by 180 degrees"] == told(ours, changed(ours, turn))


def test_a_dark_page_whose_light_part_is_covered_is_no_negative():
    ours = printed(DARK)
    found = told(ours, changed(ours, over("0.07 g 30 30 360 540 re f")))
    assert found
    assert not [each for each in found if "negative" in each]
