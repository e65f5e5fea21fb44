"""Pictures that a writer provides: examined before they are printed.

``read_picture(data)`` takes the bytes of a file for what they are, whatever its name says. A PNG or JPEG must
decode to its end. An SVG must be a drawing and nothing else: no script, no text (which fonts of the machine
would be set in), no reference to anything but its own parts; and all of it must be what the typesetter draws
(``printable_parts``). ``picture_markup`` embeds a picture in a page, so that nothing is fetched to print it.

Dots are decoded in a process with limits (``system.reader``), and so is a long drawing read; a short one is
read here, as nothing in it can be unfolded.
"""

import re
import struct
import zlib
from binascii import a2b_base64, b2a_base64
from collections.abc import Callable
from io import BytesIO
from typing import Any, Literal, NamedTuple

from markupsafe import Markup

from casekit.diagnostics import Code, codes
from casekit.print.content.svg_safety import (
    DrawingError,
    UnprintableDrawingError,
    UnreadableDrawingError,
    read_drawing,
)
from casekit.values import frozen, replace

MOST_BYTES = 20_000_000
"""The most bytes of any picture."""
MOST_BYTES_OF_DRAWING = 3_000_000
"""The most bytes of a drawing. Each of its lines is typeset, which takes a quarter of a minute."""
MOST_PIXELS = 50_000_000
"""The most pixels of a picture. A page of A4 at 600 dots per inch has 35 million."""
MOST_PIXELS_ON_A_SIDE = 20_000
MOST_CHUNKS = 20_000
"""The most chunks of a PNG. One of 20 MB has 2,500, of 8,192 bytes each."""
MOST_SCANS = 100
"""The most scans of a JPEG. A progressive one has about ten, and some more in its preview."""

# A drawing of so many bytes is read within some hundredths of a second.
_SHORT_DRAWING_BYTES = 100_000

_SIGNATURES = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg"}
_EMBEDDED = re.compile(r"data:image/(?P<kind>png|jpeg|svg\+xml);base64,(?P<data>[A-Za-z0-9+/]*=*)")
_PNG_SIGNATURE_LENGTH = 8
# What a scan of a JPEG begins with.
_SCAN_MARK = b"\xff\xda"
# The number of the EXIF tag that says how a picture is turned, and its values for a picture on its side.
_ORIENTATION_TAG = 0x0112
_ORIENTATIONS_ON_SIDE = range(5, 9)
# The height in pixels of the bands in which a picture is converted.
_BAND_HEIGHT = 256
_REDUCE_HINT = "reduce it; 300 dots per inch are enough in print"


Attempt = Callable[[str], str]
"""Sets HTML once under limits; gives the rest of a sentence on what kept it from being set, or ``""``."""


@frozen(slots=True)
class Picture:
    """A picture that can be printed."""

    kind: Literal["png", "jpeg", "svg+xml"]
    data: bytes
    """The bytes of its file."""
    shape: float
    """Its height as a part of its width."""


@frozen(slots=True)
class Flaw:
    """Why a file cannot be printed as a picture."""

    code: Code
    reason: str
    """The rest of a sentence that begins with the file."""
    hint: str


class Examination(NamedTuple):
    """The picture, or its flaw, that the bytes of a picture were read as."""

    picture: Picture | Flaw
    is_light: bool = True
    """Whether it cannot take long to typeset. Drawings that may are tried."""


