"""The bundled text face as it travels inside a document: reduced to what is written there, in ``@font-face`` rules."""

from base64 import b64encode
from io import BytesIO

from fontTools.ttLib import TTFont
from markupsafe import Markup

from casekit.print.text.glyphs import FACES
from casekit.print.text.subsetting import with_characters
from casekit.print.text.typesetter import FONTS

FAMILY = "casekit text"
_FEATURES = ["kern", "liga", "lnum", "mark", "mkmk"]


def embedded_faces(text: str) -> Markup:
    """Style rules that bring the upright, the italic and the semi-bold face, with the characters of a text.

    A document with these rules needs no font from elsewhere. The same text gives the same rules.
    """
    rules = [
        f'@font-face {{ font-family: "{FAMILY}"; {style}; '
        f'src: url("data:font/woff;base64,{_woff(FACES[marks], text)}") format("woff") }}'
        for marks, style in (
            ((), "font-weight: 400"),
            (("em",), "font-weight: 400; font-style: italic"),
            (("strong",), "font-weight: 600"),
        )
    ]
    return Markup("\n").join(map(Markup, rules))


def _woff(face: str, text: str) -> str:
    """A bundled font that has the characters of a text alone."""
    data = BytesIO()
    reduced = with_characters((FONTS / face).read_bytes(), map(ord, text), _FEATURES)
    with TTFont(BytesIO(reduced), recalcTimestamp=False) as font:
        font.flavor = "woff"
        font.save(data, reorderTables=None)
    return b64encode(data.getvalue()).decode("ascii")
