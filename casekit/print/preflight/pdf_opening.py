"""Files of anybody, opened with pikepdf: what it cannot follow, no reader can be trusted to.

A file is refused whose pages draw far more than it seems (``refuse``). Other checks get from here the boxes
of pages (PDF 1.7, section 14.11.2) and all content that they can paint with, each once (section 7.8.3).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import BytesIO
from typing import Any, NamedTuple, TypeVar

import pikepdf
from pikepdf import (
    Array,
    Dictionary,
    Name,
    PasswordError,
    Pdf,
    PdfError,
    Stream,
    String,
    parse_content_stream,
)

from casekit.diagnostics import Finding, Span, codes

LARGEST = 200_000_000
"""The most bytes a booklet may have. One of ten cases has about a million, and pictures have 20 at most."""

_MOST_PAGES = 4_000
"""The most pages a booklet may have. One of ten cases has about 180."""

_MOST_BYTES_DRAWN = 10_000_000
"""The most bytes of content of a page, each as often as it is drawn."""

_LEAST_BYTES_OF_DRAWING = 500
"""The bytes that a drawing counts for even if it has fewer."""

_MOST_NESTED_PATTERNS = 2
"""The most patterns that may be in each other. Each is drawn thousands of times in the next."""

BROKEN = (PdfError, ArithmeticError, AttributeError, LookupError, NotImplementedError, TypeError, ValueError)
"""The exceptions of pikepdf for a damaged file; nobody knows in how many ways it can be."""

_ENCRYPTED = "the file is encrypted, which print shops refuse"

_BYTES_OF_END = 2_048
"""The last bytes of a file, in which a PDF has its end."""

_OPENED_BYTES = re.compile(r"<_io\.BytesIO object at 0x\w+>")
"""How messages name the bytes that were opened."""

_COLOURED = {"/XObject": "a picture", "/Shading": "a gradient", "/Pattern": "a gradient"}
"""The kinds of resources that may have colours, with the noun for each."""

_COLOUR_OPERATORS = ("g", "rg", "k", "cs", "sc", "scn")

_CHOICES = {
    "gs": ("mask", "/ExtGState"),
    "Tf": ("letters", "/Font"),
    **dict.fromkeys(_COLOUR_OPERATORS, ("fill", "/Pattern")),
    **dict.fromkeys(map(str.upper, _COLOUR_OPERATORS), ("stroke", "/Pattern")),
}
"""Operators that choose what later paint draws again: what they choose, and the resources that name it."""

SHOWING = ("Tj", "TJ", "'", '"')
"""Operators that show text."""

_PAINTING = ("f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "sh", "Do", "BI", "EI")
"""Operators that paint something other than text."""

_OPERATORS_FOLLOWED = " ".join(("q", "Q", *_CHOICES, *SHOWING, *_PAINTING))
"""The operators by which it is counted what a content stream draws."""

T = TypeVar("T")


class RefusedFileError(Exception):
    """A file that cannot be looked at, and why."""


@contextmanager
def opened(pdf: bytes) -> Iterator[Pdf]:
    """The open file.

    Raises:
        RefusedFileError: if it cannot be opened, is encrypted or has no pages, or if anything in it that is
            looked at is broken.
    """
    _refuse_by_bytes(pdf)
    try:
        # pikepdf could guess at what a broken file was meant to be, and print shops' programs would guess
        # otherwise.
        with pikepdf.open(BytesIO(pdf), attempt_recovery=False, suppress_warnings=True) as file:
            if file.is_encrypted:
                raise RefusedFileError(_ENCRYPTED)
            if not len(file.pages):
                raise RefusedFileError("the file has no pages")
            yield file
    except PasswordError:
        raise RefusedFileError(_ENCRYPTED) from None
    except (*BROKEN, RecursionError) as error:
        if "bad_alloc" in str(error):
            raise MemoryError from error
        raise RefusedFileError(f"the file is damaged or incomplete ({reason(error)})") from error


def _refuse_by_bytes(pdf: bytes) -> None:
    """Refuse what is not a whole PDF of a size that can be looked at."""
    if not pdf:
        raise RefusedFileError("the file is empty")
    if len(pdf) > LARGEST:
        raise RefusedFileError(f"it has more than {LARGEST:,} bytes")
    if b"%PDF-" not in pdf[:1024]:
        raise RefusedFileError("the file is not a PDF")
    end = pdf[-_BYTES_OF_END:]
    if b"startxref" not in end or b"%%EOF" not in end:
        raise RefusedFileError("the file is damaged or incomplete (its end is missing)")


def present(faults: Mapping[T, object]) -> list[T]:
    """The keys of a table, such as faults, whose values say that they are so."""
    return [fault for fault, is_so in faults.items() if is_so]


def refuse(pdf: bytes, span: Span) -> tuple[Finding, ...]:
    """A finding if these bytes cannot be opened, have far too many pages, or draw far more than it seems."""
    try:
        with opened(pdf) as file:
            _refuse_pages(file.pages)
    except RefusedFileError as refused:
        return (unreadable(refused, span),)
    return ()


def asked_of(pdf: bytes, question: Callable[[Pdf], T], otherwise: T) -> T:
    """The answer of an open file to a question; ``otherwise`` if it cannot be opened."""
    with suppress(RefusedFileError), opened(pdf) as file:
        return question(file)
    return otherwise


def creator_of(pdf: bytes) -> str:
    """The program that a file says its pages were made with; empty if it says none or cannot be opened."""
    return asked_of(pdf, lambda file: str(file.docinfo.get("/Creator", "")), "")


def pages_in(pdf: bytes) -> int:
    """The number of pages of a finished file.

    Raises:
        RefusedFileError: if it cannot be opened.
    """
    with opened(pdf) as file:
        return len(file.pages)


def unreadable(refused: Exception | str, span: Span) -> Finding:
    """The finding about a file that cannot be looked at."""
    return codes.UNREADABLE_PDF.at(
        span,
        f"this PDF cannot be checked: {refused}",
        hint="name the file that `casekit build` wrote, or build it again",
    )


def reason(error: BaseException) -> str:
    """The first line of what an error says, without the place in memory of what was opened."""
    message = _OPENED_BYTES.sub("of it", str(error))
    return (message.splitlines() or [type(error).__name__])[0][:100].strip()


Box = tuple[float, float, float, float]
"""Left, bottom, right and top, in points."""


def box_of(edges: Any) -> Box:
    """A box of a page, or another box, of any two corners that face each other."""
    x, y, other_x, other_y = (float(edge) for edge in edges)
    return min(x, other_x), min(y, other_y), max(x, other_x), max(y, other_y)


def outside(outer: Box, inner: Box) -> Box:
    """The points by which each edge of a box is outside the same edge of another."""
    left, bottom, right, top = outer
    inner_left, inner_bottom, inner_right, inner_top = inner
    return inner_left - left, inner_bottom - bottom, right - inner_right, top - inner_top


def meets(one: Box, other: Box) -> bool:
    """Whether two boxes have anything in common, if only an edge."""
    left, bottom, right, top = one
    other_left, other_bottom, other_right, other_top = other
    return left <= other_right and other_left <= right and bottom <= other_top and other_bottom <= top


def common(one: Box, other: Box) -> Box:
    """The common part of two boxes; without one, a box without an extent."""
    left, bottom = max(one[0], other[0]), max(one[1], other[1])
    return left, bottom, max(left, min(one[2], other[2])), max(bottom, min(one[3], other[3]))


def scopes_of(owner: Any) -> list[Any]:
    """The content streams that a page, or any page of a file, can use, with the resources of each.

    These are the content of pages, forms, patterns and masks.
    """
    return [*owner.content_scopes(kinds=("page", "form", "pattern", "softmask"))]


def spaces_of(scope: Any) -> Iterator[tuple[str, Any]]:
    """The colour spaces of content, each with the noun for what has it; that of a named space is empty.

    A group, a picture or a gradient without a space of its own has ``None``.
    """
    resources = scope.resources or {}
    yield "a transparency group", scope.content.get("/Group", {}).get("/CS")
    for space in dict(resources.get("/ColorSpace", {})).values():
        yield "", space
    for kind, noun in _COLOURED.items():
        for resource in dict(resources.get(kind, {})).values():
            yield noun, resource.get("/Shading", resource).get("/ColorSpace")


def _refuse_pages(pages: Any) -> None:
    """Refuse too many pages, and a page that draws far more than a booklet's.

    What it draws is counted, not followed: 24 pictures that draw the next twice are 16 million.
    """
    if len(pages) > _MOST_PAGES:
        raise RefusedFileError(f"it has {len(pages):,} pages, and at most {_MOST_PAGES:,} are looked at")
    known_costs: dict[tuple[int, int], _DrawingCost] = {}
    for number, page in enumerate(pages, 1):
        cost = _cost_of(page, page.get_resources(), known_costs)
        if cost.size > _MOST_BYTES_DRAWN or cost.nested_patterns > _MOST_NESTED_PATTERNS:
            raise RefusedFileError(
                f"page {number} draws far too much, or pictures, patterns, masks or letters in each other too often"
            )


class _DrawingCost(NamedTuple):
    """The cost of drawing a content stream with all that it draws."""

    size: int
    """The bytes of content, each as often as it is drawn."""

    nested_patterns: int
    """The number of patterns that are in each other."""


class _Drawing(NamedTuple):
    """A content stream that another one may draw."""

    stream: Any
    """The stream."""

    resources: Any
    """The resources that it uses."""


def _cost_of(owner: Any, resources: Any, known_costs: dict[tuple[int, int], _DrawingCost]) -> _DrawingCost:
    """The cost of a page or a content stream; those of streams are kept by the identity of the stream."""
    # The content of a page may be in several streams.
    content = owner if isinstance(owner, Stream) else owner.obj.get("/Contents", ())
    streams = [content] if isinstance(content, Stream) else content
    size = _LEAST_BYTES_OF_DRAWING + sum(len(stream.read_bytes()) for stream in streams)
    nested_patterns = 0
    drawing_resources = _drawing_resources(resources)
    if size > _MOST_BYTES_DRAWN or not any(drawing_resources.values()):
        return _DrawingCost(size, nested_patterns)
    for drawing in _drawings(owner, drawing_resources):
        key = drawing.stream.objgen
        if key not in known_costs:
            known_costs[key] = _DrawingCost(0, 0)  # one that draws itself is not drawn again
            known_costs[key] = _cost_of(drawing.stream, drawing.resources, known_costs)
        cost = known_costs[key]
        size += cost.size
        own_level = 1 if "/PatternType" in drawing.stream else 0
        nested_patterns = max(nested_patterns, cost.nested_patterns + own_level)
        if size > _MOST_BYTES_DRAWN:
            break
    return _DrawingCost(size, nested_patterns)


def _drawings(owner: Any, drawing_resources: dict[str, dict[str, Any]]) -> Iterator[_Drawing]:
    """The drawings of a content stream, each as often as it is drawn."""
    chosen: dict[str, Any] = {}
    saved: list[dict[str, Any]] = []
    for instruction in parse_content_stream(owner, _OPERATORS_FOLLOWED):
        operator = str(instruction.operator)
        names = [str(operand) for operand in instruction.operands if isinstance(operand, Name)]
        if operator == "q":
            saved.append(dict(chosen))
        elif operator == "Q":
            chosen = saved.pop() if saved else chosen
        elif operator in _CHOICES:
            slot, kind = _CHOICES[operator]
            resources = _named(drawing_resources[kind], names)
            # A graphics state that says nothing of masks leaves the one that is set.
            if resources or slot != "mask":
                chosen[slot] = next(iter(resources), None)
        else:
            yield from filter(None, map(chosen.get, ("mask", "fill", "stroke")))
            if operator == "Do":
                yield from _named(drawing_resources["/XObject"], names)
            elif operator in SHOWING and chosen.get("letters"):
                yield from _letters_shown(instruction.operands, chosen["letters"])


def _named(resources: dict[str, Any], names: Iterable[str]) -> list[Any]:
    """The resources of names, as far as there are any."""
    return [resources[name] for name in names if name in resources]


def _letters_shown(operands: Iterable[Any], letters: dict[int, list[_Drawing]]) -> Iterator[_Drawing]:
    """The drawings of letters that are shown; those of all letters for a code that the font does not name."""
    for operand in operands:
        for text in operand if isinstance(operand, Array) else (operand,):
            for code in bytes(text) if isinstance(text, String) else ():
                yield from letters.get(code, letters[-1])


def _drawing_resources(resources: Any) -> dict[str, dict[str, Any]]:
    """The resources that can draw something, by kind and name.

    Pictures and patterns are drawings, masks are drawings or none, and fonts are tables of letters
    (``_letters``).
    """

    def of_kind(kind: str) -> dict[str, Any]:
        objects = dict(resources.get(kind, {})) if isinstance(resources, Dictionary) else {}
        return {name: value for name, value in objects.items() if isinstance(value, (Dictionary, Stream))}

    def drawing_of(value: Any) -> _Drawing | None:
        return _Drawing(value, value.get("/Resources", resources)) if _is_drawing(value) else None

    def drawings_of_kind(kind: str) -> dict[str, Any]:
        return {name: drawing_of(value) for name, value in of_kind(kind).items() if _is_drawing(value)}

    masks: dict[str, Any] = {}
    for name, state in of_kind("/ExtGState").items():
        if "/SMask" in state:
            mask = state.SMask
            masks[name] = drawing_of(mask.get("/G")) if isinstance(mask, Dictionary) else None
    fonts = {name: font for name, font in of_kind("/Font").items() if "/CharProcs" in font}
    return {
        "/ExtGState": masks,
        "/Font": {name: _letters(font, resources) for name, font in fonts.items()},
        "/XObject": drawings_of_kind("/XObject"),
        "/Pattern": drawings_of_kind("/Pattern"),
    }


def _letters(font: Any, resources: Any) -> dict[int, list[_Drawing]]:
    """The letters, by their codes, of a font whose letters are drawings; all of them under -1."""
    own_resources = font.get("/Resources", resources)
    drawing_of_name: dict[str, _Drawing] = {}
    for name, letter in dict(font.CharProcs).items():
        if _is_drawing(letter):
            drawing_of_name[name] = _Drawing(letter, own_resources)
    letters = {-1: [*drawing_of_name.values()]}
    code = 0
    encoding = font.get("/Encoding")
    for entry in encoding.get("/Differences", ()) if isinstance(encoding, Dictionary) else ():
        if isinstance(entry, Name):
            letters[code] = [drawing_of_name[str(entry)]] if str(entry) in drawing_of_name else []
            code += 1
        else:
            code = int(entry)
    return letters


def _is_drawing(value: Any) -> bool:
    """Whether something is a content stream, and no picture of dots."""
    return isinstance(value, Stream) and value.get("/Subtype") != "/Image"