def read_picture(data: bytes, attempt: Attempt | None = None) -> Picture | Flaw:
    """A picture, or the flaw that keeps a file from being one.

    A drawing that may take long to typeset is given to an ``attempt``, if there is one, which sets it once
    where it can do no harm.
    """
    if len(data) > MOST_BYTES:
        return too_large(len(data))
    kind = next((kind for signature, kind in _SIGNATURES.items() if data.startswith(signature)), "svg+xml")
    if kind == "svg+xml" and not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return _unreadable("is not a PNG, JPEG or SVG", "save it as PNG, JPEG or SVG")
    if kind == "svg+xml" and len(data) > MOST_BYTES_OF_DRAWING:
        reason = f"has {len(data):,} bytes; an SVG may have at most {MOST_BYTES_OF_DRAWING:,}"
        return _unreadable(reason, "simplify its paths, or save it as PNG at 600 dots per inch")
    is_short = kind == "svg+xml" and len(data) <= _SHORT_DRAWING_BYTES
    picture, is_light = _examine_drawing(data) if is_short else _examine_with_limits(data, kind)
    if is_light or attempt is None or isinstance(picture, Flaw):
        return picture
    hint = "simplify it: fewer shapes, shorter paths, no masks, patterns or repeated gradients; or save it as PNG"
    reason = attempt(str(picture_markup(picture)))
    return Flaw(codes.HEAVY_ILLUSTRATION, reason, hint) if reason else picture


def examine(data: bytes, kind: str) -> Examination:
    """Read a picture of a kind. If its data are those of the file, they are left out of the result."""
    examination = _examine_drawing(data) if kind == "svg+xml" else Examination(_raster(data, kind))
    picture = examination.picture
    if isinstance(picture, Picture) and picture.data is data:
        picture = replace(picture, data=b"")
    return Examination(picture, examination.is_light)


def _examine_with_limits(data: bytes, kind: str) -> Examination:
    """Read a picture of a kind in a process with limits."""
    # Few cases have pictures.
    from casekit.system.sandbox import SandboxError, document_budget, read  # noqa: PLC0415

    try:
        with document_budget():
            # The result comes as JSON: the values of a picture, or those of a flaw with its code as a list.
            (kind_or_code, data_or_reason, shape_or_hint), is_light = read(examine, data, kind)
    except SandboxError as error:
        return Examination(Flaw(codes.HEAVY_ILLUSTRATION, f"{error} when it is read", _REDUCE_HINT))
    if isinstance(kind_or_code, list):
        return Examination(Flaw(codes.shared_code(kind_or_code[0]), data_or_reason, shape_or_hint))
    picture = Picture(kind_or_code, a2b_base64(data_or_reason) or data, shape_or_hint)
    return Examination(picture, is_light)


def too_large(size: int) -> Flaw:
    """The flaw of a file of this size in bytes."""
    return _unreadable(f"has {size:,} bytes; at most {MOST_BYTES:,} are allowed", _REDUCE_HINT)


def _unreadable(reason: str, hint: str) -> Flaw:
    return Flaw(codes.UNREADABLE_ILLUSTRATION, reason, hint)


def picture_markup(picture: Picture) -> Markup:
    """The picture as an HTML element."""
    return Markup('<img alt="" src="{}"/>').format(picture_url(picture))


def picture_url(picture: Picture) -> str:
    """The picture as a URL that holds it."""
    return f"data:image/{picture.kind};base64,{b2a_base64(picture.data, newline=False).decode('ascii')}"


def embedded_picture(url: str) -> Picture | None:
    """The picture that ``picture_markup`` put into a page.

    ``None`` for any other URL, and for a drawing that is not harmless.
    """
    match = _EMBEDDED.fullmatch(url)
    if match is None:
        return None
    kind, data = match["kind"], a2b_base64(match["data"])
    if kind == "svg+xml":
        drawing = _examine_drawing(data).picture
        return drawing if isinstance(drawing, Picture) else None
    # Pixels do nothing; whether they can be decoded was asked when the file was read.
    return Picture("png" if kind == "png" else "jpeg", data, 0)


