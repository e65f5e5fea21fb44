"""Checks of a file beside what its pages paint: their boxes and their number, additions, statements on itself, fonts.

Faults of pages are said once each, however many pages have them (``by_fault``).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pikepdf import Array, Dictionary, Name, Pdf

from casekit.diagnostics import Code, Diagnostic, codes
from casekit.print.content.papers import BLEED, CONDITION, POINTS_PER_MM, PROFILE, SHEET, Format
from casekit.print.preflight.objects.open_files import (
    Box,
    asked_of,
    bleed_of,
    box_of,
    media_of,
    outside,
    scopes_of,
    trim_of,
)
from casekit.print.text.typesetter import FONT_FILES
from casekit.system.reader_process import tell

FileCheck = Callable[[Pdf, Format], Iterable[Diagnostic]]
"""An open file and what it should be, to findings."""
_ROUNDING = 0.6
"""Points by which a box may be off."""
_MARKS = ("/PrinterMark", "/TrapNet")
_KINDS = {
    "/Link": "a link",
    "/Widget": "a form field",
    "/FileAttachment": "an attached file",
    "/Text": "a note",
    "/FreeText": "a text that lies over it",
    "/Popup": "a note",
}
_PRIVATE = "notes of another program"
_ADDED = {
    "/AA": "an action, which runs when it is looked at",
    "/PieceInfo": _PRIVATE,
    "/Thumb": "a small picture of its own, which viewers show instead of it",
}
"""Additions to a page, by their keys."""
_MARKER = b"<pdfxid:GTS_PDFXVersion>PDF/X-4<"
_IN_METADATA = {
    "/Title": "{http://purl.org/dc/elements/1.1/}title",
    "/Trapped": "{http://ns.adobe.com/pdf/1.3/}Trapped",
}
"""Fields of the file's information that its XMP metadata has too."""
_PROFILE_HEAD = slice(12, 20)
_CMYK_PRINTER = b"prtrCMYK"
_OUTLINES = ("/FontFile", "/FontFile2", "/FontFile3")


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a page, as a sentence goes on after "has", and where it is on the page."""

    code: Code
    text: str
    box: Box | None = None


def by_fault(
    faults: Callable[[Any, Format], Iterable[Fault]], file: Pdf, wanted: Format
) -> Iterator[Diagnostic]:
    """A finding for each fault, with the first page that has it and its place there."""
    found: dict[tuple[Code, str], tuple[str, list[int]]] = {}
    for number, page in enumerate(file.pages, 1):
        tell(number)
        for fault in faults(page, wanted):
            _, pages = found.setdefault((fault.code, fault.text), (_place(page, fault.box), []))
            if pages[-1:] != [number]:
                pages.append(number)
    for (code, text), (place, (first, *others)) in found.items():
        more = "1 other" if len(others) == 1 else f"{len(others)} others"
        where = f"page {first} and {more} have" if others else f"page {first} has"
        yield Diagnostic(code, f"{where} {text}{place}", wanted.span)


def present(faults: Mapping[str, object]) -> list[str]:
    """The faults of a table, which says of each whether it is there."""
    return [text for text, is_there in faults.items() if is_there]


def _place(page: Any, box: Box | None) -> str:
    """Where the upper left corner of a box is on the cut page."""
    if box is None:
        return ""
    left, _, _, top = trim_of(page)
    across, down = ((box[0] - left) / POINTS_PER_MM, (top - box[3]) / POINTS_PER_MM)
    return f", {across:.0f} mm from the left and {down:.0f} mm from the top"


def trimmed_size(page: Any, wanted: Format) -> Iterator[Fault]:
    """A page that is turned, shown in part or enlarged, or not as large as it should be once it is cut."""
    trim = trim_of(page)
    across, upward = (trim[2] - trim[0]) / POINTS_PER_MM, (trim[3] - trim[1]) / POINTS_PER_MM
    away = max(abs(across - wanted.width), abs(upward - wanted.height)) * POINTS_PER_MM
    hidden = -min(outside(box_of(page.cropbox), trim))
    unit = float(page.obj.get("/UserUnit", 1))
    faults = {
        f"{across:.1f} x {upward:.1f} mm instead of {wanted.width:g} x {wanted.height:g} mm": away
        > _ROUNDING,
        f"been turned by {page.rotation} degrees": page.rotation,
        f"a CropBox that hides {hidden / POINTS_PER_MM:.1f} mm of the page": hidden > _ROUNDING,
        f"a UserUnit, which makes it {unit:g} times as large": unit != 1,
    }
    return (Fault(codes.WRONG_BOX, text) for text in present(faults))


def bleed_boxes(page: Any, _: Format) -> Iterator[Fault]:
    """A page without trim and bleed, or with less bleed than asked for."""
    missing = [name for name in ("TrimBox", "BleedBox") if f"/{name}" not in page.obj]
    bleed = bleed_of(page)
    around = min(outside(bleed, trim_of(page)))
    faults = {
        "both an ArtBox and a TrimBox, but PDF/X allows only one": "/ArtBox" in page.obj,
        f"{around / POINTS_PER_MM:.1f} mm of bleed instead of {BLEED:.0f} mm": around
        < BLEED * POINTS_PER_MM - _ROUNDING,
        "a bleed outside its MediaBox": min(outside(media_of(page), bleed)) < -_ROUNDING,
    }
    found = [f"no {' and no '.join(missing)}"] if missing else present(faults)
    return (Fault(codes.WRONG_BOX, text) for text in found)


def whole_sheets(file: Pdf, wanted: Format) -> Iterator[Diagnostic]:
    """A number of pages that does not fill folded sheets."""
    count = len(file.pages)
    if count % SHEET:
        message = f"the booklet has {count} pages, which is not a multiple of {SHEET}"
        yield Diagnostic(codes.WRONG_PAGE_COUNT, message, wanted.span)


def additions_to_page(page: Any, _: Format) -> Iterator[Fault]:
    """Links, notes, also of programs, actions and small pictures, which no product of any variant has."""
    for note in page.obj.get("/Annots", ()):
        kind = str(note.get("/Subtype", ""))
        box = box_of(note.get("/Rect", (0, 0, 0, 0)))
        if kind not in _MARKS and _touch(box, bleed_of(page)):
            what = _KINDS.get(kind, "an annotation")
            yield Fault(codes.ADDED_OBJECT, f"{what}, which casekit did not put there", box)
    yield from (Fault(codes.ADDED_OBJECT, text) for key, text in _ADDED.items() if key in page.obj)


def _touch(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def additions_to_file(file: Pdf, wanted: Format) -> Iterator[Diagnostic]:
    """Forms, scripts, actions, attachments, articles and layers, which no product has either."""
    root = file.Root
    names, form = root.get("/Names", Dictionary()), root.get("/AcroForm", Dictionary())
    # A place to open the file at, as an array or a name, is not an action.
    opens = root.get("/OpenAction")
    acts = isinstance(opens, Dictionary) and opens.get("/S") != Name.GoTo
    layers = root.get("/OCProperties", Dictionary()).get("/OCGs", Array())
    found = {
        "an action, which runs when it is opened": acts or "/AA" in root,
        "a script": "/JavaScript" in names,
        "an attachment": "/EmbeddedFiles" in names or "/AF" in root or "/Collection" in root,
        "a form": len(form.get("/Fields", Array())) or "/XFA" in form,
        _PRIVATE: "/PieceInfo" in root,
        "articles, which lead through its pages in another order": "/Threads" in root,
        "layers, which can be switched off": len(layers),
    }
    return (Diagnostic(codes.ADDED_OBJECT, f"the file has {text}", wanted.span) for text in present(found))


def output_intent(file: Pdf, wanted: Format) -> Iterator[Diagnostic]:
    """A file that does not say of itself what PDF/X-4 (ISO 15930-7) asks for, above all which inks it was made for."""
    return (Diagnostic(codes.MISSING_OUTPUT_INTENT, message, wanted.span) for message in _unsaid(file))


def _unsaid(file: Pdf) -> list[str]:
    metadata = file.Root.Metadata.read_bytes() if "/Metadata" in file.Root else b""
    intents = [each for each in file.Root.get("/OutputIntents", ()) if _is_for_press(each)]
    names = [str(intent.get("/OutputConditionIdentifier", "")) for intent in intents]
    own = PROFILE.read_bytes()
    faults = {
        "the file does not say that it is PDF/X-4": _MARKER not in metadata,
        "the file has no output intent with a profile for a CMYK printing condition": not intents,
        **{
            f"the output intent is called {name!r} instead of {CONDITION}": name != CONDITION
            for name in names
        },
        f"the profile of the output intent is not that of {CONDITION}": any(
            intent.DestOutputProfile.read_bytes() != own for intent in intents
        ),
        "the file has no identifier (ID), which PDF/X requires": "/ID" not in file.trailer,
        **{
            f"the file's information lacks {key}, which PDF/X requires": f"/{key}" not in file.docinfo
            for key in ("Title", "CreationDate", "ModDate", "Trapped")
        },
    }
    return [*present(faults), *_unlike_metadata(file)]


def _unlike_metadata(file: Pdf) -> Iterator[str]:
    if "/Metadata" in file.Root:
        info = file.docinfo
        with file.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as fields:
            told = [(key, fields.get(name)) for key, name in _IN_METADATA.items()]
        for key, text in told:
            if text is not None and key in info and str(info[key]).removeprefix("/") != str(text):
                yield f"the file's information and its metadata differ in {key.removeprefix('/')}"


def _is_for_press(intent: Any) -> bool:
    if intent.get("/S") != "/GTS_PDFX" or "/DestOutputProfile" not in intent:
        return False
    return bool(intent.DestOutputProfile.read_bytes()[_PROFILE_HEAD] == _CMYK_PRINTER)


def fonts_of(file: Pdf) -> list[tuple[str, bool]]:
    """The fonts that the pages of a file can use, by name, and whether the file holds their outlines."""
    fonts = (font for scope in scopes_of(file) for font in (scope.resources or {}).get("/Font", {}).values())
    return sorted(
        {_font(font) for font in fonts if isinstance(font, Dictionary) and font.get("/Subtype") != "/Type3"}
    )


def _font(font: Any) -> tuple[str, bool]:
    described = font["/DescendantFonts"][0] if "/DescendantFonts" in font else font
    descriptor = described.get("/FontDescriptor", {})
    name = str(font.get("/BaseFont", "")).removeprefix("/") or "without a name"
    return name, any(key in descriptor for key in _OUTLINES)


def unembedded(file: Pdf, wanted: Format) -> Iterator[Diagnostic]:
    """Fonts that a file names without holding them."""
    for name, embedded in fonts_of(file):
        if not embedded:
            yield Diagnostic(codes.FONT_NOT_EMBEDDED, f"the font {name} is not embedded", wanted.span)


def lacks_our_letters(pdf: bytes) -> bool:
    """Whether a file names a font of our products without holding it, so that other letters are shown instead of all of ours."""
    fonts: list[tuple[str, bool]] = asked_of(pdf, fonts_of, [])
    return any(not embedded and _is_ours(name) for name, embedded in fonts)


def _is_ours(name: str) -> bool:
    letters = _family(name.partition("+")[2] or name)
    return any(letters.startswith(_family(file.partition("-")[0])) for file in FONT_FILES)


def _family(name: str) -> str:
    return "".join(filter(str.isalpha, name.lower()))
