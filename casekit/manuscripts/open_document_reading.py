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

from casekit.manuscripts.returned_manuscripts import TextPiece
from casekit.manuscripts.styled_words import EMPHASIS, STRONG

MOST_UNPACKED = 10_000_000
"""The most bytes that one part of a file may have. The text of sixty paragraphs has some 300,000."""

_MOST_FILES = 5_000
"""The most files in a package."""

_MOST_PIECES = 100_000
"""The most pieces that a manuscript may have; one of sixty paragraphs has some 1,000."""

_MOST_LETTERS = 3_000_000
"""The most letters that a manuscript may have; one of sixty paragraphs has some 60,000."""

_MOST_SPACES = 1_000
"""The most spaces that one element may give."""

_CHUNK_BYTES = 1 << 16
"""The bytes of a part that are read at once."""

_LEAST_BOLD_WEIGHT = 600
"""The least weight of a font that is bold."""

_CONTENT = "content.xml"
"""The part with the text."""

_STYLES = "styles.xml"
"""The part with the styles that have names."""

_TYPE = "mimetype"
"""The part that says what kind of file it is."""

_TEXT_TYPES = ("application/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.text-template")
"""The kinds of files that are texts."""

_UNPACKING_ERRORS = (
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

_URN = "urn:oasis:names:tc:opendocument:xmlns:"
_NAMESPACES = {
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
    """The name of an element or an attribute as the parser has it: ``text:p`` with its namespace in full."""
    prefix, _, local_name = name.partition(":")
    return f"{{{_NAMESPACES[prefix]}}}{local_name}"


def pieces_in(data: bytes) -> tuple[tuple[TextPiece, ...], str]:
    """The pieces of an ODT file, and why it cannot be read, if it cannot."""
    try:
        return read_open_document(data), ""
    except NotAManuscriptError as error:
        return (), str(error)


def read_open_document(data: bytes) -> tuple[TextPiece, ...]:
    """The pieces of an ODT file.

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
    reader = _TextReader(styles)
    reader.read(body)
    return tuple(reader.pieces)


def _unpacked(data: bytes) -> dict[str, bytes]:
    """The parts that are read, by name."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return {name: _part(archive, name) for name in _parts_to_read(archive)}
    except _UNPACKING_ERRORS as error:
        # A password, an unknown way of packing, a wrong checksum, the end of the file.
        raise NotAManuscriptError(
            f"it cannot be unpacked: {str(error) or 'it is cut off'}".lower()
        ) from error


def _parts_to_read(archive: zipfile.ZipFile) -> tuple[str, ...]:
    """The names of the parts that are read of a text of OpenDocument.

    Raises:
        NotAManuscriptError: if it is not one.
    """
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
        while chunk := stream.read(_CHUNK_BYTES):
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
    """The look of letters; each property is ``None`` where a style says nothing of it."""

    emphasis: bool | None = None
    """Whether they are emphasised."""

    strong: bool | None = None
    """Whether they are bold."""

    struck: bool | None = None
    """Whether they are struck through."""

    def over(self, outer: "_Look") -> "_Look":
        """This look inside another one, which counts where this one says nothing."""
        return _Look(
            outer.emphasis if self.emphasis is None else self.emphasis,
            outer.strong if self.strong is None else self.strong,
            outer.struck if self.struck is None else self.struck,
        )

    @property
    def style(self) -> int:
        """The style of a piece, a sum of ``EMPHASIS`` and ``STRONG``."""
        return (EMPHASIS if self.emphasis else 0) | (STRONG if self.strong else 0)


class _Styles:
    """The styles of text and of paragraphs, by family and name."""

    def __init__(self) -> None:
        self._parents: dict[tuple[str, str], str] = {}
        self._own_looks: dict[tuple[str, str], _Look] = {}
        self._looks: dict[tuple[str, str], _Look] = {}

    def learn(self, root: Any) -> None:
        """Take the styles of a file.

        What a named style of paragraphs says is the look of all of them, and emphasises nothing.
        """
        for element, is_set_by_hand in (("office:styles", False), ("office:automatic-styles", True)):
            for holder in root.iterchildren(_tag(element)):
                for style in holder.iterchildren(_tag("style:style")):
                    family, name = style.get(_tag("style:family")), style.get(_tag("style:name"))
                    if family in {"text", "paragraph"} and name:
                        emphasises = is_set_by_hand or family == "text"
                        self._parents[family, name] = style.get(_tag("style:parent-style-name"), "")
                        self._own_looks[family, name] = _own_look(style) if emphasises else _Look()

    def of(self, family: str, name: str) -> _Look:
        """The look that a style gives, with those above it.

        Each look is made once, since a chain of styles may be as long as the file.
        """
        chain: list[tuple[str, str]] = []
        while (family, name) in self._parents and (family, name) not in self._looks:
            chain.append((family, name))
            self._looks[family, name] = _Look()  # also if it is above itself
            name = self._parents[family, name]
        look = self._looks.get((family, name), _Look())
        for style in reversed(chain):
            look = self._own_looks[style].over(look)
            self._looks[style] = look
        return look


def _own_look(style: Any) -> _Look:
    """The look that a style gives without those above it."""
    slant = weight = line = None
    for properties in style.iterchildren(_tag("style:text-properties")):
        slant = properties.get(_tag("fo:font-style"), slant)
        weight = properties.get(_tag("fo:font-weight"), weight)
        line = properties.get(_tag("style:text-line-through-style"), line)
        line = properties.get(_tag("style:text-line-through-type"), line)
    return _Look(
        emphasis=None if slant is None else slant in {"italic", "oblique"},
        strong=None if weight is None else _is_bold(weight),
        struck=None if line is None else line != "none",
    )


def _is_bold(weight: str) -> bool:
    """Whether a weight, as in ``bold`` and ``700``, is a bold one."""
    return weight == "bold" or (weight.isdecimal() and int(weight[:4]) >= _LEAST_BOLD_WEIGHT)


# --- the text ------------------------------------------------------------------------------------

_PARAGRAPHS = {_tag("text:p"), _tag("text:h")}
"""Elements that are paragraphs."""

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
"""Elements that hold paragraphs."""

_INLINE = {
    _tag(name)
    for name in ("text:span", "text:a", "text:meta", "text:meta-field", "text:ruby", "text:ruby-base")
}
"""Elements that hold text inside a paragraph."""

_SPACES = {_tag("text:line-break"): " ", _tag("text:tab"): " ", _tag("text:soft-page-break"): ""}
"""Elements that stand for a space, or for nothing."""

_REMARKS = {_tag("office:annotation"), _tag("text:note"), _tag("draw:frame"), _tag("draw:text-box")}
"""Elements whose text is a remark."""


class _TextReader:
    """Reads the elements of a text in order. The parser allows no depth that Python could not follow."""

    pieces: list[TextPiece]
    """The pieces so far."""

    def __init__(self, styles: _Styles) -> None:
        self.pieces = []
        self._styles = styles
        # The pieces of each tracked change by its name: its beginning, and of a deletion all that is deleted
        # and its end.
        self._changes: dict[str, tuple[TextPiece, ...]] = {}
        self._texts_struck_through: list[str] = []
        self._letter_count = 0

    def _add(self, piece: TextPiece) -> None:
        self.pieces.append(piece)
        self._letter_count += len(piece.text)
        if len(self.pieces) > _MOST_PIECES or self._letter_count > _MOST_LETTERS:
            raise NotAManuscriptError("it has far more text than a manuscript")

    def read(self, holder: Any) -> None:
        """Read paragraphs and what holds paragraphs."""
        for child in holder:
            if child.tag == _tag("text:tracked-changes"):
                self._learn_changes(child)
            elif child.tag in _PARAGRAPHS:
                self._read_paragraph(child)
            elif child.tag in _HOLDERS:
                self.read(child)
            else:
                self._read_other_element(child, _Look())

    def _read_paragraph(self, paragraph: Any) -> None:
        self._texts_struck_through = []
        style = paragraph.get(_tag("text:style-name"), "")
        self._read_inline(paragraph, self._styles.of("paragraph", style))
        text_struck_through = " ".join("".join(self._texts_struck_through).split())
        if text_struck_through:
            self._add(TextPiece("remark", f"struck through: {text_struck_through}"))
        self._add(TextPiece("break"))

    def _read_inline(self, element: Any, look: _Look) -> None:
        """Read what is inside a paragraph, or inside an element of one, whose letters have a look."""
        self._add_text(element.text, look)
        for child in element:
            if child.tag in _INLINE:
                style = child.get(_tag("text:style-name"), "") if child.tag == _tag("text:span") else ""
                self._read_inline(child, self._styles.of("text", style).over(look))
            elif child.tag == _tag("text:s"):
                count = child.get(_tag("text:c"), "1")
                spaces = min(int(count[:6]), _MOST_SPACES) if count.isdecimal() else 1
                self._add_text(" " * spaces, look)
            elif child.tag in _SPACES:
                self._add_text(_SPACES[child.tag], look)
            else:
                self._read_other_element(child, look)
            self._add_text(child.tail, look)

    def _add_text(self, text: str | None, look: _Look) -> None:
        if text:
            self._add(TextPiece("text", text, look.style))
            if look.struck:
                self._texts_struck_through.append(text)

    def _read_other_element(self, element: Any, look: _Look) -> None:
        """Read the bound of a tracked change, a comment, a note, a picture or a field."""
        name = element.get(_tag("text:change-id"), "")
        change = self._changes.get(name, ())
        is_insertion_or_format = len(change) == 1
        match element.tag:
            case tag if tag == _tag("text:change-start") and is_insertion_or_format:
                self._add(change[0])
            case tag if tag == _tag("text:change-end") and is_insertion_or_format:
                self._add(TextPiece("close", change=name))
            case tag if tag == _tag("text:change") and change:
                # Text is deleted at one place.
                for piece in self._changes.pop(name):
                    self._add(piece)
            case tag if tag in _REMARKS:
                self._add_remark(element)
            case tag if str(tag).startswith(f"{{{_NAMESPACES['text']}}}"):
                # A field, such as a page number or a date: what it shows is text.
                if not tag.endswith(("-start", "-end", "-mark", "}bookmark", "}change")):
                    self._add_text("".join(element.itertext()), look)

    def _add_remark(self, element: Any) -> None:
        author = " ".join(element.findtext(_tag("dc:creator"), "").split())
        paragraphs = [
            " ".join("".join(paragraph.itertext()).split()) for paragraph in _outermost_paragraphs(element)
        ]
        text = " ".join(paragraphs)
        if text and element.tag == _tag("text:note"):
            text = f"footnote: {text}"
        if text:
            self._add(TextPiece("remark", text, author=author))

    def _learn_changes(self, changes: Any) -> None:
        """Keep the tracked changes of the text, which names them where they are made."""
        for region in changes.iterchildren(_tag("text:changed-region")):
            name = region.get(_tag("text:id")) or region.get("{http://www.w3.org/XML/1998/namespace}id") or ""
            for change in region:
                author = " ".join(change.findtext(f".//{_tag('dc:creator')}", "").split())
                if change.tag == _tag("text:insertion"):
                    self._changes[name] = (TextPiece("insertion", change=name, author=author),)
                elif change.tag == _tag("text:format-change"):
                    self._changes[name] = (TextPiece("format", change=name, author=author),)
                elif change.tag == _tag("text:deletion"):
                    reader = _TextReader(self._styles)
                    reader.read(change)
                    beginning = TextPiece("deletion", change=name, author=author)
                    end = TextPiece("close", change=name)
                    # Without its last break: its last paragraph goes on in the text.
                    self._changes[name] = (beginning, *reader.pieces[:-1], end)


def _outermost_paragraphs(holder: Any) -> Iterator[Any]:
    """The paragraphs in an element, without those inside others, whose text the others have too."""
    elements = etree.iterwalk(holder, events=("start",), tag=_PARAGRAPHS)
    for _, paragraph in elements:
        elements.skip_subtree()
        yield paragraph
