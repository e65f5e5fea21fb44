"""Makes damaged files of the small booklet, one function a kind: what a program, a shop or a hand can do to a PDF."""

import re
from dataclasses import dataclass
from io import BytesIO

import pikepdf
from pikepdf import Array, Dictionary, Name, Operator

TITLE, PRESENTATION, TABLE, SECOND_PRESENTATION, SECOND_TABLE, PARAGRAPHS = 0, 1, 2, 3, 4, 5
LAST_SOLUTION, SOLUTION_2, BLANK, SOLUTION_1 = 9, 10, 11, 12
POINTS = 72 / 25.4


def damaged(pdf, damage):
    """The bytes of a file to which something was done."""
    out = BytesIO()
    with pikepdf.open(BytesIO(pdf)) as file:
        damage(file)
        # The same bytes every time.
        file.save(out, deterministic_id=True)
    return out.getvalue()


@dataclass
class Text:
    """A text on a page: where its operator is, what it says, and where it begins, in points from the left and the foot."""

    at: int
    words: str
    x: float
    y: float


class Stream:
    """The content of a page, to be changed."""

    def __init__(self, file, number):
        self.file, self.page = file, file.pages[number]
        self.operations = list(pikepdf.parse_content_stream(self.page))

    def texts(self):
        letters, font, place = {}, None, (0.0, 0.0)
        whole, held = pikepdf.Matrix(), []
        for at, (operands, operator) in enumerate(self.operations):
            match str(operator):
                case "q":
                    held.append(whole)
                case "Q":
                    whole = held.pop()
                case "cm":
                    whole = pikepdf.Matrix(operands) @ whole
                case "Tf":
                    font = operands[0]
                    if font not in letters:
                        letters[font] = _letters(self.page.Resources.Font[font])
                case "Tm":
                    place = whole.transform((float(operands[4]), float(operands[5])))
                case "TJ":
                    codes = b"".join(bytes(each) for each in operands[0] if isinstance(each, pikepdf.String))
                    words = "".join(
                        letters[font].get(codes[start : start + 2], "?") for start in range(0, len(codes), 2)
                    )
                    yield Text(at, words, *place)

    def find(self, words, which=0):
        """A text with some words."""
        return [text for text in self.texts() if words in text.words][which]

    def before(self, text, *operations):
        self.operations[text.at : text.at] = [_operation(each) for each in operations]

    def around(self, text, before, after):
        self.operations[text.at : text.at + 1] = [
            *map(_operation, before),
            self.operations[text.at],
            *map(_operation, after),
        ]

    def exchange(self, one, other):
        """Exchange what two texts show, and leave them where they are."""
        fonts = [self.font(each) for each in (one, other)]
        assert fonts[0] == fonts[1]
        held = self.operations
        held[one.at], held[other.at] = held[other.at], held[one.at]

    def font(self, text):
        """The font and the size that a text is in."""
        return next(
            tuple(map(str, operands))
            for operands, operator in reversed(self.operations[: text.at])
            if str(operator) == "Tf"
        )

    def remove(self, text):
        self.operations[text.at] = ([Array([])], Operator("TJ"))

    def close(self):
        self.page.Contents = self.file.make_stream(pikepdf.unparse_content_stream(self.operations))


def _operation(text):
    return pikepdf.parse_content_stream(_stream_of(text))[0]


def _stream_of(text):
    return pikepdf.Stream(_SCRATCH, text.encode())


_SCRATCH = pikepdf.new()


def _letters(font):
    pairs = re.findall(rb"<([0-9a-f]{4})> <([0-9a-f]+)>\n", font.ToUnicode.read_bytes())
    return {
        bytes.fromhex(code.decode()): bytes.fromhex(text.decode()).decode("utf-16-be") for code, text in pairs
    }


def over(file, number, content):
    """Paint something over a page."""
    page = file.pages[number]
    page.contents_add(b"q", prepend=True)
    page.contents_add(b"Q q " + content.encode() + b" Q")


def write(file, number, words, x, y, size=10):
    """Write words in a font that is not embedded, as a shop's tool would."""
    page = file.pages[number]
    name = page.add_resource(
        Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica), Name.Font
    )
    over(file, number, f"BT {name} {size} Tf {x:.2f} {y:.2f} Td ({words}) Tj ET")


