"""What a screen reader asks of a finished file (PDF/UA-1, ISO 14289-1)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pikepdf import Array, Dictionary, Object, Pdf, parse_content_stream

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.wanted import Format
from casekit.print.preflight.objects.page_faults import finding
from casekit.print.preflight.objects.page_resources import painters_of

_BEGIN, _SHOWN = {"BMC", "BDC"}, {"Tj", "TJ", "'", '"'}
_MARKING = "BMC BDC EMC Tj TJ ' \""
_LEVELS = ("/H1", "/H2", "/H3", "/H4", "/H5", "/H6")
_DEEPEST = 100


@dataclass(frozen=True, slots=True)
class _Element:
    """An element of the structure, how deep it is, and the element it belongs to."""

    object: Any
    depth: int
    parent: Any

    @property
    def kind(self) -> str:
        return str(self.object["/S"])


def tags(file: Pdf, wanted: Format) -> Iterator[Diagnostic]:
    """Findings: no tags, no language or title; text without a tag; pictures, tables and headings without theirs."""
    messages = [*_of_catalogue(file), *_untagged(file)]
    tree = file.Root.get("/StructTreeRoot")
    if isinstance(tree, Dictionary):
        elements = list(_elements(tree))
        messages += _of_structure(elements)
        messages += _of_order(file, tree, elements)
    yield from (finding(codes.MISSING_TAGS, message, wanted) for message in messages)


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
            yield f"the file has {fault}" if fault.startswith("no ") else f"the file is {fault}"


def _untagged(file: Pdf) -> Iterator[str]:
    """Pages with text outside all tags."""
    for number, page in enumerate(file.pages, 1):
        if any(_has_bare_text(painter) for painter in painters_of(page)):
            yield f"page {number} has text without a tag"


def _has_bare_text(painter: Any) -> bool:
    depth = 0
    for instruction in parse_content_stream(painter, _MARKING):
        name = str(instruction.operator)
        depth += (name in _BEGIN) - (name == "EMC")
        if name in _SHOWN and depth == 0:
            return True
    return False


def _elements(parent: Any, depth: int = 0) -> Iterator[_Element]:
    """Every element below one, in reading order."""
    if depth > _DEEPEST:
        raise ValueError("the tags are in each other without an end")
    for kid in _kids(parent):
        if isinstance(kid, Dictionary) and "/S" in kid:
            yield _Element(kid, depth, parent)
            yield from _elements(kid, depth + 1)


def _kids(element: Any) -> Iterator[Any]:
    kids = element.get("/K", Array())
    yield from kids if isinstance(kids, Array) else [kids]


def _of_structure(elements: list[_Element]) -> Iterator[str]:
    if any(each.kind == "/Figure" and "/Alt" not in each.object for each in elements):
        yield "a picture is neither described nor marked as an ornament"
    if any(
        each.kind == "/Table" and not any(inner.kind == "/TH" for inner in _elements(each.object))
        for each in elements
    ):
        yield "a table has no header cells"
    level = 0
    for each in elements:
        if each.kind in _LEVELS:
            if _LEVELS.index(each.kind) > level:
                yield f"a heading {each.kind[1:]} does not follow one of the level above it"
                return
            level = _LEVELS.index(each.kind) + 1
    if not level:
        yield "the file has no headings"


def _of_order(file: Pdf, tree: Any, elements: list[_Element]) -> Iterator[str]:
    """Parts that are not read page by page, the upright ones forwards, the solutions from the back cover on; and marks of a page that are not read as they are painted."""
    numbers = {page.obj.objgen: at for at, page in enumerate(file.pages)}
    (document,) = (
        (each.object for each in elements if each.depth == 0) if len(list(_kids(tree))) == 1 else (tree,)
    )
    pages = [
        numbers.get(part.Pg.objgen, -1)
        for part in _kids(document)
        if isinstance(part, Dictionary) and "/Pg" in part
    ]
    last = len(file.pages) - 1
    turn = pages.index(last) if last in pages else len(pages)
    in_order = pages[:turn] == sorted(pages[:turn]) and pages[turn:] == sorted(pages[turn:], reverse=True)
    if not in_order or not _marks_in_order(tree, {}):
        yield "the tags are not in reading order"


def _marks_in_order(tree: Any, marks: dict[Any, list[int]]) -> bool:
    """Whether the marks of each page are read forwards: mostly in the order in which they were painted, columns and tables aside."""
    _gather(tree, None, marks, 0)
    return all(
        sum(one > other for one, other in pairwise(numbers)) <= len(numbers) / 2 for numbers in marks.values()
    )


def _gather(element: Any, page: Any, marks: dict[Any, list[int]], depth: int) -> None:
    if depth > _DEEPEST:
        raise ValueError("the tags are in each other without an end")
    page = element.get("/Pg", page)
    for kid in _kids(element):
        if isinstance(kid, Dictionary):
            if "/MCID" in kid:
                _note(int(kid.MCID), kid.get("/Pg", page), marks)
            else:
                _gather(kid, page, marks, depth + 1)
        elif isinstance(kid, int):
            _note(kid, page, marks)


def _note(mark: int, page: Object | None, marks: dict[Any, list[int]]) -> None:
    if page is not None:
        marks.setdefault(page.objgen, []).append(mark)
