"""What a print shop, and a screen reader, ask of a finished file; read with pypdf, which did not write it.

Each check is a function from an open file and the format it should have to findings; which a variant asks for is said in
``inspection``.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from pypdf import PdfReader
from pypdf.generic import DictionaryObject, RectangleObject

from casekit.diagnostics import Code, Diagnostic, codes
from casekit.print.content.folding import SHEET
from casekit.print.content.papers import BLEED, POINTS_PER_MM
from casekit.print.content.wanted import Format
from casekit.print.preflight.operators import operations, streams

_ROUNDING = 0.6
"""Points by which a box may be off."""
_FILLS = {b"g", b"k", b"rg", b"scn", b"sc"}
_SHOWN = {b"Tj", b"TJ", b"'", b'"'}
_PRESS_SPACES = ("/DeviceGray", "/DeviceCMYK")
# Ink that no eye tells from black.
_DARK = 0.88
_CMYK_PRINTER = b"prtrCMYK"
_MARKS = ("/PrinterMark", "/TrapNet")
_PDF = "http://ns.adobe.com/pdf/1.3/"


def trimmed_size(file: PdfReader, wanted: Format) -> Iterator[Diagnostic]:
    """Pages that are turned, or not as large as they should be once they are cut."""

    def faults(page: Any) -> Iterator[str]:
        # pypdf writes a page's trim box down when it is asked for one that is not there.
        box = RectangleObject(page.get("/TrimBox", page.mediabox))
        size = (float(box.width) / POINTS_PER_MM, float(box.height) / POINTS_PER_MM)
        asked = (wanted.width, wanted.height)
        if any(abs(a - b) * POINTS_PER_MM > _ROUNDING for a, b in zip(size, asked, strict=True)):
            yield f"{size[0]:.1f} x {size[1]:.1f} mm instead of {asked[0]:g} x {asked[1]:g} mm"
        if page.rotation % 360:
            yield f"been turned by {page.rotation % 360} degrees"

    return _by_fault(codes.WRONG_BOX, file, faults, wanted)


def bleed_boxes(file: PdfReader, wanted: Format) -> Iterator[Diagnostic]:
    """Pages without trim and bleed, or with less bleed than asked for."""

    def faults(page: Any) -> Iterator[str]:
        missing = [name for name in ("TrimBox", "BleedBox") if f"/{name}" not in page]
        if missing:
            yield f"no {' and no '.join(missing)}"
            return
        if "/ArtBox" in page:
            yield "both an ArtBox and a TrimBox, but PDF/X allows only one"
        outside = _edges(page.bleedbox, page.trimbox)
        if min(outside) < BLEED * POINTS_PER_MM - _ROUNDING:
            yield f"{min(outside) / POINTS_PER_MM:.1f} mm of bleed instead of {BLEED:.0f} mm"
        if min(_edges(page.mediabox, page.bleedbox)) < -_ROUNDING:
            yield "a bleed outside its MediaBox"

    return _by_fault(codes.WRONG_BOX, file, faults, wanted)


def whole_sheets(file: PdfReader, wanted: Format) -> Iterator[Diagnostic]:
    """A number of pages that does not fill folded sheets."""
    count = len(file.pages)
    if count % SHEET:
        message = f"the booklet has {count} pages, which is not a multiple of {SHEET}"
        yield _finding(codes.WRONG_PAGE_COUNT, message, wanted)


def inks(file: PdfReader, wanted: Format) -> Iterator[Diagnostic]:
    """Colours that are not made of inks, and black text of more than black ink."""

    def faults(page: Any) -> Iterator[str]:
        return (fault for owner, data in streams(page) for fault in _ink_faults(owner, data))

    return _by_fault(codes.WRONG_INK, file, faults, wanted)


def output_intent(file: PdfReader, wanted: Format) -> Iterator[Diagnostic]:
    """A file that does not say that it is PDF/X-4, or for which inks it was made."""
    root: Any = file.trailer["/Root"].get_object()
    metadata = root["/Metadata"].get_object().get_data() if "/Metadata" in root else b""
    if b"<pdfxid:GTS_PDFXVersion>PDF/X-4<" not in metadata:
        yield _finding(codes.MISSING_OUTPUT_INTENT, "the file does not say that it is PDF/X-4", wanted)
    intents = [intent.get_object() for intent in _array(root.get("/OutputIntents"))]
    if not any(_is_for_inks(intent) for intent in intents):
        message = "the file has no output intent with a profile for a CMYK printing condition"
        yield _finding(codes.MISSING_OUTPUT_INTENT, message, wanted)
    if "/ID" not in file.trailer:
        yield _finding(
            codes.MISSING_OUTPUT_INTENT, "the file has no identifier (ID), which PDF/X requires", wanted
        )
    info: Any = file.metadata or {}
    for key in ("/Title", "/CreationDate", "/ModDate", "/Trapped"):
        if key not in info:
            message = f"the file's information lacks {key.removeprefix('/')}, which PDF/X requires"
            yield _finding(codes.MISSING_OUTPUT_INTENT, message, wanted)
    for key, told in _metadata(file).items():
        if key in info and str(info[key]) != told:
            message = f"the file's information and its metadata differ in {key.removeprefix('/')}"
            yield _finding(codes.MISSING_OUTPUT_INTENT, message, wanted)


def nothing_to_click(file: PdfReader, wanted: Format) -> Iterator[Diagnostic]:
    """Links, forms and scripts, which PDF/X allows nowhere on the printed sheet."""

    def faults(page: Any) -> Iterator[str]:
        notes = [note.get_object() for note in _array(page.get("/Annots"))]
        if any(note.get("/Subtype") not in _MARKS and _touches(note, page.bleedbox) for note in notes):
            yield "a link, a note or a form field, which PDF/X forbids"
        if "/AA" in page:
            yield "an action, which PDF/X forbids"

    yield from _by_fault(codes.MISSING_OUTPUT_INTENT, file, faults, wanted)
    root: Any = file.trailer["/Root"].get_object()
    # A place to open the file at, as an array, is no action.
    opens = isinstance(_resolved(root.get("/OpenAction", [])), DictionaryObject)
    if opens or "/AA" in root or "/JavaScript" in _resolved(root.get("/Names", {})):
        yield _finding(codes.MISSING_OUTPUT_INTENT, "the file has an action, which PDF/X forbids", wanted)


def _metadata(file: PdfReader) -> Mapping[str, str]:
    """What the XMP metadata say of things that the file's information tells too, by its keys there."""
    metadata = file.xmp_metadata
    if metadata is None:
        return {}
    told = {"/Title": metadata.dc_title.get("x-default")} if metadata.dc_title else {}
    trapped = next(iter(metadata.get_element("", _PDF, "Trapped")), None)
    if trapped is not None and trapped.firstChild:
        told["/Trapped"] = f"/{trapped.firstChild.data}"
    return {key: text for key, text in told.items() if text is not None}