def _on(number):
    """Let a function change the content of a page."""

    def decorate(change):
        def damage(file):
            stream = Stream(file, number)
            change(stream)
            stream.close()

        damage.__name__ = change.__name__
        return damage

    return decorate


# Tables


@_on(TABLE)
def two_numbers_exchanged(page):
    numbers = [
        text
        for text in page.texts()
        if text.words.strip().isdigit() and page.font(text) == page.font(page.find("17"))
    ]
    page.exchange(page.find("17"), next(each for each in numbers if len(each.words.strip()) == 1))


@_on(TABLE)
def a_digit_changed(page):
    """17 becomes 71: as many digits, another paragraph."""
    at = page.find("17").at
    codes = b"".join(bytes(each) for each in page.operations[at][0][0] if isinstance(each, pikepdf.String))
    page.operations[at] = ([Array([pikepdf.String(codes[2:4] + codes[:2])])], Operator("TJ"))


@_on(TABLE)
def a_cell_blank(page):
    page.remove(page.find("17"))


@_on(TABLE)
def labels_exchanged(page):
    page.exchange(page.find("BRUNO"), page.find("CELESTE"))


@_on(TABLE)
def heads_exchanged(page):
    page.exchange(page.find("Alibi"), page.find("Witness"))


def tables_exchanged(file):
    one, other = file.pages[TABLE], file.pages[SECOND_TABLE]
    one.Contents, other.Contents = other.Contents, one.Contents
    one.Resources, other.Resources = other.Resources, one.Resources


def a_second_number_in_a_cell(file):
    cell = Stream(file, TABLE).find("17")
    write(file, TABLE, "9", cell.x + 14, cell.y)


@_on(TABLE)
def heading_removed(page):
    page.remove(page.find("Case 1"))


def a_circle_changed(file):
    cell = Stream(file, TABLE).find("Wheelhouse")
    over(file, TABLE, f"0 g {cell.x - 28:.1f} {cell.y - 1:.1f} 6 6 re f")


# Pages


def dropped(file):
    del file.pages[PARAGRAPHS + 1]


def doubled(file):
    file.pages.insert(PARAGRAPHS + 1, file.pages[PARAGRAPHS])


def exchanged(file):
    pages = list(file.pages)
    file.pages[PARAGRAPHS], file.pages[PARAGRAPHS + 2] = pages[PARAGRAPHS + 2], pages[PARAGRAPHS]


def neighbours_exchanged(file):
    pages = list(file.pages)
    file.pages[PARAGRAPHS], file.pages[PARAGRAPHS + 1] = pages[PARAGRAPHS + 1], pages[PARAGRAPHS]


def blanks_inserted(file):
    for _ in range(2):
        file.add_blank_page(page_size=(419.53, 595.28))
        page = file.pages[-1]
        del file.pages[-1]
        file.pages.insert(PARAGRAPHS, page)


def shifted(file):
    for page in file.pages:
        page.contents_add(f"1 0 0 1 {12 * POINTS:.3f} 0 cm".encode(), prepend=True)


def turned(file):
    file.pages[PARAGRAPHS].rotate(90, relative=True)


def upside_down(file):
    file.pages[PARAGRAPHS].rotate(180, relative=True)


def boxes_enlarged(file):
    for page in file.pages:
        left, bottom, right, top = map(float, page.MediaBox)
        page.MediaBox = [left - 20, bottom - 20, right + 20, top + 20]


def foot_cut_off(file):
    page = file.pages[PARAGRAPHS]
    left, bottom, right, top = map(float, page.MediaBox)
    page.CropBox = [left, bottom + 100, right, top]


def another_unit(file):
    for page in file.pages:
        page.obj.UserUnit = 2.0


def gigantic(file):
    for page in file.pages:
        page.MediaBox = [0, 0, 14_400, 14_400]


def without_end(file):
    while len(file.pages) < 200:
        file.pages.append(file.pages[0])


# The content of pages as a whole


