"""What a reader would see, or must not: each kind of damage is found; a file that other programs wrote again is none."""

import io
import re
import shutil
import subprocess

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Stream, String

from casekit.diagnostics import codes
from casekit.print.comparison.compare_files import FilePair, find_differences
from casekit.print.comparison.landmarks import Landmarks
from casekit.print.content.papers import PLAIN, PRINT_SHOP, VARIANTS, Format, Saddle
from casekit.print.content.pieces import Finishing
from casekit.print.preflight.inspection import inspect, look_at_objects
from casekit.print.produce import further

SPOILER = "ANNA knows"


def spelt(page, text):
    """How a page's own fonts show a text: the name of one that has all its letters, and their codes."""
    for name, font in page.Resources.Font.items():
        table = font.ToUnicode.read_bytes()
        pairs = re.findall(rb"<(\w{4})> <(\w{4})>", table)
        letters = {chr(int(to, 16)): code.decode() for code, to in pairs}
        if set(text) <= letters.keys():
            return name, "".join(letters[letter] for letter in text)
    raise AssertionError(text)


def said(before="", place="60 60", at=5, text=SPOILER, size=10, *, literal=False):
    """Shows a text at a place of a page, after other operators."""

    def damage(file):
        page = file.pages[at]
        font, digits = spelt(page.obj, text)
        shown = f"<{digits}>"
        if literal:
            shown = (
                "("
                + "".join(f"\\{int(digits[at : at + 2], 8 * 2):03o}" for at in range(0, len(digits), 2))
                + ")"
            )
        page.contents_add(
            Stream(file, f"q BT {before} {font} {size} Tf 1 0 0 1 {place} Tm {shown} Tj ET Q".encode())
        )

    return damage


def through(alpha):
    def damage(file):
        page = file.pages[5]
        page.obj.Resources = Dictionary(page.obj.Resources)
        page.add_resource(Dictionary(ca=alpha), Name.ExtGState, Name.Odd)
        said("/Odd gs")(file)

    return damage


def script(file):
    file.Root.Names = Dictionary(
        JavaScript=Dictionary(
            Names=Array([String("a"), Dictionary(S=Name.JavaScript, JS=String("app.beep()"))])
        )
    )


def attachment(file):
    file.attachments["secret.txt"] = b"DORIAN did it"


def small_picture(file):
    image = Dictionary(Width=1, Height=1, BitsPerComponent=8, ColorSpace=Name.DeviceGray)
    file.pages[3].obj.Thumb = Stream(file, b"\0", image)


def private_data(file):
    file.pages[3].obj.PieceInfo = Dictionary(Odd=Dictionary(Private=Dictionary(Note=String("DORIAN did it"))))


def article(file):
    file.Root.Threads = Array([Dictionary(I=Dictionary(Title=String("DORIAN did it")))])


def note(kind):
    def damage(file):
        thing = Dictionary(Type=Name.Annot, Subtype=kind, Rect=[50, 50, 90, 90], Contents=String("DORIAN"))
        file.pages[3].obj.Annots = Array([file.make_indirect(thing)])

    return damage


def layer(file):
    group = file.make_indirect(Dictionary(Type=Name.OCG, Name=String("Odd")))
    file.Root.OCProperties = Dictionary(OCGs=[group], D=Dictionary(OFF=[group]))


def form(file):
    field = file.make_indirect(Dictionary(FT=Name.Tx, T=String("x")))
    file.Root.AcroForm = Dictionary(Fields=[field])


def german(file):
    file.Root.Lang = String("de")


def solutions_turned_round(file):
    pages = list(file.pages)
    last = pages[-2]
    del file.pages[-2]
    file.pages.insert(len(pages) - 4, last)


