"""The way to WeasyPrint: HTML in, measured pages and PDF out.

WeasyPrint is imported when it is first needed, because that takes half a second and needs the Pango library,
which pip cannot install. It can load nothing but the fonts of this package and pictures that are in the page
itself: no network, no file. ``trial`` sets a picture once in a process with limits, because the time that a
drawing takes cannot always be seen in it.
"""

import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from functools import cache, lru_cache
from importlib import import_module
from io import StringIO
from logging import ERROR, NullHandler, getLogger
from pathlib import Path
from sys import maxsize
from types import ModuleType
from typing import Any

from casekit.diagnostics import Finding, Span, codes
from casekit.print.content import artwork, papers
from casekit.print.typesetting.weasyprint_patches import (
    Ink,
    ReadyPage,
    Shown,
    ink_of_box,
    ink_of_page,
    lay_on,
    shortcuts,
    shown_of,
    while_laying_out,
    while_writing,
)
from casekit.system import executors, process_limits, sandbox
from casekit.values import field, frozen, replace

FONTS = Path(__file__).resolve().parent.parent / "fonts"
FONT_FILES = tuple(sorted(path.name for path in FONTS.iterdir() if path.suffix in {".otf", ".ttf"}))
PX_PER_MM = 96 / 25.4
"""CSS pixels in a millimetre."""
PX_DIGITS = 4
"""Decimals of a CSS pixel in the height of an inlay, so that inlays of as many lines are equally high."""
INLAY = "inlay-"
"""The beginning of the names of boxes on which an inlay is laid."""
PLACE = "place-"
"""The beginning of the names of paragraphs."""
# The attribute of boxes whose places are noted, but which are not anchors of the file. An ``id`` would also
# give each box a style of its own, for which WeasyPrint computes all properties again.
_NAME_ATTRIBUTE = "data-name"

MOST_INSTRUCTION_BYTES = 10_000_000
"""The most bytes of instructions that draw a picture. All checks of the pages read them again."""
# The heaviest drawing of the examples takes a fiftieth of a second; 70 MB are the typesetter's own.
_TRIAL_LIMITS = sandbox.ReadingLimits(seconds=1.5, megabytes=300)

# Their warnings are for us, not for the user's terminal; whoever configures logging still gets them.
for _name in ("weasyprint", "fontTools"):
    getLogger(_name).addHandler(NullHandler())


@frozen(slots=True)
class Box:
    """The place of an element with an ``id`` or a ``data-name``."""

    page: int
    """Its page, from 0."""
    x: float
    """Its left edge, in CSS pixels."""
    y: float
    """Its upper edge, in CSS pixels."""
    end: float
    """Its lower edge, in CSS pixels."""

    @property
    def top(self) -> float:
        """Its upper edge, in millimetres."""
        return self.y / PX_PER_MM

    @property
    def bottom(self) -> float:
        """Its lower edge, in millimetres."""
        return self.end / PX_PER_MM

    @property
    def height(self) -> float:
        """Its height, in millimetres."""
        return self.bottom - self.top


@frozen
class Inlay:
    """A box that was painted by itself, to be laid on a page. Lengths are CSS pixels."""

    ink: Ink
    x: float
    """The left edge of the box where it was painted."""
    y: float
    """The upper edge of the box where it was painted."""
    height: float


@frozen
class Inlays:
    """Boxes that were painted by themselves."""

    inlays: Mapping[str, Inlay]
    """The boxes by name."""
    shown: tuple[Shown, ...]
    """The glyphs that they show, for each document that they were painted in."""


NO_INLAYS = Inlays({}, ())


class _PageWithInlays:
    """A page of WeasyPrint with inlays, each on its box."""

    def __init__(self, page: Any, placed_inlays: Sequence[tuple[Inlay, Box]]) -> None:
        self._page = page
        self._placed_inlays = placed_inlays

    def __getattr__(self, name: str) -> Any:
        return getattr(self._page, name)

    def paint(self, stream: Any, scale: float) -> None:
        self._page.paint(stream, scale)
        for inlay, box in self._placed_inlays:
            with stream.stacked():
                stream.transform(scale, 0, 0, scale, (box.x - inlay.x) * scale, (box.y - inlay.y) * scale)
                lay_on(stream, inlay.ink)


