"""Good booklets broken one thing at a time with pikepdf: each damage is found under its code."""

import io
import re
from dataclasses import replace

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Stream, String

from casekit.diagnostics import Finding, Span, codes
from casekit.print.content.papers import ACCESSIBLE, PLAIN, PRINT_SHOP
from casekit.print.preflight.inspection import inspect, unreported
from casekit.print.preflight.pdf_opening import refuse
from tests.print.booklets import number_booklet, print_booklet

VARIANTS = {"plain": PLAIN, "print-shop": PRINT_SHOP, "accessible": ACCESSIBLE}


def characters(font):
    """The codes of a font by their characters."""
    text = font.ToUnicode.read_bytes()
    return {
        bytes.fromhex(to.decode()).decode("utf-16-be"): code
        for code, to in re.findall(rb"<(\w+)> <(\w+)>", text)
    }


def retext(page, old, new):
    """Replace a text that is shown in one go."""
    fonts = {name[1:].encode(): characters(font) for name, font in page.Resources.Font.items()}
    current = {}
    done = []

    def change(found):
        if found["font"]:
            current.clear()
            current.update(fonts[found["font"]])
            return found[0]
        decode = {code.lower(): character for character, code in current.items()}
        digits = b"".join(re.findall(rb"<(\w*)>", found["shown"])).lower()
        text = "".join(decode.get(digits[at : at + 4], "?") for at in range(0, len(digits), 4))
        if text != old or done:
            return found[0]
        done.append(text)
        return b"[<" + b"".join(current[character] for character in new) + b">] TJ"

    content = page.Contents.read_bytes()
    page.Contents.write(re.sub(rb"/(?P<font>\w+) [\d.]+ Tf|\[(?P<shown>[^\]]*)\] TJ", change, content))
    return bool(done)


def anywhere(file, old, new):
    assert any(retext(page.obj, old, new) for page in list(file.pages)[5:])


def codes_of(found):
    return {code for code, _ in found}


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_a_swapped_number(damaged, variant):
    def swap(file):
        anywhere(file, "7", "8")

    found = damaged(variant, swap)
    assert (codes.MISPRINTED_NUMBER, "the number 7 is printed nowhere instead of once") in found
    assert (codes.MISPRINTED_NUMBER, "the number 8 is printed 2 times instead of once") in found


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_a_changed_table_entry(damaged, finished, variant):
    right = finished[1]["1/01"]
    wrong = right % 9 + 1

    def change(file):
        assert retext(file.pages[2].obj, str(right), str(wrong))

    message = f"the table of Case 1 sends 01 Cabin of ANNA to {wrong} instead of {right}"
    assert (codes.MISLEADING_TABLE, message) in damaged(variant, change)


@pytest.mark.parametrize(
    ("variant", "page", "expected"),
    [
        ("plain", 5, codes.MISPRINTED_NUMBER),
        ("print-shop", 5, codes.MISPRINTED_NUMBER),
        ("print-shop", 5, codes.WRONG_PAGE_COUNT),
        ("plain", 1, codes.MISPLACED_PAGE),
        ("plain", 0, codes.MISPLACED_PAGE),
        ("accessible", -2, codes.MISPLACED_PAGE),
    ],
)
def test_a_dropped_page(damaged, variant, page, expected):
    def drop(file):
        del file.pages[page]

    assert expected in codes_of(damaged(variant, drop))


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_a_font_that_is_not_embedded(damaged, unembed, variant):
    assert {codes.FONT_NOT_EMBEDDED} == codes_of(damaged(variant, unembed))


@pytest.mark.parametrize(
    ("boxes", "message"),
    [
        (["/TrimBox"], "page 3 has no TrimBox"),
        (["/BleedBox"], "page 3 has no BleedBox"),
        (["/TrimBox", "/BleedBox"], "page 3 has no TrimBox and no BleedBox"),
    ],
)
def test_boxes_that_were_removed(damaged, boxes, message):
    def remove(file):
        for box in boxes:
            del file.pages[2].obj[box]

    assert (codes.WRONG_BOX, message) in damaged("print-shop", remove)


def test_too_little_bleed(damaged):
    def shrink(file):
        file.pages[3].obj.BleedBox = file.pages[3].obj.TrimBox

    assert [(codes.WRONG_BOX, "page 4 has 0.0 mm of bleed instead of 3 mm")] == damaged("print-shop", shrink)


