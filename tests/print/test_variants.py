"""The booklet for a print shop and for screen readers: what its files are, and that they are still the booklet."""

import base64
import hashlib
import io
import pickle
import subprocess
import sys
from dataclasses import replace

import pikepdf
import pytest
from PIL import Image
from pypdf import PdfReader

from casekit.diagnostics import codes
from casekit.kit.edition_settings import COLOURS
from casekit.print.content.papers import ACCESSIBLE, PLAIN, PRINT_SHOP, VARIANTS
from casekit.print.content.pieces import Finishing
from casekit.print.preflight.inspection import inspect
from casekit.print.preflight.page_texts import read_pages
from casekit.print.preflight.pdf_opening import scopes_of
from casekit.print.prepress.ink_conversion import MIXTURES, screen_of_lab
from casekit.print.produce import further
from tests.print.booklets import number_booklet, print_booklet

MM = 72 / 25.4
PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><defs><linearGradient id="g">'
    '<stop offset="0" stop-color="red"/><stop offset="1" stop-color="#00f"/></linearGradient></defs>'
    '<rect width="9" height="9" fill="url(#g)"/><rect width="3" height="3" fill="#123456" opacity="0.5"/></svg>'
)


@pytest.fixture(scope="module")
def shop(printed, product):
    return product("booklet-print-shop"), printed.numbers


@pytest.fixture(scope="module")
def tagged(printed, product):
    return product("booklet-accessible"), printed.numbers


def reader(pdf):
    return PdfReader(io.BytesIO(pdf))


def operators(pdf):
    with pikepdf.open(io.BytesIO(pdf)) as file:
        return [
            (str(each.operator).encode(), tuple(str(operand).encode() for operand in each.operands))
            for page in file.pages
            for scope in scopes_of(page)
            for each in pikepdf.parse_content_stream(scope.content)
        ]


def test_each_variant_is_found_by_its_name():
    assert ["plain", "print-shop", "accessible"] == list(VARIANTS)
    assert ["", "-print-shop", "-accessible"] == [variant.suffix for variant in VARIANTS.values()]


def test_the_shop_gets_three_millimetres_of_bleed_around_every_page(shop):
    for page in reader(shop[0]).pages:
        assert pytest.approx((0, 0, 148 * MM, 210 * MM), abs=0.01) == page.trimbox
        assert pytest.approx((-3 * MM, -3 * MM, 151 * MM, 213 * MM), abs=0.01) == page.bleedbox
        assert pytest.approx((-11 * MM, -11 * MM, 159 * MM, 221 * MM), abs=0.01) == page.mediabox


def test_nothing_but_inks_is_left(shop):
    assert {b"k", b"K"} == {operator for operator, _ in operators(shop[0])} & {
        b"rg",
        b"RG",
        b"g",
        b"k",
        b"K",
        b"cs",
    }


def test_black_text_is_black_ink_alone(shop):
    assert (b"k", (b"0", b"0", b"0", b"1")) in operators(shop[0])


def test_the_accent_has_a_mixture_of_its_own(shop):
    mixture = tuple(f"{part / 100:g}".encode() for part in MIXTURES["#1d4d3f"])
    assert (b"k", mixture) in operators(shop[0])


def test_every_colour_of_the_game_has_a_mixture_that_paper_can_hold():
    assert set(COLOURS.values()) == set(MIXTURES)
    assert all(sum(mixture) <= 300 for mixture in MIXTURES.values())


def test_gradients_and_transparency_are_of_inks_too(booklet):
    content = replace(booklet, cases=(replace(booklet.cases[0], drawing=PICTURE),))
    numbers = number_booklet(content)
    pdf, findings = print_booklet(content, numbers, PRINT_SHOP)
    assert () == findings
    assert () == inspect(pdf, content, numbers, PRINT_SHOP)
    assert b"/DeviceRGB" not in pikepdf_text(pdf)
    assert b"/DeviceCMYK" in pikepdf_text(pdf)


@pytest.mark.parametrize("colour", ["lab(50% 40 59)", "oklch(0.6 0.2 30)", "device-cmyk(0 1 1 0)"])
def test_colours_of_other_spaces_are_of_inks_for_the_shop_and_grey_on_the_proof(booklet, colour):
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
        f'<rect width="9" height="9" fill="{colour}" stroke="{colour}"/></svg>'
    )
    content = replace(booklet, cases=(replace(booklet.cases[0], drawing=drawing),))
    pdf, _ = print_booklet(content, number_booklet(content), PRINT_SHOP)
    assert () == inspect(pdf, content, number_booklet(content), PRINT_SHOP)
    named = {b"cs", b"CS", b"scn", b"SCN"}
    assert set() == named & {operator for operator, _ in operators(pdf)}
    ((_, (proof, _)),) = further(pdf, content, Finishing(PRINT_SHOP, proof=True))
    inks = {b"k", b"K"} | named
    assert set() == inks & {operator for operator, _ in operators(proof)}


