"""Files of anybody, opened with pikepdf: what it cannot follow, no reader can be trusted to.

And of their pages the boxes (PDF 1.7, section 14.11.2) and everything that they can paint with, each once (section 7.8.3).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import BytesIO
from typing import Any, TypeVar

import pikepdf
from pikepdf import Dictionary, Name, PasswordError, Pdf, PdfError, Stream, parse_content_stream

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.system.reader_process import tell

LARGEST = 200_000_000
"""The most bytes a booklet may have. One of ten cases has about a million, and pictures have 20 at most."""
BROKEN = (PdfError, ArithmeticError, AttributeError, LookupError, NotImplementedError, TypeError, ValueError)
"""The exceptions of pikepdf for a damaged file; nobody knows in how many ways it can be."""

_ENCRYPTED = "the file is encrypted, which print shops refuse"
_END = 2_048
_OPENED = re.compile(r"<_io\.BytesIO object at 0x\w+>")


T = TypeVar("T")


class RefusedFileError(Exception):
    """A file that cannot be looked at, and why."""


@contextmanager
def opened(pdf: bytes) -> Iterator[Pdf]:
    """The open file.

    Raises:
        RefusedFileError: if it cannot be opened, is encrypted or has no pages, or if anything in it that is looked at is broken.
    """
    _refuse_by_bytes(pdf)
    try:
        # pikepdf could guess at what a broken file was meant to be, and print shops' programs would guess otherwise.
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
    if not pdf:
        raise RefusedFileError("the file is empty")
    if len(pdf) > LARGEST:
        raise RefusedFileError(f"it has more than {LARGEST:,} bytes")
    if b"%PDF-" not in pdf[:1024]:
        raise RefusedFileError("the file is not a PDF")
    end = pdf[-_END:]
    if b"startxref" not in end or b"%%EOF" not in end:
        raise RefusedFileError("the file is damaged or incomplete (its end is missing)")


def refuse(pdf: bytes, span: Span) -> tuple[Diagnostic, ...]:
    """A finding if these bytes are not a PDF that can be opened, or draw far more than they look like."""
    try:
        with opened(pdf) as file:
            number = folded_page(file.pages)
    except RefusedFileError as refused:
        return (unreadable(refused, span),)
    folded = RefusedFileError(
        f"page {number} draws far too much, or pictures, patterns or masks in each other too often"
    )
    return (unreadable(folded, span),) if number else ()


def asked_of(pdf: bytes, question: Callable[[Pdf], T], otherwise: T) -> T:
    """The answer of an open file to a question; ``otherwise`` if it cannot be opened."""
    with suppress(RefusedFileError), opened(pdf) as file:
        return question(file)
    return otherwise


def creator_of(pdf: bytes) -> str:
    """The program that a file says its pages were made with; empty if it says none or cannot be opened."""
    return asked_of(pdf, lambda file: str(file.docinfo.get("/Creator", "")), "")


def pages_in(pdf: bytes) -> int:
    """How many pages a finished file has.

    Raises:
        RefusedFileError: if it cannot be opened.
    """
    with opened(pdf) as file:
        return len(file.pages)


def unreadable(refused: Exception | str, span: Span) -> Diagnostic:
    """The finding about a file that cannot be looked at."""
    return Diagnostic(
        codes.UNREADABLE_PDF,
        f"this PDF cannot be checked: {refused}",
        span,
        hint="name the file that `casekit build` wrote, or build it again",
    )


def reason(error: BaseException) -> str:
    """The first line of what an error says, without the place in memory of what was opened."""
    said = _OPENED.sub("of it", str(error))
    return (said.splitlines() or [type(error).__name__])[0][:100].strip()


Box = tuple[float, float, float, float]
"""Left, bottom, right and top, in points."""


def trim_of(page: Any) -> Box:
    """Where a page is cut: its TrimBox, or all that is shown of it."""
    return box_of(page.trimbox)


def bleed_of(page: Any) -> Box:
    """How far its art may go on."""
    return box_of(page.bleedbox)


def media_of(page: Any) -> Box:
    """All of a page."""
    return box_of(page.mediabox)


def box_of(edges: Any) -> Box:
    """A box, whichever of its corners are given."""
    one, two, three, four = (float(edge) for edge in edges)
    return min(one, three), min(two, four), max(one, three), max(two, four)


def outside(outer: Box, inner: Box) -> Box:
    """How far each edge of a box is outside the same edge of another, in points."""
    return inner[0] - outer[0], inner[1] - outer[1], outer[2] - inner[2], outer[3] - inner[3]


def meets(one: Box, other: Box) -> bool:
    """Whether two boxes have anything in common, if only an edge."""
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def common(one: Box, other: Box) -> Box:
    """The common part of two boxes; without one, a box without an extent."""
    left, bottom = max(one[0], other[0]), max(one[1], other[1])
    return left, bottom, max(left, min(one[2], other[2])), max(bottom, min(one[3], other[3]))


_SCOPES = ("page", "form", "pattern", "softmask")
_COLOURED = {"/XObject": "a picture", "/Shading": "a gradient", "/Pattern": "a gradient"}
_DRAWING = {"Do": "/XObject", "scn": "/Pattern", "SCN": "/Pattern", "gs": "/ExtGState"}
"""Operators that draw something or mask with it, and the resources that name it."""
_MOST_UNFOLDED, _LEAST = 10_000_000, 500
"""The most bytes of content that a page may have, each as often as it is drawn, and how many each drawing counts for at least."""
_MOST_TILED = 2
"""The most patterns that may be in each other. Each is drawn thousands of times in the next."""


def scopes_of(owner: Any) -> list[Any]:
    """The content streams that a page, or any page of a file, can use, with the resources of each: its own, its pictures', patterns' and masks'."""
    return [*owner.content_scopes(kinds=_SCOPES)]