def _raster(data: bytes, kind: str) -> Picture | Flaw:
    """A picture of dots, decoded to its end; one in 65,536 greys is converted."""
    import warnings  # noqa: PLC0415 -- few cases have pictures, and reading one takes a library

    from PIL import Image  # noqa: PLC0415 -- likewise

    # The program that opens it reads them all.
    if kind == "png" and _has_many_chunks(data):
        reason = f"is in more than {MOST_CHUNKS:,} pieces"
        return Flaw(codes.HEAVY_ILLUSTRATION, reason, "open it in an image editor and save it again")
    try:
        with warnings.catch_warnings():
            # Its limit is not ours.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            image = Image.open(BytesIO(data), formats=[kind.upper()])
        width, height = image.size
        if width * height > MOST_PIXELS or max(width, height) > MOST_PIXELS_ON_A_SIDE:
            most = f"at most {MOST_PIXELS:,} are allowed, and {MOST_PIXELS_ON_A_SIDE:,} on a side"
            return _unreadable(f"has {width:,} by {height:,} pixels; {most}", _REDUCE_HINT)
        # The data of a scan never contain that mark; previews have some scans of their own.
        if kind == "jpeg" and data.count(_SCAN_MARK) > MOST_SCANS:
            reason = (
                f"has {data.count(_SCAN_MARK):,} scans of the whole picture; at most {MOST_SCANS} are allowed"
            )
            return Flaw(codes.HEAVY_ILLUSTRATION, reason, "save it as a baseline JPEG")
        # A PNG may lack its end and yet have all its pixels.
        image.verify()
        image = Image.open(BytesIO(data), formats=[kind.upper()])
        image.load()
        is_on_side = image.getexif().get(_ORIENTATION_TAG) in _ORIENTATIONS_ON_SIDE
    except Image.DecompressionBombError:
        return _unreadable("has far too many pixels", "reduce it")
    except (OSError, ValueError, SyntaxError, EOFError, KeyError, struct.error, zlib.error):
        reason = f"begins like a {kind.upper()} but cannot be decoded to its end"
        return _unreadable(reason, "open it in an image editor and save it again")
    shape = width / height if is_on_side else height / width
    if image.mode.startswith("I"):
        data = _in_256_greys(image)
    return Picture("png" if kind == "png" else "jpeg", data, shape)


def _in_256_greys(image: Any) -> bytes:
    """The PNG of a picture in 65,536 greys, which the typesetter does not know, in 256 of them."""
    from PIL import Image, ImageOps  # noqa: PLC0415 -- likewise

    width, height = image.size
    converted = Image.new("L", image.size)
    # In bands: of 50 million pixels each copy of the whole would take 200 MB.
    for top in range(0, height, _BAND_HEIGHT):
        band = image.crop((0, top, width, min(top + _BAND_HEIGHT, height))).convert("I")
        converted.paste(band.point(lambda grey: grey * (1 / 257)).convert("L"), (0, top))
    converted.getexif()[_ORIENTATION_TAG] = image.getexif().get(_ORIENTATION_TAG, 1)
    out = BytesIO()
    ImageOps.exif_transpose(converted).save(out, "PNG")
    return out.getvalue()


def _has_many_chunks(data: bytes) -> bool:
    """Whether a PNG is in more chunks than are allowed; no chunk is decoded."""
    start = _PNG_SIGNATURE_LENGTH
    count = 0
    while start < len(data) and count <= MOST_CHUNKS:
        # A chunk is the length of its content, its name, the content, and a checksum.
        start += 4 + 4 + int.from_bytes(data[start : start + 4], "big") + 4
        count += 1
    return count > MOST_CHUNKS


def _examine_drawing(data: bytes) -> Examination:
    try:
        shape, is_light = read_drawing(data)
    except UnreadableDrawingError as error:
        return Examination(Flaw(codes.UNREADABLE_ILLUSTRATION, *error.args))
    except UnprintableDrawingError as error:
        return Examination(Flaw(codes.UNPRINTABLE_DRAWING, *error.args))
    except DrawingError as error:
        return Examination(Flaw(codes.UNSAFE_ILLUSTRATION, *error.args))
    return Examination(Picture("svg+xml", data, shape), is_light)
