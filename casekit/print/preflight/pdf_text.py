"""What a finished PDF says and where, read with pypdf, which did not write it.

pypdf opens the file and undoes its compression; the text operators of a page (PDF 1.7, section 9.4) are followed
here, because a booklet is read back in a twentieth of the time that general text extraction takes.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from struct import unpack
from typing import Any

from pypdf import PdfReader
from pypdf.generic import DictionaryObject

Matrix = tuple[float, float, float, float, float, float]

_IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
_TOKEN = re.compile(
    rb"<(?P<hex>[0-9A-Fa-f\s]*)>|\[(?P<array>[^\]]*)\]|/(?P<name>[^\s/<>\[\]()]+)"
    rb"|(?P<number>[-+]?(?:\d+\.?\d*|\.\d+))|(?P<operator>[A-Za-z'\"*][A-Za-z0-9*]*)"
)
_CODES = re.compile(rb"<([0-9A-Fa-f\s]*)>")
_KERN = re.compile(rb"[-+]?(?:\d+\.?\d*|\.\d+)")
_SECTION = re.compile(rb"beginbf(char|range)(.*?)endbf", re.DOTALL)
_CODE = re.compile(rb"<([0-9A-Fa-f]+)>")
_SAME_LINE = 1.5


@dataclass(frozen=True, slots=True)
class Fragment:
    """Text set in one go: its left edge and base line in points from the upper left corner of the trimmed page.

    ``width`` is without spaces at the end, which may hang over the margin where a line is broken.
    On a fragment that is upside down, ``x`` and ``y`` count from the lower right corner instead, which is
    where its reader sees the upper left one.
    """

    text: str
    x: float
    y: float
    width: float
    size: float
    turned: bool

    @property
    def centre(self) -> float:
        """The middle between its edges."""
        return self.x + self.width / 2


@dataclass(frozen=True, slots=True)
class Font:
    """A font of the file, and whether the file holds its outlines."""

    name: str
    embedded: bool


@dataclass(frozen=True)
class Page:
    """A page's fragments in the order they were painted, and its trimmed size in points."""

    fragments: tuple[Fragment, ...]
    width: float = 0
    height: float = 0

    @cached_property
    def upright(self) -> tuple[tuple[Fragment, ...], ...]:
        """The lines that are upright, from the top, each from the left."""
        return _lines([fragment for fragment in self.fragments if not fragment.turned])

    @cached_property
    def turned(self) -> tuple[tuple[Fragment, ...], ...]:
        """The lines that are upside down, as their reader meets them."""
        return _lines([fragment for fragment in self.fragments if fragment.turned])


def read(pdf: bytes) -> tuple[tuple[Page, ...], tuple[Font, ...]]:
    """Read a PDF's pages, each once, and the fonts they use, by name."""
    return read_file(PdfReader(BytesIO(pdf)))


def read_file(reader: PdfReader) -> tuple[tuple[Page, ...], tuple[Font, ...]]:
    """The same for a file that is open."""
    decoders: dict[int, _Decoder] = {}
    pages = []
    for page in reader.pages:
        contents = page.get_contents()
        box = page.trimbox
        data = b"" if contents is None else contents.get_data()
        frame = (float(box.left), float(box.bottom), float(box.right), float(box.top))
        resources = _resources(page, decoders)
        fragments = tuple(_Interpreter(resources, frame).fragments(data))
        pages.append(Page(fragments, float(box.width), float(box.height)))
    fonts_used = {(decoder.name, decoder.embedded) for decoder in decoders.values()}
    return tuple(pages), tuple(Font(*font) for font in sorted(fonts_used))


