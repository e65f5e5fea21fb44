"""The demands of a screen reader on a finished file (PDF/UA-1, ISO 14289-1)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pikepdf import Array, Dictionary, Pdf, parse_content_stream

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.papers import Format
from casekit.print.preflight.objects.file_checks import present
from casekit.print.preflight.objects.open_files import scopes_of

_BEGIN, _SHOWN = {"BMC", "BDC"}, {"Tj", "TJ", "'", '"'}
_MARKING = "BMC BDC EMC Tj TJ ' \""
_LEVELS = ("/H1", "/H2", "/H3", "/H4", "/H5", "/H6")
_MOST_NODES = 500_000


@dataclass(frozen=True, slots=True)
class TagNode:
    """An element of the structure, or a mark that one reads: the object, how deep it is, and the page it is on.

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
    """Everything below an element, in reading order. Equal elements may be there once and belong to several."""
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
            waiting += [(each, depth + 1, kid, page) for each in _kids(kid)][::-1]
        elif isinstance(kid, Dictionary) and "/MCID" in kid:
            page = kid.get("/Pg", page)
            holder = kid.get("/Stm", page)
            yield TagNode(owner, depth, page, int(kid.MCID), None if holder is None else holder.objgen)
    raise ValueError("the tags have no end")


def tags(file: Pdf, wanted: Format) -> Iterator[Diagnostic]:
    """Findings: no tags, no language or title; text without a tag; pictures, tables and headings without theirs."""
    messages = [*_of_catalogue(file), *_untagged(file)]
    tree = file.Root.get("/StructTreeRoot")
    if isinstance(tree, Dictionary):
        found = list(nodes(tree))
        messages += _of_structure([node for node in found if node.mark is None])
        messages += _of_order(file, tree, found)
    yield from (Diagnostic(codes.MISSING_TAGS, message, wanted.span) for message in messages)


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
    return (
        f"the file has {fault}" if fault.startswith("no ") else f"the file is {fault}"
        for fault, met in wants.items()
        if not met
    )


def _untagged(file: Pdf) -> Iterator[str]:
    """Pages with text outside all tags."""
    for number, page in enumerate(file.pages, 1):
        if any(_has_bare_text(scope.content) for scope in scopes_of(page)):
            yield f"page {number} has text without a tag"


def _has_bare_text(content: Any) -> bool:
    depth = 0
    for instruction in parse_content_stream(content, _MARKING):
        name = str(instruction.operator)
        depth += (name in _BEGIN) - (name == "EMC")
        if name in _SHOWN and depth == 0:
            return True
    return False


def _kids(element: Any) -> Iterator[Any]:
    kids = element.get("/K", Array())
    yield from kids if isinstance(kids, Array) else [kids]


def _of_structure(elements: list[TagNode]) -> list[str]:
    levels = [_LEVELS.index(each.kind) + 1 for each in elements if each.kind in _LEVELS]
    low = next((level for above, level in pairwise((0, *levels)) if level > above + 1), 0)
    figures = [each.object for each in elements if each.kind == "/Figure"]
    tables = [each.object for each in elements if each.kind == "/Table"]
    faults = {
        "a picture is neither described nor marked as an ornament": any("/Alt" not in e for e in figures),
        "a table has no header cells": any(all(n.kind != "/TH" for n in nodes(each)) for each in tables),
        f"a heading H{low} does not follow one of the level above it": low,
        "the file has no headings": not levels,
    }
    return present(faults)


def _of_order(file: Pdf, tree: Any, found: list[TagNode]) -> Iterator[str]:
    """Parts that are not read page by page, the upright ones forwards, the solutions from the back cover on; and marks of a page that are not read as they are painted."""
    numbers = {page.obj.objgen: at for at, page in enumerate(file.pages)}
    (document,) = (
        (each.object for each in found if each.depth == 0) if len(list(_kids(tree))) == 1 else (tree,)
    )
    pages = [
        numbers.get(part.Pg.objgen, -1)
        for part in _kids(document)
        if isinstance(part, Dictionary) and "/Pg" in part
    ]
    last = len(file.pages) - 1
    turn = pages.index(last) if last in pages else len(pages)
    in_order = pages[:turn] == sorted(pages[:turn]) and pages[turn:] == sorted(pages[turn:], reverse=True)
    if not in_order or not _marks_in_order(found):
        yield "the tags are not in reading order"


def _marks_in_order(found: list[TagNode]) -> bool:
    """Whether the marks of each page are read forwards: mostly in the order in which they were painted, columns and tables aside."""
    marks: dict[Any, list[int]] = {}
    for node in found:
        if node.mark is not None and node.page is not None:
            marks.setdefault(node.page.objgen, []).append(node.mark)
    return all(
        sum(one > other for one, other in pairwise(numbers)) <= len(numbers) / 2 for numbers in marks.values()
    )
