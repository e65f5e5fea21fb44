"""Checks of a file beside what its pages paint.

These are its boxes, the number of its pages, additions, what it says of itself, fonts and tags. Each fault of
pages is reported once, however many pages have it (``by_fault``). Tags are as screen readers ask for them
(PDF/UA-1, ISO 14289-1).
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

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
"""A check of an open file, beside what its pages should be."""

_ROUNDING_POINTS = 0.6
"""Points by which an edge of a box may be off."""

_ANNOTATIONS = {
    "/Link": "a link",
    "/Widget": "a form field",
    "/FileAttachment": "an attached file",
    "/Text": "a note",
    "/FreeText": "a text that lies over it",
    "/Popup": "a note",
}
"""The words for annotations, by their kind."""

_PRIVATE_NOTES = "notes of another program"
_ADDITIONS_TO_PAGE = {
    "/AA": "an action, which runs when it is looked at",
    "/PieceInfo": _PRIVATE_NOTES,
    "/Thumb": "a small picture of its own, which viewers show instead of it",
}
"""The words for additions to a page, by their keys."""

_PDF_X_MARKER = b"<pdfxid:GTS_PDFXVersion>PDF/X-4<"
"""What the metadata of a PDF/X-4 contain."""

_METADATA_OF_FIELD = {
    "/Title": "{http://purl.org/dc/elements/1.1/}title",
    "/Trapped": "{http://ns.adobe.com/pdf/1.3/}Trapped",
}
"""The XMP metadata that repeat a field of the file's information, by that field."""

_MARKING_OPERATORS = "BMC BDC EMC Tj TJ ' \""
"""The operators that begin or end a marked part of content, and those that show text."""

_HEADING_KINDS = ("/H1", "/H2", "/H3", "/H4", "/H5", "/H6")
"""The kinds of headings, from the highest level."""

_MOST_NODES = 500_000
"""The most elements of the structure that are looked at."""

_MOST_DEPTH = 100
"""The most elements that are in each other: ours are a dozen. A structure in circles ends here at once."""


@frozen(slots=True)
class Fault:
    """A fault of a page."""

    code: Code
    """The code of its finding."""

    text: str
    """What the page has, as in ``no TrimBox``."""

    box: Box | None = None
    """Where it is on the page, in points."""


def by_fault(
    faults: Callable[[Any, Format], Iterable[Fault]], file: Pdf, page_format: Format
) -> Iterator[Finding]:
    """A finding for each fault that pages have, with the first page that has it and its place there.

    Args:
        faults: gives the faults of a page, beside what it should be.
        file: the open file.
        page_format: what its pages should be.
    """
    first_place: dict[tuple[Code, str], str] = {}
    pages_with_fault: dict[tuple[Code, str], list[int]] = {}
    for number, page in enumerate(file.pages, 1):
        report_progress(number)
        for fault in faults(page, page_format):
            key = (fault.code, fault.text)
            pages = pages_with_fault.setdefault(key, [])
            if not pages:
                first_place[key] = _place_in_words(page, fault.box)
            if pages[-1:] != [number]:
                pages.append(number)
    for (code, text), (first_page, *other_pages) in pages_with_fault.items():
        pages_have = f"page {first_page} has"
        if other_pages:
            others = "1 other" if len(other_pages) == 1 else f"{len(other_pages)} others"
            pages_have = f"page {first_page} and {others} have"
        yield code.at(page_format.span, f"{pages_have} {text}{first_place[code, text]}")


def _place_in_words(page: Any, box: Box | None) -> str:
    """Where the upper left corner of a box is on the cut page; empty without a box."""
    if box is None:
        return ""
    trim_left, _, _, trim_top = box_of(page.trimbox)
    left, _, _, top = box
    from_left, from_top = (left - trim_left) / POINTS_PER_MM, (trim_top - top) / POINTS_PER_MM
    return f", {from_left:.0f} mm from the left and {from_top:.0f} mm from the top"