def laid(name, scale=1.0, sine=0.0, *, narrowed=1.0, lean=0.0, right=0.0, down=0.0, pages=None):
    """Scale and turn the content of pages around their middles, and shift it by so many millimetres."""

    def damage(file):
        for page in file.pages if pages is None else [file.pages[number] for number in pages]:
            left, bottom, far, top = map(float, page.MediaBox)
            x, y = (left + far) / 2, (bottom + top) / 2
            a, b, c, d = scale * narrowed, sine, lean - sine, scale
            e = x - a * x - c * y + right * POINTS
            f = y - b * x - d * y - down * POINTS
            page.contents_add(f"{a} {b} {c} {d} {e:.5f} {f:.5f} cm".encode(), prepend=True)

    damage.__name__ = name
    return damage


SINE, COSINE = 0.008727, 0.999962
scaled = laid("scaled", 0.97)
a_page_scaled = laid("a_page_scaled", 0.97, pages=[PARAGRAPHS])
a_page_narrowed = laid("a_page_narrowed", narrowed=0.97, pages=[PARAGRAPHS])
shifted_a_little = laid("shifted_a_little", right=-0.5)
a_page_shifted_a_little = laid("a_page_shifted_a_little", right=0.5, pages=[PARAGRAPHS])
a_page_askew = laid("a_page_askew", COSINE, SINE, pages=[PARAGRAPHS])
a_page_slanted = laid("a_page_slanted", lean=SINE, pages=[PARAGRAPHS])


def scaled_and_covered(file):
    line = Stream(file, PARAGRAPHS).find("Text", 2)
    scaled(file)
    x, y = (middle + 0.97 * (place - middle) for middle, place in ((209.76, line.x), (297.64, line.y)))
    over(file, PARAGRAPHS, f"0.3 0.4 0.5 rg {x - 4:.1f} {y - 32:.1f} 330 30 re f")


def shifted_a_little_and_covered(file):
    covered_by_a_rectangle(file)
    shifted_a_little(file)


def shrunk_with_its_page(file):
    for page in file.pages:
        page.MediaBox = [0.9 * float(side) for side in page.MediaBox]
        page.contents_add(b"0.9 0 0 0.9 0 0 cm", prepend=True)


# Type


def _numbers(page):
    return [text for text in page.texts() if text.words.strip() in set("1234") and text.x < 60]


@_on(PARAGRAPHS)
def numbers_smaller(page):
    for text in reversed(_numbers(page)):
        name, size = page.font(text)
        page.around(text, [f"{name} {0.85 * float(size):.3f} Tf"], [f"{name} {size} Tf"])


@_on(TABLE)
def heading_smaller(page):
    text = page.find("Case 1")
    name, size = page.font(text)
    page.around(text, [f"{name} {0.9 * float(size):.3f} Tf"], [f"{name} {size} Tf"])


@_on(TABLE)
def heading_in_another_weight(page):
    text = page.find("Case 1")
    page.around(text, ["2 Tr 0.6 w"], ["0 Tr"])


def heading_in_another_face(file):
    stream = Stream(file, TABLE)
    text = stream.find("Case 1")
    size = stream.font(text)[1]
    stream.remove(text)
    stream.close()
    write(file, TABLE, "Case 1", text.x, text.y, float(size) * _scale_of(stream, text))


def _scale_of(page, text):
    """By how much the matrices before a text make it larger."""
    at = max(at for at in range(text.at) if str(page.operations[at][1]) == "Tm")
    return abs(float(page.operations[at][0][3]))


@_on(PARAGRAPHS)
def a_line_moved_a_little(page):
    text = page.find("Text", 2)
    at = max(at for at in range(text.at) if str(page.operations[at][1]) == "Tm")
    operands = list(page.operations[at][0])
    operands[5] += 3
    page.operations[at] = (operands, Operator("Tm"))


def tinted(file):
    for page in file.pages[PARAGRAPHS : PARAGRAPHS + 3]:
        page.contents_add(b"q 0.98 g -9 -9 900 900 re f Q ", prepend=True)


def a_page_tinted(file):
    file.pages[PARAGRAPHS].contents_add(b"q 0.99 g -9 -9 900 900 re f Q ", prepend=True)


def a_part_tinted(file):
    file.pages[PARAGRAPHS].contents_add(b"q 0.98 g 60 200 150 150 re f Q ", prepend=True)