@frozen
class Layout:
    """Pages as they will be printed."""

    boxes: Mapping[str, Box]
    """The first box of each element that has an ``id`` or a ``data-name``, by that name."""
    sheets: tuple[Any, ...]
    """The pages of WeasyPrint, or painted ones, which can be handed from process to process."""
    shown: tuple[Shown, ...] = ()
    """The glyphs that painted pages and inlays show, for each document that they were painted in."""
    tail: int | None = None
    """How many pages of a booklet stay last; ``None`` of pages that are not bound."""
    _inlays: Mapping[str, Inlay] = field(default_factory=dict)
    """The inlays that are laid on boxes, by the name of the box, which begins with ``INLAY``."""
    _document: Any = None
    """The document of WeasyPrint; painted pages have none."""

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return len(self.sheets)

    def pdf(self, **options: Any) -> bytes:
        """The finished file. The same pages, and the same options of WeasyPrint, give the same bytes."""
        # By this a file is known again as one of ours.
        self._document.metadata.generator = papers.CREATOR
        sheets = self.sheets
        if self._inlays:
            placed_inlays: list[list[tuple[Inlay, Box]]] = [[] for _ in sheets]
            for name, box in self.boxes.items():
                if name in self._inlays:
                    placed_inlays[box.page].append((self._inlays[name], box))
            sheets = tuple(map(_PageWithInlays, sheets, placed_inlays))
        with while_writing(self.shown), shortcuts():
            return bytes(self._document.copy(sheets).write_pdf(**options))

    def followed_by(self, painted: "Layout", inlays: Inlays) -> "Layout":
        """These pages with painted ones after them, and with inlays by the names of their boxes."""
        boxes = {name: replace(box, page=box.page + self.pages) for name, box in painted.boxes.items()}
        return replace(
            self,
            boxes={**boxes, **self.boxes},
            sheets=(*self.sheets, *painted.sheets),
            shown=(*self.shown, *painted.shown, *inlays.shown),
            _inlays=inlays.inlays,
        )


TypesetPages = tuple[Layout | None, tuple[Finding, ...]]
"""Typeset pages, or ``None`` if a finding is an error; and the findings."""


def lay_out_pages(html: str, before: int = 0) -> Layout:
    """Lay out an HTML document.

    Args:
        html: the document.
        before: how many pages are before it: whether its first page faces the one before is all that counts.

    Raises:
        OSError: if Pango is missing; ask ``missing_typesetter`` before.
    """
    weasyprint = _weasyprint()
    with while_laying_out(before), shortcuts():
        document = weasyprint.HTML(string=html, url_fetcher=_fetcher()).render()
    boxes: dict[str, Box] = {}
    for number, page in enumerate(document.pages):
        for name, (x, y, _, end) in page.anchors.items():
            boxes.setdefault(name, Box(number, x, y, end))
        for name, box in _named_boxes(page):
            if name not in boxes:
                x, y, _, height = box.hit_area()
                boxes[name] = Box(number, x, y, y + height)
    return Layout(boxes, tuple(document.pages), _document=document)


def set_in_first_fitting_size(
    sizes: Iterable[float],
    html: Callable[[float], str],
    faults: Callable[[Layout, float], Iterable[Finding]],
) -> TypesetPages:
    """The pages in the first of some sizes in which they have no faults, such as a text that is too long.

    If there is none, the faults of the last.
    """
    findings: tuple[Finding, ...] = ()
    for size in sizes:
        layout = lay_out_pages(html(size))
        findings = tuple(faults(layout, size))
        if not findings:
            return layout, ()
    return None, findings


def _named_boxes(page: Any) -> Iterator[tuple[str, Any]]:
    """The boxes on a page of WeasyPrint that have a ``data-name``."""
    for box in page._page_box.descendants():  # noqa: SLF001 -- there is no other way to them
        if box.element is not None and (name := box.element.get(_NAME_ATTRIBUTE)) is not None:
            yield name, box


def ready_pages(html: str, before: int = 0) -> Layout:
    """Lay out and paint an HTML document that holds no pictures; see ``lay_out_pages``."""
    layout = lay_out_pages(html, before)
    fonts: dict[Any, Any] = {}
    sheets = []
    with shortcuts():
        for page in layout.sheets:
            ink = ink_of_page(page, fonts)
            ready = ReadyPage(page.width, page.height, page.bleed, page.bookmarks, page.anchors, ink)
            sheets.append(ready)
    return replace(layout, sheets=tuple(sheets), shown=(shown_of(fonts),), _document=None)


