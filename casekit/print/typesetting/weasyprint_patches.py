"""WeasyPrint as pages need it: paint that travels between processes, and functions that are replaced.

``ink_of_box`` and ``ink_of_page`` paint; ``lay_on`` puts what they painted on another page, and ``merged``
sees to it that the fonts of the file have all glyphs that it shows. Only text and rules travel, no pictures.

Six functions of libraries are replaced, each only while casekit lays out or writes pages. Where no number
of an issue is named, none is known.

1. ``tinyhtml5.parse`` by ``_well_formed``: Expat reads our templates twenty times as fast. Without it pages
   are the same and take longer; the library has no fault.
2. ``LayoutContext.get_string_set_for`` of WeasyPrint by ``_spread_strings``: a margin names the numbers of
   both facing pages, for which CSS has no word. Without it margins lack the numbers of spreads.
3. ``split_first_line`` in ``weasyprint.layout.inline`` by ``hanging_spaces``: a space at the end of a line
   takes no room. Without it some lines break after their first word. WeasyPrint's issue 1051, which is
   closed, is of this kind.
4. ``Font.subset`` in ``weasyprint.pdf.fonts`` by ``_subset``: uharfbuzz reduces fonts. WeasyPrint takes the
   HarfBuzz of the machine where there is one, else fontTools, which needs a hundred times as long. Without it
   the bytes of a file differ from machine to machine.
5. ``weasyprint.pdf.build_fonts_dictionary`` by ``_all_glyphs``: fonts get the glyphs of pages that other
   processes painted. Without it the file lacks these glyphs; WeasyPrint knows no such pages.
6. ``pydyf.Stream.set_dash`` by ``_true_dots``: dashes without a length get a tiny one. Without it long rows
   of dots drift away from where they belong, in PDFium.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from itertools import chain
from typing import Any
from xml.etree import ElementTree as ET

import uharfbuzz

from casekit.values import frozen

PT_PER_PX = 0.75
# Handles that a font of WeasyPrint has of HarfBuzz; files are written without them.
_HANDLES = {"hb_font", "hb_face"}


Shown = Mapping[str, Mapping[str, Any]]
"""The fonts in use by their names in content streams: the attributes of WeasyPrint's font that can travel.

``to_unicode`` and ``widths`` have the glyphs that are shown.
"""


@frozen(slots=True)
class Ink:
    """The operators of a content stream, and the graphics states that they name."""

    operators: bytes
    states: Mapping[str, Mapping[str, float]]


@dataclass(slots=True)
class ReadyPage:
    """A painted page, with what WeasyPrint asks a page for. Lengths are CSS pixels."""

    width: float
    height: float
    bleed: Mapping[str, float]
    bookmarks: list[Any]
    anchors: dict[str, tuple[float, float, float, float]]
    ink: Ink
    links: list[Any] = field(default_factory=list)
    forms: dict[None, list[Any]] = field(default_factory=lambda: {None: []})

    def paint(self, stream: Any, scale: float) -> None:
        """Put the ink on the page of a file."""
        del scale
        lay_on(stream, self.ink)


def ink_of_page(page: Any, fonts: dict[Any, Any]) -> Ink:
    """Paint a page; the fonts of WeasyPrint that it needs are added to ``fonts``."""
    stream = _stream(fonts)
    page.paint(stream, PT_PER_PX)
    return _dried(stream)


def ink_of_box(box: Any, page: Any, fonts: dict[Any, Any]) -> Ink:
    """Paint a box of a page alone, likewise, in the page's coordinates: CSS pixels from its upper left."""
    draw: Any = import_module("weasyprint.draw")
    stream = _stream(fonts)
    context = draw.StackingContext.from_box(box, page._page_box)  # noqa: SLF001 -- likewise
    draw.draw_stacking_context(stream, context)
    return _dried(stream)


def lay_on(stream: Any, ink: Ink) -> None:
    """Put ink on a page that is being painted."""
    import pydyf  # noqa: PLC0415 -- loaded only where pages are set

    states = stream._resources["ExtGState"]  # noqa: SLF001 -- there is no other way to them
    for name, state in ink.states.items():
        states.setdefault(name, pydyf.Dictionary(state))
    stream.stream.append(ink.operators)


def shown_of(fonts: Mapping[Any, Any]) -> Shown:
    """The painted glyphs of fonts of WeasyPrint."""
    shown = {}
    for name, font in merged(fonts, ()).items():
        shown[name] = {key: value for key, value in vars(font).items() if key not in _HANDLES}
    return shown


def merged(fonts: Mapping[Any, Any], shown: Iterable[Shown]) -> dict[str, Any]:
    """Fonts of WeasyPrint by name, each once, with the glyphs that are shown of them elsewhere too."""
    by_name: dict[str, Any] = {}
    for font in fonts.values():
        _add(by_name.setdefault(font.hash, font), vars(font))
    for further_fonts in shown:
        for name, attributes in further_fonts.items():
            if name not in by_name:
                kind: Any = import_module("weasyprint.pdf.fonts").Font
                by_name[name] = kind.__new__(kind)
                vars(by_name[name]).update(attributes)
            _add(by_name[name], attributes)
    return by_name