def test_a_page_of_another_size(damaged):
    def cut(file):
        page = file.pages[4].obj
        page.MediaBox = page.TrimBox = [0, 0, 595.28, 841.89]

    message = "page 5 has 210.0 x 297.0 mm instead of 148 x 210 mm"
    assert (codes.WRONG_BOX, message) in damaged("plain", cut)


def test_pages_that_were_turned(damaged):
    def turn(file):
        for page in list(file.pages)[3:5]:
            page.rotate(90, relative=True)

    message = "page 4 and 1 other have been turned by 90 degrees"
    assert (codes.WRONG_BOX, message) in damaged("plain", turn)


def paint(file, operators, at=0):
    contents = file.pages[at].obj.Contents
    contents.write(contents.read_bytes() + b"\n" + operators)


@pytest.mark.parametrize(
    ("operators", "message"),
    [
        (b"1 0 0 rg 0 0 9 9 re f", "page 1 has a colour in RGB"),
        (b"/DeviceRGB cs 1 0 0 sc 0 0 9 9 re f", "page 1 has a colour in RGB"),
        (
            b"q 0.7 0.6 0.6 1 k BT () Tj ET Q",
            "page 1 has black text that is not in black ink alone",
        ),
    ],
)
def test_a_colour_that_is_no_ink(damaged, operators, message):
    ((code, told),) = damaged("print-shop", lambda file: paint(file, operators))
    assert (codes.WRONG_INK, message) == (code, told[: len(message)])


def test_a_picture_that_is_not_of_inks(damaged):
    def add(file):
        picture = Stream(file, bytes(3), Type=Name.XObject, Subtype=Name.Image, Width=1, Height=1)
        picture.ColorSpace, picture.BitsPerComponent = Name.DeviceRGB, 8
        page = file.pages[0]
        page.obj.Resources = Dictionary(page.obj.Resources)
        page.add_resource(file.make_indirect(picture), Name.XObject, Name.Picture)

    found = damaged("print-shop", add)
    assert {codes.WRONG_INK} == codes_of(found)
    assert found[0][1].endswith("a picture in RGB")


def masked(file):
    mask = Stream(file, b"1 0 0 rg 0 0 9 9 re f", Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 9, 9])
    mask.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceGray)
    state = Dictionary(SMask=Dictionary(S=Name.Luminosity, G=file.make_indirect(mask)))
    page = file.pages[0]
    page.obj.Resources = Dictionary(page.obj.Resources)
    page.add_resource(file.make_indirect(state), Name.ExtGState, Name.Masked)


def grouped(file):
    file.pages[0].obj.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceRGB)


@pytest.mark.parametrize(
    ("damage", "message"),
    [(masked, "page 1 has a colour in RGB"), (grouped, "page 1 has a transparency group in RGB")],
)
def test_transparency_that_is_not_of_inks(damaged, damage, message):
    assert [(codes.WRONG_INK, message)] == damaged("print-shop", damage)


def link(area, kind=Name.Link):
    def add(file):
        note = Dictionary(Type=Name.Annot, Subtype=kind, Rect=area)
        file.pages[2].obj.Annots = Array([file.make_indirect(note)])

    return add


def script(file):
    file.Root.OpenAction = Dictionary(S=Name.JavaScript, JS=String("app.beep()"))


def page_action(file):
    file.pages[2].obj.AA = Dictionary(O=Dictionary(S=Name.Named, N=Name.Print))


def retitled(file):
    file.docinfo["/Title"] = String("Three Bells")


def trapped(file):
    file.docinfo["/Trapped"] = Name("/True")


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (retitled, "the file's information and its metadata differ in Title"),
        (trapped, "the file's information and its metadata differ in Trapped"),
    ],
)
def test_what_pdf_x_does_not_allow(damaged, damage, message):
    assert [(codes.MISSING_OUTPUT_INTENT, message)] == damaged("print-shop", damage)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (
            link([50, 50, 90, 90]),
            "page 3 has a link, which casekit did not put there, 18 mm from the left and 178 mm from the top",
        ),
        (page_action, "page 3 has an action, which runs when it is looked at"),
        (script, "the file has an action, which runs when it is opened"),
    ],
)
@pytest.mark.parametrize("variant", list(VARIANTS))
def test_what_no_product_has(damaged, variant, damage, message):
    assert [(codes.ADDED_OBJECT, message)] == damaged(variant, damage)