@pytest.mark.parametrize(
    ("lab", "expected"),
    [
        ((0, 0, 0), (0, 0, 0)),
        ((100, 0, 0), (1, 1, 1)),
        ((53.585, 0, 0), (0.5, 0.5, 0.5)),
        ((54.29, 80.81, 69.89), (1, 0, 0)),
        ((29.57, 68.30, -112.03), (0, 0, 1)),
        ((90, -100, 90), (0, 1, 0)),
    ],
)
def test_lab_is_known_as_css_has_it(lab, expected):
    assert pytest.approx(expected, abs=0.002) == screen_of_lab(lab)


def photograph(mode, form):
    """A picture of one colour, as the markup of an illustration."""
    colour = {"RGB": (200, 30, 40), "RGBA": (200, 30, 40, 99), "L": 90, "P": 1, "CMYK": (9, 200, 180, 20)}[
        mode
    ]
    out = io.BytesIO()
    Image.new(mode, (8, 8), colour).save(out, form)
    data = base64.b64encode(out.getvalue()).decode()
    return f'<img src="data:image/{form};base64,{data}">'


@pytest.mark.parametrize(
    ("mode", "form", "space"),
    [
        ("RGB", "jpeg", "/DeviceCMYK"),
        ("RGB", "png", "/DeviceCMYK"),
        ("RGBA", "png", "/DeviceCMYK"),
        ("P", "png", "/DeviceCMYK"),
        ("L", "png", "/DeviceGray"),
        ("CMYK", "jpeg", "/DeviceCMYK"),
    ],
)
def test_pictures_are_of_inks_for_the_shop_and_grey_on_the_proof(booklet, mode, form, space):
    content = replace(booklet, cases=(replace(booklet.cases[0], drawing=photograph(mode, form)),))
    numbers = number_booklet(content)
    pdf, findings = print_booklet(content, numbers, PRINT_SHOP)
    assert () == findings
    # So small a picture is coarse, and that is all.
    assert {codes.COARSE_PICTURE} == {each.code for each in inspect(pdf, content, numbers, PRINT_SHOP)}
    assert {space} == pictures(pdf)
    ((_, (proof, _)),) = further(pdf, content, Finishing(PRINT_SHOP, proof=True))
    assert {"/DeviceGray"} == pictures(proof)


def pictures(pdf):
    """The spaces of colour of the pictures on the second page."""
    return {
        thing.get_object()["/ColorSpace"]
        for thing in reader(pdf).pages[1]["/Resources"]["/XObject"].get_object().values()
        if thing.get_object()["/Subtype"] == "/Image"
    }


def pikepdf_text(pdf):
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as file:
        file.save(out, object_stream_mode=pikepdf.ObjectStreamMode.disable, qdf=True)
    return out.getvalue()


def test_blank_pages_fill_the_sheets_in_front_of_the_solutions(booklet):
    case = booklet.cases[0]
    solution = replace(case.solution, prose=tuple("word " * 250 for _ in range(3)))
    content = replace(booklet, cases=(replace(case, solution=solution),))
    numbers = number_booklet(content)
    plain, _ = print_booklet(content, numbers)
    pdf, _ = print_booklet(content, numbers, PRINT_SHOP)
    before, after = read_pages(plain), read_pages(pdf)
    assert 2 == len(before) % 4
    assert len(before) + 2 == len(after)
    first = next(at for at, page in enumerate(before) if page.turned)
    assert [(), ()] == [page.fragments for page in after[first : first + 2]]
    texts = [[fragment.text for fragment in page.fragments] for page in before]
    filled = [[fragment.text for fragment in page.fragments] for page in after]
    assert texts == filled[:first] + filled[first + 2 :]
    assert () == inspect(pdf, content, numbers, PRINT_SHOP)


def test_the_shop_is_told_what_the_file_is(shop):
    file = reader(shop[0])
    root = file.trailer["/Root"]
    assert b"<pdfxid:GTS_PDFXVersion>PDF/X-4<" in root["/Metadata"].get_object().get_data()
    (intent,) = root["/OutputIntents"]
    assert ("/GTS_PDFX", "FOGRA39") == (intent["/S"], intent["/OutputConditionIdentifier"])
    assert b"prtrCMYKLab " == intent["/DestOutputProfile"].get_object().get_data()[12:24]
    assert "%PDF-1.6" == file.pdf_header
    assert "/False" == file.metadata["/Trapped"]
    assert "/ID" in file.trailer


def test_titles_cannot_break_the_metadata(booklet):
    content = replace(booklet, title="Salt & <Pepper>", cases=booklet.cases[:1])
    pdf, _ = print_booklet(content, number_booklet(content), PRINT_SHOP)
    assert b"Salt &amp; &lt;Pepper&gt;" in reader(pdf).trailer["/Root"]["/Metadata"].get_object().get_data()


