"""Other colours for a finished PDF, in its content streams, shadings, groups and images: inks, or greys.

``recolour(pdf, scheme)`` changes an open file in place; what a scheme leaves alone stays. Black and greys
become black ink alone, because text of four inks has coloured fringes where the plates are not in register.
The colours of booklets have mixtures of their own, light enough for small type; every other colour, and every
picture, is converted with the profile of coated offset paper that comes along (``profiles/``).
"""

from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from functools import cache
from typing import Any

from pikepdf import (
    Array,
    ContentStreamInstruction,
    Dictionary,
    Name,
    Operator,
    PdfImage,
    parse_content_stream,
    unparse_content_stream,
)
from PIL import Image, ImageCms

from casekit.print.content.papers import INK_PROFILE
from casekit.values import frozen

Colour = tuple[float, ...]
"""Grey, RGB or CMYK: one, three or four parts from 0 to 1."""

_OPERATORS = {1: "g", 3: "rg", 4: "k"}
"""Those that set the colour of areas; in capitals, of lines."""
_COLOURS = {"g", "G", "rg", "RG", "k", "K"}
# How the typesetter writes `lab()`, `oklch()`, `device-cmyk()` and the like: a space, and then a colour in
# it.
_NAMED_SPACES = {"/lab-d50", "/lab-d65", "/DeviceCMYK"}
_D50 = (0.9642956, 1, 0.8251046)
_SCREEN_OF_D50 = (
    (3.1341359, -1.6173863, -0.4906620),
    (-0.9787955, 1.9162546, 0.0334427),
    (0.0719554, -0.2289768, 1.4053861),
)
_DEVICE_SPACES = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"}


@frozen
class ColourTransform:
    """A scheme to change colours.

    Attributes:
        colour: a colour in, a colour of ``parts`` parts out.
        parts: 1 for grey, 4 for CMYK.
        image: an RGB image of Pillow's in, one of the new colours out.
    """

    colour: Callable[[Colour], Colour]
    parts: int
    image: Callable[[Any], Any]


def recolour(pdf: Any, scheme: ColourTransform) -> None:
    """Give all pages of an open pikepdf file other colours."""
    work = _Work(scheme)
    for page in pdf.pages:
        page.contents_coalesce()
        if "/Contents" in page.obj:
            work.stream(page.obj.Contents)
        work.resources(page.obj.get("/Resources"))


def pdf_number(value: float) -> str:
    """A number as content streams write it, without needless digits."""
    return f"{value:.4f}".rstrip("0").rstrip(".") or "0"


class _Work:
    """Each object of a file is changed once, however many pages share it."""

    def __init__(self, scheme: ColourTransform) -> None:
        self._scheme = scheme
        self._space = Name(_DEVICE_SPACES[scheme.parts])
        self._done: set[tuple[int, int]] = set()

    def stream(self, stream: Any) -> None:
        if self._first(stream):
            stream.write(unparse_content_stream(list(self._recoloured(parse_content_stream(stream)))))

    def _recoloured(self, instructions: Iterable[Any]) -> Iterator[Any]:
        """The operators of a content stream, in other colours."""
        spaces: dict[bool, str] = {}
        for instruction in instructions:
            name = str(instruction.operator)
            lines = name.isupper()
            if name in {"cs", "CS"}:
                spaces[lines] = str(instruction.operands[0])
                if spaces[lines] not in _NAMED_SPACES:
                    yield instruction
            elif name in _COLOURS:
                yield self._operator(_numbers(instruction), lines=lines)
            elif name in {"scn", "SCN", "sc", "SC"} and spaces.get(lines) in _NAMED_SPACES:
                parts = _numbers(instruction)
                colour = parts if spaces[lines] == "/DeviceCMYK" else screen_of_lab(parts)
                yield self._operator(colour, lines=lines)
            else:
                yield instruction

    def resources(self, resources: Any) -> None:
        if resources is None or not self._first(resources):
            return
        for thing in (*_entries(resources, "/XObject"), *_entries(resources, "/Pattern")):
            if "/Shading" in thing:
                self._shading(thing.Shading)
            elif thing.get("/Subtype") == "/Image":
                self._image(thing)
            else:
                self._form(thing)
        for shading in _entries(resources, "/Shading"):
            self._shading(shading)
        for state in _entries(resources, "/ExtGState"):
            if isinstance(state.get("/SMask"), Dictionary):
                self._form(state.SMask.G)
        # The typesetter offers Lab spaces to every page; no content stream uses them any more.
        if "/ColorSpace" in resources:
            del resources["/ColorSpace"]

    def _operator(self, colour: Colour, *, lines: bool) -> Any:
        """The operator that sets the colour of areas, or of lines, to another."""
        parts = [Decimal(pdf_number(part)) for part in self._scheme.colour(colour)]
        name = _OPERATORS[self._scheme.parts]
        return ContentStreamInstruction(parts, Operator(name.upper() if lines else name))

    def _form(self, form: Any) -> None:
        if "/Group" in form and "/CS" in form.Group:
            form.Group.CS = self._space
        self.stream(form)
        self.resources(form.get("/Resources"))

    def _shading(self, shading: Any) -> None:
        if shading.ColorSpace != "/DeviceRGB" or not self._first(shading):
            return
        shading.ColorSpace = self._space
        for function in _functions(shading.Function):
            for end in ("/C0", "/C1"):
                colour = self._scheme.colour(tuple(float(part) for part in function[end]))
                function[end] = Array(Decimal(pdf_number(part)) for part in colour)

    def _image(self, image: Any) -> None:
        if not self._first(image) or image.get("/ColorSpace") in ("/DeviceGray", self._space):
            return
        # The mask says where the picture can be seen through, and stays as it is.
        mask = image.get("/SMask")
        if mask is not None:
            del image["/SMask"]
        image.write(self._scheme.image(PdfImage(image).as_pil_image().convert("RGB")).tobytes())
        image.ColorSpace = self._space
        image.BitsPerComponent = 8
        if mask is not None:
            image.SMask = mask
        for key in ("/Decode", "/DecodeParms"):
            if key in image:
                del image[key]

    def _first(self, thing: Any) -> bool:
        """Whether this is met for the first time."""
        if not thing.is_indirect:
            return True
        known = thing.objgen in self._done
        self._done.add(thing.objgen)
        return not known


