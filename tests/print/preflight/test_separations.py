"""Plates that are made here: each kind of thing that a page can hold, with the most ink that there is in the middle of it.

Where Ghostscript is installed, the dots of its plates are compared with ours.
"""

import zlib
from io import BytesIO
from itertools import pairwise
from shutil import which

import numpy as np
import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Stream
from PIL import Image

from casekit.print.preflight.ink_coverage import DPI, added

UNDER = b"1 1 0 0 k 40 40 120 120 re f "
SQUARE = b"60 60 80 80 re f "
MIDDLE = 50


def over(file):
    return file.make_indirect(Dictionary(OP=True, op=True, OPM=1))


def alone(file):
    return file.make_indirect(Dictionary(OP=True, op=True, OPM=0))


def ramp(*colours):
    ends = [Dictionary(FunctionType=2, Domain=[0, 1], N=1, C0=one, C1=two) for one, two in pairwise(colours)]
    whole = Dictionary(
        FunctionType=3, Domain=[0, 1], Functions=Array(ends), Bounds=[0.5], Encode=[0, 1, 0, 1]
    )
    return whole if len(ends) > 1 else ends[0]


def gradient(file):
    full = [1, 1, 1, 1]
    return file.make_indirect(
        Dictionary(
            ShadingType=2,
            ColorSpace=Name.DeviceCMYK,
            Coords=[60, 0, 140, 0],
            Function=ramp([1, 0, 0, 0], full, full),
            Extend=[True, True],
        )
    )


def mesh(file):
    """A triangle of three corners: a flag, two coordinates and four inks of a byte each."""
    corners = bytes([0, 0, 0, 255, 255, 0, 255, 0, 255, 0, 255, 255, 0, 255, 0, 128, 255, 255, 255, 0, 255])
    made = Stream(file, corners)
    made.ShadingType, made.ColorSpace = 4, Name.DeviceCMYK
    made.BitsPerCoordinate = made.BitsPerComponent = made.BitsPerFlag = 8
    made.Decode = Array([40, 160, 40, 160, 0, 1, 0, 1, 0, 1, 0, 1])
    return file.make_indirect(made)


def picture(space, dot, mask=None, **entries):
    def make(file):
        thing = Stream(file, zlib.compress(bytes(dot) * 400), Type=Name.XObject, Subtype=Name.Image)
        thing.Width = thing.Height = 20
        thing.ColorSpace = space(file) if callable(space) else space
        thing.BitsPerComponent, thing.Filter = 8, Name.FlateDecode
        for name, value in entries.items():
            thing[f"/{name}"] = value
        if mask is not None:
            thing.SMask = picture(Name.DeviceGray, [mask])(file)
        return file.make_indirect(thing)

    return make


def photograph(file):
    """A JPEG of four inks, as Photoshop writes them: the other way round, and told so."""
    out = BytesIO()
    Image.new("CMYK", (24, 24), (255, 204, 255, 102)).save(out, "JPEG", quality=100)
    thing = Stream(file, out.getvalue(), Type=Name.XObject, Subtype=Name.Image)
    thing.Width = thing.Height = 24
    thing.ColorSpace, thing.BitsPerComponent, thing.Filter = Name.DeviceCMYK, 8, Name.DCTDecode
    thing.Decode = Array([1, 0] * 4)
    return file.make_indirect(thing)


def stencil(file):
    thing = Stream(file, bytes(8), Type=Name.XObject, Subtype=Name.Image)
    thing.Width, thing.Height, thing.ImageMask, thing.BitsPerComponent = 8, 8, True, 1
    return file.make_indirect(thing)


def form(content, **resources):
    def make(file):
        made = Stream(file, content, Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 200, 200])
        made.Resources = Dictionary(
            {f"/{kind}": Dictionary(A=each(file)) for kind, each in resources.items()}
        )
        return file.make_indirect(made)

    return make