@pytest.mark.parametrize(
    "damage", [link([-30, -30, -20, -20]), link([50, 50, 90, 90], Name.PrinterMark)], ids=["outside", "mark"]
)
def test_what_lies_outside_the_bleed_or_is_a_mark_is_allowed(damaged, damage):
    assert [] == damaged("print-shop", damage)


def test_a_page_with_an_art_box_too(damaged):
    def add(file):
        file.pages[2].obj.ArtBox = file.pages[2].obj.TrimBox

    message = "page 3 has both an ArtBox and a TrimBox, but PDF/X allows only one"
    assert [(codes.WRONG_BOX, message)] == damaged("print-shop", add)


@pytest.mark.parametrize("key", ["/OutputIntents", "/Metadata"])
def test_a_file_that_does_not_say_what_it_is(damaged, key):
    def remove(file):
        del file.Root[key]

    assert {codes.MISSING_OUTPUT_INTENT} == codes_of(damaged("print-shop", remove))


def test_a_profile_for_screens_is_no_output_intent(damaged):
    def replace_profile(file):
        file.Root.OutputIntents[0].DestOutputProfile.write(b"\0" * 12 + b"mntrRGB XYZ ")

    assert {codes.MISSING_OUTPUT_INTENT} == codes_of(damaged("print-shop", replace_profile))


def test_a_plain_booklet_is_nothing_for_a_print_shop(booklet, printed):
    found = inspect(printed.pdf, booklet, printed.numbers, PRINT_SHOP)
    assert {codes.WRONG_BOX, codes.WRONG_INK, codes.MISSING_OUTPUT_INTENT} <= {
        finding.code for finding in found
    }


def without(*keys):
    def remove(file):
        for key in keys:
            del file.Root[key]

    return remove


def figure(file):
    document = file.Root.StructTreeRoot.K[0]
    element = Dictionary(Type=Name.StructElem, S=Name.Figure, K=Array(), P=document)
    document.K.append(file.make_indirect(element))


def deep_heading(file):
    sect = file.Root.StructTreeRoot.K[0].K[0]
    for kid in sect.K:
        if kid.S == "/H1":
            kid.S = Name.H4


def backwards(file):
    document = file.Root.StructTreeRoot.K[0]
    parts = list(document.K)
    document.K = Array([*parts[:-2], parts[-1], parts[-2]])


def no_heads(file):
    def change(element):
        for kid in element.get("/K", ()):
            if isinstance(kid, Dictionary):
                if kid.get("/S") == "/TH":
                    kid.S = Name.TD
                change(kid)

    change(file.Root.StructTreeRoot.K[0])


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (without("/StructTreeRoot"), "the file has no tag structure"),
        (without("/MarkInfo"), "the file is not marked as tagged"),
        (without("/Lang"), "the file is without a language"),
        (without("/ViewerPreferences"), "the file is without a title for viewers to show"),
        (without("/Outlines"), "the file is without an outline"),
        (without("/Metadata"), "the file is not declared as PDF/UA"),
        (lambda file: paint(file, b"BT (x) Tj ET"), "page 1 has text without a tag"),
        (figure, "a picture is neither described nor marked as an ornament"),
        (deep_heading, "a heading H4 does not follow one of the level above it"),
        (backwards, "the tags are not in reading order"),
        (no_heads, "a table has no header cells"),
    ],
)
def test_what_a_screen_reader_would_miss(damaged, damage, message):
    assert [(codes.MISSING_TAGS, message)] == damaged("accessible", damage)


def test_text_that_the_knife_cuts_off(damaged):
    def move(file):
        page = file.pages[6].obj
        page.Contents.write(b"1 0 0 1 200 0 cm\n" + page.Contents.read_bytes())

    found = damaged("plain", move)
    assert [6 + 1] == [int(message.split()[1]) for code, message in found if code is codes.TEXT_OUTSIDE_PAGE]


def save(pdf, **options):
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as file:
        file.save(out, **options)
    return out.getvalue()


def encrypted(pdf):
    return save(pdf, encryption=pikepdf.Encryption(owner="o", user="u"))


def no_pages():
    out = io.BytesIO()
    with pikepdf.new() as file:
        file.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda _: b"", "the file is empty"),
        (lambda _: b"no PDF at all", "the file is not a PDF"),
        (lambda pdf: pdf[: len(pdf) // 2], "the file is damaged or incomplete"),
        (lambda pdf: pdf[:20], "the file is damaged or incomplete"),
        (encrypted, "the file is encrypted"),
        (lambda _: no_pages(), "the file has no pages"),
    ],
)
def test_what_cannot_be_read_is_one_finding(booklet, finished, damage, reason):
    pdfs, numbers = finished
    (finding,) = inspect(damage(pdfs["plain"]), booklet, numbers)
    assert codes.UNREADABLE_PDF == finding.code
    assert finding.message.startswith(f"this PDF cannot be checked: {reason}")