def coloured_in(resources: Any) -> Iterator[tuple[str, Any, Any]]:
    """The pictures and gradients that resources name, if there are any: which of both each is, the object, and its colour space if it has one."""
    for kind, what in _COLOURED.items():
        for thing in dict((resources or {}).get(kind, {})).values():
            yield what, thing, thing.get("/Shading", thing).get("/ColorSpace")


def folded_page(pages: Iterable[Any]) -> int | None:
    """The first page, from 1, that draws far more than a booklet's; it is counted, not followed: 24 pictures that draw the next twice are 16 million."""
    known: dict[tuple[int, int], tuple[int, int]] = {}
    for number, page in enumerate(pages, 1):
        tell(number)
        size, tiled = _unfolded(page, page.get_resources(), known)
        if size > _MOST_UNFOLDED or tiled > _MOST_TILED:
            return number
    return None


def _unfolded(owner: Any, resources: Any, known: dict[tuple[int, int], tuple[int, int]]) -> tuple[int, int]:
    """The bytes of a content stream with all that it draws, and how many patterns are in each other there."""
    size, tiled = _LEAST + sum(len(stream.read_bytes()) for stream in _streams_of(owner)), 0
    if size > _MOST_UNFOLDED:
        return size, tiled
    named = {
        operator: dict(resources.get(kind, {})) if isinstance(resources, Dictionary) else {}
        for operator, kind in _DRAWING.items()
    }
    named["gs"] = {name: _mask_of(state) for name, state in named["gs"].items()}
    if not any(_is_drawn(thing) for things in named.values() for thing in things.values()):
        return size, tiled
    for step in parse_content_stream(owner, " ".join(_DRAWING)):
        names = (named[str(step.operator)].get(str(each)) for each in step.operands if isinstance(each, Name))
        thing: Any = next(names, None)
        if _is_drawn(thing):
            key = thing.objgen
            if key not in known:
                known[key] = 0, 0  # one that draws itself is not drawn again
                known[key] = _unfolded(thing, thing.get("/Resources", resources), known)
            size += known[key][0]
            tiled = max(tiled, known[key][1] + ("/PatternType" in thing))
    return size, tiled


def _streams_of(owner: Any) -> Sequence[Any]:
    """The content of a page, which may be in several streams, or of what it draws."""
    content = owner if isinstance(owner, Stream) else owner.obj.get("/Contents", ())
    return [content] if isinstance(content, Stream) else list(content)


def _mask_of(state: Any) -> Any:
    """The mask of a graphics state."""
    mask = state.get("/SMask") if isinstance(state, Dictionary) else None
    return mask.get("/G") if isinstance(mask, Dictionary) else None


def _is_drawn(thing: Any) -> bool:
    return isinstance(thing, Stream) and thing.get("/Subtype") != "/Image"