def a_page_tinted_and_covered(file):
    a_page_tinted(file)
    covered_by_a_rectangle(file)


# Words


@_on(PARAGRAPHS)
def one_word(page):
    line = page.find("Text", 3)
    longer = next(text for text in page.texts() if text.at > line.at and page.font(text) == page.font(line))
    page.exchange(line, longer)


@_on(PARAGRAPHS)
def numbers_of_paragraphs_exchanged(page):
    numbers = [text for text in page.texts() if text.words in {"2", "3"}]
    page.exchange(*[next(each for each in numbers if each.words == number) for number in "23"])


@_on(PARAGRAPHS)
def running_head_changed(page):
    page.remove(page.find("11"))


@_on(TABLE)
def folio_changed(page):
    page.remove(page.find("iii"))


@_on(PARAGRAPHS)
def lines_of_two_paragraphs_exchanged(page):
    texts, heads = list(page.texts()), [page.find("Text", which) for which in (1, 2)]
    font = page.font(heads[0])
    page.exchange(
        *(
            next(
                each
                for each in texts[texts.index(head) + 1 :]
                if each.y < head.y - 9 and page.font(each) == font
            )
            for head in heads
        )
    )


@_on(PARAGRAPHS)
def a_word(page):
    """As if a "not" were taken out: the word goes, and its room stays."""
    page.remove(page.find("fiddled"))


def _thumb_label(page, label):
    width = float(page.page.MediaBox[2])
    return next(
        text
        for text in page.texts()
        if text.words.strip() == label and (text.x < 9 * POINTS or text.x > width - 9 * POINTS)
    )


def thumb_labels_exchanged(file):
    one, other = Stream(file, PARAGRAPHS), Stream(file, PARAGRAPHS + 1)
    first, second = _thumb_label(one, "1"), _thumb_label(other, "10")
    assert one.font(first) == other.font(second)
    one.operations[first.at], other.operations[second.at] = (
        other.operations[second.at],
        one.operations[first.at],
    )
    one.close()
    other.close()


@_on(PARAGRAPHS)
def thumb_label_moved(page):
    label = _thumb_label(page, "1")
    at = max(at for at in range(label.at) if str(page.operations[at][1]) == "Tm")
    operands = list(page.operations[at][0])
    operands[5] = float(operands[5]) + 54
    page.operations[at] = (operands, Operator("Tm"))


def faint_ground(file):
    file.pages[PARAGRAPHS].contents_add(b"q 0.95 g -9 -9 900 900 re f Q ", prepend=True)


@_on(TABLE)
def rules_removed(page):
    page.operations = [
        ([], Operator("n")) if str(operator) in "sS" else (operands, operator)
        for operands, operator in page.operations
    ]


@_on(PARAGRAPHS)
def a_full_stop(page):
    for at, (operands, operator) in enumerate(page.operations):
        if str(operator) != "TJ":
            continue
        letters = _letters(page.page.Resources.Font[page.font(Text(at, "", 0, 0))[0]])
        stop = next((code for code, letter in letters.items() if letter == "."), b"none")
        for which, piece in enumerate(operands[0]):
            if isinstance(piece, pikepdf.String) and bytes(piece).endswith(stop):
                pieces = list(operands[0])
                pieces[which] = pikepdf.String(bytes(piece)[: -len(stop)])
                page.operations[at] = ([Array(pieces)], operator)
                return
    raise AssertionError(page)


@_on(PARAGRAPHS)
def a_comma_for_a_full_stop(page):
    for at, (operands, operator) in enumerate(page.operations):
        if str(operator) != "TJ":
            continue
        codes = {
            letter: code
            for code, letter in _letters(page.page.Resources.Font[page.font(Text(at, "", 0, 0))[0]]).items()
        }
        if not codes.keys() >= {".", ","}:
            continue
        for which, piece in enumerate(operands[0]):
            if isinstance(piece, pikepdf.String) and bytes(piece).endswith(codes["."]):
                pieces = list(operands[0])
                pieces[which] = pikepdf.String(bytes(piece)[: -len(codes["."])] + codes[","])
                page.operations[at] = ([Array(pieces)], operator)
                return
    raise AssertionError(page)