def _numbers(instruction: Any) -> Colour:
    return tuple(float(operand) for operand in instruction.operands)


def screen_of_lab(lab: Colour) -> Colour:
    """The RGB of the screen for CIE Lab under D50, after CSS Color 4.

    What no screen can show becomes the nearest that it can.
    """
    lightness, a, b = lab
    middle = (lightness + 16) / 116
    x, y, z = (
        white * (root**3 if root > 6 / 29 else 3 * (6 / 29) ** 2 * (root - 4 / 29))
        for white, root in zip(_D50, (middle + a / 500, middle, middle - b / 200), strict=True)
    )
    linear = (min(1, max(0, row[0] * x + row[1] * y + row[2] * z)) for row in _SCREEN_OF_D50)
    return tuple(_gamma(part) for part in linear)


def _gamma(part: float) -> float:
    """A linear part of a colour on the curve of sRGB."""
    if part <= 0.0031308:  # noqa: PLR2004 -- where the curve begins
        return 12.92 * part
    return float(1.055 * part ** (1 / 2.4) - 0.055)


def _entries(resources: Any, kind: str) -> Iterator[Any]:
    yield from dict(resources.get(kind, {}).items()).values()


def _functions(function: Any) -> Iterator[Any]:
    """The exponential functions in a function that may stitch several together (PDF 1.7, section 7.10)."""
    if "/Functions" in function:
        for part in function.Functions:
            yield from _functions(part)
    elif "/C0" in function:
        yield function


# In percent: cyan, magenta, yellow, black.
MIXTURES = {
    "#1f3a5f": (92, 62, 12, 52),
    "#1d4d3f": (84, 28, 62, 58),
    "#7a1f2b": (12, 96, 64, 50),
    "#47305f": (74, 82, 6, 42),
    "#5a3d22": (32, 60, 80, 60),
    "#3c434b": (46, 30, 20, 70),
    "#1c1c1c": (0, 0, 0, 100),
}
_STEPS = 255


def _inks(colour: Colour) -> Colour:
    if len(colour) == 4:  # noqa: PLR2004 -- they are inks already
        return colour
    red, green, blue = (round(part * _STEPS) for part in (colour * 3)[:3])
    mixture = MIXTURES.get(f"#{red:02x}{green:02x}{blue:02x}")
    if mixture:
        return tuple(part / 100 for part in mixture)
    return (0, 0, 0, 1 - colour[0]) if red == green == blue else _converted(red, green, blue)


@cache
def _converted(red: int, green: int, blue: int) -> Colour:
    """A colour by the profile, in whole percents."""
    pixel = _separate(Image.new("RGB", (1, 1), (red, green, blue))).getpixel((0, 0))
    return tuple(round(part / _STEPS, 2) for part in pixel)


def _separate(image: Any) -> Any:
    return ImageCms.applyTransform(image, _transform())


@cache
def _transform() -> Any:
    return ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"),
        ImageCms.getOpenProfile(str(INK_PROFILE)),
        "RGB",
        "CMYK",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )


def _grey(colour: Colour) -> Colour:
    """By the luma of television (ITU-R BT.601), as Pillow's ``L`` does."""
    match colour:
        case (_,):
            return colour
        case (red, green, blue):
            return (0.299 * red + 0.587 * green + 0.114 * blue,)
        case (cyan, magenta, yellow, black):
            light = 1 - black
            return _grey(((1 - cyan) * light, (1 - magenta) * light, (1 - yellow) * light))
    raise AssertionError(colour)


CMYK = ColourTransform(_inks, 4, _separate)
"""Colours of the screen to inks."""
GREY = ColourTransform(_grey, 1, lambda image: image.convert("L"))
"""Any colour to the grey that looks as light as it."""