def see_through(file):
    made = form(UNDER + b"0 0 1 1 k /A gs " + SQUARE, ExtGState=over)(file)
    made.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK)
    return made


def tiles(content, paint=1):
    def make(file):
        made = Stream(file, content, PatternType=1, PaintType=paint, TilingType=1, BBox=[0, 0, 20, 20])
        made.XStep = made.YStep = 20
        made.Resources = Dictionary()
        return file.make_indirect(made)

    return make


def ink(*names):
    def make(file):
        tint = Stream(file, b"{ " + b"pop " * (len(names) - 1) + b"0 exch 0 exch 0 }", FunctionType=4)
        tint.Domain, tint.Range = Array([0, 1] * len(names)), Array([0, 1] * 4)
        tint = file.make_indirect(tint)
        if len(names) == 1:
            return Array([Name.Separation, Name(f"/{names[0]}"), Name.DeviceCMYK, tint])
        return Array([Name.DeviceN, Array([Name(f"/{name}") for name in names]), Name.DeviceCMYK, tint])

    return make


def palette(_file):
    return Array([Name.Indexed, Name.DeviceCMYK, 1, pikepdf.String(bytes([0, 0, 0, 0, 255, 255, 255, 51]))])


def state(**entries):
    return lambda file: file.make_indirect(Dictionary(**entries))


def half(file):
    """A mask that lets half of what is under it through, in colours of its own."""
    light = form(b"0.5 g 0 0 200 200 re f")(file)
    light.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceGray)
    return file.make_indirect(Dictionary(SMask=Dictionary(S=Name.Luminosity, G=light)))


def plain_font(_file):
    return Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)


PICTURE = b"q 80 0 0 80 60 60 cm /A Do Q"
TEXT = b"BT /A 200 Tf 1 0 0 1 72 30 Tm (I) Tj ET"