def test_a_file_of_enormous_size_is_refused(booklet, monkeypatch, printed):
    monkeypatch.setattr("casekit.print.preflight.pdf_opening.LARGEST", 1000)
    (finding,) = inspect(printed.pdf, booklet, printed.numbers)
    assert "this PDF cannot be checked: it has more than 1,000 bytes" == finding.message


def break_kids(file):
    file.pages[0].obj.TrimBox = Array([0, 0, 1])


def break_contents(file):
    file.pages[2].obj.Contents = Dictionary()


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        (
            break_kids,
            (codes.UNREADABLE_PDF, "this PDF cannot be checked: the file is damaged or incomplete ("),
        ),
        (break_contents, (codes.MISPLACED_PAGE, "the correlation table of Case 1 does not face")),
    ],
)
def test_a_broken_inside_is_a_finding_and_no_traceback(damaged, damage, expected):
    ((code, message),) = damaged("plain", damage)
    assert expected == (code, message[: len(expected[1])])


def test_text_that_runs_out_of_its_margin(damaged):
    def move(file):
        contents = file.pages[5].obj.Contents
        contents.write(b"1 0 0 1 12 0 cm\n" + contents.read_bytes())

    found = damaged("plain", move)
    assert {codes.TEXT_OUTSIDE_PAGE} == codes_of(found)
    assert found[0][1].startswith("page 6 has text outside its margins: “")


@pytest.mark.parametrize("paper", ["a5", "letter"])
def test_a_word_too_long_for_its_line_is_not_printed_over_the_margin(booklet, paper):
    first, *others = booklet.cases[0].paragraphs
    long = replace(first, text=replace(first.text, prose=(f"So {'o' * 120}!",)))
    content = replace(booklet, paper=paper, cases=(replace(booklet.cases[0], paragraphs=(long, *others)),))
    numbers = number_booklet(content)
    pdf, _ = print_booklet(content, numbers)
    assert [codes.TEXT_OUTSIDE_PAGE] == [finding.code for finding in inspect(pdf, content, numbers)]


def test_a_label_too_long_for_its_column_is_not_printed_over_its_number(booklet):
    case = booklet.cases[0]
    *groups, last = case.groups
    label = "Promenadendeckskabinenpassagierspeisesaalgarderobe"
    long = replace(last, rows=tuple(replace(row, label=label) for row in last.rows))
    content = replace(booklet, cases=(replace(case, groups=(*groups, long)),))
    numbers = number_booklet(content)
    pdf, _ = print_booklet(content, numbers)
    assert codes.OVERLAPPING_TEXT in {finding.code for finding in inspect(pdf, content, numbers)}


def test_an_accent_that_another_font_lends_is_no_text_over_text(booklet):
    content = replace(booklet, title="Deux Cafe\N{COMBINING ACUTE ACCENT}s", cases=booklet.cases[:1])
    numbers = number_booklet(content)
    pdf, _ = print_booklet(content, numbers)
    assert codes.OVERLAPPING_TEXT not in {found.code for found in inspect(pdf, content, numbers)}


def test_junk_behind_a_head_is_not_searched_for_an_end(monkeypatch):
    """The library would go through it from line to line, which takes half a second a megabyte."""
    monkeypatch.setattr(
        "casekit.print.preflight.pdf_opening.pikepdf.open",
        lambda *_, **__: pytest.fail("it was opened"),
    )
    (found,) = refuse(b"%PDF-1.7\n" + b"1 0 obj\n" * 100_000, Span("x.pdf"))
    assert codes.UNREADABLE_PDF is found.code
    assert "its end is missing" in found.message


def folded(kind, key, draws, depth):
    """A file whose page draws a stream, which draws another one twice, and so on."""
    file = pikepdf.Pdf.new()
    owner = file.add_blank_page(page_size=(400, 500)).obj
    for level in range(depth, -1, -1):
        inner = file.make_stream(draws * 2 if level else b"0 0 1 1 re f", kind)
        owner.Resources = pikepdf.Dictionary({key: pikepdf.Dictionary(A=inner)})
        if level == depth:
            owner.Contents = file.make_stream(draws)
        owner = inner
    out = io.BytesIO()
    file.save(out)
    return out.getvalue()