@pytest.mark.parametrize("paper", ["a4", "half-letter", "letter"])
@pytest.mark.parametrize("variant", [PRINT_SHOP, ACCESSIBLE], ids=lambda variant: variant.name)
def test_each_paper_passes(booklet, paper, variant):
    content = replace(booklet, paper=paper, cases=booklet.cases[:1])
    numbers = number_booklet(content)
    pdf, findings = print_booklet(content, numbers, variant)
    assert () == findings
    assert () == inspect(pdf, content, numbers, variant)


def test_all_variants_pass_their_checks(booklet, printed, shop, tagged):
    assert () == inspect(printed.pdf, booklet, printed.numbers, PLAIN)
    assert () == inspect(shop[0], booklet, shop[1], PRINT_SHOP)
    assert () == inspect(tagged[0], booklet, tagged[1], ACCESSIBLE)


def elements(element):
    kids = element.get("/K", [])
    for kid in kids if isinstance(kids, list) else [kids]:
        inner = kid.get_object() if hasattr(kid, "get_object") else kid
        if hasattr(inner, "get") and "/S" in inner:
            yield inner
            yield from elements(inner)


def test_screen_readers_get_headings_tables_and_no_ornaments(tagged):
    root = reader(tagged[0]).trailer["/Root"]
    kinds = [element["/S"] for element in elements(root["/StructTreeRoot"])]
    assert {"/H1", "/H2", "/P", "/Table", "/TR", "/TH", "/TD", "/L", "/LI"} <= set(kinds)
    assert "/Figure" not in kinds
    assert ("en", True) == (root["/Lang"], root["/MarkInfo"]["/Marked"].value)


def test_cells_of_tables_name_their_heads(tagged):
    root = reader(tagged[0]).trailer["/Root"]
    table = next(element for element in elements(root["/StructTreeRoot"]) if element["/S"] == "/Table")
    heads = {element["/ID"] for element in elements(table) if element["/S"] == "/TH"}
    cells = [element["/A"]["/Headers"] for element in elements(table) if element["/S"] == "/TD"]
    # A number has two: its suspect and its topic.
    assert 2 == max(len(cell) for cell in cells)
    assert all(set(cell) <= heads for cell in cells)


def test_solutions_are_read_from_the_first_one_on(tagged):
    file = reader(tagged[0])
    numbers = {page.indirect_reference.idnum: at for at, page in enumerate(file.pages)}
    document = file.trailer["/Root"]["/StructTreeRoot"]["/K"][0].get_object()
    pages = [numbers[part.get_object().raw_get("/Pg").idnum] for part in document["/K"]]
    last = len(file.pages) - 1
    turned = last + 1 - next(at for at, page in enumerate(read_pages(tagged[0])) if page.turned)
    assert 1 + 2 + 2 == turned
    assert [last - at for at in range(turned)] == pages[-turned:]
    assert sorted(pages[:-turned]) == pages[:-turned]


def test_the_outline_leads_to_cases_and_solutions(tagged):
    titles = [entry.title for entry in reader(tagged[0]).outline if not isinstance(entry, list)]
    assert ["Two Bells", "The Last Toast", "Eleven Bells"] == titles[:3]
    assert "Solution of case 1" in titles


def test_words_are_not_divided_for_who_listens(tagged):
    lines = [
        fragment.text
        for page in read_pages(tagged[0])
        for fragment in page.fragments
        if fragment.text.endswith("-")
    ]
    assert [] == [line for line in lines if not line.endswith(("half-", "first-"))]


PROGRAM = """
import hashlib, pickle, sys
from casekit.diagnostics import Span
from casekit.print.produce import set_booklet
from casekit.print.content.pieces import Finishing
from casekit.print.produce import further
from casekit.print.content.papers import Saddle
from casekit.print.content.papers import VARIANTS
content, numbers = pickle.load(sys.stdin.buffer)
for variant in VARIANTS.values():
    pdf = set_booklet(content, numbers, variant).pdf
    made = [pdf, *(data for _, (data, _) in further(pdf, content, Finishing(variant, Saddle(), True)))]
    print(*(hashlib.sha256(data).hexdigest() for data in made))
"""


def test_the_same_bytes_under_any_hash_seed_date_and_language(booklet, tmp_path):
    content = replace(booklet, cases=booklet.cases[:1])
    given = pickle.dumps((content, number_booklet(content)))
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            input=given,
            env={"PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": language, "HOME": str(tmp_path), **dated},
            capture_output=True,
            check=True,
        ).stdout
        for seed, zone, language, dated in (
            ("1", "Pacific/Apia", "C", {}),
            ("77", "UTC", "tr_TR.UTF-8", {"SOURCE_DATE_EPOCH": "1700000000"}),
        )
    }
    (output,) = outputs
    assert 9 == len(set(output.split()))
    assert hashlib.sha256(b"").hexdigest().encode() not in output
