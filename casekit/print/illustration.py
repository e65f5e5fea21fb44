"""Pictures that a writer brings along: looked through before they are printed.

``read_picture(data)`` takes the bytes of a file for what they are, whatever its name says. A PNG or JPEG must decode to
its end. An SVG must be a drawing and nothing else: no script, no text (which fonts of the machine would be set in), no
reference to anything but its own parts. ``markup`` embeds a picture in a page, so that nothing is fetched to print it.
"""

import re
import struct
import zlib
from base64 import b64decode, b64encode
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Literal

from markupsafe import Markup

from casekit.diagnostics import codes
from casekit.diagnostics.codes import Code
from casekit.print.drawn import DrawingError, shape_of_drawing

MOST_BYTES = 20_000_000
MOST_BYTES_OF_DRAWING = 3_000_000
"""Each line of a drawing is typeset: of so many that takes a quarter of a minute."""
MOST_PIXELS = 50_000_000
"""A page of A4 at 600 dots an inch has 35 million."""

_SIGNATURES = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg"}
_EMBEDDED = re.compile(r"data:image/(?P<kind>png|jpeg|svg\+xml);base64,(?P<data>[A-Za-z0-9+/]*=*)")
_ORIENTATION = 0x0112
_LYING = range(5, 9)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that can be printed. ``shape`` is its height as a part of its width."""

    kind: Literal["png", "jpeg", "svg+xml"]
    data: bytes
    shape: float


@dataclass(frozen=True, slots=True)
class Flaw:
    """Why a file cannot be printed as a picture: a code, and the rest of a sentence about the file."""

    code: Code
    reason: str
    hint: str


def read_picture(data: bytes) -> Picture | Flaw:
    """A picture, or why it is none."""
    if len(data) > MOST_BYTES:
        return too_large(len(data))
    for signature, kind in _SIGNATURES.items():
        if data.startswith(signature):
            return _raster(data, kind)
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return _drawing(data) if len(data) <= MOST_BYTES_OF_DRAWING else _too_long(len(data))
    return Flaw(
        codes.UNREADABLE_ILLUSTRATION, "is neither PNG nor JPEG nor SVG", "save it as PNG, JPEG or SVG"
    )


def too_large(size: int) -> Flaw:
    """The flaw of a file of so many bytes."""
    reason = f"has {size:,} bytes; {MOST_BYTES:,} are the most"
    return Flaw(codes.UNREADABLE_ILLUSTRATION, reason, "reduce it: 300 dots an inch are enough in print")


def _too_long(size: int) -> Flaw:
    reason = f"has {size:,} bytes; {MOST_BYTES_OF_DRAWING:,} are the most of an SVG"
    return Flaw(
        codes.UNREADABLE_ILLUSTRATION, reason, "simplify its paths, or save it as PNG with 600 dots an inch"
    )


def markup(picture: Picture) -> Markup:
    """The picture as an HTML element."""
    data = b64encode(picture.data).decode("ascii")
    return Markup('<img alt="" src="data:image/{};base64,{}">').format(picture.kind, data)


def embedded(url: str) -> Picture | None:
    """The picture that ``markup`` put into a page; ``None`` for any other URL, and for a drawing that is not harmless."""
    match = _EMBEDDED.fullmatch(url)
    if match is None:
        return None
    kind, data = match["kind"], b64decode(match["data"])
    if kind == "svg+xml":
        drawing = _drawing(data)
        return drawing if isinstance(drawing, Picture) else None
    # Pixels do nothing; whether they can be decoded was asked when the file was read.
    return Picture("png" if kind == "png" else "jpeg", data, 0)


def _raster(data: bytes, kind: str) -> Picture | Flaw:
    import warnings  # noqa: PLC0415 -- few cases have pictures, and reading one takes a library

    from PIL import Image  # noqa: PLC0415 -- likewise

    try:
        with warnings.catch_warnings():
            # Its limit is not ours.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            image = Image.open(BytesIO(data), formats=[kind.upper()])
        width, height = image.size
        if width * height > MOST_PIXELS:
            return _too_fine(width, height)
        # A PNG may lack its end and yet have all its pixels.
        image.verify()
        image = Image.open(BytesIO(data), formats=[kind.upper()])
        image.load()
        lying = image.getexif().get(_ORIENTATION) in _LYING
    except Image.DecompressionBombError:
        return Flaw(codes.UNREADABLE_ILLUSTRATION, "has far too many pixels", "reduce it")
    except (OSError, ValueError, SyntaxError, EOFError, KeyError, struct.error, zlib.error):
        return Flaw(
            codes.UNREADABLE_ILLUSTRATION,
            f"begins like a {kind.upper()} but cannot be decoded to its end",
            "open it in an editor of pictures and save it again",
        )
    shape = width / height if lying else height / width
    if image.mode.startswith("I"):
        data = _eight_bits(image)
    return Picture("png" if kind == "png" else "jpeg", data, shape)


def _eight_bits(image: Any) -> bytes:
    """The PNG of a picture in 65,536 greys, which the typesetter does not know, in 256 of them."""
    from PIL import ImageOps  # noqa: PLC0415 -- likewise

    upright = ImageOps.exif_transpose(image).convert("I")
    out = BytesIO()
    upright.point(lambda grey: grey * (1 / 257)).convert("L").save(out, "PNG")
    return out.getvalue()


def _too_fine(width: int, height: int) -> Flaw:
    reason = f"has {width:,} by {height:,} pixels; {MOST_PIXELS:,} are the most"
    return Flaw(codes.UNREADABLE_ILLUSTRATION, reason, "reduce it: 300 dots an inch are enough in print")


def _drawing(data: bytes) -> Picture | Flaw:
    try:
        return Picture("svg+xml", data, shape_of_drawing(data))
    except DrawingError as error:
        code = codes.UNSAFE_ILLUSTRATION if error.unsafe else codes.UNREADABLE_ILLUSTRATION
        return Flaw(code, error.reason, error.hint)
