"""Checks of a file beside what its pages paint: boxes, number, additions, statements on itself, fonts, tags.

Each fault of pages is reported once, however many pages have it (``by_fault``). Tags are as screen readers
ask for them (PDF/UA-1, ISO 14289-1).
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from operator import gt
from typing import Any

from pikepdf import Array, Dictionary, Name, Pdf, parse_content_stream

from casekit.diagnostics import Code, Finding, codes
from casekit.print.content.papers import (
    BLEED,
    INK_PROFILE,
    PAGES_PER_SHEET,
    POINTS_PER_MM,
    PRINT_CONDITION,
    Format,
)
from casekit.print.preflight.pdf_opening import SHOWING, Box, asked_of, box_of, outside, present, scopes_of
from casekit.print.typesetting.typesetter import FONT_FILES
from casekit.system.sandbox import report_progress
from casekit.values import frozen

FileCheck = Callable[[Pdf, Format], Iterable[Finding]]
"""An open file and what it should be, to findings."""
_ROUNDING = 0.6
"""Points by which a box may be off."""
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


@frozen(slots=True)
class Fault:
    """A fault of a page, as a sentence goes on after "has", and where it is on the page."""

    code: Code
    text: str
    box: Box | None = None


def by_fault(
    faults: Callable[[Any, Format], Iterable[Fault]], file: Pdf, wanted: Format
) -> Iterator[Finding]:
    """A finding for each fault, with the first page that has it and its place there."""
    places: dict[tuple[Code, str], tuple[str, list[int]]] = {}
    for number, page in enumerate(file.pages, 1):
        report_progress(number)
        for fault in faults(page, wanted):
            _, pages = places.setdefault((fault.code, fault.text), (_place(page, fault.box), []))
            if pages[-1:] != [number]:
                pages.append(number)
    for (code, text), (place, (first, *others)) in places.items():
        more = "1 other" if len(others) == 1 else f"{len(others)} others"
        where = f"page {first} and {more} have" if others else f"page {first} has"
        yield code.at(wanted.span, f"{where} {text}{place}")


def _place(page: Any, box: Box | None) -> str:
    """Where the upper left corner of a box is on the cut page."""
    if box is None:
        return ""
    left, _, _, top = box_of(page.trimbox)
    across, down = ((box[0] - left) / POINTS_PER_MM, (top - box[3]) / POINTS_PER_MM)
    return f", {across:.0f} mm from the left and {down:.0f} mm from the top"


def trimmed_size(page: Any, wanted: Format) -> Iterator[Fault]:
    """A page that is turned, shown in part or enlarged, or not as large as it should be once it is cut."""
    trim = box_of(page.trimbox)
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
    bleed = box_of(page.bleedbox)
    around = min(outside(bleed, box_of(page.trimbox)))
    faults = {
        "both an ArtBox and a TrimBox, but PDF/X allows only one": "/ArtBox" in page.obj,
        f"{around / POINTS_PER_MM:.1f} mm of bleed instead of {BLEED:.0f} mm": around
        < BLEED * POINTS_PER_MM - _ROUNDING,
        "a bleed outside its MediaBox": min(outside(box_of(page.mediabox), bleed)) < -_ROUNDING,
    }
    texts = [f"no {' and no '.join(missing)}"] if missing else present(faults)
    return (Fault(codes.WRONG_BOX, text) for text in texts)


def whole_sheets(file: Pdf, wanted: Format) -> Iterator[Finding]:
    """A number of pages that does not fill folded sheets."""
    count = len(file.pages)
    if count % PAGES_PER_SHEET:
        message = f"the booklet has {count} pages, which is not a multiple of {PAGES_PER_SHEET}"
        yield codes.WRONG_PAGE_COUNT.at(wanted.span, message)


def additions_to_page(page: Any, _: Format) -> Iterator[Fault]:
    """Links, notes, also of programs, actions and small pictures, which no product of any variant has."""
    for note in page.obj.get("/Annots", ()):
        kind = str(note.get("/Subtype", ""))
        box = box_of(note.get("/Rect", (0, 0, 0, 0)))
        if kind not in ("/PrinterMark", "/TrapNet") and _touch(box, box_of(page.bleedbox)):
            what = _KINDS.get(kind, "an annotation")
            yield Fault(codes.ADDED_OBJECT, f"{what}, which casekit did not put there", box)
    for key, text in _ADDED.items():
        if key in page.obj:
            yield Fault(codes.ADDED_OBJECT, text)


def _touch(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def additions_to_file(file: Pdf, wanted: Format) -> Iterator[Finding]:
    """Forms, scripts, actions, attachments, articles and layers, which no product has either."""
    root = file.Root
    names, form = root.get("/Names", Dictionary()), root.get("/AcroForm", Dictionary())
    # A place to open the file at, as an array or a name, is not an action.
    opens = root.get("/OpenAction")
    acts = isinstance(opens, Dictionary) and opens.get("/S") != Name.GoTo
    layers = root.get("/OCProperties", Dictionary()).get("/OCGs", Array())
    additions = {
        "an action, which runs when it is opened": acts or "/AA" in root,
        "a script": "/JavaScript" in names,
        "an attachment": "/EmbeddedFiles" in names or "/AF" in root or "/Collection" in root,
        "a form": len(form.get("/Fields", Array())) or "/XFA" in form,
        _PRIVATE: "/PieceInfo" in root,
        "articles, which lead through its pages in another order": "/Threads" in root,
        "layers, which can be switched off": len(layers),
    }
    for text in present(additions):
        yield codes.ADDED_OBJECT.at(wanted.span, f"the file has {text}")


def output_intent(file: Pdf, wanted: Format) -> Iterator[Finding]:
    """A file that does not say of itself what PDF/X-4 (ISO 15930-7) asks for, above all its inks."""
    return (codes.MISSING_OUTPUT_INTENT.at(wanted.span, message) for message in _unsaid(file))


def _unsaid(file: Pdf) -> list[str]:
    metadata = file.Root.Metadata.read_bytes() if "/Metadata" in file.Root else b""
    intents = [intent for intent in file.Root.get("/OutputIntents", ()) if _is_for_press(intent)]
    names = [str(intent.get("/OutputConditionIdentifier", "")) for intent in intents]
    own = INK_PROFILE.read_bytes()
    faults = {
        "the file does not say that it is PDF/X-4": _MARKER not in metadata,
        "the file has no output intent with a profile for a CMYK printing condition": not intents,
        **{
            f"the output intent is called {name!r} instead of {PRINT_CONDITION}": name != PRINT_CONDITION
            for name in names
        },
        f"the profile of the output intent is not that of {PRINT_CONDITION}": any(
            intent.DestOutputProfile.read_bytes() != own for intent in intents
        ),
        "the file has no identifier (ID), which PDF/X requires": "/ID" not in file.trailer,
        **{
            f"the file's information lacks {key}, which PDF/X requires": f"/{key}" not in file.docinfo
            for key in ("Title", "CreationDate", "ModDate", "Trapped")
        },
    }
    return [*present(faults), *_unlike_metadata(file)]


def _is_for_press(intent: Any) -> bool:
    """Whether an output intent is that of PDF/X, with a profile for a press in CMYK."""
    if intent.get("/S") != "/GTS_PDFX" or "/DestOutputProfile" not in intent:
        return False
    # The head of the profile says what it is for.
    return bool(intent.DestOutputProfile.read_bytes()[12:20] == b"prtrCMYK")


def _unlike_metadata(file: Pdf) -> Iterator[str]:
    if "/Metadata" in file.Root:
        info = file.docinfo
        with file.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as fields:
            texts = [(key, fields.get(name)) for key, name in _IN_METADATA.items()]
        for key, text in texts:
            if text is not None and key in info and str(info[key]).removeprefix("/") != str(text):
                yield f"the file's information and its metadata differ in {key.removeprefix('/')}"


def fonts_of(file: Pdf) -> list[tuple[str, bool]]:
    """The fonts that the pages of a file can use, by name, and whether the file holds their outlines."""
    fonts: set[tuple[str, bool]] = set()
    for scope in scopes_of(file):
        for font in (scope.resources or {}).get("/Font", {}).values():
            if isinstance(font, Dictionary) and font.get("/Subtype") != "/Type3":
                fonts.add(_font(font))
    return sorted(fonts)


def _font(font: Any) -> tuple[str, bool]:
    described = font["/DescendantFonts"][0] if "/DescendantFonts" in font else font
    descriptor = described.get("/FontDescriptor", {})
    name = str(font.get("/BaseFont", "")).removeprefix("/") or "without a name"
    return name, any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))


def unembedded(file: Pdf, wanted: Format) -> Iterator[Finding]:
    """Fonts that a file names without holding them."""
    for name, embedded in fonts_of(file):
        if not embedded:
            yield codes.FONT_NOT_EMBEDDED.at(wanted.span, f"the font {name} is not embedded")


def lacks_our_letters(pdf: bytes) -> bool:
    """Whether a file names a font of our products without holding it.

    Then other letters are shown instead of all of ours.
    """
    fonts: list[tuple[str, bool]] = asked_of(pdf, fonts_of, [])
    ours = tuple(_family(file.partition("-")[0]) for file in FONT_FILES)
    lacking = [name.partition("+")[2] or name for name, embedded in fonts if not embedded]
    return any(_family(name).startswith(ours) for name in lacking)


def _family(name: str) -> str:
    return "".join(filter(str.isalpha, name.lower()))


_MARKING = "BMC BDC EMC Tj TJ ' \""
_LEVELS = ("/H1", "/H2", "/H3", "/H4", "/H5", "/H6")
_MOST_NODES = 500_000


@frozen(slots=True)
class TagNode:
    """An element of the structure, or a mark that one reads: the object, its depth, and its page.

    ``mark`` is the number of a mark, and ``holder`` the page or the picture in whose content it is.
    """

    object: Any
    depth: int
    page: Any
    mark: int | None = None
    holder: Any = None

    @property
    def kind(self) -> str:
        """The kind of an element."""
        return str(self.object["/S"])


def nodes(parent: Any) -> Iterator[TagNode]:
    """Everything below an element, in reading order; equal elements may belong to several others."""
    waiting = [(kid, 0, parent, parent.get("/Pg")) for kid in _kids(parent)][::-1]
    for _ in range(_MOST_NODES):
        if not waiting:
            return
        kid, depth, owner, page = waiting.pop()
        if isinstance(kid, int):
            yield TagNode(owner, depth, page, kid, None if page is None else page.objgen)
        elif isinstance(kid, Dictionary) and "/S" in kid:
            page = kid.get("/Pg", page)
            yield TagNode(kid, depth, page)
            waiting += [(part, depth + 1, kid, page) for part in _kids(kid)][::-1]
        elif isinstance(kid, Dictionary) and "/MCID" in kid:
            page = kid.get("/Pg", page)
            holder = kid.get("/Stm", page)
            yield TagNode(owner, depth, page, int(kid.MCID), None if holder is None else holder.objgen)
    raise ValueError("the tags have no end")


def tags(file: Pdf, wanted: Format) -> Iterator[Finding]:
    """Findings: no tags, language or title; text without a tag; pictures, tables, headings without theirs."""
    messages = [*_of_catalogue(file), *_untagged_pages(file)]
    tree = file.Root.get("/StructTreeRoot")
    if isinstance(tree, Dictionary):
        in_tree = list(nodes(tree))
        messages += _of_structure([node for node in in_tree if node.mark is None])
        messages += _of_order(file, tree, in_tree)
    for message in messages:
        yield codes.MISSING_TAGS.at(wanted.span, message)


def _untagged_pages(file: Pdf) -> Iterator[str]:
    for number, page in enumerate(file.pages, 1):
        if any(_has_bare_text(scope.content) for scope in scopes_of(page)):
            yield f"page {number} has text without a tag"


def _of_catalogue(file: Pdf) -> Iterator[str]:
    root = file.Root
    metadata = root.Metadata.read_bytes() if "/Metadata" in root else b""
    wants = {
        "no tag structure": "/StructTreeRoot" in root,
        "not marked as tagged": bool(root.get("/MarkInfo", Dictionary()).get("/Marked", False)),
        "without a language": bool(str(root.get("/Lang", ""))),
        "without a title for viewers to show": bool(str(file.docinfo.get("/Title", "")))
        and bool(root.get("/ViewerPreferences", Dictionary()).get("/DisplayDocTitle", False)),
        "without an outline": "/Outlines" in root,
        "not declared as PDF/UA": b"pdfuaid:part" in metadata,
    }
    for fault, met in wants.items():
        if not met:
            verb = "has" if fault.startswith("no ") else "is"
            yield f"the file {verb} {fault}"


def _has_bare_text(content: Any) -> bool:
    depth = 0
    for instruction in parse_content_stream(content, _MARKING):
        name = str(instruction.operator)
        depth += (name in {"BMC", "BDC"}) - (name == "EMC")
        if name in SHOWING and depth == 0:
            return True
    return False


def _kids(element: Any) -> Iterator[Any]:
    kids = element.get("/K", Array())
    yield from kids if isinstance(kids, Array) else [kids]


def _of_structure(elements: list[TagNode]) -> list[str]:
    levels = [_LEVELS.index(node.kind) + 1 for node in elements if node.kind in _LEVELS]
    low = next((level for above, level in pairwise((0, *levels)) if level > above + 1), 0)
    figures = [node.object for node in elements if node.kind == "/Figure"]
    tables = [node.object for node in elements if node.kind == "/Table"]
    faults = {
        "a picture is neither described nor marked as an ornament": any("/Alt" not in e for e in figures),
        "a table has no header cells": not all(_has_header_cells(table) for table in tables),
        f"a heading H{low} does not follow one of the level above it": low,
        "the file has no headings": not levels,
    }
    return present(faults)


def _has_header_cells(table: Any) -> bool:
    return any(node.kind == "/TH" for node in nodes(table))


def _of_order(file: Pdf, tree: Any, in_tree: list[TagNode]) -> Iterator[str]:
    """Parts that are not read page by page, and marks of a page that are not read as they are painted.

    Upright pages are read forwards, solutions from the back cover on.
    """
    document = tree
    if len(list(_kids(tree))) == 1:
        (document,) = (node.object for node in in_tree if node.depth == 0)
    numbers = {page.obj.objgen: at for at, page in enumerate(file.pages)}
    parts = [part for part in _kids(document) if isinstance(part, Dictionary) and "/Pg" in part]
    pages = [numbers.get(part.Pg.objgen, -1) for part in parts]
    last = len(file.pages) - 1
    turn = pages.index(last) if last in pages else len(pages)
    upright, turned = pages[:turn], pages[turn:]
    in_order = upright == sorted(upright) and turned == sorted(turned, reverse=True)
    if not in_order or not _are_read_as_painted(in_tree):
        yield "the tags are not in reading order"


def _are_read_as_painted(in_tree: list[TagNode]) -> bool:
    """Whether the marks of each page are mostly read in the order in which they were painted.

    Not all of them are, because of columns and tables.
    """
    marks: dict[Any, list[int]] = {}
    for node in in_tree:
        if node.mark is not None and node.page is not None:
            marks.setdefault(node.page.objgen, []).append(node.mark)
    for numbers in marks.values():
        backwards = sum(map(gt, numbers, numbers[1:]))
        if backwards > len(numbers) / 2:
            return False
    return True
