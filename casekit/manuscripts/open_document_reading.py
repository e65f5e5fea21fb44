"""A manuscript as an OpenDocument text read back, whichever word processor wrote it.

Only the text and what decides whether a letter is emphasised is looked at; nothing in the file runs or leads
out of it. Sources: OpenDocument 1.3, parts 2 (packages) and 3 (schema), "Change Tracking", "Annotation",
"Style Element Attributes".
"""

import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import Any, NamedTuple

from lxml import etree

from casekit.manuscripts.manuscript_parts import TextPiece
from casekit.manuscripts.styled_words import EMPHASIS, STRONG

MOST_UNPACKED = 10_000_000
"""The most bytes that one part of a file may have. The text of sixty paragraphs has some 300,000."""
_MOST_FILES = 5_000
_MOST_PIECES = 100_000
_MOST_LETTERS = 3_000_000
"""The most stretches of text and letters that a manuscript may have; one of sixty paragraphs has some 1,000
and 60,000."""
_CONTENT, _STYLES, _TYPE = "content.xml", "styles.xml", "mimetype"
_TEXT_TYPES = ("application/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.text-template")
_CHUNK = 1 << 16
_MOST_SPACES = 1_000
_BOLD = 600

_URN = "urn:oasis:names:tc:opendocument:xmlns:"
_NAMES = {
    "office": f"{_URN}office:1.0",
    "text": f"{_URN}text:1.0",
    "style": f"{_URN}style:1.0",
    "fo": f"{_URN}xsl-fo-compatible:1.0",
    "draw": f"{_URN}drawing:1.0",
    "dc": "http://purl.org/dc/elements/1.1/",
}


class NotAManuscriptError(Exception):
    """A file that is not a text of OpenDocument, or is one that nobody needs; the message says why."""


@cache
def _tag(name: str) -> str:
    prefix, _, local = name.partition(":")
    return f"{{{_NAMES[prefix]}}}{local}"


def pieces_in(data: bytes) -> tuple[tuple[TextPiece, ...], str]:
    """The text of an ODT file in pieces, and why it cannot be read, if so."""
    try:
        return read_open_document(data), ""
    except NotAManuscriptError as error:
        return (), str(error)


def read_open_document(data: bytes) -> tuple[TextPiece, ...]:
    """The text of an ODT file in pieces.

    Raises:
        NotAManuscriptError: if it cannot be read.
    """
    parts = _unpacked(data)
    content = _parsed(parts[_CONTENT], _CONTENT)
    styles = _Styles()
    if _STYLES in parts:
        styles.learn(_parsed(parts[_STYLES], _STYLES))
    styles.learn(content)
    body = content.find(f"{_tag('office:body')}/{_tag('office:text')}")
    if body is None:
        raise NotAManuscriptError("it has no text")
    walk = _Walk(styles)
    walk.read(body)
    return tuple(walk.pieces)


def _unpacked(data: bytes) -> dict[str, bytes]:
    """The parts that are read, by name."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return {name: _part(archive, name) for name in _wanted(archive)}
    except _UNPACKING as error:
        # A password, an unknown way of packing, a wrong checksum, the end of the file.
        raise NotAManuscriptError(
            f"it cannot be unpacked: {str(error) or 'it is cut off'}".lower()
        ) from error


_UNPACKING = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
)
"""The exceptions that Python raises for a broken package."""


def _wanted(archive: zipfile.ZipFile) -> tuple[str, ...]:
    """The names of the parts that are read of what is a text of OpenDocument."""
    names = archive.namelist()
    if len(names) > _MOST_FILES:
        raise NotAManuscriptError(f"it holds more than {_MOST_FILES:,} files")
    if any(names.count(name) > 1 for name in (_CONTENT, _STYLES, _TYPE)):
        raise NotAManuscriptError("it holds two files of one name")
    if _CONTENT not in names:
        raise NotAManuscriptError("it holds no content.xml, so it is not an OpenDocument text")
    if _TYPE in names and _part(archive, _TYPE).decode("latin-1").strip() not in _TEXT_TYPES:
        raise NotAManuscriptError("it is an OpenDocument file, but not a text")
    return tuple(name for name in (_CONTENT, _STYLES) if name in names)


def _part(archive: zipfile.ZipFile, name: str) -> bytes:
    """A part, read until it is longer than one may be, whatever its entry says."""
    data = bytearray()
    with archive.open(name) as stream:
        while chunk := stream.read(_CHUNK):
            data += chunk
            if len(data) > MOST_UNPACKED:
                raise NotAManuscriptError(f"its {name} has more than {MOST_UNPACKED:,} bytes when unpacked")
    return bytes(data)


def _parsed(data: bytes, name: str) -> Any:
    """The root of an XML file without a document type: entities and other files have no place in it."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False, huge_tree=False
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise NotAManuscriptError(f"its {name} cannot be read: {error}") from error
    if root.getroottree().docinfo.doctype:
        raise NotAManuscriptError(f"its {name} declares a document type, which no word processor writes")
    return root


