"""What a file is beside what its pages paint: their boxes and their number, additions, statements on itself, fonts.

Faults of pages are said once each, however many pages have them (``by_fault``).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from pikepdf import Array, Dictionary, Name, Pdf

from casekit.diagnostics import Code, Diagnostic, Span, codes
from casekit.print.content.condition import CONDITION, PROFILE
from casekit.print.content.folding import SHEET
from casekit.print.content.papers import BLEED, POINTS_PER_MM, Format
from casekit.print.preflight.objects.open_files import (
    Box,
    RefusedFileError,
    bleed_of,
    box_of,
    inherited,
    media_of,
    opened,
    outside,
    resources_of,
    trim_of,
)
from casekit.print.text.typesetter import FONT_FILES

FileCheck = Callable[[Pdf, Format], Iterable[Diagnostic]]
"""An open file and what it should be, to findings."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a page, as a sentence goes on after "has", and where it is on the page."""

    code: Code
    text: str
    box: Box | None = None


def by_fault(file: Pdf, faults: Callable[[Any], Iterable[Fault]], wanted: Format) -> Iterator[Diagnostic]:
    """A finding for each fault, with the first page that has it and its place there."""
    pages: dict[tuple[Code, str], list[int]] = {}
    places: dict[tuple[Code, str], str] = {}
    for number, page in enumerate(file.pages, 1):
        for fault in faults(page):
            key = fault.code, fault.text
            known = pages.setdefault(key, [])
            if not known:
                places[key] = _place(page, fault.box)
            if known[-1:] != [number]:
                known.append(number)
    for (code, text), (first, *others) in pages.items():
        more = "1 other" if len(others) == 1 else f"{len(others)} others"
        where = f"page {first} and {more} have" if others else f"page {first} has"
        yield finding(code, f"{where} {text}{places[code, text]}", wanted)


def finding(code: Code, message: str, wanted: Format) -> Diagnostic:
    """A finding about the file as a whole."""
    return Diagnostic(code, message, wanted.span)


def _place(page: Any, box: Box | None) -> str:
    """Where the upper left corner of a box is on the cut page."""
    if box is None:
        return ""
    left, _, _, top = trim_of(page)
    across, down = ((box[0] - left) / POINTS_PER_MM, (top - box[3]) / POINTS_PER_MM)
    return f", {across:.0f} mm from the left and {down:.0f} mm from the top"


_ROUNDING = 0.6
"""Points by which a box may be off."""


def trimmed_size(file: Pdf, wanted: Format) -> Iterator[Diagnostic]:
    """Pages that are turned, shown in part or enlarged, or not as large as they should be once they are cut."""

    def faults(page: Any) -> Iterator[Fault]:
        trim = trim_of(page)
        size = ((trim[2] - trim[0]) / POINTS_PER_MM, (trim[3] - trim[1]) / POINTS_PER_MM)
        asked = (wanted.width, wanted.height)
        if any(abs(a - b) * POINTS_PER_MM > _ROUNDING for a, b in zip(size, asked, strict=True)):
            yield Fault(
                codes.WRONG_BOX, f"{size[0]:.1f} x {size[1]:.1f} mm instead of {asked[0]:g} x {asked[1]:g} mm"
            )
        turn = int(inherited(page, "/Rotate") or 0) % 360
        if turn:
            yield Fault(codes.WRONG_BOX, f"been turned by {turn} degrees")
        shown = box_of(page, "/CropBox")
        if shown is not None and min(outside(shown, trim)) < -_ROUNDING:
            yield Fault(
                codes.WRONG_BOX,
                f"a CropBox that hides {-min(outside(shown, trim)) / POINTS_PER_MM:.1f} mm of the page",
            )
        unit = float(page.obj.get("/UserUnit", 1))
        if unit != 1:
            yield Fault(codes.WRONG_BOX, f"a UserUnit, which makes it {unit:g} times as large")

    return by_fault(file, faults, wanted)


def bleed_boxes(file: Pdf, wanted: Format) -> Iterator[Diagnostic]:
    """Pages without trim and bleed, or with less bleed than asked for."""

    def faults(page: Any) -> Iterator[Fault]:
        missing = [name for name in ("TrimBox", "BleedBox") if f"/{name}" not in page.obj]
        if missing:
            yield Fault(codes.WRONG_BOX, f"no {' and no '.join(missing)}")
            return
        if "/ArtBox" in page.obj:
            yield Fault(codes.WRONG_BOX, "both an ArtBox and a TrimBox, but PDF/X allows only one")
        bleed = bleed_of(page)
        around = outside(bleed, trim_of(page))
        if min(around) < BLEED * POINTS_PER_MM - _ROUNDING:
            yield Fault(
                codes.WRONG_BOX, f"{min(around) / POINTS_PER_MM:.1f} mm of bleed instead of {BLEED:.0f} mm"
            )
        if min(outside(media_of(page), bleed)) < -_ROUNDING:
            yield Fault(codes.WRONG_BOX, "a bleed outside its MediaBox")

    return by_fault(file, faults, wanted)


