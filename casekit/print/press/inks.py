"""Inks for the colours of the screen.

Black and greys become black ink alone, because text of four inks has coloured fringes where the plates are not in
register. The colours of booklets have mixtures of their own, light enough for small type; every other colour, and
every picture, is converted with the profile of coated offset paper that comes along (``profiles/``).
"""

from functools import cache
from typing import Any

from casekit.print.content.condition import PROFILE
from casekit.print.press.recolouring import Colour, Scheme

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


def cmyk() -> Scheme:
    """Colours of the screen to inks."""
    return Scheme(_inks, 4, _separate)


def grey() -> Scheme:
    """Any colour to the grey that looks as light as it."""
    return Scheme(_grey, 1, lambda image: image.convert("L"))


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
    from PIL import Image  # noqa: PLC0415 -- loaded only where files are finished

    pixel = _separate(Image.new("RGB", (1, 1), (red, green, blue))).getpixel((0, 0))
    return tuple(round(part / _STEPS, 2) for part in pixel)


def _separate(image: Any) -> Any:
    from PIL import ImageCms  # noqa: PLC0415 -- likewise

    return ImageCms.applyTransform(image, _transform())


@cache
def _transform() -> Any:
    from PIL import ImageCms  # noqa: PLC0415 -- likewise

    screen = ImageCms.createProfile("sRGB")
    return ImageCms.buildTransform(
        screen,
        ImageCms.getOpenProfile(str(PROFILE)),
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
