import io

import pytest
from pypdf import PdfReader

from casekit.print.preflight.page_texts import normalise, read_pages
from casekit.print.text.typesetter import typeset

PAGE = "<style>@page { size: 72pt 144pt; margin: 0 } body { margin: 0; font: 10pt/20pt 'casekit text' } %s</style>"
FACE = '@font-face { font-family: "casekit text"; src: url("casekit-font:EBGaramond12-Regular.otf") }'


def test_the_same_words_as_pypdf_reads_itself(printed):
    pages = read_pages(printed.pdf)
    for ours, theirs in zip(pages, PdfReader(io.BytesIO(printed.pdf)).pages, strict=True):
        text = "".join(fragment.text for fragment in ours.fragments)
        assert sorted(normalise(theirs.extract_text())) == sorted(normalise(text))


def test_places_are_in_points_from_the_upper_left():
    pages = read_pages(typeset(PAGE % FACE + '<div style="padding-left: 36pt">fly</div><p>on'))
    (first,), second = pages[0].upright[0], pages[0].upright[1][0]
    assert ("fly", 36, 10) == (first.text.strip(), round(first.x), round(first.size))
    assert 10 < first.y < 20 < second.y
    assert 9 < first.width < 10
    assert first.centre == first.x + first.width / 2


def test_a_space_at_the_end_has_no_width():
    pages = read_pages(
        typeset(PAGE % FACE + '<pre style="font: inherit; margin: 0">fly\nfly \nfly  on</pre>')
    )
    bare, spaced, longer = (line[0] for line in pages[0].upright)
    assert ["fly", "fly"] == [bare.text.strip(), spaced.text.strip()]
    # Ink may end before its letter does.
    assert bare.width == pytest.approx(spaced.width, abs=0.5)
    assert longer.width > bare.width + 10


def test_text_upside_down_is_read_as_its_reader_reads_it():
    turned = '<div style="transform: rotate(180deg); height: 144pt">one<br>two</div>'
    page = read_pages(typeset(PAGE % FACE + turned))[0]
    assert () == page.upright
    assert ["one", "two"] == [line[0].text.strip() for line in page.turned]
    assert [0, 0] == [round(line[0].x) for line in page.turned]


def test_a_page_without_text_has_no_lines():
    page = read_pages(typeset("<p></p>"))[0]
    assert () == page.upright == page.turned
