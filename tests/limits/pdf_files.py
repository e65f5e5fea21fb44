"""PDFs that ask for more than they hold."""

import zlib
from io import BytesIO

import pikepdf
from pikepdf import Array, Dictionary, Name

_RECTANGLE = b"0 0 1 1 re f\n"


def _written(content=b"", size=(420, 595), pages=1, catalogue=None, data=None, **resources):
    """A file whose pages are all the same; ``data`` is deflated content."""
    file = pikepdf.new()
    page = file.add_blank_page()
    page.MediaBox = Array([0, 0, *size])
    page.obj.Resources = Dictionary(
        {f"/{kind}": Dictionary(A=each(file)) for kind, each in resources.items()}
    )
    page.obj.Contents = file.make_stream(content)
    if data is not None:
        page.obj.Contents.write(data, filter=Name.FlateDecode)
    for _ in range(pages - 1):
        file.pages.append(page)
    file.Root.update(catalogue or {})
    out = BytesIO()
    file.save(out)
    return out.getvalue()


def _chained(depth, make):
    """Streams of which each uses the next; ``make`` makes one of a file and the next."""

    def chain(file):
        used = None
        for _ in range(depth):
            used = make(file, used)
        return used

    return chain


def _form(file, used, draws=b"/A Do /A Do"):
    return file.make_stream(
        draws if used is not None else _RECTANGLE,
        Type=Name.XObject,
        Subtype=Name.Form,
        BBox=[0, 0, 9, 9],
        Group=Dictionary(S=Name.Transparency),
        Resources=Dictionary(XObject=Dictionary(A=used)) if used is not None else Dictionary(),
    )


def _mask(file, used):
    masked = _form(file, None) if used is None else _form(file, used, b"/A gs 0 0 9 9 re f 1 1 9 9 re f")
    if used is not None:
        masked.Resources = Dictionary(ExtGState=Dictionary(A=used))
    return file.make_indirect(Dictionary(SMask=Dictionary(S=Name.Luminosity, G=masked)))


def _tiling(file, used):
    return file.make_stream(
        b"/Pattern cs /A scn 0 0 99 99 re f" if used is not None else _RECTANGLE,
        Type=Name.Pattern,
        PatternType=1,
        PaintType=1,
        TilingType=1,
        BBox=[0, 0, 99, 99],
        XStep=1,
        YStep=1,
        Resources=Dictionary(Pattern=Dictionary(A=used)) if used is not None else Dictionary(),
    )


def _letters(file, used):
    """A font whose only letter is ten lines of the next font."""
    letter = b"BT /A 1 Tf " + b"(aaaaaaaaaa) Tj " * 10 + b"ET" if used is not None else _RECTANGLE
    return file.make_indirect(
        Dictionary(
            Type=Name.Font,
            Subtype=Name.Type3,
            FontBBox=Array([0, 0, 10, 10]),
            FontMatrix=Array([0.1, 0, 0, 0.1, 0, 0]),
            CharProcs=Dictionary(a=file.make_stream(b"10 0 d0 " + letter)),
            Encoding=Dictionary(Differences=Array([97, Name.a])),
            FirstChar=97,
            LastChar=97,
            Widths=Array([10]),
            Resources=Dictionary(Font=Dictionary(A=used)) if used is not None else Dictionary(),
        )
    )


def _picture(file):
    side = 30_000
    picture = file.make_stream(
        b"",
        Type=Name.XObject,
        Subtype=Name.Image,
        Width=side,
        Height=side,
        ColorSpace=Name.DeviceGray,
        BitsPerComponent=8,
    )
    deflated = zlib.compressobj(9)
    lines = b"".join(deflated.compress(bytes(side)) for _ in range(side))
    picture.write(lines + deflated.flush(), filter=Name.FlateDecode)
    return picture