class _Codes(dict[bytes, tuple[str, float, float]]):
    """What strings of hexadecimal digits show in a font: their characters, their width and that of spaces at their end, in ems.

    Codes have two bytes; what is left over at the end of a string is none.
    """

    def __init__(self, characters: Mapping[int, str], widths: Mapping[int, float], default: float) -> None:
        super().__init__()
        self._characters = characters
        self._widths = widths
        self._default = default

    def __missing__(self, digits: bytes) -> tuple[str, float, float]:
        whole = digits.translate(None, b" \r\n\t")
        count = len(whole) // 4
        shown = unpack(f">{count}H", bytes.fromhex(whole[: 4 * count].decode()))
        text = "".join(self._characters.get(code, "") for code in shown)
        widths = [self._widths.get(code, self._default) for code in shown]
        ink = max(
            (at for at, code in enumerate(shown, 1) if self._characters.get(code, "") != " "), default=0
        )
        self[digits] = told = text, sum(widths), sum(widths[ink:])
        return told


@dataclass(frozen=True, slots=True)
class _Decoder:
    """A font of the file, and what its codes show."""

    name: str
    embedded: bool
    known: _Codes


@dataclass(frozen=True, slots=True)
class _Resources:
    """What the names in a content stream stand for: fonts, and pictures that may hold text."""

    fonts: Mapping[str, _Decoder]
    forms: Mapping[str, Any]
    decoders: dict[int, _Decoder]


def _resources(owner: DictionaryObject, decoders: dict[int, _Decoder]) -> _Resources:
    """The resources of a page or a picture; only pictures of content streams are among them."""
    resources: Any = owner.get("/Resources", DictionaryObject()).get_object()
    fonts = resources.get("/Font", DictionaryObject()).get_object()
    pictures = resources.get("/XObject", DictionaryObject()).get_object()
    return _Resources(
        {name.removeprefix("/"): _decoder(fonts[name].get_object(), decoders) for name in fonts},
        {
            name.removeprefix("/"): pictures[name].get_object()
            for name in pictures
            if pictures[name].get_object().get("/Subtype") == "/Form"
        },
        decoders,
    )


def _decoder(font: DictionaryObject, known: dict[int, _Decoder]) -> _Decoder:
    """How a font is read. Only composite fonts, which WeasyPrint makes, show their text; others show none."""
    if id(font) not in known:
        descendant = _only(font["/DescendantFonts"]) if "/DescendantFonts" in font else font
        descriptor = descendant.get("/FontDescriptor", DictionaryObject()).get_object()
        known[id(font)] = _Decoder(
            name=str(font["/BaseFont"]).removeprefix("/"),
            embedded=any(name in descriptor for name in ("/FontFile", "/FontFile2", "/FontFile3")),
            known=_Codes(
                _characters(font["/ToUnicode"]) if "/ToUnicode" in font else {},
                dict(_widths(descendant.get("/W", ()))),
                float(descendant.get("/DW", 1000)) / 1000,
            ),
        )
    return known[id(font)]


def _only(fonts: Any) -> DictionaryObject:
    """The one descendant that a composite font has."""
    (descendant,) = fonts.get_object()
    font: DictionaryObject = descendant.get_object()
    return font


def _characters(stream: Any) -> dict[int, str]:
    """The pairs and ranges of a ToUnicode map (PDF 1.7, section 9.10.3)."""
    characters = {}
    for kind, section in _SECTION.findall(stream.get_data()):
        codes = _CODE.findall(section)
        if kind == b"char":
            for code, text in zip(codes[::2], codes[1::2], strict=True):
                characters[int(code, 16)] = bytes.fromhex(text.decode()).decode("utf-16-be")
        else:
            for low, high, first in zip(codes[::3], codes[1::3], codes[2::3], strict=True):
                for code in range(int(low, 16), int(high, 16) + 1):
                    characters[code] = chr(int(first, 16) + code - int(low, 16))
    return characters


def _widths(entries: Sequence[Any]) -> Iterator[tuple[int, float]]:
    """The widths of a CID font: ``first [w1 w2 ...]`` or ``first last w``."""
    at = 0
    while at < len(entries):
        first, second = int(entries[at]), entries[at + 1]
        if isinstance(second, list):
            yield from ((first + n, float(width) / 1000) for n, width in enumerate(second))
            at += 2
        else:
            yield from ((code, float(entries[at + 2]) / 1000) for code in range(first, int(second) + 1))
            at += 3