# --- styles --------------------------------------------------------------------------------------


class _Look(NamedTuple):
    """The properties of letters, ``None`` where nothing is said."""

    emphasis: bool | None = None
    strong: bool | None = None
    struck: bool | None = None

    def over(self, around: "_Look") -> "_Look":
        """The same, and where this says nothing, what is said around it."""
        return _Look(*(there if here is None else here for here, there in zip(self, around, strict=True)))

    @property
    def style(self) -> int:
        return EMPHASIS * bool(self.emphasis) | STRONG * bool(self.strong)


class _Styles:
    """The styles of text and of paragraphs, by family and name.

    Each has the one above it and what it says itself.
    """

    def __init__(self) -> None:
        self._own: dict[tuple[str, str], tuple[str, _Look]] = {}
        self._known: dict[tuple[str, str], _Look] = {}

    def learn(self, root: Any) -> None:
        """Take the styles of a file.

        What a named style of paragraphs says is the look of all of them, and emphasises nothing.
        """
        for place, by_hand in (("office:styles", False), ("office:automatic-styles", True)):
            for holder in root.iterchildren(_tag(place)):
                for style in holder.iterchildren(_tag("style:style")):
                    family, name = style.get(_tag("style:family")), style.get(_tag("style:name"))
                    if family in {"text", "paragraph"} and name:
                        look = _look(style) if by_hand or family == "text" else _Look()
                        self._own[family, name] = style.get(_tag("style:parent-style-name"), ""), look

    def of(self, family: str, name: str) -> _Look:
        """The look that a style and those above it give.

        Each is asked once, since a chain may be as long as the file.
        """
        chain: list[tuple[str, str]] = []
        while (family, name) in self._own and (family, name) not in self._known:
            chain.append((family, name))
            self._known[family, name] = _Look()  # also if it is above itself
            name, _ = self._own[family, name]
        look = self._known.get((family, name), _Look())
        for each in reversed(chain):
            look = self._known[each] = self._own[each][1].over(look)
        return look


def _look(style: Any) -> _Look:
    """The look that a style gives itself."""
    slant = weight = line = None
    for properties in style.iterchildren(_tag("style:text-properties")):
        slant = properties.get(_tag("fo:font-style"), slant)
        weight = properties.get(_tag("fo:font-weight"), weight)
        line = properties.get(_tag("style:text-line-through-style"), line)
        line = properties.get(_tag("style:text-line-through-type"), line)
    return _Look(
        None if slant is None else slant in {"italic", "oblique"},
        None if weight is None else weight == "bold" or (weight.isdecimal() and int(weight[:4]) >= _BOLD),
        None if line is None else line != "none",
    )


# --- the text ------------------------------------------------------------------------------------

_PARAGRAPHS = {_tag("text:p"), _tag("text:h")}
_HOLDER_NAMES = (
    "office:text",
    "text:section",
    "text:list",
    "text:list-item",
    "text:list-header",
    "text:numbered-paragraph",
    "text:index-body",
)
_TABLE_NAMES = ("table", "table-row", "table-cell", "table-rows", "table-header-rows")
_HOLDERS = {_tag(name) for name in _HOLDER_NAMES} | {f"{{{_URN}table:1.0}}{name}" for name in _TABLE_NAMES}
_INLINE = {
    _tag(name)
    for name in ("text:span", "text:a", "text:meta", "text:meta-field", "text:ruby", "text:ruby-base")
}
_SPACES = {_tag("text:line-break"): " ", _tag("text:tab"): " ", _tag("text:soft-page-break"): ""}
_REMARKS = {_tag("office:annotation"), _tag("text:note"), _tag("draw:frame"), _tag("draw:text-box")}