FORM = (
    pikepdf.Dictionary(Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form, BBox=[0, 0, 9, 9]),
    "/XObject",
    b"/A Do ",
)
PATTERN = (
    pikepdf.Dictionary(PatternType=1, PaintType=1, TilingType=1, BBox=[0, 0, 9, 9], XStep=1, YStep=1),
    "/Pattern",
    b"/Pattern cs /A scn 0 0 9 9 re f ",
)


@pytest.mark.parametrize(
    ("form", "depth", "expected"), [(FORM, 24, 1), (FORM, 8, 0), (PATTERN, 24, 1), (PATTERN, 1, 0)]
)
def test_a_page_that_draws_far_more_than_it_has_is_refused(form, depth, expected):
    message = "this PDF cannot be checked: page 1 draws far too much, or pictures, patterns, masks or letters in each other too often"
    found = refuse(folded(*form, depth), Span("x.pdf"))
    assert [message] * expected == [each.message for each in found]


def chosen(kind, choice, what, times):
    """A file whose page chooses something once, and then draws something else with it so many times."""
    file = pikepdf.Pdf.new()
    page = file.add_blank_page(page_size=(400, 500))
    drawn = file.make_stream(b"0 0 1 1 re f", PATTERN[0] if kind == "/Pattern" else FORM[0])
    letters = pikepdf.Dictionary(
        Subtype=pikepdf.Name.Type3,
        CharProcs=pikepdf.Dictionary(b=drawn),
        Encoding=pikepdf.Dictionary(Differences=[97, pikepdf.Name.a, pikepdf.Name.b]),
    )
    mask = pikepdf.Dictionary(SMask=pikepdf.Dictionary(S=pikepdf.Name.Alpha, G=drawn))
    found = {"/ExtGState": mask, "/Pattern": drawn, "/Font": letters}[kind]
    page.obj.Resources = pikepdf.Dictionary(
        {kind: pikepdf.Dictionary(A=found, B=pikepdf.Dictionary(SMask=pikepdf.Name("/None")))}
    )
    page.obj.Contents = file.make_stream(choice + what * times)
    out = io.BytesIO()
    file.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("kind", "choice", "what", "times", "expected"),
    [
        ("/ExtGState", b"/A gs ", b"0 0 9 9 re f ", 30_000, 1),
        ("/ExtGState", b"/A gs ", b"0 0 9 9 re f ", 3_000, 0),
        ("/ExtGState", b"/A gs ", b"0 0 9 9 re W n ", 30_000, 0),
        ("/ExtGState", b"q /A gs Q ", b"0 0 9 9 re f ", 30_000, 0),
        ("/ExtGState", b"/A gs /B gs ", b"0 0 9 9 re f ", 30_000, 0),
        ("/Pattern", b"/Pattern CS /A SCN ", b"0 0 9 9 re S ", 30_000, 1),
        ("/Pattern", b"/Pattern cs /A scn 0 g ", b"0 0 9 9 re f ", 30_000, 0),
        ("/Font", b"BT /A 9 Tf ", b"[(bb) 3 (b)] TJ ", 10_000, 1),
        ("/Font", b"BT /A 9 Tf ", b"(ccc) ' ", 10_000, 1),
        ("/Font", b"BT /A 9 Tf ", b"(aaa) Tj ", 10_000, 0),
        ("/Font", b"BT /A 9 Tf ", b"(b) Tj ", 3_000, 0),
    ],
)
def test_masks_patterns_and_letters_count_as_often_as_they_are_drawn(kind, choice, what, times, expected):
    assert expected == len(refuse(chosen(kind, choice, what, times), Span("x.pdf")))


def test_what_is_wrong_in_itself_is_not_told_again(damaged):
    """The comparison tells which tag or title is not ours; what it says of other things leaves these as they are."""
    span = Span("x.pdf")
    heard = Finding(codes.UNLIKE_TEXT, "page 1: the tag of a part is “H4” instead of “H1”", span)
    untagged = Finding(codes.MISSING_TAGS, "page 1 has text without a tag", span)
    objects = [
        untagged,
        *(
            Finding(code, message, span)
            for variant, damage in (
                ("accessible", deep_heading),
                ("accessible", backwards),
                ("print-shop", retitled),
            )
            for code, message in damaged(variant, damage)
        ),
    ]
    assert 4 == len(objects)
    assert (untagged,) == unreported(objects, [heard])
    assert tuple(objects) == unreported(objects, [])