def a_hairline(file):
    over(file, PARAGRAPHS, "q 0 G 0.1 w 40 30 m 380 30 l S Q")


def mirrored(file):
    file.pages[PARAGRAPHS].contents_add(b"-1 0 0 1 419.53 0 cm", prepend=True)


def mirrored_upside_down(file):
    file.pages[PARAGRAPHS].contents_add(b"1 0 0 -1 0 595.28 cm", prepend=True)


def without_colours(file):
    """As programs do that take the brightness of a colour for its grey."""
    number = rb"(\d*\.?\d+)"
    for page in file.pages:
        page.contents_coalesce()
        grey = re.sub(
            rb" ".join((number, number, number)) + rb" (rg|RG)\b",
            lambda found: (
                b"%.4f " % _brightness(*map(float, found.groups()[:3]))
                + found[4][:1].replace(b"r", b"g").replace(b"R", b"G")
            ),
            page.Contents.read_bytes(),
        )
        page.Contents = file.make_stream(grey)


def _brightness(red, green, blue):
    return 0.3 * red + 0.59 * green + 0.11 * blue


def blank(file):
    for page in file.pages[PARAGRAPHS : PARAGRAPHS + 2]:
        page.Contents = file.make_stream(b"")


def everywhere_stamped(file):
    for page in file.pages:
        page.contents_add(b"q 0.5 G 1 w 180 4 60 9 re S Q")


def everywhere_crossed(file):
    for number in range(PARAGRAPHS, PARAGRAPHS + 4):
        over(file, number, "0.8 0 0 RG 1 w 60 480 m 380 510 l S")


def negative(file):
    page = file.pages[PARAGRAPHS]
    name = page.add_resource(Dictionary(BM=Name.Difference), Name.ExtGState)
    page.contents_add(b"q 1 g -9 -9 900 900 re f Q", prepend=True)
    over(file, PARAGRAPHS, f"{name} gs 1 g -9 -9 900 900 re f")


def inverted(file):
    page = file.pages[PARAGRAPHS]
    name = page.add_resource(Dictionary(BM=Name.Difference), Name.ExtGState)
    over(file, PARAGRAPHS, f"{name} gs 1 g -9 -9 900 900 re f")


def another_accent(file):
    for page in file.pages[PRESENTATION : PRESENTATION + 1]:
        page.contents_coalesce()
        content = page.Contents.read_bytes()
        changed = re.sub(rb"0\.113\d* 0\.301\d* 0\.247\d* (rg|RG)", rb"0.6 0.1 0.1 \1", content)
        assert changed != content
        page.Contents = file.make_stream(changed)


def a_blank_page_at_the_end(file):
    file.add_blank_page(page_size=(419.53, 595.28))


def a_path_named(file):
    line = Stream(file, PARAGRAPHS).find("Text", 1)
    write(file, PARAGRAPHS, "ANNA alibi", line.x + 150, line.y + 16)


@_on(PRESENTATION)
def a_motive(page):
    page.remove(page.find("Revenge"))


@_on(PRESENTATION)
def level(page):
    page.remove(page.find("Amateur"))


@_on(TITLE)
def title_page(page):
    page.remove(page.find("Two cases"))


@_on(PRESENTATION)
def presentation(page):
    page.remove(page.find("Second"))


@_on(SOLUTION_1)
def solution_text(page):
    page.remove(page.find("End"))


def solution_headings_exchanged(file):
    one, other = (Stream(file, number) for number in (SOLUTION_1, SOLUTION_2))
    first, second = one.find("Solution"), other.find("Solution")
    one.operations[first.at], other.operations[second.at] = (
        other.operations[second.at],
        one.operations[first.at],
    )
    one.close()
    other.close()


def solutions_in_the_wrong_order(file):
    pages = list(file.pages)
    file.pages[SOLUTION_1], file.pages[SOLUTION_2] = pages[SOLUTION_2], pages[SOLUTION_1]


def solution_blank(file):
    file.pages[SOLUTION_1].Contents = file.make_stream(b"")


def presentation_blank(file):
    file.pages[PRESENTATION].Contents = file.make_stream(b"")


