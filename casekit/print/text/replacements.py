"""Functions of WeasyPrint that are replaced while pages are set, because they go wrong, lack what we know or take long; and fonts reduced by HarfBuzz.

WeasyPrint would take the HarfBuzz of the machine where there is one, and then the bytes would differ from machine to machine;
fontTools, which it takes elsewhere, needs a hundred times as long.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from copy import copy
from functools import cache, partial
from importlib import import_module
from typing import Any
from xml.etree import ElementTree as ET

import uharfbuzz

from casekit.print.text.ink import Shown, merged

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
    data: bytes = uharfbuzz.subset(face, _input(range(max(wanted) + 1), flags)).blob.data
    return data


def with_characters(font: bytes, characters: Iterable[int], features: Iterable[str]) -> bytes:
    """A font with these characters alone, and what some of its features make of them."""
    asked = uharfbuzz.SubsetInput()
    asked.flags = uharfbuzz.SubsetFlags.NO_HINTING | uharfbuzz.SubsetFlags.DESUBROUTINIZE
    asked.unicode_set.update(characters)
    asked.layout_feature_tag_set.clear()
    asked.layout_feature_tag_set.update(int.from_bytes(tag.encode()) for tag in features)
    asked.name_id_set.clear()
    asked.drop_table_tag_set.add(int.from_bytes(b"FFTM"))
    data: bytes = uharfbuzz.subset(uharfbuzz.Face(font), asked).blob.data
    return data


def _input(glyphs: Iterable[int], flags: int) -> uharfbuzz.SubsetInput:
    asked = uharfbuzz.SubsetInput()
    asked.flags = flags
    asked.glyph_set.update(glyphs)
    return asked


_XML = "<?xml "
_NOTES = frozenset({"footnote-call", "footnote-marker", "note-call", "note-marker", "note-callback"})
_WRAPPED = frozenset({"normal", "pre-line"})
"""The ways to treat spaces in which lines are broken and spaces at their ends go."""
# The string that style sheets set of each number, and the one that is made of them.
_NUMBER, _SPREAD = "number", "spread"
_DOT = 0.002
"""The length of a dot, in units of its drawing."""


@contextmanager
def replaced(*replacements: tuple[Any, str, Callable[[Any], Any]]) -> Iterator[None]:
    """Put others in the place of functions, for as long as this lasts: an owner, a name, and what makes the other of the first."""
    with ExitStack() as stack:
        for owner, name, replacement in replacements:
            before = getattr(owner, name)
            stack.callback(setattr, owner, name, before)
            setattr(owner, name, replacement(before))
        yield


def shortcuts() -> AbstractContextManager[None]:
    """Compute the same pages with less work, for as long as this lasts."""
    return replaced(
        (import_module("tinyhtml5"), "parse", _well_formed),
        (import_module("weasyprint").HTML, "_ua_stylesheets", _without_notes),
    )


def _well_formed(before: Any) -> Any:
    """Documents that begin as XML does are read by Expat, in a twentieth of the time, unless they are not well-formed after all.

    These say what an HTML parser would add by itself: each table its ``tbody``.
    """

    def parse(source: Any, **options: Any) -> Any:
        text = source.read()
        if isinstance(text, str) and text.startswith(_XML):
            with suppress(ET.ParseError):
                return ET.fromstring(text)  # noqa: S314 -- a template of ours, without entities
        source.seek(0)
        return before(source, **options)

    return parse


def _without_notes(before: Any) -> Any:
    """WeasyPrint's own style sheet gives each element five pseudo-elements for notes, which no template has."""

    def stylesheets(self: Any, *arguments: Any, **options: Any) -> list[Any]:
        return [_noteless(sheet) for sheet in before(self, *arguments, **options)]

    return stylesheets


@cache
def _noteless(sheet: Any) -> Any:
    trimmed = copy(sheet)
    trimmed.matcher = copy(sheet.matcher)
    # Each is a test, a specificity, an order, a pseudo-element and what it is given.
    trimmed.matcher.other_selectors = [
        selector for selector in sheet.matcher.other_selectors if selector[3] not in _NOTES
    ]
    return trimmed


@contextmanager
def while_laying_out(before_these: int) -> Iterator[dict[int, list[str]]]:
    """Let spaces hang over the ends of lines, and ``string(spread)`` in a margin name the numbers of two facing pages.

    Args:
        before_these: how many pages are before those that are laid out.

    Yields:
        The headings with a ``number`` by page (from 1), once the pages are laid out.
    """
    strings: dict[int, list[str]] = {}
    context: Any = import_module("weasyprint.layout").LayoutContext
    with replaced(
        (context, "get_string_set_for", partial(_spread_strings, strings, before_these)),
        (import_module("weasyprint.layout.inline"), "split_first_line", hanging_spaces),
    ):
        yield strings