class _Interpreter:
    """Follows the operators that place text."""

    def __init__(
        self, resources: _Resources, frame: tuple[float, float, float, float], matrix: Matrix = _IDENTITY
    ) -> None:
        self._resources = resources
        self._frame = frame
        self._matrix = matrix
        self._stack: list[Matrix] = []
        self._text = self._line = _IDENTITY
        self._font: _Decoder | None = None
        self._size = 0.0

    def fragments(self, data: bytes) -> Iterator[Fragment]:
        """The text that a content stream shows."""
        numbers: list[float] = []
        shown = b""
        name = ""
        for token in _TOKEN.finditer(data):
            kind = token.lastgroup
            if kind == "number":
                numbers.append(float(token[0]))
            elif kind == "name":
                name = token["name"].decode("latin-1")
            elif kind != "operator":
                shown = token[0]
            else:
                operator = token[0]
                if operator in (b"TJ", b"Tj"):
                    yield from self._show(shown)
                    shown = b""
                elif operator == b"Tf":
                    self._font, self._size = self._resources.fonts.get(name), numbers[-1]
                elif operator == b"Do":
                    yield from self._picture(name)
                else:
                    self._place(operator, numbers)
                numbers = []

    def _place(self, operator: bytes, numbers: Sequence[float]) -> None:
        match operator:
            case b"q":
                self._stack.append(self._matrix)
            case b"Q" if self._stack:
                self._matrix = self._stack.pop()
            case b"cm":
                self._matrix = _product(_matrix(numbers), self._matrix)
            case b"BT":
                self._text = self._line = _IDENTITY
            case b"Tm":
                self._text = self._line = _matrix(numbers)
            case b"Td" | b"TD":
                self._text = self._line = _product((1, 0, 0, 1, numbers[-2], numbers[-1]), self._line)

    def _picture(self, name: str) -> Iterator[Fragment]:
        """The text in a picture that is painted here (PDF 1.7, section 8.10)."""
        form = self._resources.forms.get(name)
        if form is not None:
            matrix = _product(_matrix(form.get("/Matrix", _IDENTITY)), self._matrix)
            inner = _Interpreter(_resources(form, self._resources.decoders), self._frame, matrix)
            yield from inner.fragments(form.get_data())

    def _show(self, shown: bytes) -> Iterator[Fragment]:
        font = self._font
        if font is None:
            return
        # Nearly every letter stands by itself here, between two numbers that move it.
        between = _CODES.split(shown)
        told = [font.known[digits] for digits in between[1::2]]
        kerns = map(float, _KERN.findall(b" ".join(between[::2])))
        advance = sum([width for _, width, _ in told]) - sum(kerns) / 1000 - _hanging(told)
        across, _, _, upward, x, y = _product(self._text, self._matrix)
        scale = abs(upward) * self._size
        turned = across < 0
        left, bottom, right, top = self._frame
        yield Fragment(
            text="".join([text for text, _, _ in told]),
            x=right - x if turned else x - left,
            y=y - bottom if turned else top - y,
            width=advance * abs(across) * self._size,
            size=scale,
            turned=turned,
        )


def _hanging(told: Sequence[tuple[str, float, float]]) -> float:
    """The width of the spaces that a text ends in, in ems."""
    hanging = 0.0
    for text, _, spaces in reversed(told):
        hanging += spaces
        if text.strip(" "):
            break
    return hanging


def _matrix(numbers: Sequence[float]) -> Matrix:
    a, b, c, d, e, f = map(float, numbers[-6:])
    return a, b, c, d, e, f


def _product(left: Matrix, right: Matrix) -> Matrix:
    a, b, c, d, e, f = left
    g, h, i, j, k, m = right
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def _lines(fragments: Sequence[Fragment]) -> tuple[tuple[Fragment, ...], ...]:
    """Fragments gathered by base line."""
    lines: list[list[Fragment]] = []
    for fragment in sorted((f for f in fragments if f.text.strip()), key=lambda f: f.y):
        if lines and fragment.y - lines[-1][0].y <= _SAME_LINE:
            lines[-1].append(fragment)
        else:
            lines.append([fragment])
    return tuple(tuple(sorted(line, key=lambda f: f.x)) for line in lines)