def _pages_in_circles():
    """A file whose tree of pages has itself as a branch."""
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R 2 0 R 4 0 R]/Count 3/MediaBox[0 0 420 595]>>",
        b"<</Type/Page/Parent 4 0 R>>",
        b"<</Type/Pages/Parent 4 0 R/Kids[2 0 R 4 0 R]/Count 2>>",
    )
    parts, places = [b"%PDF-1.7\n"], []
    for number, content in enumerate(objects, 1):
        places.append(sum(map(len, parts)))
        parts.append(b"%d 0 obj %s endobj\n" % (number, content))
    rows = b"0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
    table = b"xref\n0 5\n%strailer <</Size 5/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (
        rows,
        sum(map(len, parts)),
    )
    return b"".join(parts) + table


def _itself(file):
    form = _form(file, None)
    form.write(b"/A Do")
    form.Resources = Dictionary(XObject=Dictionary(A=form))
    return form


def _in_streams():
    """A file whose stream of objects says that it is in itself."""
    head = b"%PDF-1.7\n"
    stream = b"5 0 obj <</Type/ObjStm/N 1/First 4/Length 24/Extends 5 0 R>> stream\n1 0 <</Type/Catalog>>    \nendstream endobj\n"
    at = len(head) + len(stream)
    rows = b"".join(
        bytes(row) for row in ((0, 0, 0), (2, 5, 0), (2, 5, 1), (2, 5, 2), (2, 5, 3), (2, 5, 4), (1, at, 0))
    )
    table = b"6 0 obj <</Type/XRef/W[1 1 1]/Size 7/Root 1 0 R/Length %d>> stream\n%s\nendstream endobj\n" % (
        len(rows),
        rows,
    )
    return head + stream + table + b"startxref\n%d\n%%%%EOF\n" % at


def _structure_in_circles():
    """A file whose tree of structure has itself as a branch."""
    file = pikepdf.open(BytesIO(_written(_RECTANGLE)))
    element = file.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Div))
    other = file.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Div, P=element))
    element.K = Array([other] * 1_000)
    other.K = Array([element] * 1_000)
    element.P = other
    file.Root.StructTreeRoot = file.make_indirect(Dictionary(Type=Name.StructTreeRoot, K=Array([element])))
    file.Root.MarkInfo = Dictionary(Marked=True)
    out = BytesIO()
    file.save(out)
    return out.getvalue()


PDFS = {
    "24 forms that draw the next twice": ("CK736", lambda: _written(b"/A Do", XObject=_chained(24, _form))),
    "24 masks through masks": (
        "CK736",
        lambda: _written(b"/A gs 0 0 9 9 re f", ExtGState=_chained(24, _mask)),
    ),
    "patterns in patterns": (
        "CK736",
        lambda: _written(b"/Pattern cs /A scn 0 0 400 400 re f", Pattern=_chained(8, _tiling)),
    ),
    "structure in circles": ("CK750", _structure_in_circles),
    "letters of letters": (
        "CK736",
        lambda: _written(b"BT /A 9 Tf (aaaaaaaaaa) Tj ET", Font=_chained(10, _letters)),
    ),
    "10,000 pages": ("CK736", lambda: _written(pages=10_000)),
    "a million operators": ("CK736", lambda: _written(_RECTANGLE * 1_000_000)),
    "500 MB in one of 1 MB": ("CK736", lambda: _written(data=zlib.compress(_RECTANGLE * 40_000_000, 9))),
    "a picture of 900 million pixels": (
        "CK749",
        lambda: _written(b"q 400 0 0 400 0 0 cm /A Do Q", XObject=_picture),
    ),
    "objects in objects": ("CK736", _in_streams),
    "a form that draws itself": ("CK749", lambda: _written(b"/A Do", XObject=_itself)),
    "pages in circles": ("CK736", _pages_in_circles),
    "a mask for each of 20,000 shapes": (
        "CK736",
        lambda: _written(b"/A gs\n" + _RECTANGLE * 20_000, ExtGState=_chained(2, _mask)),
    ),
    "4,000 pages": ("CK749", lambda: _written(pages=4_000)),
    "huge boxes": ("CK749", lambda: _written(b"0 0 1e9 1e9 re f", size=(1e9, 1e9))),
    "scripts": (
        "CK744",
        lambda: _written(catalogue={"/OpenAction": Dictionary(S=Name.JavaScript, JS="while(1){}" * 100_000)}),
    ),
}
"""Name: a code of what is told of it, and what makes the file."""
