import io

import pikepdf
import pytest
from pypdf import PdfReader

from casekit.print.preflight import page_texts
from casekit.print.preflight.page_texts import read_pages
from casekit.print.preflight.printed_text import normalise
from casekit.print.typesetting.typesetter import typeset

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


def helvetica(shown):
    """A page of 200 x 2000 points with text, as other programs write it."""
    with pikepdf.new() as file:
        page = file.add_blank_page(page_size=(200, 2000))
        face = pikepdf.Dictionary(
            Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
        )
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=face))
        page.Contents = file.make_stream(shown.encode())
        out = io.BytesIO()
        file.save(out)
    return out.getvalue()


@pytest.mark.parametrize("turn", ["1 0 0 1 0 0", "-1 0 0 -1 200 2000"])
def test_cells_that_were_set_in_one_go_are_read_apart(turn):
    """As Cairo writes a line of a table: with room between the letters of one text."""
    shown = f"q {turn} cm BT /F 10 Tf 20 50 Td [(A) -1500 (ANNA) -6000 (17) -3000 (7)] TJ ET Q"
    ((line,),) = (page.upright or page.turned for page in read_pages(helvetica(shown)))
    assert ["A", "ANNA", "17", "7"] == [each.text for each in line]
    assert [20, 42, 130, 171] == [round(each.x) for each in line]


def test_however_many_they_are_each_letter_is_looked_up_once(monkeypatch):
    """A stranger's page may have thousands of such texts."""
    asked = []
    look_up = page_texts.raw.FPDFText_GetTextObject
    monkeypatch.setattr(
        page_texts.raw, "FPDFText_GetTextObject", lambda page, at: (asked.append(at), look_up(page, at))[1]
    )
    lines = [f"BT /F 10 Tf 20 {20 * at} Td [(A) -9000 (B)] TJ ET" for at in range(1, 91)]
    (page,) = read_pages(helvetica("\n".join(lines)))
    assert [2] * 90 == [len(line) for line in page.upright]
    assert len(asked) == len({*asked}) >= 180