# What a page paints, what `/A` is of each kind of resource, and how much ink is in the middle of it.
KINDS = {
    "overprinted": (UNDER + b"/A gs 0 0 1 1 k " + SQUARE, {"ExtGState": over}, 4),
    "knocked out": (UNDER + b"0 0 1 1 k " + SQUARE, {}, 2),
    "overprinted, inks of nothing count": (UNDER + b"/A gs 0 0 1 1 k " + SQUARE, {"ExtGState": alone}, 2),
    "an ink that both have": (UNDER + b"/A gs 0.5 0 1 1 k " + SQUARE, {"ExtGState": over}, 3.5),
    "overprinted line": (UNDER + b"/A gs 0 0 1 1 K 40 w 60 100 m 140 100 l S", {"ExtGState": over}, 4),
    "line alone overprinted": (
        UNDER + b"/A gs 0 0 1 0 k 0 0 0 1 K 40 w 40 80 120 40 re B",
        {"ExtGState": state(OP=True, op=False, OPM=1)},
        2,
    ),
    "state given back": (UNDER + b"q /A gs Q 0 0 1 1 k " + SQUARE, {"ExtGState": over}, 2),
    "half seen through": (UNDER + b"/A gs 0 0 1 1 k " + SQUARE, {"ExtGState": state(ca=0.5)}, 2),
    "multiplied": (UNDER + b"/A gs 0 0 1 1 k " + SQUARE, {"ExtGState": state(BM=Name.Multiply)}, 4),
    "masked": (UNDER + b"/A gs 0 0 1 1 k " + SQUARE, {"ExtGState": half}, 2),
    "form that inherits": (
        UNDER + b"/A gs 0 0 1 1 k /A Do",
        {"ExtGState": over, "XObject": form(SQUARE)},
        4,
    ),
    "form twice, in other states": (
        UNDER + b"0 0 1 1 k /A Do /A gs /A Do",
        {"ExtGState": over, "XObject": form(SQUARE)},
        2,
    ),
    "transparency group": (b"/A Do", {"XObject": see_through}, 4),
    "gradient": (b"60 60 80 80 re W n /A sh", {"Shading": gradient}, 4),
    "mesh": (b"/A sh", {"Shading": mesh}, None),
    "gradient as a pattern": (
        b"/Pattern cs /A scn " + SQUARE,
        {"Pattern": lambda file: Dictionary(PatternType=2, Shading=gradient(file))},
        4,
    ),
    "tiles": (b"/Pattern cs /A scn " + SQUARE, {"Pattern": tiles(b"1 1 1 0.6 k 0 0 20 20 re f")}, 3.6),
    "tiles without colours": (
        b"/A cs 1 1 1 0.6 /A scn " + SQUARE,
        {
            "Pattern": tiles(b"0 0 20 20 re f", paint=2),
            "ColorSpace": lambda _: Array([Name.Pattern, Name.DeviceCMYK]),
        },
        3.6,
    ),
    "picture": (PICTURE, {"XObject": picture(Name.DeviceCMYK, [255, 255, 204, 255])}, 3.8),
    "picture of a palette": (PICTURE, {"XObject": picture(palette, [1])}, 3.2),
    "picture the other way round": (
        PICTURE,
        {"XObject": picture(Name.DeviceCMYK, [0, 51, 0, 0], Decode=Array([1, 0] * 4))},
        3.8,
    ),
    "photograph": (PICTURE, {"XObject": photograph}, 3.2),
    "picture that is seen through": (
        UNDER + PICTURE,
        {"XObject": picture(Name.DeviceCMYK, [255, 255, 255, 255], mask=128)},
        3,
    ),
    "grey picture": (UNDER + PICTURE, {"XObject": picture(Name.DeviceGray, [51])}, 0.8),
    "stencil": (UNDER + b"/A gs 0 0 1 1 k " + PICTURE, {"XObject": stencil, "ExtGState": over}, 4),
    "picture in the content": (
        UNDER
        + b"q 80 0 0 80 60 60 cm BI /W 4 /H 4 /CS /CMYK /BPC 8 ID "
        + b"\xff\xff\xff\xcc" * 16
        + b" EI Q",
        {},
        3.8,
    ),
    "grey": (UNDER + b"0.25 g " + SQUARE, {}, 0.75),
    "grey overprinted": (UNDER + b"/A gs 0.25 g " + SQUARE, {"ExtGState": over}, 0.75),
    "ink by name": (
        UNDER + b"/A gs /A cs 1 scn " + SQUARE,
        {"ExtGState": over, "ColorSpace": ink("Black")},
        3,
    ),
    "inks by name": (
        UNDER + b"/A gs /A cs 1 0.5 scn " + SQUARE,
        {"ExtGState": over, "ColorSpace": ink("Black", "Yellow")},
        3.5,
    ),
    "space by name": (UNDER + b"/A gs /DeviceCMYK cs 0 0 1 1 sc " + SQUARE, {"ExtGState": over}, 4),
    "colour that a space begins with": (UNDER + b"/DeviceCMYK cs " + SQUARE, {}, 1),
    "text": (UNDER + b"/A gs 0 0 1 1 k " + TEXT, {"ExtGState": over, "Font": plain_font}, 4),
    "text without a trace": (
        UNDER + b"/A gs 3 Tr 0 0 1 1 k " + TEXT,
        {"ExtGState": over, "Font": plain_font},
        2,
    ),
    "spot ink overprinted": (
        UNDER + b"/A gs /A cs 0.5 scn " + SQUARE,
        {"ExtGState": over, "ColorSpace": ink("Gold")},
        2.5,
    ),
    "spot ink knocked out": (UNDER + b"/A cs 0.5 scn " + SQUARE, {"ColorSpace": ink("Gold")}, 0.5),
    "inks over a spot ink": (
        b"/A cs 1 scn 40 40 120 120 re f /A gs 1 1 1 0 k " + SQUARE,
        {"ExtGState": over, "ColorSpace": ink("Gold")},
        4,
    ),
    # Gold is one of them, because another page has it.
    "every ink": (b"/A cs 1 scn " + SQUARE, {"ColorSpace": ink("All")}, 5),
    "colours of a screen": (UNDER + b"0 0 0 rg " + SQUARE, {}, 0),
}
OTHERWISE = {
    # Ghostscript prints a spot ink in the inks that stand for it, and colours of a screen in what its profile says.
    "spot ink overprinted",
    "spot ink knocked out",
    "inks over a spot ink",
    "every ink",
    "colours of a screen",
}