def _add(font: Any, attributes: Mapping[str, Any]) -> None:
    for glyphs in ("to_unicode", "widths"):
        setattr(font, glyphs, {**attributes[glyphs], **getattr(font, glyphs)})


def _stream(fonts: dict[Any, Any]) -> Any:
    import pydyf  # noqa: PLC0415 -- likewise

    resources = {
        name: pydyf.Dictionary() for name in ("ExtGState", "XObject", "Pattern", "Shading", "ColorSpace")
    }
    made: Any = import_module("weasyprint.pdf.stream")
    return made.Stream(fonts, (0, 0, 0, 0), resources, {}, None, {}, None, compress=False)


def _dried(stream: Any) -> Ink:
    """The content of a stream.

    Raises:
        ValueError: if there are pictures on it.
    """
    resources = stream._resources  # noqa: SLF001 -- likewise
    states = {name: dict(state) for name, state in resources["ExtGState"].items()}
    values = chain.from_iterable(state.values() for state in states.values())
    has_pictures = any(resources[kind] for kind in ("XObject", "Pattern", "Shading"))
    if has_pictures or not all(isinstance(value, float | int) for value in values):
        raise ValueError("pictures cannot be handed from process to process")
    stream.extra, stream.compress = {}, False
    return Ink(stream.data.partition(b"stream\n")[2].removesuffix(b"\nendstream"), states)


_DROPPED = ("BASE", "DSIG", "EBDT", "EBLC", "EBSC", "GPOS", "GSUB", "JSTF", "LTSH", "PCLT", "SVG ")


def reduced(font: bytes, glyphs: Iterable[int], *, hinting: bool) -> bytes:
    """A font with these glyphs alone, which keep their numbers, and without the tables that no page needs."""
    wanted = set(glyphs)
    flags = uharfbuzz.SubsetFlags.PASSTHROUGH_UNRECOGNIZED | uharfbuzz.SubsetFlags.DESUBROUTINIZE
    sparse = _input(wanted, flags | uharfbuzz.SubsetFlags.RETAIN_GIDS)
    sparse.drop_table_tag_set.update(int.from_bytes(tag.encode()) for tag in _DROPPED)
    face = uharfbuzz.subset(uharfbuzz.Face(font), sparse)
    # Once more, so that there are no empty glyphs after the last.
    flags |= 0 if hinting else uharfbuzz.SubsetFlags.NO_HINTING
    return bytes(uharfbuzz.subset(face, _input(range(max(wanted) + 1), flags)).blob.data)


def with_characters(font: bytes, characters: Iterable[int], features: Iterable[str]) -> bytes:
    """A font with these characters alone, and what some of its features make of them."""
    asked = uharfbuzz.SubsetInput()
    asked.flags = uharfbuzz.SubsetFlags.NO_HINTING | uharfbuzz.SubsetFlags.DESUBROUTINIZE
    asked.unicode_set.update(characters)
    asked.layout_feature_tag_set.clear()
    asked.layout_feature_tag_set.update(int.from_bytes(tag.encode()) for tag in features)
    asked.name_id_set.clear()
    asked.drop_table_tag_set.add(int.from_bytes(b"FFTM"))
    return bytes(uharfbuzz.subset(uharfbuzz.Face(font), asked).blob.data)


def _input(glyphs: Iterable[int], flags: int) -> uharfbuzz.SubsetInput:
    asked = uharfbuzz.SubsetInput()
    asked.flags = flags
    asked.glyph_set.update(glyphs)
    return asked


# The string that style sheets set of each number, and the one that is made of them.
_NUMBER, _SPREAD = "number", "spread"
_DOT = 0.002
"""The length of a dot, in units of its drawing."""


@contextmanager
def replaced(*replacements: tuple[Any, str, Callable[..., Any]]) -> Iterator[None]:
    """Put others in the place of functions, for as long as this lasts.

    Each has an owner, a name, and the other function, which is given the first one as an argument.
    """
    with ExitStack() as stack:
        for owner, name, function in replacements:
            before = getattr(owner, name)
            stack.callback(setattr, owner, name, before)
            setattr(owner, name, _given(function, before))
        yield


def _given(function: Callable[..., Any], before: Any) -> Callable[..., Any]:
    """A function with its first argument, unlike a ``partial`` one that can be a method."""

    def instead(*arguments: Any, **options: Any) -> Any:
        return function(before, *arguments, **options)

    return instead


def shortcuts() -> AbstractContextManager[None]:
    """Compute the same pages with less work, for as long as this lasts."""
    return replaced((import_module("tinyhtml5"), "parse", _well_formed))


