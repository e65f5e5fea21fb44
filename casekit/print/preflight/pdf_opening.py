"""Files of anybody, opened with pikepdf: what it cannot follow, no reader can be trusted to.

And of their pages the boxes (PDF 1.7, section 14.11.2) and everything that they can paint with, each once
(section 7.8.3).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import BytesIO
from typing import Any, TypeVar

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
"""A booklet of ten cases has about 180."""
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
    end = pdf[-_END:]
    faults = {
        "the file is empty": not pdf,
        f"it has more than {LARGEST:,} bytes": len(pdf) > LARGEST,
        "the file is not a PDF": b"%PDF-" not in pdf[:1024],
        "the file is damaged or incomplete (its end is missing)": b"startxref" not in end
        or b"%%EOF" not in end,
    }
    for fault in present(faults):
        raise RefusedFileError(fault)


def present(faults: Mapping[T, object]) -> list[T]:
    """Those of a table, of faults or whatever else, of which it says that they are there."""
    return [fault for fault, is_there in faults.items() if is_there]


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
    """How many pages a finished file has.

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
    message = _OPENED.sub("of it", str(error))
    return (message.splitlines() or [type(error).__name__])[0][:100].strip()


Box = tuple[float, float, float, float]
"""Left, bottom, right and top, in points."""


def box_of(edges: Any) -> Box:
    """A box of a page, or another, whichever of its corners are given."""
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


