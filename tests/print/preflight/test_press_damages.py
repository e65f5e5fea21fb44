"""What a print shop would refuse: each kind of damage is one finding, with its page, and where it has one with its place."""

import pytest
from pikepdf import Array, Dictionary, Name, Stream, String

from casekit.diagnostics import codes

MM = 72 / 25.4


def painted(operators, **resources):
    """Paints over the third page; what it names is added to what the page can use."""

    def damage(file):
        page = file.pages[2]
        own = page.obj.Resources = Dictionary(page.obj.Resources)
        for kind, entries in resources.items():
            own[f"/{kind}"] = Dictionary(
                {
                    **dict(own.get(f"/{kind}", Dictionary())),
                    **{f"/{name}": make(file) for name, make in entries.items()},
                }
            )
        page.contents_add(Stream(file, operators.encode()))

    return damage


def state(**entries):
    return {"Odd": lambda file: file.make_indirect(Dictionary(**entries))}


def picture(side, space=Name.DeviceCMYK, fill=0):
    def make(file):
        count = {Name.DeviceCMYK: 4, Name.DeviceRGB: 3}[space]
        thing = Stream(file, bytes([fill]) * (side * side * count), Type=Name.XObject, Subtype=Name.Image)
        thing.Width = thing.Height = side
        thing.ColorSpace, thing.BitsPerComponent = space, 8
        return file.make_indirect(thing)

    return {"Odd": make}


def spot():
    def make(file):
        tint = Stream(file, b"{ 0 exch 0 exch 0 }", FunctionType=4, Domain=[0, 1], Range=[0, 1] * 4)
        return Array([Name.Separation, Name.Gold, Name.DeviceCMYK, file.make_indirect(tint)])

    return {"Odd": make}


def profiled(file):
    """The four inks as a profile in the file describes them."""
    return Array([Name.ICCBased, file.make_indirect(Stream(file, b"", N=4, Alternate=Name.DeviceCMYK))])


def transfer():
    function = Dictionary(FunctionType=2, Domain=[0, 1], N=2, C0=[0], C1=[1])
    return state(Type=Name.ExtGState, TR=function)


def mask():
    def make(file):
        form = Stream(
            file, b"0.5 g 0 0 500 700 re f", Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 500, 700]
        )
        form.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceGray)
        return file.make_indirect(Dictionary(SMask=Dictionary(S=Name.Luminosity, G=file.make_indirect(form))))

    return {"Odd": make}


def boxed(**boxes):
    def damage(file):
        page = file.pages[2].obj
        for name, grown in boxes.items():
            left, bottom, right, top = (float(edge) for edge in page.TrimBox)
            edge = grown * MM
            page[f"/{name}"] = Array([left - edge, bottom - edge, right + edge, top + edge])

    return damage


def unit(file):
    file.pages[2].obj.UserUnit = 2


def art(around, colour="0.1 0 0 0 k", **resources):
    """A page whose ground goes so many millimetres beyond where it is cut."""

    def damage(file):
        page = file.pages[2].obj
        left, bottom, right, top = (float(edge) for edge in page.TrimBox)
        edge = around * MM
        sides = f"{right - left + 2 * edge} {top - bottom + 2 * edge}"
        painted(f"{colour} {left - edge} {bottom - edge} {sides} re f", **resources)(file)

    return damage


def picture_to_the_edge(file):
    left, bottom, right, top = (float(edge) for edge in file.pages[2].obj.TrimBox)
    place = f"{right - left} 0 0 {top - bottom} {left} {bottom}"
    # A picture has nothing of the colour that was painted in before.
    painted(f"q 0 0 0 0 k {place} cm /Odd Do Q", XObject=picture(40, fill=9))(file)


def mark_inside(file):
    page = file.pages[2].obj
    left, bottom, *_ = (float(edge) for edge in page.TrimBox)
    painted(f"0 0 0 1 K 0.25 w {left} {bottom - 20} m {left} {bottom + 20} l S")(file)


def intent(**entries):
    def damage(file):
        for name, value in entries.items():
            file.Root.OutputIntents[0][f"/{name}"] = value

    return damage


def short_profile(file):
    profile = file.Root.OutputIntents[0].DestOutputProfile
    profile.write(profile.read_bytes()[:2000])


def no_marker(file):
    metadata = file.Root.Metadata
    metadata.write(metadata.read_bytes().replace(b"PDF/X-4", b"PDF/X-3"))


def page_fewer(file):
    del file.pages[-1]