def _well_formed(before: Any, source: Any, **options: Any) -> Any:
    """Documents that begin as XML does are read by Expat, if they are well-formed, twenty times as fast.

    These say what an HTML parser would add by itself: each table its ``tbody``.
    """
    text = source.read()
    if isinstance(text, str) and text.startswith("<?xml "):
        with suppress(ET.ParseError):
            return ET.fromstring(text)  # noqa: S314 -- a template of ours, without entities
    source.seek(0)
    return before(source, **options)


def while_laying_out(before_these: int) -> AbstractContextManager[None]:
    """Let spaces hang over line ends, and ``string(spread)`` in a margin name the numbers of facing pages.

    ``before_these`` is how many pages are before those that are laid out.
    """
    context: Any = import_module("weasyprint.layout").LayoutContext
    return replaced(
        (context, "get_string_set_for", partial(_spread_strings, before_these)),
        (import_module("weasyprint.layout.inline"), "split_first_line", hanging_spaces),
    )


def while_writing(shown: Sequence[Shown]) -> AbstractContextManager[None]:
    """Write files with the glyphs of ready pages and inlays too, with reduced fonts, and with true dots."""
    return replaced(
        (import_module("weasyprint.pdf.fonts").Font, "subset", _subset),
        (import_module("weasyprint.pdf"), "build_fonts_dictionary", partial(_all_glyphs, shown)),
        (import_module("pydyf").Stream, "set_dash", _true_dots),
    )


def hanging_spaces(
    before: Any, text: str, style: Any, context: Any, max_width: Any, *rest: Any, **options: Any
) -> Any:
    """Lets a space at the end of a line hang over it: nobody sees it, so that a text is as long as its words.

    A text before another element ends with a space. If all of its words fit on the line and only this space
    does not, WeasyPrint takes the text for too long, and breaks it after its first word or in the middle of
    that:

        the poor children have paid.
        A
        bishop slept in the second row. I died at him until he woke, and then, my dears, I
        died again.
    """
    first_line = before(text, style, context, max_width, *rest, **options)
    _, length, resume_at, *_ = first_line
    words = text.rstrip(" ")
    if (
        resume_at is None
        or words == text
        or max_width is None
        # In other ways to treat spaces, lines are not broken or spaces at their ends stay.
        or style["white_space"] not in {"normal", "pre-line"}
        # Asked for every line, this would set each text twice.
        or b" " in text.encode()[:length].strip(b" ")
    ):
        return first_line
    layout, _, left, width, *heights = before(words, style, context, max_width, *rest, **options)
    if left is not None or width > max_width:
        return first_line
    return layout, len(text.encode()), None, width, *heights


# WeasyPrint gives the flag by its place.
def _subset(_: Any, font: Any, to_unicode: Mapping[int, str], hinting: bool) -> None:  # noqa: FBT001
    """Reduces a font alike everywhere, and fast."""
    if to_unicode:
        font.file_content = reduced(font.file_content, to_unicode, hinting=hinting)


def _all_glyphs(
    shown: Sequence[Shown], before: Any, file: Any, fonts: Mapping[Any, Any], *options: Any
) -> Any:
    """Gives fonts the glyphs that are ``shown`` too."""
    return before(file, merged(fonts, shown) if shown else fonts, *options)


def _true_dots(before: Any, stream: Any, dashes: Iterable[float], *phase: float) -> None:
    """Gives dots, which are dashes without a length and with round ends, one that nobody sees.

    PDFium, and with it some browsers, takes a tenth of a unit instead of none, so that a long row of dots
    drifts away.
    """
    lengths = list(dashes)
    before(stream, [length or _DOT for length in lengths] if any(lengths) else lengths, *phase)


def _spread_strings(before_these: int, before: Any, context: Any, page: Any, name: str, *keyword: str) -> Any:
    """Makes ``string(spread)`` say which headings with a ``number`` are on a page and on the one facing it.

    No style sheet can ask for what is on another page, but WeasyPrint knows all strings before it sets the
    first margin.
    """
    if name != _SPREAD:
        return before(context, page, name, *keyword)
    shifted = {number + before_these: texts for number, texts in context.string_set[_NUMBER].items()}
    return span_of_spread(shifted, context.current_page + before_these)


def span_of_spread(strings: Mapping[int, list[str]], page: int) -> tuple[str, ...]:
    """The first and the last of the strings set on a page (from 1) and on the one facing it, as one text.

    Where none is set, the last one before; nothing if there is none.
    """
    left = page - page % 2
    texts = [*strings.get(left, ()), *strings.get(left + 1, ())]
    if not texts:
        last = max((number for number in strings if number < left and strings[number]), default=None)
        texts = [] if last is None else strings[last][-1:]
    return ("–".join(dict.fromkeys((texts[0], texts[-1]))),) if texts else ()