def solutions_upright(file):
    for number in (LAST_SOLUTION, SOLUTION_2, SOLUTION_1):
        file.pages[number].rotate(180, relative=True)


# Not to be seen


def _around_a_line(name, before, after):
    @_on(PARAGRAPHS)
    def damage(page):
        page.around(page.find("Text", 2), before, after)

    damage.__name__ = name
    return damage


white_text = _around_a_line("white_text", ["1 g"], ["0 g"])
render_mode_3 = _around_a_line("render_mode_3", ["3 Tr"], ["0 Tr"])
text_rise = _around_a_line("text_rise", ["5000 Ts"], ["0 Ts"])
scaled_to_nothing = _around_a_line("scaled_to_nothing", ["1 Tz"], ["100 Tz"])
clipped = _around_a_line("clipped", ["7 Tr"], ["0 Tr"])


@_on(PARAGRAPHS)
def tiny_type(page):
    text = page.find("Text", 2)
    name, size = page.font(text)
    page.around(text, [f"{name} 0.5 Tf"], [f"{name} {size} Tf"])


def alpha_0(file):
    for page in file.pages[PARAGRAPHS : PARAGRAPHS + 1]:
        page.Resources.ExtGState["/Gone"] = Dictionary(ca=0, CA=0)
        page.Resources.ExtGState["/Back"] = Dictionary(ca=1, CA=1)
    stream = Stream(file, PARAGRAPHS)
    stream.around(stream.find("Text", 2), ["/Gone gs"], ["/Back gs"])
    stream.close()


def layer_off(file):
    layer = file.make_indirect(Dictionary(Type=Name.OCG, Name="Layer"))
    file.Root.OCProperties = Dictionary(OCGs=[layer], D=Dictionary(OFF=[layer], Order=[layer]))
    page = file.pages[PARAGRAPHS]
    page.Resources.Properties = Dictionary(Layer=layer)
    stream = Stream(file, PARAGRAPHS)
    stream.around(stream.find("Text", 2), ["/OC /Layer BDC"], ["EMC"])
    stream.close()


def covered_by_a_rectangle(file):
    line = Stream(file, PARAGRAPHS).find("Text", 2)
    over(file, PARAGRAPHS, f"0.3 0.4 0.5 rg {line.x - 4:.1f} {line.y - 32:.1f} 340 30 re f")


def covered_in_white(file):
    line = Stream(file, PARAGRAPHS).find("Text", 2)
    over(file, PARAGRAPHS, f"1 g {line.x - 4:.1f} {line.y - 32:.1f} 340 44 re f")


def covered_by_a_picture(file):
    line = Stream(file, PARAGRAPHS).find("Text", 2)
    picture = file.make_stream(
        bytes([200, 60, 40]),
        Type=Name.XObject,
        Subtype=Name.Image,
        Width=1,
        Height=1,
        ColorSpace=Name.DeviceRGB,
        BitsPerComponent=8,
    )
    name = file.pages[PARAGRAPHS].add_resource(picture, Name.XObject)
    over(file, PARAGRAPHS, f"340 0 0 30 {line.x - 4:.1f} {line.y - 20:.1f} cm {name} Do")


def covered_by_an_annotation(file):
    line = Stream(file, PARAGRAPHS).find("Text", 2)
    box = [line.x - 4, line.y - 20, line.x + 330, line.y + 10]
    look = file.make_stream(
        b"0.9 g 0 0 334 30 re f", Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 334, 30]
    )
    note = Dictionary(Type=Name.Annot, Subtype=Name.Square, Rect=box, F=4, AP=Dictionary(N=look))
    file.pages[PARAGRAPHS].Annots = file.make_indirect(Array([file.make_indirect(note)]))


@_on(PARAGRAPHS)
def moved_off_the_page(page):
    text = page.find("Text", 2)
    at = max(at for at in range(text.at) if str(page.operations[at][1]) == "Tm")
    operands = list(page.operations[at][0])
    operands[4] += 2_000
    page.operations[at] = (operands, Operator("Tm"))


@_on(PARAGRAPHS)
def moved_on_the_page(page):
    text = page.find("Text", 2)
    at = max(at for at in range(text.at) if str(page.operations[at][1]) == "Tm")
    operands = list(page.operations[at][0])
    operands[5] += 600
    page.operations[at] = (operands, Operator("Tm"))