def _touches(note: Any, box: Any) -> bool:
    """Whether an annotation is within a box, at least in part."""
    area = RectangleObject(note["/Rect"])
    across = area.left < box.right and box.left < area.right
    return bool(across and area.bottom < box.top and box.bottom < area.top)


def _by_fault(
    code: Code, file: PdfReader, faults: Callable[[Any], Iterable[str]], wanted: Format
) -> Iterator[Diagnostic]:
    """A finding for each fault, however many pages have it; a fault is what a page has."""
    pages: dict[str, list[int]] = {}
    for number, page in enumerate(file.pages, 1):
        for fault in dict.fromkeys(faults(page)):
            pages.setdefault(fault, []).append(number)
    for fault, (first, *others) in pages.items():
        more = "1 other" if len(others) == 1 else f"{len(others)} others"
        where = f"page {first} and {more} have" if others else f"page {first} has"
        yield _finding(code, f"{where} {fault}", wanted)


def _finding(code: Code, message: str, wanted: Format) -> Diagnostic:
    return Diagnostic(code, message, wanted.span)


def _edges(outer: Any, inner: Any) -> tuple[float, ...]:
    """How far each edge of a box is outside the same edge of another, in points."""
    return (
        float(inner.left - outer.left),
        float(inner.bottom - outer.bottom),
        float(outer.right - inner.right),
        float(outer.top - inner.top),
    )