UNSEEN = "page 6 has text that nobody sees, "
DAMAGES = {
    "white": (said("1 1 1 rg"), codes.HIDDEN_TEXT, UNSEEN + "in white on white: “ANNA"),
    "render mode 3": (said("3 Tr"), codes.HIDDEN_TEXT, UNSEEN + "without being painted"),
    "alpha 0": (through(0), codes.HIDDEN_TEXT, UNSEEN + "in ink that lets everything through"),
    "1 point": (said(size=1), codes.HIDDEN_TEXT, UNSEEN + "in type of 1.0 points"),
    "scaled": (said("1 Tz"), codes.HIDDEN_TEXT, UNSEEN + "set 1% wide"),
    "clipped": (said("ET 0 0 5 5 re W n BT"), codes.HIDDEN_TEXT, UNSEEN + "cut off by a frame"),
    "off the page": (said(place="60 900"), codes.TEXT_OUTSIDE_PAGE, "page 6 has text outside its margins"),
    "raised off the page": (said("900 Ts"), codes.TEXT_OUTSIDE_PAGE, "page 6 has text outside its margins"),
    "among the paragraphs": (said(place="60 20"), codes.MISPLACED_PAGE, "“ANNA"),
    "as a literal string": (said(place="60 20", literal=True), codes.MISPLACED_PAGE, "“ANNA"),
    "on a table page": (said(place="60 20", at=2), codes.MISPLACED_PAGE, "page 3 has “ANNA"),
    "on the title page": (said(place="60 20", at=0, text="dose"), codes.MISPLACED_PAGE, "page 1 has “dose”"),
    "small picture": (small_picture, codes.ADDED_OBJECT, "page 4 has a small picture of its own"),
    "private data": (private_data, codes.ADDED_OBJECT, "page 4 has notes of another program"),
    "article": (article, codes.ADDED_OBJECT, "the file has articles"),
    "script": (script, codes.ADDED_OBJECT, "the file has a script"),
    "attachment": (attachment, codes.ADDED_OBJECT, "the file has an attachment"),
    "link": (note(Name.Link), codes.ADDED_OBJECT, "page 4 has a link, which casekit did not put there"),
    "note": (note(Name.FreeText), codes.ADDED_OBJECT, "page 4 has a text that lies over it"),
    "layer": (layer, codes.ADDED_OBJECT, "the file has layers"),
    "form": (form, codes.ADDED_OBJECT, "the file has a form"),
    "language": (german, codes.WRONG_LANGUAGE, "the file says that its language is 'de' instead of 'en'"),
    "solutions": (solutions_turned_round, codes.MISPLACED_PAGE, "the solution"),
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("kind", DAMAGES)
def test_each_damage_is_found(damaged, kind):
    damage, code, start = DAMAGES[kind]
    found = damaged("plain", damage)
    assert [each for each in found if each[0] is code and each[1].startswith(start)], found


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_what_is_not_to_be_trusted_is_found_in_every_variant(damaged, variant):
    def all_of_it(file):
        script(file)
        note(Name.Link)(file)
        german(file)

    found = damaged(variant, all_of_it)
    assert 3 == len(found)
    assert {codes.ADDED_OBJECT, codes.WRONG_LANGUAGE} == {code for code, _ in found}


def test_text_in_paper_white_is_found_in_a_file_for_the_shop(damaged):
    found = damaged("print-shop", said("0 0 0 0 k"))
    assert [each for each in found if each[0] is codes.HIDDEN_TEXT and "in white on white" in each[1]], found


def test_white_text_on_a_dark_ground_is_seen(damaged):
    found = damaged("plain", said("0 g ET 50 10 200 30 re f BT 1 g", place="60 20"))
    assert codes.HIDDEN_TEXT not in {code for code, _ in found}


def rewritten(pdf, **options):
    with pikepdf.open(io.BytesIO(pdf)) as file:
        for page in file.pages:
            page.contents_coalesce()
            page.obj.Contents.write(pikepdf.unparse_content_stream(pikepdf.parse_content_stream(page)))
        out = io.BytesIO()
        file.save(out, **options)
    return out.getvalue()


TOOLS = {
    "qpdf, normalised": "qpdf --normalize-content=y --object-streams=disable IN OUT",
    "qpdf, for the web": "qpdf --linearize --object-streams=generate IN OUT",
    "MuPDF": "mutool clean -gggg -s -z IN OUT",
    "Poppler": "pdftocairo -pdf IN OUT",
    "Ghostscript": "gs -q -dNOPAUSE -dBATCH -dAutoRotatePages=/None -sDEVICE=pdfwrite -o OUT IN",
}


def resaved(pdf, tool, folder):
    before, after = folder / "in.pdf", folder / "out.pdf"
    before.write_bytes(pdf)
    words = TOOLS[tool].split()
    if shutil.which(words[0]) is None:
        pytest.skip(f"{words[0]} is not installed")
    names = {"IN": str(before), "OUT": str(after)}
    subprocess.run([names.get(word, word) for word in words], check=True, capture_output=True)
    return after.read_bytes()


@pytest.mark.parametrize("tool", TOOLS)
def test_a_plain_file_that_was_written_again_is_sound(booklet, finished, tool, tmp_path):
    pdfs, numbers = finished
    assert () == inspect(resaved(pdfs["plain"], tool, tmp_path), booklet, numbers)


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_content_that_pikepdf_wrote_again_is_sound(booklet, finished, variant):
    pdfs, numbers = finished
    again = rewritten(pdfs[variant], linearize=True)
    assert () == inspect(again, booklet, numbers, VARIANTS[variant])


@pytest.mark.parametrize("tool", ["qpdf, normalised", "MuPDF", "Ghostscript", "Poppler"])
def test_a_file_for_the_shop_loses_no_text(booklet, finished, tool, tmp_path):
    """Some programs lose boxes and intent, and use colours of their own, which is told."""
    pdfs, numbers = finished
    found = inspect(resaved(pdfs["print-shop"], tool, tmp_path), booklet, numbers, PRINT_SHOP)
    lost = {codes.WRONG_BOX, codes.WRONG_INK, codes.MISSING_OUTPUT_INTENT, codes.FINE_LINE}
    assert set() == {finding.code for finding in found} - lost
    assert () == found or tool in {"Ghostscript", "Poppler"}


@pytest.mark.parametrize("kind", ["imposed", "proof"])
def test_the_objects_of_sheets_and_proofs_are_looked_at(booklet, finished, kind):
    pdfs, _ = finished
    wanted = Format.bound(booklet.paper, booklet.span)
    made = dict(further(pdfs["plain"], booklet, Finishing(saddle=Saddle(signature=8), proof=True)))
    pdf, _ = made[kind]
    assert ((), False) == look_at_objects(pdf, wanted, PLAIN, "bound")
    with pikepdf.open(io.BytesIO(pdf)) as file:
        script(file)
        out = io.BytesIO()
        file.save(out)
    found, _ = look_at_objects(out.getvalue(), wanted, PLAIN, "bound")
    assert [codes.ADDED_OBJECT] == [finding.code for finding in found]


def test_a_sheet_with_another_page_is_found(booklet, finished):
    pdfs, _ = finished
    sheets = dict(further(pdfs["plain"], booklet, Finishing(saddle=Saddle())))["imposed"][0]
    with pikepdf.open(io.BytesIO(sheets)) as file:
        first, second = file.pages[0].obj, file.pages[2].obj
        first.Resources, second.Resources = second.Resources, first.Resources
        out = io.BytesIO()
        file.save(out)
    found = find_differences(FilePair(sheets, out.getvalue(), Landmarks()))
    assert ["pages 1 and 3 are exchanged"] == [each.words for each in found]


def without(old):
    """Takes a text that is shown in one go out of the first table."""

    def damage(file):
        page = file.pages[2]
        kept = []
        fonts = {}
        letters = {}
        for name, font in page.obj.Resources.Font.items():
            pairs = re.findall(rb"<(\w{4})> <(\w{4})>", font.ToUnicode.read_bytes())
            fonts[name] = {int(code, 16): chr(int(to, 16)) for code, to in pairs}
        for operation in pikepdf.parse_content_stream(page):
            if str(operation.operator) == "Tf":
                letters = fonts[str(operation.operands[0])]
            if str(operation.operator) == "TJ":
                data = b"".join(bytes(each) for each in operation.operands[0] if isinstance(each, String))
                codes_shown = [int.from_bytes(data[at : at + 2]) for at in range(0, len(data), 2)]
                if "".join(letters.get(each, "?") for each in codes_shown).strip() == old:
                    continue
            kept.append(operation)
        assert len(kept) < len(list(pikepdf.parse_content_stream(page)))
        page.obj.Contents.write(pikepdf.unparse_content_stream(kept))

    return damage


def test_a_second_number_in_a_table(damaged):
    found = damaged("plain", said(at=2, text="11", place="300 60"))
    assert [(codes.MISLEADING_TABLE, "the table of Case 1 has the number 11 once too often")] == found


def test_a_table_without_its_heading(damaged):
    found = damaged("plain", without("Case 1"))
    assert [(codes.MISPLACED_PAGE, "page 3 does not say that it belongs to Case 1")] == found