def painted_inlays(layout: Layout, names: Collection[str]) -> Inlays:
    """Paint the boxes of a document with these ``data-name``, each by itself, as far as it is on one page."""
    fonts: dict[Any, Any] = {}
    inlays: dict[str, Inlay] = {}
    with shortcuts():
        for page in layout.sheets:
            for name, box in _named_boxes(page):
                if name in names and name not in inlays:
                    ink = ink_of_box(box, page, fonts)
                    inlays[name] = Inlay(ink, box.position_x, box.position_y, round(box.height, PX_DIGITS))
    return Inlays(inlays, (shown_of(fonts),))


def typeset(html: str, **options: Any) -> bytes:
    """Turn an HTML document into a PDF."""
    return lay_out_pages(html).pdf(**options)


def hindrances(span: Span, lacking: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings that keep pages from being set: WeasyPrint cannot work here, or fonts lack characters."""
    missing = missing_typesetter(span)
    return (missing,) if missing else tuple(lacking)


def missing_typesetter(span: Span) -> Finding | None:
    """A finding at ``span`` if WeasyPrint cannot work on this machine."""
    try:
        _weasyprint()
    except OSError as error:
        missing = (str(error).splitlines() or ["Pango"])[0]
        return codes.MISSING_TYPESETTER.at(
            span,
            f"casekit cannot print, because a library that the typesetter needs is missing: {missing}",
            hint="install Pango: `apt-get install libpango-1.0-0 libpangoft2-1.0-0` or `brew install pango`",
        )
    return None


def _weasyprint() -> ModuleType:
    with warnings.catch_warnings():
        # At import it warns of libraries that later versions of it will need.
        warnings.simplefilter("ignore", DeprecationWarning)
        # Where Pango is missing it prints a page of advice before it raises; ours is shorter.
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            return import_module("weasyprint")


@cache
def _fetcher() -> Any:
    from weasyprint.urls import URLFetcher, URLFetcherResponse  # noqa: PLC0415 -- see the module's docstring

    class FontFetcher(URLFetcher):  # type: ignore[misc]  # the library has no types
        """Hands out the bundled fonts and harmless pictures of the page, and refuses everything else."""

        def fetch(self, url: str, headers: object = None) -> Any:
            del headers
            picture = artwork.embedded_picture(url)
            if picture is not None:
                return URLFetcherResponse(url, picture.data, {"Content-Type": f"image/{picture.kind}"})
            scheme, _, name = url.rpartition(":")
            if scheme != "casekit-font" or name not in FONT_FILES:
                raise ValueError(f"only bundled fonts can be used, not {url}")
            return URLFetcherResponse(url, (FONTS / name).read_bytes(), {"Content-Type": "font/sfnt"})

    return FontFetcher()


@lru_cache(maxsize=16)
def trial(html: str) -> str:
    """Why a page with a picture was not set within limits, as the rest of a sentence; empty if it was."""
    try:
        with sandbox.document_budget(_TRIAL_LIMITS.seconds):
            return str(sandbox.read(set_once, html, limits=_TRIAL_LIMITS))
    except sandbox.SandboxError as error:
        return f"{error} when it is printed"
    except executors.TaskError:
        return "cannot be set by the typesetter"


def set_once(html: str) -> str:
    """Set a page with a picture once, in a process with limits; gives what ``trial`` does."""
    from logging.handlers import BufferingHandler  # noqa: PLC0415 -- only where a picture is tried

    # The typesetter is there before the time begins to count.
    process_limits.limit_time(0)
    lay_out_pages("<p>x")
    process_limits.limit_time(_TRIAL_LIMITS.seconds)
    # The typesetter logs an error for a picture that it leaves out, whatever went wrong with it.
    errors = BufferingHandler(maxsize)
    errors.setLevel(ERROR)
    logger = getLogger("weasyprint")
    logger.addHandler(errors)
    try:
        size = len(typeset(html, uncompressed_pdf=True))
    except MemoryError:
        size = -1
    finally:
        logger.removeHandler(errors)
    if errors.buffer or size < 0:
        return f"cannot be set by the typesetter, or not with {_TRIAL_LIMITS.megabytes} MB of memory"
    if size > MOST_INSTRUCTION_BYTES:
        return f"needs more than {MOST_INSTRUCTION_BYTES // 1_000_000} MB of instructions to print"
    return ""