DAMAGES = {
    "RGB object": (painted("1 0 0 rg 20 20 9 9 re f"), codes.WRONG_INK, "page 3 has a colour in RGB, "),
    "RGB picture": (
        painted("q 9 0 0 9 50 50 cm /Odd Do Q", XObject=picture(40, Name.DeviceRGB)),
        codes.WRONG_INK,
        "page 3 has a picture in RGB",
    ),
    "spot colour": (
        painted("/Odd cs 1 scn 20 20 9 9 re f", ColorSpace=spot()),
        codes.WRONG_INK,
        "page 3 has the spot colour Gold, which needs a plate of its own",
    ),
    "rich black": (
        painted("0.6 0.5 0.5 1 k BT () Tj ET"),
        codes.WRONG_INK,
        "page 3 has black text that is not in black ink alone",
    ),
    "inks with a profile": (
        painted("/Odd cs 0 0 0 1 scn 20 20 9 9 re f", ColorSpace={"Odd": profiled}),
        codes.WRONG_INK,
        "page 3 has inks with a profile of their own",
    ),
    "rich black by a profile": (
        painted("/Odd cs 0.6 0.5 0.5 1 scn BT () Tj ET", ColorSpace={"Odd": profiled}),
        codes.WRONG_INK,
        "page 3 has black text that is not in black ink alone",
    ),
    "400 % of ink by a profile": (
        painted("/Odd cs 1 1 1 1 scn 50 50 90 90 re f", ColorSpace={"Odd": profiled}),
        codes.WRONG_INK,
        "page 3 has 400% of ink, of which a press can take 300%",
    ),
    "400 % of ink": (
        painted("1 1 1 1 k 50 50 90 90 re f"),
        codes.WRONG_INK,
        "page 3 has 400% of ink, of which a press can take 300%",
    ),
    "400 % in a picture": (
        painted("q 9 0 0 9 50 50 cm /Odd Do Q", XObject=picture(40, fill=255)),
        codes.WRONG_INK,
        "page 3 has a picture with 400% of ink",
    ),
    "hairline": (
        painted("0 0 0 1 K 0.05 w 90 90 m 190 90 l S"),
        codes.FINE_LINE,
        "page 3 has a line of 0.05 points",
    ),
    "hairline by its matrix": (
        painted("q 0.1 0 0 0.1 0 0 cm 0 0 0 1 K 1 w 900 900 m 1900 900 l S Q"),
        codes.FINE_LINE,
        "page 3 has a line of 0.10 points",
    ),
    "30 dpi": (
        painted("q 96 0 0 96 90 90 cm /Odd Do Q", XObject=picture(40)),
        codes.COARSE_PICTURE,
        "page 3 has a picture of 30 pixels an inch",
    ),
    "overprint of white": (
        painted("/Odd gs 0 0 0 0 k 50 50 90 90 re f", ExtGState=state(op=True, OP=True, OPM=1)),
        codes.WRONG_INK,
        "page 3 has white that is overprinted",
    ),
    "text in 10 % black": (
        painted("0 0 0 0.1 k BT () Tj ET"),
        codes.WRONG_INK,
        "page 3 has text in 10% black",
    ),
    "transfer function": (
        painted("/Odd gs 0 0 0 1 k 50 50 90 90 re f", ExtGState=transfer()),
        codes.WRONG_INK,
        "page 3 has a transfer function",
    ),
    "veil": (
        painted("/Odd gs 0 0 0 0 k -9 -9 900 900 re f", ExtGState=state(ca=0.5)),
        codes.WRONG_INK,
        "page 3 has a veil over it",
    ),
    "soft mask": (
        painted("/Odd gs 0 0 0 0 k -9 -9 900 900 re f", ExtGState=mask()),
        codes.WRONG_INK,
        "page 3 has a veil over it",
    ),
    "TrimBox too small": (boxed(TrimBox=-5), codes.WRONG_BOX, "page 3 has 138.0 x 200.0 mm instead of"),
    "BleedBox without bleed": (boxed(BleedBox=0), codes.WRONG_BOX, "page 3 has 0.0 mm of bleed"),
    "CropBox": (boxed(CropBox=-10), codes.WRONG_BOX, "page 3 has a CropBox that hides 10.0 mm"),
    "UserUnit": (unit, codes.WRONG_BOX, "page 3 has a UserUnit"),
    "bleed without ink": (art(0), codes.WRONG_BOX, "page 3 has art that ends where the page is cut"),
    "bleed without ink by a profile": (
        art(0, "/Odd cs 0.1 0 0 0 scn", ColorSpace={"Odd": profiled}),
        codes.WRONG_BOX,
        "page 3 has art that ends where the page is cut",
    ),
    "picture without bleed": (
        picture_to_the_edge,
        codes.WRONG_BOX,
        "page 3 has art that ends where the page is cut",
    ),
    "marks inside": (mark_inside, codes.WRONG_BOX, "page 3 has crop marks that reach into what is printed"),
    "intent renamed": (
        intent(OutputConditionIdentifier=String("SWOP")),
        codes.MISSING_OUTPUT_INTENT,
        "the output intent is called 'SWOP' instead of FOGRA39",
    ),
    "profile cut off": (
        short_profile,
        codes.MISSING_OUTPUT_INTENT,
        "the profile of the output intent is not that of FOGRA39",
    ),
    "no PDF/X": (no_marker, codes.MISSING_OUTPUT_INTENT, "the file does not say that it is PDF/X-4"),
    "page count": (page_fewer, codes.WRONG_PAGE_COUNT, "the booklet has"),
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("kind", DAMAGES)
def test_each_damage_is_found_and_told_once(damaged, kind):
    damage, code, start = DAMAGES[kind]
    told = [message for found, message in damaged("print-shop", damage) if found is code]
    assert 1 == len([message for message in told if message.startswith(start)]), told


def test_art_that_goes_on_into_the_bleed_is_right(damaged):
    assert [] == damaged("print-shop", art(3))


@pytest.mark.parametrize("colour", ["0 0 0 0 k", "1 g", "/Odd cs 0 0 0 0 scn"])
def test_paper_needs_no_bleed_in_whatever_space_its_white_is(damaged, colour):
    found = damaged("print-shop", art(0, colour, ColorSpace={"Odd": profiled}))
    assert codes.WRONG_BOX not in {code for code, _ in found}


def test_what_is_in_the_file_for_the_shop_is_found_in_no_other_variant(damaged):
    assert [] == damaged("plain", painted("1 0 0 rg 20 20 9 9 re f"))


def test_a_line_is_told_with_its_place(damaged):
    found = damaged("print-shop", painted("0 0 0 1 K 0.05 w 100 100 m 190 100 l S"))
    (message,) = (message for code, message in found if code is codes.FINE_LINE)
    assert message.endswith(" mm from the left and 175 mm from the top")
