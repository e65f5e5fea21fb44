"""What a screen reader asks of a finished file (PDF/UA-1, ISO 14289-1), read with pypdf, which did not write it."""

from collections.abc import Iterator
from typing import Any

from pypdf import PdfReader

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.wanted import Format
from casekit.print.preflight.operators import operations, streams

_BEGIN, _SHOWN = {b"BMC", b"BDC"}, {b"Tj", b"TJ", b"'", b'"'}
_LEVELS = ("/H1", "/H2", "/H3", "/H4", "/H5", "/H6")


def tags(file: PdfReader, wanted: Format) -> Iterator[Diagnostic]:
    """Findings: no tags, no language or title; text without a tag; pictures, tables and headings without theirs."""
    root: Any = file.trailer["/Root"].get_object()
    messages = [*_of_catalogue(file, root), *_untagged(file)]
    tree = root.get("/StructTreeRoot")
    if tree is not None:
        messages += _of_structure([element for _, element in _elements(tree.get_object())])
        messages += _of_order(file, tree.get_object())
    yield from (Diagnostic(codes.MISSING_TAGS, message, wanted.span) for message in messages)


def _of_catalogue(file: PdfReader, root: Any) -> Iterator[str]:
    metadata = root["/Metadata"].get_object().get_data() if "/Metadata" in root else b""
    title = file.metadata.title if file.metadata else ""
    shown = root.get("/ViewerPreferences", {})
    shown = shown.get_object() if hasattr(shown, "get_object") else shown
    wants = {
        "no tag structure": "/StructTreeRoot" in root,
        "not marked as tagged": bool(_entry(root, "/MarkInfo", "/Marked")),
        "without a language": bool(root.get("/Lang")),
        "without a title for viewers to show": bool(title) and bool(shown.get("/DisplayDocTitle")),
        "without an outline": "/Outlines" in root,
        "not declared as PDF/UA": b"pdfuaid:part" in metadata,
    }
    for fault, met in wants.items():
        if not met:
            yield f"the file has {fault}" if fault.startswith("no ") else f"the file is {fault}"


def _entry(root: Any, *keys: str) -> Any:
    for key in keys:
        root = root.get(key)
        if root is None:
            return None
        root = root.get_object() if hasattr(root, "get_object") else root
    return getattr(root, "value", root)


def _untagged(file: PdfReader) -> Iterator[str]:
    """Pages with text outside all tags."""
    for number, page in enumerate(file.pages, 1):
        for _, data in streams(page):
            depth = 0
            for operator, _ in operations(data):
                depth += (operator in _BEGIN) - (operator == b"EMC")
                if operator in _SHOWN and depth == 0:
                    yield f"page {number} has text without a tag"
                    break


def _elements(element: Any) -> Iterator[tuple[Any, Any]]:
    """Every element below one, in reading order, after the element it belongs to."""
    kids = element.get("/K", [])
    kids = kids.get_object() if hasattr(kids, "get_object") else kids
    for kid in kids if isinstance(kids, list) else [kids]:
        inner = kid.get_object() if hasattr(kid, "get_object") else kid
        if hasattr(inner, "get") and "/S" in inner:
            yield element, inner
            yield from _elements(inner)


def _of_structure(elements: list[Any]) -> Iterator[str]:
    kinds = [element["/S"] for element in elements]
    if any(
        kind == "/Figure" and "/Alt" not in element for kind, element in zip(kinds, elements, strict=True)
    ):
        yield "a picture is neither described nor marked as an ornament"
    for kind, element in zip(kinds, elements, strict=True):
        if kind == "/Table" and not any(inner["/S"] == "/TH" for _, inner in _elements(element)):
            yield "a table has no header cells"
            break
    level = 0
    for kind in kinds:
        if kind in _LEVELS:
            if _LEVELS.index(kind) > level:
                yield f"a heading {kind[1:]} does not follow one of the level above it"
                return
            level = _LEVELS.index(kind) + 1
    if not level:
        yield "the file has no headings"


def _of_order(file: PdfReader, tree: Any) -> Iterator[str]:
    """Parts that are not read page by page: the upright ones forwards, the solutions from the back cover on."""
    numbers = {
        page.indirect_reference.idnum: at for at, page in enumerate(file.pages) if page.indirect_reference
    }
    (document,) = (element for parent, element in _elements(tree) if parent is tree)
    parts = [kid.get_object() for kid in document["/K"]]
    pages = [numbers.get(part.raw_get("/Pg").idnum, -1) for part in parts if "/Pg" in part]
    last = len(file.pages) - 1
    turn = pages.index(last) if last in pages else len(pages)
    if pages[:turn] != sorted(pages[:turn]) or pages[turn:] != sorted(pages[turn:], reverse=True):
        yield "the tags are not in reading order"