def while_writing(shown: Sequence[Shown]) -> AbstractContextManager[None]:
    """Write files with the glyphs of ready pages and inlays too, with reduced fonts, and with true dots."""
    fonts: Any = import_module("weasyprint.pdf.fonts").Font
    return replaced(
        (fonts, "subset", lambda _: _subset),
        (import_module("weasyprint.pdf"), "build_fonts_dictionary", partial(_all_glyphs, shown)),
        (import_module("pydyf").Stream, "set_dash", _true_dots),
    )


def hanging_spaces(before: Callable[..., Any]) -> Callable[..., Any]:
    """Lets a space at the end of a line hang over it: nobody sees it, so that a text is as long as its words.

    A text before another element ends with a space. If all of its words fit on the line and only this space does not,
    WeasyPrint takes the text for too long, and breaks it after its first word or in the middle of that:

        the poor children have paid.
        A
        bishop slept in the second row. I died at him until he woke, and then, my dears, I
        died again.
    """

    def split_first_line(
        text: str, style: Any, context: Any, max_width: Any, *rest: Any, **options: Any
    ) -> Any:
        found = before(text, style, context, max_width, *rest, **options)
        _, length, resume_at, *_ = found
        words = text.rstrip(" ")
        if (
            resume_at is None
            or words == text
            or max_width is None
            or style["white_space"] not in _WRAPPED
            # Asked for every line, this would set each text twice.
            or b" " in text.encode()[:length].strip(b" ")
        ):
            return found
        layout, _, left, width, *heights = before(words, style, context, max_width, *rest, **options)
        if left is not None or width > max_width:
            return found
        return layout, len(text.encode()), None, width, *heights

    return split_first_line


def _subset(font: Any, to_unicode: Mapping[int, str], hinting: bool) -> None:  # noqa: FBT001 -- theirs
    """Reduces a font alike everywhere, and fast."""
    if to_unicode:
        font.file_content = reduced(font.file_content, to_unicode, hinting=hinting)


def _all_glyphs(shown: Sequence[Shown], before: Callable[..., Any]) -> Callable[..., Any]:
    """Gives fonts the glyphs that are ``shown`` too."""

    def build(file: Any, fonts: Mapping[Any, Any], *options: Any) -> Any:
        return before(file, merged(fonts, shown), *options)

    return build if shown else before


def _true_dots(before: Callable[..., None]) -> Callable[..., None]:
    """Gives dots, which are dashes without a length and with round ends, one that nobody sees.

    PDFium, and with it some browsers, takes a tenth of a unit instead of none, so that a long row of dots drifts away.
    """

    def set_dash(stream: Any, dashes: Iterable[float], *phase: float) -> None:
        lengths = list(dashes)
        before(stream, [each or _DOT for each in lengths] if any(lengths) else lengths, *phase)

    return set_dash


def _spread_strings(
    strings: dict[int, list[str]], before_these: int, before: Callable[..., tuple[str, ...]]
) -> Callable[..., tuple[str, ...]]:
    """Makes ``string(spread)`` say which headings with a ``number`` are on a page and on the one facing it.

    No style sheet can ask for what is on another page, but WeasyPrint knows all strings before it sets the first margin.
    """

    def string_set_for(self: Any, page: Any, name: str, keyword: str = "first") -> tuple[str, ...]:
        if name != _SPREAD:
            return before(self, page, name, keyword)
        strings.update(self.string_set[_NUMBER])
        shifted = {number + before_these: texts for number, texts in strings.items()}
        return span_of_spread(shifted, self.current_page + before_these)

    return string_set_for


def span_of_spread(strings: Mapping[int, list[str]], page: int) -> tuple[str, ...]:
    """The first and the last of the strings set on a page (from 1) and on the one facing it, as one text.

    Where none is set, the last one before; nothing if there is none.
    """
    left = page - page % 2
    here = [text for each in (left, left + 1) for text in strings.get(each, [])]
    if not here:
        last = max((each for each in strings if each < left and strings[each]), default=None)
        here = [] if last is None else strings[last][-1:]
    return ("–".join(dict.fromkeys((here[0], here[-1]))),) if here else ()