class _Walk:
    """Reads the elements of a text in order. The parser allows no depth that Python could not follow."""

    def __init__(self, styles: _Styles) -> None:
        self.pieces: list[TextPiece] = []
        self._styles = styles
        # The pieces of each tracked change: its beginning, and of a deletion all that is deleted, and its
        # end.
        self._changes: dict[str, tuple[TextPiece, ...]] = {}
        self._struck: list[str] = []
        self._letters = 0

    def _add(self, piece: TextPiece) -> None:
        self.pieces.append(piece)
        self._letters += len(piece.text)
        if len(self.pieces) > _MOST_PIECES or self._letters > _MOST_LETTERS:
            raise NotAManuscriptError("it has far more text than a manuscript")

    def read(self, holder: Any) -> None:
        """Read paragraphs and what holds paragraphs."""
        for child in holder:
            if child.tag == _tag("text:tracked-changes"):
                self._learn(child)
            elif child.tag in _PARAGRAPHS:
                self._struck = []
                self._inline(child, self._styles.of("paragraph", child.get(_tag("text:style-name"), "")))
                if struck := " ".join("".join(self._struck).split()):
                    self._add(TextPiece("remark", f"struck through: {struck}"))
                self._add(TextPiece("break"))
            elif child.tag in _HOLDERS:
                self.read(child)
            else:
                self._point(child, _Look())

    def _inline(self, element: Any, look: _Look) -> None:
        self._text(element.text, look)
        for child in element:
            if child.tag in _INLINE:
                name = child.get(_tag("text:style-name"), "") if child.tag == _tag("text:span") else ""
                self._inline(child, self._styles.of("text", name).over(look))
            elif child.tag == _tag("text:s"):
                count = child.get(_tag("text:c"), "1")
                spaces = min(int(count[:6]), _MOST_SPACES) if count.isdecimal() else 1
                self._text(" " * spaces, look)
            elif child.tag in _SPACES:
                self._text(_SPACES[child.tag], look)
            else:
                self._point(child, look)
            self._text(child.tail, look)

    def _text(self, text: str | None, look: _Look) -> None:
        if text:
            self._add(TextPiece("text", text, look.style))
            if look.struck:
                self._struck.append(text)

    def _point(self, element: Any, look: _Look) -> None:
        """Read anything at a place that is not text of the manuscript.

        Such are bounds of changes, comments, notes and pictures.
        """
        name = element.get(_tag("text:change-id"), "")
        change = self._changes.get(name, ())
        match element.tag:
            case tag if tag == _tag("text:change-start") and len(change) == 1:
                self._add(change[0])
            case tag if tag == _tag("text:change-end") and len(change) == 1:
                self._add(TextPiece("close", change=name))
            case tag if tag == _tag("text:change") and change:
                # Text is deleted at one place.
                for piece in self._changes.pop(name):
                    self._add(piece)
            case tag if tag in _REMARKS:
                self._remark(element)
            case tag if tag == _tag("text:bookmark-ref") or str(tag).startswith(f"{{{_NAMES['text']}}}"):
                # A field, such as a page number or a date: what it shows is text.
                if not tag.endswith(("-start", "-end", "-mark", "}bookmark", "}change")):
                    self._text("".join(element.itertext()), look)

    def _remark(self, element: Any) -> None:
        author = " ".join(element.findtext(_tag("dc:creator"), "").split())
        paragraphs = [" ".join("".join(one.itertext()).split()) for one in _outermost(element)]
        text = " ".join(paragraphs)
        kind = "footnote: " if element.tag == _tag("text:note") else ""
        if text:
            self._add(TextPiece("remark", kind + text, author=author))

    def _learn(self, changes: Any) -> None:
        """The tracked changes of the text, which are named where they are made."""
        for region in changes.iterchildren(_tag("text:changed-region")):
            name = region.get(_tag("text:id")) or region.get("{http://www.w3.org/XML/1998/namespace}id") or ""
            for change in region:
                author = " ".join(change.findtext(f".//{_tag('dc:creator')}", "").split())
                if change.tag == _tag("text:insertion"):
                    self._changes[name] = (TextPiece("insertion", change=name, author=author),)
                elif change.tag == _tag("text:format-change"):
                    self._changes[name] = (TextPiece("format", change=name, author=author),)
                elif change.tag == _tag("text:deletion"):
                    removed = _Walk(self._styles)
                    removed.read(change)
                    # The last paragraph goes on in the text.
                    begin = TextPiece("deletion", change=name, author=author)
                    self._changes[name] = (begin, *removed.pieces[:-1], TextPiece("close", change=name))


def _outermost(holder: Any) -> Iterator[Any]:
    """The paragraphs in something, but for those in others, whose text is that of these too."""
    walk = etree.iterwalk(holder, events=("start",), tag=_PARAGRAPHS)
    for _, paragraph in walk:
        walk.skip_subtree()
        yield paragraph