def whole_sheets(file: Pdf, wanted: Format) -> Iterator[Diagnostic]:
    """A number of pages that does not fill folded sheets."""
    count = len(file.pages)
    if count % SHEET:
        message = f"the booklet has {count} pages, which is not a multiple of {SHEET}"
        yield finding(codes.WRONG_PAGE_COUNT, message, wanted)


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


def additions(file: Pdf, wanted: Format) -> Iterator[Diagnostic]:
    """Links, notes, also of programs, forms, scripts, actions, attachments, articles, layers and small pictures of pages."""

    def faults(page: Any) -> Iterator[Fault]:
        for note in page.obj.get("/Annots", ()):
            kind = str(note.get("/Subtype", ""))
            left, bottom, right, top = (float(edge) for edge in note.get("/Rect", (0, 0, 0, 0)))
            box = (min(left, right), min(bottom, top), max(left, right), max(bottom, top))
            if kind in _MARKS or not _touch(box, bleed_of(page)):
                continue
            what = _KINDS.get(kind, "an annotation")
            yield Fault(codes.ADDED_OBJECT, f"{what}, which casekit did not put there", box)
        if "/AA" in page.obj:
            yield Fault(codes.ADDED_OBJECT, "an action, which runs when it is looked at")
        if "/PieceInfo" in page.obj:
            yield Fault(codes.ADDED_OBJECT, _PRIVATE)
        if "/Thumb" in page.obj:
            yield Fault(codes.ADDED_OBJECT, "a small picture of its own, which viewers show instead of it")

    yield from by_fault(file, faults, wanted)
    for text in _of_file(file.Root):
        yield finding(codes.ADDED_OBJECT, f"the file has {text}", wanted)


def _touch(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _of_file(root: Any) -> Iterator[str]:
    names = root.get("/Names", Dictionary())
    # A place to open the file at, as an array or a name, is not an action.
    opens = root.get("/OpenAction")
    acts = isinstance(opens, Dictionary) and opens.get("/S") != Name.GoTo
    if acts or "/AA" in root:
        yield "an action, which runs when it is opened"
    if "/JavaScript" in names:
        yield "a script"
    if "/EmbeddedFiles" in names or "/AF" in root or "/Collection" in root:
        yield "an attachment"
    form = root.get("/AcroForm", Dictionary())
    if len(form.get("/Fields", Array())) or "/XFA" in form:
        yield "a form"
    if "/PieceInfo" in root:
        yield _PRIVATE
    if "/Threads" in root:
        yield "articles, which lead through its pages in another order"
    if "/OCProperties" in root and len(root.OCProperties.get("/OCGs", Array())):
        yield "layers, which can be switched off"


_MARKER = b"<pdfxid:GTS_PDFXVersion>PDF/X-4<"
_PDF = "{http://ns.adobe.com/pdf/1.3/}Trapped"
_TITLE = "{http://purl.org/dc/elements/1.1/}title"
_PROFILE_HEAD = slice(12, 20)
_CMYK_PRINTER = b"prtrCMYK"


def output_intent(file: Pdf, wanted: Format) -> Iterator[Diagnostic]:
    """A file that does not say that it is PDF/X-4, or for which inks it was made."""
    return (finding(codes.MISSING_OUTPUT_INTENT, message, wanted) for message in _messages(file))


def _messages(file: Pdf) -> Iterator[str]:
    metadata = file.Root.Metadata.read_bytes() if "/Metadata" in file.Root else b""
    if _MARKER not in metadata:
        yield "the file does not say that it is PDF/X-4"
    yield from _of_intents([each for each in file.Root.get("/OutputIntents", ()) if _is_for_press(each)])
    if "/ID" not in file.trailer:
        yield "the file has no identifier (ID), which PDF/X requires"
    info = file.docinfo
    for key in ("/Title", "/CreationDate", "/ModDate", "/Trapped"):
        if key not in info:
            yield f"the file's information lacks {key.removeprefix('/')}, which PDF/X requires"
    for key, told in _told(file).items():
        if key in info and str(info[key]).removeprefix("/") != told:
            yield f"the file's information and its metadata differ in {key.removeprefix('/')}"


def _of_intents(intents: list[Any]) -> Iterator[str]:
    if not intents:
        yield "the file has no output intent with a profile for a CMYK printing condition"
    for intent in intents:
        name = str(intent.get("/OutputConditionIdentifier", ""))
        if name != CONDITION:
            yield f"the output intent is called {name!r} instead of {CONDITION}"
        if sha256(intent.DestOutputProfile.read_bytes()).digest() != sha256(PROFILE.read_bytes()).digest():
            yield f"the profile of the output intent is not that of {CONDITION}"


def _is_for_press(intent: Any) -> bool:
    if intent.get("/S") != "/GTS_PDFX" or "/DestOutputProfile" not in intent:
        return False
    return bool(intent.DestOutputProfile.read_bytes()[_PROFILE_HEAD] == _CMYK_PRINTER)


def _told(file: Pdf) -> Mapping[str, str]:
    """The fields of the XMP metadata that the file's information has too, by its keys there."""
    if "/Metadata" not in file.Root:
        return {}
    with file.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
        told = {"/Title": metadata.get(_TITLE), "/Trapped": metadata.get(_PDF)}
    return {key: str(text) for key, text in told.items() if text is not None}


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
