"""The words of a file beside what its pages show: in the windows and lists of viewers, and aloud.

Not read are the names that programs give themselves and the dates at which they save, which change with each
of them; nor what no product has at all, such as notes, scripts and layers, which ``additions`` finds.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import groupby
from typing import Any

from lxml import etree
from pikepdf import Array, Destination, Dictionary, Name, NameTree, Pdf, Stream, String, parse_content_stream

from casekit.print.preflight import file_checks, pdf_opening
from casekit.values import frozen
from casekit.values.grouping import grouped

TEXT = "a text"
SPEAKING = {
    "/Alt": "the description of a picture",
    "/ActualText": "what is read aloud instead of letters",
    "/E": "what is read aloud for a short form",
    "/Lang": "the language of a part",
    "/T": "the title of a part",
    "/ID": "the name of a cell",
    "/Headers": "the heads of a cell",
    "/Scope": "the side on which a head is",
    "/Summary": "the summary of a table",
    "/RowSpan": "the rows of a cell",
    "/ColSpan": "the columns of a cell",
}
"""Texts that a voice reads instead, by keys in tags, in their attributes and in the content of pages."""
_INSTEAD = {"/ActualText"}
_FIELDS = {
    "Title": "title",
    "Author": "author",
    "creator": "author",
    "Subject": "subject",
    "description": "subject",
    "Keywords": "keywords",
    "subject": "keywords",
    "Creator": "program",
    "CreatorTool": "program",
}
"""The fields of the document information and of the metadata, by the same names for the same thing."""
_OF_PROGRAMS = {"Producer", "CreationDate", "ModDate", "Trapped", "History", "DerivedFrom"}
_IDLE = re.compile(
    r"[-+.:'\dDTZ]*|application/pdf|True|False|default|(uuid:|xmp\.[di]id:)?[-\da-fA-F]{32,36}"
)
"""Dates, figures and identifiers."""
_SYNTAX = ("{http://www.w3.org/1999/02/22-rdf-syntax-ns#}", "{http://www.w3.org/XML/", "{adobe:ns:meta/}")
_PAINTING = "BMC BDC EMC DP Tj TJ ' \" Do f F f* B B* b b* S s sh"
_MOST_ENTRIES, _MOST_STEPS = 20_000, 10

Mark = tuple[Any, int]
"""A piece of the content of a page or a picture, which tags refer to: the object, and its number there."""


@frozen(slots=True)
class AccessibleText:
    """Words in a place: what kind of thing says them, the words, and how deep in the tags.

    A text has its turn on its page for words.
    """

    kind: str
    words: str
    depth: int = 0


@frozen(slots=True)
class LinkTarget:
    """Where a bookmark or a named place leads.

    To a page, 0 if to none, and points from its foot, if that is said; or ``beyond`` the file.
    """

    name: str
    page: int
    height: float | None = None
    beyond: str = ""


@frozen
class AccessibleTexts:
    """The words of a file.

    Attributes:
        fields: of the document information and the metadata: what, the words, and where.
        bookmarks: in their order.
        places: that have names.
        labels: what viewers call each page.
        parts: what tags and content say on each page, in reading order; on page 0 what belongs to none.
        turns: the pages in the order in which they are read.
        is_tagged: whether there are tags.
    """

    fields: tuple[tuple[str, str, str], ...]
    bookmarks: tuple[LinkTarget, ...]
    places: tuple[LinkTarget, ...]
    labels: tuple[str, ...]
    parts: Mapping[int, tuple[AccessibleText, ...]]
    turns: tuple[int, ...]
    is_tagged: bool


def read_accessible_texts(file: Pdf) -> AccessibleTexts:
    """Read what a file says; what is broken raises one of ``pdf_opening.BROKEN``."""
    leading = _Leading(file)
    marks: dict[Mark, str] = {}
    beside: list[tuple[int, AccessibleText]] = []
    for number, page in enumerate(file.pages, 1):
        beside += [(number, text) for text in _on_page(page, marks)]
    tree = file.Root.get("/StructTreeRoot")
    in_tags = [*_in_tags(tree, leading.pages, marks)] if isinstance(tree, Dictionary) else []
    read = [number for number, text in in_tags if text.kind == TEXT]
    return AccessibleTexts(
        tuple(_fields(file)),
        tuple(leading.bookmarks()),
        tuple(leading.lead(name, target) for name, target in leading.named.items()),
        tuple(page.label for page in file.pages),
        {number: tuple(texts) for number, texts in grouped((*in_tags, *beside)).items()},
        tuple(number for number, _ in groupby(read)),
        "/StructTreeRoot" in file.Root,
    )


def _fields(file: Pdf) -> Iterator[tuple[str, str, str]]:
    # ``inspection`` checks the language that the file says it has; the metadata may repeat it.
    yield "language", str(file.Root.get("/Lang", "")), ""
    fields = [
        (key.removeprefix("/"), str(value), "document information") for key, value in file.docinfo.items()
    ]
    for owner in (file.Root, *(page.obj for page in file.pages)):
        if isinstance(owner.get("/Metadata"), Stream):
            properties = _metadata(owner.Metadata.read_bytes())
            fields += [(name, words, "metadata (XMP)") for name, words in properties]
    for name, words, where in fields:
        if name not in _OF_PROGRAMS and not _IDLE.fullmatch(words.strip()):
            yield _FIELDS.get(name, name), words.strip(), where


def _metadata(data: bytes) -> Iterator[tuple[str, str]]:
    """The properties of XMP metadata (ISO 16684-1) with their words."""
    tree = etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True, recover=True))
    for element in () if tree is None else tree.iter(etree.Element):
        path = [parent.tag for parent in (element, *element.iterancestors())]
        names = [tag for tag in path if not tag.startswith(_SYNTAX)]
        if any(etree.QName(name).localname in _OF_PROGRAMS for name in names):
            continue
        yield etree.QName(names[0]).localname if names else "metadata", element.text or ""
        for key, words in element.attrib.items():
            if not key.startswith((*_SYNTAX, "about")):
                yield etree.QName(key).localname, words


class _Leading:
    """Where bookmarks and names lead (PDF 1.7, section 12.3)."""

    def __init__(self, file: Pdf) -> None:
        self.pages = {page.obj.objgen: number for number, page in enumerate(file.pages, 1)}
        self._root = file.Root
        old = self._root.get("/Dests", Dictionary())
        self.named: dict[str, Any] = {key.removeprefix("/"): target for key, target in old.items()}
        new = self._root.get("/Names", Dictionary()).get("/Dests")
        self.named |= {} if new is None else dict(NameTree(new).items())

    def bookmarks(self) -> Iterator[LinkTarget]:
        waiting = [self._root.get("/Outlines", Dictionary()).get("/First")]
        for _ in range(_MOST_ENTRIES):
            if not waiting:
                return
            entry = waiting.pop()
            if isinstance(entry, Dictionary):
                yield self.lead(str(entry.get("/Title", "")), entry.get("/Dest", entry.get("/A")))
                waiting += [entry.get("/Next"), entry.get("/First")]
        raise ValueError("its bookmarks have no end")

    def lead(self, name: str, target: Any) -> LinkTarget:
        for _ in range(_MOST_STEPS):
            match target:
                case Dictionary() if target.get("/S", Name.GoTo) != Name.GoTo:
                    return LinkTarget(name, 0, beyond=str(target.S).removeprefix("/"))
                case Dictionary():
                    target = target.get("/D")
                case String() | Name():
                    target = self.named.get(str(target).removeprefix("/"))
                case Array() if len(target):
                    first: Any = target[0]
                    page = first + 1 if isinstance(first, int) else self.pages.get(first.objgen, 0)
                    return LinkTarget(name, page, Destination.from_array(target).top)
                case _:
                    break
        return LinkTarget(name, 0)


def _on_page(page: Any, marks: dict[Mark, str]) -> Iterator[AccessibleText]:
    """The words that a page's content says aloud.

    ``marks`` learns when each of its marks is painted, if it shows anything.
    """
    painted = 0
    for scope in pdf_opening.scopes_of(page):
        # Pieces that have begun: the mark of each, if tags refer to it, and what is read instead, if it has
        # no letters.
        begun: list[tuple[Mark | None, list[AccessibleText]]] = []
        for instruction in parse_content_stream(scope.content, _PAINTING):
            operator = str(instruction.operator)
            if operator in {"BMC", "BDC", "DP"}:
                properties: Any = (
                    {} if operator == "BMC" else _properties(instruction.operands, scope.resources)
                )
                instead = [*_aloud(properties, _INSTEAD)]
                yield from _aloud(properties, SPEAKING.keys() - _INSTEAD)
                if operator == "DP":
                    yield from instead
                else:
                    is_marked = "/MCID" in properties
                    mark = (scope.content.objgen, int(properties.MCID)) if is_marked else None
                    begun.append((mark, instead))
            elif operator == "EMC":
                yield from begun.pop()[1] if begun else ()
            else:
                for mark, instead in begun:
                    if operator in pdf_opening.SHOWING:
                        # PDFium reads it where the letters are, so that the texts of the pages differ.
                        instead.clear()
                    if mark is not None and mark not in marks:
                        painted += 1
                        marks[mark] = str(painted)


def _properties(operands: Any, resources: Any) -> Any:
    properties = operands[1]
    if isinstance(properties, Name):
        properties = (resources or Dictionary()).get("/Properties", Dictionary()).get(str(properties))
    return properties if isinstance(properties, Dictionary) else Dictionary()


def _in_tags(
    tree: Any, pages: Mapping[Any, int], marks: Mapping[Mark, str]
) -> Iterator[tuple[int, AccessibleText]]:
    """The words of the tags, in reading order, each with its page."""
    roles = tree.get("/RoleMap", Dictionary())
    for node in file_checks.nodes(tree):
        page = 0 if node.page is None else pages.get(node.page.objgen, 0)
        if node.mark is not None:
            if (node.holder, node.mark) in marks:
                yield page, AccessibleText(TEXT, marks[node.holder, node.mark], node.depth)
            continue
        role = node.object.S
        for _ in range(_MOST_STEPS):
            role = roles.get(str(role), role)
        yield page, AccessibleText("the tag of a part", str(role).removeprefix("/"), node.depth)
        for text in _aloud(node.object):
            yield page, text


def _aloud(owner: Any, keys: Collection[str] = SPEAKING.keys()) -> Iterator[AccessibleText]:
    """The words of a tag or of properties, and of their attributes, by some of the keys."""
    attributes = owner.get("/A", Array())
    for holder in (owner, *(attributes if isinstance(attributes, Array) else [attributes])):
        if not isinstance(holder, Dictionary):
            continue
        for key, kind in SPEAKING.items():
            if key in keys and key in holder:
                yield AccessibleText(kind, _flat(holder[key]))


def _flat(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, Array) else str(value)