def struck_out(file):
    line = Stream(file, PARAGRAPHS).find("Text", 2)
    over(file, PARAGRAPHS, f"1 w {line.x:.1f} {line.y + 3:.1f} m {line.x + 300:.1f} {line.y + 3:.1f} l S")


# Not to be trusted


@_on(PARAGRAPHS)
def glyphs_exchanged(page):
    """The letters of a line in the opposite order, each with its own entry in the table of letters."""
    text = page.find("Text", 2)
    font = page.page.Resources.Font[Name(page.font(text)[0])]
    map_ = font.ToUnicode.read_bytes()
    # The first of several shapes of a letter is the usual one.
    letters = {value: key for key, value in reversed(_letters(font).items())}
    a, e = letters["a"], letters["e"]
    for at, (operands, operator) in enumerate(page.operations):
        if str(operator) == "TJ" and page.font(Text(at, "", 0, 0))[0] == page.font(text)[0]:
            page.operations[at] = ([Array([_swapped(each, a, e) for each in operands[0]])], operator)
    new = map_.replace(b"<" + a.hex().encode() + b"> <0061>", b"<" + a.hex().encode() + b"> <0065>")
    new = new.replace(b"<" + e.hex().encode() + b"> <0065>", b"<" + e.hex().encode() + b"> <0061>")
    copy = page.file.make_indirect(Dictionary(font))
    copy.ToUnicode = page.file.make_stream(new)
    fonts = Dictionary(page.page.Resources.Font)
    fonts[page.font(text)[0]] = copy
    resources = Dictionary(page.page.Resources)
    resources.Font = fonts
    page.page.Resources = resources


def _swapped(piece, one, other):
    if not isinstance(piece, pikepdf.String):
        return piece
    codes = bytes(piece)
    pairs = [codes[at : at + 2] for at in range(0, len(codes), 2)]
    return pikepdf.String(b"".join({one: other, other: one}.get(pair, pair) for pair in pairs))


def a_spoiler(file):
    write(file, PARAGRAPHS, "ANNA did it", 60, 30)


def a_spoiler_with_another_operator(file):
    page = file.pages[PARAGRAPHS]
    name = page.add_resource(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Courier), Name.Font)
    over(file, PARAGRAPHS, f"BT {name} 9 Tf 12 TL 60 42 Td (ANNA did it) ' ET")


@_on(PARAGRAPHS)
def a_spoiler_in_its_own_font(page):
    """A copy of a word of the page at its foot."""
    text = page.find("Text", 2)
    page.around(text, ["q", "1 0 0 1 0 0 cm"], ["Q"])
    held = page.operations[text.at + 2]
    at = max(at for at in range(text.at) if str(page.operations[at][1]) == "Tm")
    place = list(page.operations[at][0])
    place[5] = 740
    end = next(at for at in range(text.at, len(page.operations)) if str(page.operations[at][1]) == "ET")
    page.operations[end:end] = [(place, Operator("Tm")), held]


def white_words_over_a_paragraph(file):
    line = Stream(file, PARAGRAPHS).find("Text", 2)
    page = file.pages[PARAGRAPHS]
    name = page.add_resource(
        Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica), Name.Font
    )
    over(file, PARAGRAPHS, f"1 g BT {name} 4 Tf {line.x:.1f} {line.y + 9.5:.1f} Td (ANNA did it) Tj ET")


# Pictures and fonts


def illustration_removed(file):
    stream = Stream(file, PRESENTATION)
    at = next(at for at, (_, operator) in enumerate(stream.operations) if str(operator) in {"Do", "f", "f*"})
    stream.operations[at] = ([], Operator("n"))
    drawn = [at for at, (_, operator) in enumerate(stream.operations) if str(operator) in {"Do", "f"}]
    for each in drawn:
        stream.operations[each] = ([], Operator("n"))
    stream.close()


def fonts_not_embedded(file):
    for page in file.pages:
        for font in page.Resources.get("/Font", {}).values():
            descriptor = font.DescendantFonts[0].FontDescriptor
            for key in ("/FontFile2", "/FontFile3"):
                if key in descriptor:
                    del descriptor[key]
