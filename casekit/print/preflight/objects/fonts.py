"""The fonts of a file, and whether their outlines are in it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pikepdf import Dictionary, Pdf

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.print.preflight.objects.opening import RefusedFileError, opened
from casekit.print.preflight.objects.page_resources import resources_of
from casekit.print.text.typesetter import FONT_FILES

_OUTLINES = ("/FontFile", "/FontFile2", "/FontFile3")


@dataclass(frozen=True, slots=True, order=True)
class Font:
    """A font of the file, and whether the file holds its outlines."""

    name: str
    embedded: bool


def fonts_of(file: Pdf) -> tuple[Font, ...]:
    """The fonts that the pages of a file can use, by name."""
    found = {
        _font(font)
        for resources in resources_of(file.pages)
        for font in resources.get("/Font", {}).values()
        if isinstance(font, Dictionary) and font.get("/Subtype") != "/Type3"
    }
    return tuple(sorted(found))


def unembedded(file: Pdf, span: Span) -> Iterator[Diagnostic]:
    """Findings for fonts that a file names without holding them."""
    for font in fonts_of(file):
        if not font.embedded:
            yield Diagnostic(codes.FONT_NOT_EMBEDDED, f"the font {font.name} is not embedded", span)


def lacks_our_letters(pdf: bytes) -> bool:
    """Whether a file names a font of our products without holding it, so that other letters are shown instead of all of ours."""
    try:
        with opened(pdf) as file:
            return any(not font.embedded and _is_ours(font.name) for font in fonts_of(file))
    except RefusedFileError:
        return False


def _is_ours(name: str) -> bool:
    letters = _family(name.partition("+")[2] or name)
    return any(letters.startswith(_family(file.partition("-")[0])) for file in FONT_FILES)


def _family(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalpha())


def _font(font: Any) -> Font:
    described = font["/DescendantFonts"][0] if "/DescendantFonts" in font else font
    descriptor = described.get("/FontDescriptor", {})
    name = str(font.get("/BaseFont", "")).removeprefix("/") or "without a name"
    return Font(name, any(key in descriptor for key in _OUTLINES))