def _knockout(file):
    made = see_through(file)
    made.Group.K = True
    return made


def _endless(file):
    made = form(b"/A Do")(file)
    made.Resources = Dictionary(XObject=Dictionary(A=made))
    return made


REFUSED = {
    "the blend mode Luminosity": (b"/A gs " + SQUARE, {"ExtGState": state(BM=Name.Luminosity)}),
    "a picture in JPEG 2000": (
        PICTURE,
        {"XObject": picture(Name.DeviceCMYK, [0], Filter=Name.JPXDecode)},
    ),
    "a transparency group whose parts knock each other out": (
        b"/A Do",
        {"XObject": _knockout},
    ),
    "a font whose letters are drawings (Type 3)": (
        TEXT,
        {"Font": lambda _: Dictionary(Type=Name.Font, Subtype=Name.Type3)},
    ),
    "pictures in pictures without an end": (b"/A Do", {"XObject": _endless}),
}


def written(*pages):
    with pikepdf.new() as file:
        for content, resources in pages:
            file.add_blank_page(page_size=(200, 200))
            page = file.pages[-1]
            page.Resources = Dictionary(
                {f"/{kind}": Dictionary(A=make(file)) for kind, make in resources.items()}
            )
            page.Contents = file.make_stream(content)
        out = BytesIO()
        file.save(out)
    return out.getvalue()


@pytest.fixture(scope="module")
def document():
    return written(*((content, resources) for content, resources, _ in KINDS.values()))


@pytest.fixture(scope="module")
def totals(document):
    uncounted = {}
    found = added(document, range(1, len(KINDS) + 1), uncounted)
    assert {} == uncounted
    return {kind: found[at] for at, kind in enumerate(KINDS, 1)}


@pytest.mark.parametrize("kind", [kind for kind, (_, _, expected) in KINDS.items() if expected is not None])
def test_the_inks_in_the_middle_of_a_page_add_up(totals, kind):
    assert KINDS[kind][2] == pytest.approx(totals[kind][MIDDLE, MIDDLE], abs=0.03)


@pytest.mark.skipif(which("gs") is None, reason="Ghostscript is not installed")
def test_the_plates_are_those_of_ghostscript(document, totals, tmp_path):
    theirs = by_ghostscript(document, tmp_path)
    for kind in KINDS:
        if kind not in OTHERWISE:
            # All but the dots along edges, of which Ghostscript takes more.
            far = np.abs(totals[kind] - theirs[kind]) > 0.1
            assert 0.02 > far.mean(), kind


def by_ghostscript(document, folder):
    import subprocess

    (folder / "all.pdf").write_bytes(document)
    command = f"gs -q -dNOPAUSE -dBATCH -dSAFER -dOverprint=/enable -sDEVICE=tiff32nc -r{DPI}"
    subprocess.run([*command.split(), "-o", "%d.tif", "all.pdf"], cwd=folder, check=True)
    found = {}
    for at, kind in enumerate(KINDS, 1):
        with Image.open(folder / f"{at}.tif") as image:
            found[kind] = np.asarray(image).sum(axis=2) / 255
    return found


@pytest.mark.parametrize("why", REFUSED)
def test_what_no_plates_are_made_of_is_told(why):
    uncounted = {}
    assert {} == added(written(REFUSED[why]), [1], uncounted)
    assert {1: f"it has {why}"} == uncounted
