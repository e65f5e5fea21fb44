from base64 import b64encode
from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import given, strategies as st
from PIL import Image
from pypdf import PdfReader

from casekit.diagnostics import codes
from casekit.print.content.artwork import (
    Flaw,
    Picture,
    embedded_picture,
    picture_markup,
    read_picture,
    too_large,
)
from casekit.print.content.papers import PAPERS
from tests.print.booklets import number_booklet, print_booklet

OPEN = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:ink="urn:ink" viewBox="0 0 300 100">'
)


def svg(inner, opening=OPEN):
    return f"{opening}{inner}</svg>".encode()


def raster(kind, size=(30, 20), **options):
    file = BytesIO()
    Image.new("RGB", size, "#336699").save(file, kind, **options)
    return file.getvalue()


DRAWING = svg(
    '<defs><linearGradient id="g"><stop offset="0" stop-color="#f80"/><stop offset="1"/></linearGradient></defs>'
    '<style>.a { fill: url(#g) }</style><metadata><ink:note resource="https://example.org"/></metadata>'
    '<g id="b" ink:href="https://example.org"><rect class="a" width="9" height="9"/></g><use href="#b" x="9"/>'
)


def lying():
    exif = Image.Exif()
    exif[0x0112] = 6
    return raster("JPEG", exif=exif)


@pytest.mark.parametrize(
    ("kind", "shape", "data"),
    [
        ("png", 2 / 3, raster("PNG")),
        ("jpeg", 2 / 3, raster("JPEG")),
        ("jpeg", 3 / 2, lying()),
        ("svg+xml", 1 / 3, DRAWING),
        ("svg+xml", 1 / 3, b"\xef\xbb\xbf\n" + DRAWING),
        ("svg+xml", 1 / 2, svg("", '<svg xmlns="http://www.w3.org/2000/svg" width="2in" height="25.4mm">')),
    ],
)
def test_pictures_are_known_by_what_is_in_them(kind, shape, data):
    picture = read_picture(data)
    assert isinstance(picture, Picture)
    assert (kind, round(shape, 4)) == (picture.kind, round(picture.shape, 4))


@pytest.mark.parametrize(("grey", "expected"), [(0, 0), (30_000, 116), (65_535, 255)])
def test_sixteen_bits_of_grey_become_eight(grey, expected):
    file = BytesIO()
    Image.new("I;16", (3, 2), grey).save(file, "PNG")
    picture = read_picture(file.getvalue())
    assert ("png", 2 / 3) == (picture.kind, picture.shape)
    image = Image.open(BytesIO(picture.data))
    assert ("L", (3, 2), expected) == (image.mode, image.size, image.getpixel((2, 1)))


