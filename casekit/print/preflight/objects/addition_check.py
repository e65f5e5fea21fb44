"""Additions to a file beside its pages that casekit never makes: no product of any variant has them."""

from collections.abc import Iterator
from typing import Any

from pikepdf import Array, Dictionary, Name, Pdf

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.papers import Format
from casekit.print.preflight.objects.boxes import bleed_of
from casekit.print.preflight.objects.page_faults import Fault, by_fault, finding

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