def trimmed_size(page: Any, page_format: Format) -> Iterator[Fault]:
    """A page that is turned, shown in part or enlarged, or not as large as it should be once it is cut."""
    trim = box_of(page.trimbox)
    left, bottom, right, top = trim
    width, height = (right - left) / POINTS_PER_MM, (top - bottom) / POINTS_PER_MM
    expected_width, expected_height = page_format.width, page_format.height
    texts: list[str] = []
    excess_points = max(abs(width - expected_width), abs(height - expected_height)) * POINTS_PER_MM
    if excess_points > _ROUNDING_POINTS:
        text = f"{width:.1f} x {height:.1f} mm instead of {expected_width:g} x {expected_height:g} mm"
        texts.append(text)
    if page.rotation:
        texts.append(f"been turned by {page.rotation} degrees")
    hidden_points = -min(outside(box_of(page.cropbox), trim))
    if hidden_points > _ROUNDING_POINTS:
        text = f"a CropBox that hides {hidden_points / POINTS_PER_MM:.1f} mm of the page"
        texts.append(text)
    unit = float(page.obj.get("/UserUnit", 1))
    if unit != 1:
        texts.append(f"a UserUnit, which makes it {unit:g} times as large")
    yield from _box_faults(texts)


def bleed_boxes(page: Any, _: Format) -> Iterator[Fault]:
    """A page without trim and bleed, or with less bleed than asked for."""
    missing_boxes = [name for name in ("TrimBox", "BleedBox") if f"/{name}" not in page.obj]
    if missing_boxes:
        yield from _box_faults([f"no {' and no '.join(missing_boxes)}"])
        return
    texts: list[str] = []
    if "/ArtBox" in page.obj:
        texts.append("both an ArtBox and a TrimBox, but PDF/X allows only one")
    bleed = box_of(page.bleedbox)
    bleed_points = min(outside(bleed, box_of(page.trimbox)))
    if bleed_points < BLEED * POINTS_PER_MM - _ROUNDING_POINTS:
        text = f"{bleed_points / POINTS_PER_MM:.1f} mm of bleed instead of {BLEED:.0f} mm"
        texts.append(text)
    if min(outside(box_of(page.mediabox), bleed)) < -_ROUNDING_POINTS:
        texts.append("a bleed outside its MediaBox")
    yield from _box_faults(texts)


def _box_faults(texts: Iterable[str]) -> Iterator[Fault]:
    """The faults of the boxes of a page, in words."""
    return (Fault(codes.WRONG_BOX, text) for text in texts)


def whole_sheets(file: Pdf, page_format: Format) -> Iterator[Finding]:
    """A number of pages that does not fill folded sheets."""
    count = len(file.pages)
    if count % PAGES_PER_SHEET:
        message = f"the booklet has {count} pages, which is not a multiple of {PAGES_PER_SHEET}"
        yield codes.WRONG_PAGE_COUNT.at(page_format.span, message)


def additions_to_page(page: Any, _: Format) -> Iterator[Fault]:
    """Links, notes, also of programs, actions and small pictures, which no product of any variant has."""
    for annotation in page.obj.get("/Annots", ()):
        kind = str(annotation.get("/Subtype", ""))
        box = box_of(annotation.get("/Rect", (0, 0, 0, 0)))
        if kind not in ("/PrinterMark", "/TrapNet") and _overlap(box, box_of(page.bleedbox)):
            noun = _ANNOTATIONS.get(kind, "an annotation")
            yield Fault(codes.ADDED_OBJECT, f"{noun}, which casekit did not put there", box)
    for key, text in _ADDITIONS_TO_PAGE.items():
        if key in page.obj:
            yield Fault(codes.ADDED_OBJECT, text)


def _overlap(one: Box, other: Box) -> bool:
    """Whether two boxes have a part in common, and not only an edge."""
    left, bottom, right, top = one
    other_left, other_bottom, other_right, other_top = other
    return left < other_right and other_left < right and bottom < other_top and other_bottom < top