UNREADABLE = {
    "is not a PNG, JPEG or SVG": b"moonlight",
    "cannot be decoded": raster("PNG")[:50],
    "decoded to its end": raster("JPEG", (300, 200))[:400],
    "not well-formed SVG": svg("<g>"),
    "is not SVG": b"<html/>",
    "state its size": svg("", '<svg xmlns="http://www.w3.org/2000/svg">'),
    "does not state its size": svg("", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 9">'),
    "number in `transform` that is invalid": svg('<path transform="scale(nan)"/>'),
    "far too large": svg('<path d="M0 0L1e999 2"/>'),
    "an SVG may have at most 3,000,000": svg("<g/>" * 800_000),
    "nested too deep": svg("<g>" * 200 + "</g>" * 200),
    "unknown encoding": b"<?xml version='1.0' encoding='utf-7'?><svg/>",
}


@pytest.mark.parametrize("reason", UNREADABLE)
def test_what_cannot_be_read_is_told(reason):
    flaw = read_picture(UNREADABLE[reason])
    assert isinstance(flaw, Flaw)
    assert codes.UNREADABLE_ILLUSTRATION is flaw.code
    assert reason in flaw.reason


UNSAFE = [
    ("`script`", "<script>1</script>"),
    ("`script`", '<g xmlns:h="http://www.w3.org/1999/xhtml"><h:script/></g>'),
    ("`foreignobject`", "<foreignObject/>"),
    ("`animate`", '<rect><animate attributeName="href" to="https://example.org"/></rect>'),
    ("event handler, `onload`", '<rect onload="x()"/>'),
    ("`href`", '<image href="https://example.org/a.png"/>'),
    ("`href`", '<image xlink:href="file:///etc/passwd"/>'),
    ("`href`", '<use href="other.svg#a"/>'),
    ("`href`", '<a href="javascript:x()"/>'),
    ("`base`", '<g xml:base="https://example.org/"/>'),
    ("`fill`", '<rect fill="url(https://example.org/#a)"/>'),
    ("`style`", "<rect style=\"fill: url('//example.org')\"/>"),
    ("`style`", '<rect style="fill: u\\72l(//example.org)"/>'),
    ("its styles", "<style>@import 'https://example.org/a.css';</style>"),
    ("its styles", "<style>a { b: u<![CDATA[r]]>l(//example.org) }</style>"),
    ("holds text", "<text>Moon</text>"),
    ("that use other parts", '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    ("`xml-stylesheet`", "<?xml-stylesheet href='a.css'?>"),
]


@pytest.mark.parametrize(("reason", "inner"), UNSAFE)
def test_an_svg_that_is_more_than_a_drawing_is_refused(reason, inner):
    flaw = read_picture(svg(inner))
    assert isinstance(flaw, Flaw)
    assert codes.UNSAFE_ILLUSTRATION is flaw.code
    assert reason in flaw.reason


def test_entities_are_never_expanded():
    lines = "".join(f'<!ENTITY e{at} "{f"&e{at - 1};" * 10 if at else "ha"}">' for at in range(12))
    flaw = read_picture(f"<!DOCTYPE svg [{lines}]>{OPEN}&e11;</svg>".encode())
    assert isinstance(flaw, Flaw)
    assert "declares a document type" == flaw.reason


def test_pictures_beyond_measure_are_refused_before_they_are_decoded():
    assert "20,000,001 bytes" in too_large(20_000_001).reason
    assert too_large(20_000_001) == read_picture(b"\x89PNG\r\n\x1a\n" + bytes(19_999_993))
    large = BytesIO()
    Image.new("1", (10_000, 5_001)).save(large, "PNG")
    flaw = read_picture(large.getvalue())
    assert isinstance(flaw, Flaw)
    assert "has 10,000 by 5,001 pixels; at most 50,000,000 are allowed, and 20,000 on a side" == flaw.reason


def test_a_picture_like_a_thread_is_refused():
    flaw = read_picture(raster("PNG", (1, 20_001)))
    assert isinstance(flaw, Flaw)
    assert "has 1 by 20,001 pixels; at most 50,000,000 are allowed, and 20,000 on a side" == flaw.reason


def test_a_png_of_many_pieces_is_refused():
    data = raster("PNG")
    start = data.index(b"IDAT") - 4
    piece = b"\x00\x00\x00\x01tEXtaa\x85\xef\x8e"
    flaw = read_picture(data[:start] + piece * 20_001 + data[start:])
    assert isinstance(flaw, Flaw)
    assert (codes.HEAVY_ILLUSTRATION, "is in more than 20,000 pieces") == (flaw.code, flaw.reason)


def test_a_jpeg_that_is_drawn_again_and_again_is_refused():
    data = raster("JPEG", progressive=True)
    assert isinstance(read_picture(data), Picture)
    scan = data[data.rindex(b"\xff\xda") : -2]
    flaw = read_picture(data[:-2] + scan * 100 + data[-2:])
    assert isinstance(flaw, Flaw)
    assert codes.HEAVY_ILLUSTRATION is flaw.code


@given(
    st.binary(max_size=200),
    st.sampled_from([b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", OPEN.encode(), b"<"]),
)
def test_no_bytes_make_it_stumble(data, beginning):
    assert isinstance(read_picture(beginning + data), Picture | Flaw)


@pytest.mark.parametrize("data", [raster("PNG", (600, 100)), raster("JPEG", (100, 600)), DRAWING])
def test_a_picture_is_printed_in_its_own_shape(booklet, data):
    picture = read_picture(data)
    first = replace(booklet.cases[0], drawing=picture_markup(picture), shape=picture.shape)
    with_picture = replace(booklet, cases=(first, *booklet.cases[1:]))
    pdf, findings = print_booklet(with_picture, number_booklet(with_picture))
    assert () == findings
    page = PdfReader(BytesIO(pdf)).pages[1]
    if picture.kind == "svg+xml":
        assert page["/Resources"]["/Pattern"]
        return
    (image,) = page.images
    assert (round(picture.shape, 2)) == round(image.image.height / image.image.width, 2)
    widest = PAPERS[booklet.paper].measure * 72 / 25.4
    width, height = _size_on_page(page)
    assert width <= widest + 0.5
    assert abs(height / width - picture.shape) < 0.02


def _size_on_page(page):
    """The width and height in points at which the only image of a page is painted."""
    found = []

    def visit(operator, _operands, matrix, _text):
        if operator == b"Do":
            found.append((abs(matrix[0]), abs(matrix[3])))

    page.extract_text(visitor_operand_before=visit)
    return max(found)


def test_only_what_was_embedded_here_is_taken_from_a_page():
    for data in (raster("PNG"), raster("JPEG"), DRAWING):
        url = str(picture_markup(read_picture(data))).split('"')[3]
        assert data == embedded_picture(url).data
    script = b64encode(svg("<script/>")).decode()
    for url in (
        f"data:image/svg+xml;base64,{script}",
        "data:image/png,x",
        "data:text/html;base64,",
        "file:///x",
    ):
        assert embedded_picture(url) is None


def test_a_presentation_that_leaves_no_room_for_a_picture_is_found(booklet):
    picture = read_picture(raster("PNG", (100, 100)))
    case = booklet.cases[0]
    text = replace(case.presentation, prose=("The sea rose and fell beneath the ship. " * 90,))
    full = replace(case, presentation=text, drawing=picture_markup(picture), shape=picture.shape)
    crowded = replace(booklet, cases=(full, *booklet.cases[1:]))
    pdf, findings = print_booklet(crowded, number_booklet(crowded))
    assert (None, [codes.LONG_PRESENTATION]) == (pdf, [finding.code for finding in findings])
    assert "leaves no room for its illustration" in findings[0].message