def _ink_faults(owner: Any, data: bytes) -> Iterator[str]:
    yield from _space_faults(owner)
    fill: tuple[float, ...] = (0,)
    stack = []
    for operator, operands in operations(data):
        if operator in (b"rg", b"RG"):
            yield "an RGB colour"
        elif operator in (b"cs", b"CS") and operands[-1:] not in (
            [b"/DeviceCMYK"],
            [b"/DeviceGray"],
            [b"/Pattern"],
        ):
            yield f"a colour in {operands[-1].decode('latin-1').removeprefix('/') if operands else 'no space'}"
        elif operator in _FILLS:
            fill = tuple(float(part) for part in operands if not part.startswith(b"/"))
        elif operator == b"q":
            stack.append(fill)
        elif operator == b"Q" and stack:
            fill = stack.pop()
        elif operator in _SHOWN and _is_mixed_black(fill):
            yield "black text that is not in black ink alone"


def _is_mixed_black(fill: tuple[float, ...]) -> bool:
    """Whether inks look black but are more than black."""
    if len(fill) != 4:  # noqa: PLR2004 -- grey is black ink
        return False
    *coloured, black = fill
    return any(coloured) and (black >= _DARK or min(coloured) * (1 - black) + black >= _DARK)


def _space_faults(owner: Any) -> Iterator[str]:
    """Spaces of colour that are not inks: that of a stream's own group, and of the things it can name."""
    group = _resolved(owner.get("/Group", {}))
    if "/CS" in group and not _is_ink(group["/CS"]):
        yield f"a transparency group in {_name(group['/CS'])}"
    resources = _resolved(owner.get("/Resources", {}))
    for kind, what in (("/XObject", "a picture"), ("/Shading", "a gradient"), ("/Pattern", "a gradient")):
        for reference in _values(resources.get(kind)):
            thing = reference.get("/Shading", reference).get_object()
            space = thing.get("/ColorSpace")
            if space is not None and not _is_ink(space):
                yield f"{what} in {_name(space)}"
    if any(not _is_ink(space) for space in _values(resources.get("/ColorSpace"))):
        yield "a colour space that is not of inks"


def _values(dictionary: Any) -> Iterable[Any]:
    return [] if dictionary is None else [value.get_object() for value in dictionary.get_object().values()]


def _resolved(thing: Any) -> Any:
    """What a reference refers to; anything else as it is."""
    return thing.get_object() if hasattr(thing, "get_object") else thing


def _array(array: Any) -> Iterable[Any]:
    return [] if array is None else array.get_object()


def _is_ink(space: Any) -> bool:
    space = space.get_object()
    if isinstance(space, list):
        kind = space[0]
        if kind == "/ICCBased":
            return bool(space[1].get_object().get("/N") in (1, 4))
        if kind == "/Indexed":
            return _is_ink(space[1])
        return kind in ("/Separation", "/DeviceN", "/Pattern")
    return space in _PRESS_SPACES


def _name(space: Any) -> str:
    space = space.get_object()
    name = space[0] if isinstance(space, list) else space
    return re.sub(r"^/(Device)?", "", str(name))


def _is_for_inks(intent: Any) -> bool:
    if intent.get("/S") != "/GTS_PDFX" or "/DestOutputProfile" not in intent:
        return False
    header = intent["/DestOutputProfile"].get_object().get_data()[12:20]
    return bool(header == _CMYK_PRINTER)