def additions_to_file(file: Pdf, page_format: Format) -> Iterator[Finding]:
    """Forms, scripts, actions, attachments, articles and layers, which no product has."""
    root = file.Root
    names, form = root.get("/Names", Dictionary()), root.get("/AcroForm", Dictionary())
    # A place to open the file at, as an array or a name, is not an action.
    open_action = root.get("/OpenAction")
    has_action = isinstance(open_action, Dictionary) and open_action.get("/S") != Name.GoTo
    layers = root.get("/OCProperties", Dictionary()).get("/OCGs", Array())
    additions = {
        "an action, which runs when it is opened": has_action or "/AA" in root,
        "a script": "/JavaScript" in names,
        "an attachment": "/EmbeddedFiles" in names or "/AF" in root or "/Collection" in root,
        "a form": len(form.get("/Fields", Array())) or "/XFA" in form,
        _PRIVATE_NOTES: "/PieceInfo" in root,
        "articles, which lead through its pages in another order": "/Threads" in root,
        "layers, which can be switched off": len(layers),
    }
    for text in present(additions):
        yield codes.ADDED_OBJECT.at(page_format.span, f"the file has {text}")


def output_intent(file: Pdf, page_format: Format) -> Iterator[Finding]:
    """A file that does not say of itself what PDF/X-4 (ISO 15930-7) asks for, above all its inks."""
    return (codes.MISSING_OUTPUT_INTENT.at(page_format.span, message) for message in _faults_of_pdf_x(file))


def _faults_of_pdf_x(file: Pdf) -> list[str]:
    """The facts that PDF/X-4 asks a file to state and that it does not, as sentences."""
    metadata = file.Root.Metadata.read_bytes() if "/Metadata" in file.Root else b""
    intents = [intent for intent in file.Root.get("/OutputIntents", ()) if _is_for_press(intent)]
    names = [str(intent.get("/OutputConditionIdentifier", "")) for intent in intents]
    expected_profile = INK_PROFILE.read_bytes()
    faults = {
        "the file does not say that it is PDF/X-4": _PDF_X_MARKER not in metadata,
        "the file has no output intent with a profile for a CMYK printing condition": not intents,
        **{
            f"the output intent is called {name!r} instead of {PRINT_CONDITION}": name != PRINT_CONDITION
            for name in names
        },
        f"the profile of the output intent is not that of {PRINT_CONDITION}": any(
            intent.DestOutputProfile.read_bytes() != expected_profile for intent in intents
        ),
        "the file has no identifier (ID), which PDF/X requires": "/ID" not in file.trailer,
        **{
            f"the file's information lacks {key}, which PDF/X requires": f"/{key}" not in file.docinfo
            for key in ("Title", "CreationDate", "ModDate", "Trapped")
        },
    }
    return [*present(faults), *_differences_from_metadata(file)]


def _is_for_press(intent: Any) -> bool:
    """Whether an output intent is that of PDF/X, with a profile for a press in CMYK."""
    if intent.get("/S") != "/GTS_PDFX" or "/DestOutputProfile" not in intent:
        return False
    # The head of the profile says what it is for.
    return bool(intent.DestOutputProfile.read_bytes()[12:20] == b"prtrCMYK")


def _differences_from_metadata(file: Pdf) -> Iterator[str]:
    """Fields of the file's information in which its metadata differ, as sentences."""
    if "/Metadata" not in file.Root:
        return
    info = file.docinfo
    with file.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
        texts = [(key, metadata.get(name)) for key, name in _METADATA_OF_FIELD.items()]
    for key, text in texts:
        if text is not None and key in info and str(info[key]).removeprefix("/") != str(text):
            yield f"the file's information and its metadata differ in {key.removeprefix('/')}"


class UsedFont(NamedTuple):
    """A font that pages can use."""

    name: str
    """Its name."""

    is_embedded: bool
    """Whether the file holds its outlines."""


def fonts_of(file: Pdf) -> list[UsedFont]:
    """The fonts that the pages of a file can use, by name."""
    fonts: set[UsedFont] = set()
    for scope in scopes_of(file):
        for font in (scope.resources or {}).get("/Font", {}).values():
            if isinstance(font, Dictionary) and font.get("/Subtype") != "/Type3":
                fonts.add(_used_font(font))
    return sorted(fonts)


