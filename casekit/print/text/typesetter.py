"""WeasyPrint behind a small door: HTML in, measured pages and PDF out.

WeasyPrint is imported when it is first needed, because that takes half a second and needs the Pango library,
which pip cannot install. It can load nothing but the fonts of this package and pictures that are in the page itself: no network, no file.
"""

import os
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from io import StringIO
from logging import NullHandler, getLogger
from pathlib import Path
from types import ModuleType
from typing import Any

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.print.content.artwork import embedded_picture
from casekit.print.content.wanted import CREATOR

FONTS = Path(__file__).resolve().parent.parent / "fonts"
FONT_FILES = tuple(sorted(path.name for path in FONTS.iterdir() if path.suffix in {".otf", ".ttf"}))
FONT_SCHEME = "casekit-font:"
PX_PER_MM = 96 / 25.4

# Their warnings are for us, not for the user's terminal; whoever configures logging still gets them.
for _name in ("weasyprint", "fontTools"):
    getLogger(_name).addHandler(NullHandler())


@dataclass(frozen=True, slots=True)
class Box:
    """The place of an element with an ``id``: its page (from 0) and its edges in millimetres."""

    page: int
    top: float
    bottom: float

    @property
    def height(self) -> float:
        """In millimetres."""
        return self.bottom - self.top


@dataclass(frozen=True)
class Layout:
    """Pages as they will be printed. ``boxes`` holds the first box of each element that has an ``id``."""

    boxes: Mapping[str, Box]
    pages: int
    _document: Any

    def pdf(self, **options: Any) -> bytes:
        """The finished file. The same pages, and the same options of WeasyPrint, give the same bytes."""
        # By this a file is known again as one of ours.
        self._document.metadata.generator = CREATOR
        with _no_date(), _one_subsetter():
            data: bytes = self._document.write_pdf(**options)
        return data


def lay_out_pages(html: str) -> Layout:
    """Lay out an HTML document.

    Raises:
        OSError: if Pango is missing; ask ``missing_typesetter`` before.
    """
    fetcher = _fetcher()
    document = _weasyprint().HTML(string=html, url_fetcher=fetcher).render()
    boxes: dict[str, Box] = {}
    for number, page in enumerate(document.pages):
        for name, (_, top, _, bottom) in page.anchors.items():
            boxes.setdefault(name, Box(number, top / PX_PER_MM, bottom / PX_PER_MM))
    return Layout(boxes, len(document.pages), document)


def typeset(html: str, **options: Any) -> bytes:
    """Turn an HTML document into a PDF."""
    return lay_out_pages(html).pdf(**options)


def hindrances(span: Span, lacking: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """What keeps pages from being set: that WeasyPrint cannot work here, or else the characters that fonts are lacking."""
    missing = missing_typesetter(span)
    return (missing,) if missing else tuple(lacking)


def missing_typesetter(span: Span) -> Diagnostic | None:
    """A finding at ``span`` if WeasyPrint cannot work on this machine."""
    try:
        _weasyprint()
    except OSError as error:
        return Diagnostic(
            codes.MISSING_TYPESETTER,
            f"casekit cannot print, because a library that the typesetter needs is missing: {_first_line(error)}",
            span,
            hint="install Pango: `apt-get install libpango-1.0-0 libpangoft2-1.0-0` or `brew install pango`",
        )
    return None


@contextmanager
def _no_date() -> Iterator[None]:
    """Keep today's date out of embedded fonts (``SOURCE_DATE_EPOCH`` is how fontTools is told)."""
    before = os.environ.get("SOURCE_DATE_EPOCH")
    os.environ["SOURCE_DATE_EPOCH"] = "0"
    try:
        yield
    finally:
        if before is None:
            del os.environ["SOURCE_DATE_EPOCH"]
        else:
            os.environ["SOURCE_DATE_EPOCH"] = before


@contextmanager
def _one_subsetter() -> Iterator[None]:
    """Let fontTools reduce the fonts everywhere.

    WeasyPrint takes HarfBuzz where a machine has that library, and then the bytes differ from machine to machine.
    """
    fonts: Any = import_module("weasyprint.pdf.fonts")
    before = fonts.harfbuzz_subset
    fonts.harfbuzz_subset = None
    try:
        yield
    finally:
        fonts.harfbuzz_subset = before


def _first_line(error: OSError) -> str:
    return (str(error).splitlines() or ["Pango"])[0]


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

    class FontFetcher(URLFetcher):  # type: ignore[misc]
        """Hands out the bundled fonts and harmless pictures that are in the page, and refuses everything else."""

        def fetch(self, url: str, headers: object = None) -> Any:
            del headers
            picture = embedded_picture(url)
            if picture is not None:
                return URLFetcherResponse(url, picture.data, {"Content-Type": f"image/{picture.kind}"})
            scheme, _, name = url.rpartition(":")
            if f"{scheme}:" != FONT_SCHEME or name not in FONT_FILES:
                raise ValueError(f"only bundled fonts can be used, not {url}")
            return URLFetcherResponse(url, (FONTS / name).read_bytes(), {"Content-Type": "font/sfnt"})

    return FontFetcher()