_COLOURED = {"/XObject": "a picture", "/Shading": "a gradient", "/Pattern": "a gradient"}
_COLOURS = ("g", "rg", "k", "cs", "sc", "scn")
_CHOOSES = {
    "gs": ("mask", "/ExtGState"),
    "Tf": ("letters", "/Font"),
    **dict.fromkeys(_COLOURS, ("fill", "/Pattern")),
    **dict.fromkeys(map(str.upper, _COLOURS), ("stroke", "/Pattern")),
}
"""Operators that choose what later paint draws again, and the resources that name it."""
SHOWING = ("Tj", "TJ", "'", '"')
"""Operators that show text."""
_PAINTS = ("f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "sh", "Do", "BI", "EI")
_FOLLOWED = " ".join(("q", "Q", *_CHOOSES, *SHOWING, *_PAINTS))
_MOST_UNFOLDED, _LEAST = 10_000_000, 500
"""The most bytes of content of a page, as often as each is drawn, and the least that a drawing counts for."""
_MOST_TILED = 2
"""The most patterns that may be in each other. Each is drawn thousands of times in the next."""


def scopes_of(owner: Any) -> list[Any]:
    """The content streams that a page, or any page of a file, can use, with the resources of each.

    Its own, its pictures', patterns' and masks'.
    """
    return [*owner.content_scopes(kinds=("page", "form", "pattern", "softmask"))]


def spaces_of(scope: Any) -> Iterator[tuple[str, Any]]:
    """The colour spaces of content, or nothing, each with what is in it.

    That is its own group, or a picture or gradient that it can use; those with names come without.
    """
    resources = scope.resources or {}
    yield "a transparency group", scope.content.get("/Group", {}).get("/CS")
    for space in dict(resources.get("/ColorSpace", {})).values():
        yield "", space
    for kind, what in _COLOURED.items():
        for thing in dict(resources.get(kind, {})).values():
            yield what, thing.get("/Shading", thing).get("/ColorSpace")


def _refuse_pages(pages: Any) -> None:
    """Refuse too many pages, and a page that draws far more than a booklet's.

    What it draws is counted, not followed: 24 pictures that draw the next twice are 16 million.
    """
    if len(pages) > _MOST_PAGES:
        raise RefusedFileError(f"it has {len(pages):,} pages, and at most {_MOST_PAGES:,} are looked at")
    known: dict[tuple[int, int], tuple[int, int]] = {}
    for number, page in enumerate(pages, 1):
        size, tiled = _unfolded(page, page.get_resources(), known)
        if size > _MOST_UNFOLDED or tiled > _MOST_TILED:
            raise RefusedFileError(
                f"page {number} draws far too much, or pictures, patterns, masks or letters in each other too often"
            )


def _unfolded(owner: Any, resources: Any, known: dict[tuple[int, int], tuple[int, int]]) -> tuple[int, int]:
    """The bytes of a content stream with all that it draws, and how many patterns are in each other there."""
    # The content of a page may be in several streams.
    content = owner if isinstance(owner, Stream) else owner.obj.get("/Contents", ())
    streams = [content] if isinstance(content, Stream) else content
    size, tiled = _LEAST + sum(len(stream.read_bytes()) for stream in streams), 0
    used = _used(resources)
    if size > _MOST_UNFOLDED or not any(used.values()):
        return size, tiled
    for thing, its in _drawn(owner, used):
        key = thing.objgen
        if key not in known:
            known[key] = 0, 0  # one that draws itself is not drawn again
            known[key] = _unfolded(thing, its, known)
        size += known[key][0]
        tiled = max(tiled, known[key][1] + ("/PatternType" in thing))
        if size > _MOST_UNFOLDED:
            break
    return size, tiled


_Drawn = tuple[Any, Any]
"""A content stream and its resources."""


def _drawn(owner: Any, used: dict[str, dict[str, Any]]) -> Iterator[_Drawn]:
    """The content streams that another one draws, each as often as that."""
    chosen: dict[str, Any] = {}
    before: list[dict[str, Any]] = []
    for step in parse_content_stream(owner, _FOLLOWED):
        operator = str(step.operator)
        names = [str(operand) for operand in step.operands if isinstance(operand, Name)]
        if operator == "q":
            before.append(dict(chosen))
        elif operator == "Q":
            chosen = before.pop() if before else chosen
        elif operator in _CHOOSES:
            slot, kind = _CHOOSES[operator]
            resources = _named(used[kind], names)
            # A graphics state that says nothing of masks leaves the one that is set.
            if resources or slot != "mask":
                chosen[slot] = next(iter(resources), None)
        else:
            yield from filter(None, map(chosen.get, ("mask", "fill", "stroke")))
            if operator == "Do":
                yield from _named(used["/XObject"], names)
            elif operator in SHOWING and chosen.get("letters"):
                yield from _written(step.operands, chosen["letters"])


def _named(resources: dict[str, Any], names: Iterable[str]) -> list[Any]:
    """The resources of names, as far as there are any."""
    return [resources[name] for name in names if name in resources]


def _written(operands: Iterable[Any], letters: dict[int, list[_Drawn]]) -> Iterator[_Drawn]:
    """The letters of a font that is drawn; all of them for one of which it does not say which it is."""
    for operand in operands:
        for text in operand if isinstance(operand, Array) else (operand,):
            for code in bytes(text) if isinstance(text, String) else ():
                yield from letters.get(code, letters[-1])


def _used(resources: Any) -> dict[str, dict[str, Any]]:
    """The resources that can draw something: pictures, patterns, masks (or none), and drawn fonts."""

    def of_kind(kind: str) -> dict[str, Any]:
        objects = dict(resources.get(kind, {})) if isinstance(resources, Dictionary) else {}
        return {name: thing for name, thing in objects.items() if isinstance(thing, (Dictionary, Stream))}

    def with_resources(thing: Any) -> _Drawn | None:
        return (thing, thing.get("/Resources", resources)) if _is_drawn(thing) else None

    def drawn_of_kind(kind: str) -> dict[str, Any]:
        return {name: with_resources(thing) for name, thing in of_kind(kind).items() if _is_drawn(thing)}

    masks: dict[str, Any] = {}
    for name, state in of_kind("/ExtGState").items():
        if "/SMask" in state:
            mask = state.SMask
            masks[name] = with_resources(mask.get("/G")) if isinstance(mask, Dictionary) else None
    fonts = {name: font for name, font in of_kind("/Font").items() if "/CharProcs" in font}
    return {
        "/ExtGState": masks,
        "/Font": {name: _letters(font, resources) for name, font in fonts.items()},
        "/XObject": drawn_of_kind("/XObject"),
        "/Pattern": drawn_of_kind("/Pattern"),
    }


def _letters(font: Any, resources: Any) -> dict[int, list[_Drawn]]:
    """The letters of a font that is drawn, by their codes; all of them under -1."""
    its = font.get("/Resources", resources)
    drawn = {name: (letter, its) for name, letter in dict(font.CharProcs).items() if _is_drawn(letter)}
    letters, code = {-1: [*drawn.values()]}, 0
    encoding = font.get("/Encoding")
    for entry in encoding.get("/Differences", ()) if isinstance(encoding, Dictionary) else ():
        if isinstance(entry, Name):
            letters[code] = [drawn[str(entry)]] if str(entry) in drawn else []
            code += 1
        else:
            code = int(entry)
    return letters


def _is_drawn(thing: Any) -> bool:
    return isinstance(thing, Stream) and thing.get("/Subtype") != "/Image"