def _used_font(font: Any) -> UsedFont:
    font_with_descriptor = font["/DescendantFonts"][0] if "/DescendantFonts" in font else font
    descriptor = font_with_descriptor.get("/FontDescriptor", {})
    name = str(font.get("/BaseFont", "")).removeprefix("/") or "without a name"
    return UsedFont(name, any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3")))


def unembedded(file: Pdf, page_format: Format) -> Iterator[Finding]:
    """Fonts that a file names without holding them."""
    for font in fonts_of(file):
        if not font.is_embedded:
            yield codes.FONT_NOT_EMBEDDED.at(page_format.span, f"the font {font.name} is not embedded")


def lacks_our_letters(pdf: bytes) -> bool:
    """Whether a file names a font of our products without holding it.

    Then other letters are shown instead of all of ours.
    """
    fonts: list[UsedFont] = asked_of(pdf, fonts_of, [])
    our_families = tuple(_family(file.partition("-")[0]) for file in FONT_FILES)
    # The name of a font that holds only some letters begins with a tag, as in ``ABCDEF+Name``.
    missing_names = [font.name.partition("+")[2] or font.name for font in fonts if not font.is_embedded]
    return any(_family(name).startswith(our_families) for name in missing_names)


def _family(name: str) -> str:
    """The letters of the name of a font, in small letters."""
    return "".join(filter(str.isalpha, name.lower()))


@frozen(slots=True)
class TagNode:
    """An element of the structure, or a mark that one reads."""

    object: Any
    """The element; of a mark the one that reads it."""

    depth: int
    """The number of elements that it is in."""

    page: Any
    """Its page."""

    mark: int | None = None
    """The number of the mark; ``None`` for an element."""

    holder: Any = None
    """The identity of the page or the picture in whose content the mark is."""

    @property
    def kind(self) -> str:
        """The kind of an element."""
        return str(self.object["/S"])


def nodes(parent: Any) -> Iterator[TagNode]:
    """Everything below an element, in reading order; equal elements may belong to several others."""
    stack = [(kid, 0, parent, parent.get("/Pg")) for kid in _kids(parent)][::-1]
    for _ in range(_MOST_NODES):
        if not stack:
            return
        kid, depth, owner, page = stack.pop()
        if isinstance(kid, int):
            yield TagNode(owner, depth, page, kid, None if page is None else page.objgen)
        elif isinstance(kid, Dictionary) and "/S" in kid:
            if depth >= _MOST_DEPTH:
                break
            page = kid.get("/Pg", page)
            yield TagNode(kid, depth, page)
            stack += [(part, depth + 1, kid, page) for part in _kids(kid)][::-1]
        elif isinstance(kid, Dictionary) and "/MCID" in kid:
            page = kid.get("/Pg", page)
            holder = kid.get("/Stm", page)
            yield TagNode(owner, depth, page, int(kid.MCID), None if holder is None else holder.objgen)
    raise ValueError("the tags have no end")


def tags(file: Pdf, page_format: Format) -> Iterator[Finding]:
    """Findings: no tags, language or title; text without a tag; pictures, tables, headings without theirs."""
    messages = [*_faults_of_catalogue(file), *_untagged_pages(file)]
    tree = file.Root.get("/StructTreeRoot")
    if isinstance(tree, Dictionary):
        tree_nodes = list(nodes(tree))
        messages += _faults_of_elements([node for node in tree_nodes if node.mark is None])
        messages += _faults_of_order(file, tree, tree_nodes)
    for message in messages:
        yield codes.MISSING_TAGS.at(page_format.span, message)


def _untagged_pages(file: Pdf) -> Iterator[str]:
    for number, page in enumerate(file.pages, 1):
        if any(_has_bare_text(scope.content) for scope in scopes_of(page)):
            yield f"page {number} has text without a tag"


def _faults_of_catalogue(file: Pdf) -> Iterator[str]:
    """The things that a file lacks as a whole for screen readers, as sentences."""
    root = file.Root
    metadata = root.Metadata.read_bytes() if "/Metadata" in root else b""
    is_met_by_fault = {
        "no tag structure": "/StructTreeRoot" in root,
        "not marked as tagged": bool(root.get("/MarkInfo", Dictionary()).get("/Marked", False)),
        "without a language": bool(str(root.get("/Lang", ""))),
        "without a title for viewers to show": bool(str(file.docinfo.get("/Title", "")))
        and bool(root.get("/ViewerPreferences", Dictionary()).get("/DisplayDocTitle", False)),
        "without an outline": "/Outlines" in root,
        "not declared as PDF/UA": b"pdfuaid:part" in metadata,
    }
    for fault, is_met in is_met_by_fault.items():
        if not is_met:
            verb = "has" if fault.startswith("no ") else "is"
            yield f"the file {verb} {fault}"


def _has_bare_text(content: Any) -> bool:
    """Whether content shows text outside all of its marked parts."""
    depth = 0
    for instruction in parse_content_stream(content, _MARKING_OPERATORS):
        operator = str(instruction.operator)
        if operator in {"BMC", "BDC"}:
            depth += 1
        elif operator == "EMC":
            depth -= 1
        elif operator in SHOWING and depth == 0:
            return True
    return False


def _kids(element: Any) -> Iterator[Any]:
    """The objects directly below an element."""
    kids = element.get("/K", Array())
    yield from kids if isinstance(kids, Array) else [kids]


def _faults_of_elements(elements: list[TagNode]) -> Iterator[str]:
    """Pictures without a description, tables without heads, and headings that are missing, as sentences."""
    figures = [node.object for node in elements if node.kind == "/Figure"]
    if any("/Alt" not in figure for figure in figures):
        yield "a picture is neither described nor marked as an ornament"
    tables = [node.object for node in elements if node.kind == "/Table"]
    if not all(_has_header_cells(table) for table in tables):
        yield "a table has no header cells"
    levels = [_HEADING_KINDS.index(node.kind) + 1 for node in elements if node.kind in _HEADING_KINDS]
    for level_before, level in pairwise((0, *levels)):
        if level > level_before + 1:
            yield f"a heading H{level} does not follow one of the level above it"
            break
    if not levels:
        yield "the file has no headings"


def _has_header_cells(table: Any) -> bool:
    return any(node.kind == "/TH" for node in nodes(table))


def _faults_of_order(file: Pdf, tree: Any, tree_nodes: list[TagNode]) -> Iterator[str]:
    """The fault of parts that are not read page by page, or of marks that are not read as they are painted.

    Upright pages are read forwards, solutions from the back cover on.
    """
    document = tree
    if len(list(_kids(tree))) == 1:
        (document,) = (node.object for node in tree_nodes if node.depth == 0)
    index_of_page = {page.obj.objgen: index for index, page in enumerate(file.pages)}
    parts = [part for part in _kids(document) if isinstance(part, Dictionary) and "/Pg" in part]
    pages = [index_of_page.get(part.Pg.objgen, -1) for part in parts]
    last_page = len(file.pages) - 1
    first_turned = pages.index(last_page) if last_page in pages else len(pages)
    upright, turned = pages[:first_turned], pages[first_turned:]
    is_in_order = upright == sorted(upright) and turned == sorted(turned, reverse=True)
    if not is_in_order or not _are_read_as_painted(tree_nodes):
        yield "the tags are not in reading order"


def _are_read_as_painted(tree_nodes: list[TagNode]) -> bool:
    """Whether the marks of each page are mostly read in the order in which they were painted.

    Not all of them are, because of columns and tables.
    """
    marks_of_page: dict[Any, list[int]] = {}
    for node in tree_nodes:
        if node.mark is not None and node.page is not None:
            marks_of_page.setdefault(node.page.objgen, []).append(node.mark)
    for marks in marks_of_page.values():
        steps_back = sum(mark > next_mark for mark, next_mark in pairwise(marks))
        if steps_back > len(marks) / 2:
            return False
    return True
