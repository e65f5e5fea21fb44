"""Text with its place on a page, and lines put together by place, however a program has divided what it wrote; and what a booklet's pages say.

Paragraph pages are taken apart at their numbers (``numbered_texts``); everything before and after them must be a piece of the
booklet's content (``allowed_text``).
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from casekit.print.content.booklet import Booklet, texts_in
from casekit.print.content.papers import POINTS_PER_MM, STRIP
from casekit.print.text import prose

_DROPPED = re.compile(r"[\s\-\N{SOFT HYPHEN}\N{HYPHEN}\N{NON-BREAKING HYPHEN}]+")
_SAME_LINE = 1.5
"""Points by which the base lines of one line may differ."""
_SAME_SIZE = 0.3
_ROUNDING = 1.0
_OVERHANG = 0.3
"""Ems by which the ink of a last letter, a slanting f above all, may reach beyond its own width."""
_TAIL = 0.6
"""Ems by which one letter may be under the next, above all the tail of a Q."""
_WORD_SPACE = 0.12
_APART = 0.33
"""Ems between texts that do not belong together: two cells of a table. Spaces between words are narrower, if lines are not stretched."""


def normalise(text: str) -> str:
    """Text without what typesetting changes: spaces, hyphens, ligatures."""
    return _DROPPED.sub("", unicodedata.normalize("NFKC", text))


def plain(text: str) -> str:
    """The same without the difference of capitals, small ones among them."""
    return normalise(text).casefold()


@dataclass(frozen=True, slots=True)
class Fragment:
    """Text set in one go: its left edge and base line in points from the upper left corner of the trimmed page.

    ``width`` is without the space at the end, which may hang over the margin where a line is broken.
    On a fragment that is upside down, ``x`` and ``y`` count from the lower right corner instead, which is
    where its reader sees the upper left one. One that runs up or down the page has no width.
    """

    text: str
    x: float
    y: float
    width: float
    size: float
    turned: bool

    @property
    def slack(self) -> float:
        """Points by which its ink may reach over its edge."""
        return _ROUNDING + _OVERHANG * self.size

    def runs_into(self, following: "Fragment") -> bool:
        """Whether it goes on where the next of its line has begun."""
        return self.x + self.width > following.x + _ROUNDING + _TAIL * self.size

    @property
    def centre(self) -> float:
        """The middle between its edges."""
        return self.x + self.width / 2


PrintedLine = tuple[Fragment, ...]


@dataclass(frozen=True)
class Page:
    """A page's fragments in the order they were painted, and its trimmed size in points.

    ``hidden`` are texts that are not among them, because they cannot be seen, and how each is hidden.
    """

    fragments: tuple[Fragment, ...]
    width: float = 0
    height: float = 0
    hidden: tuple[tuple[Fragment, str], ...] = ()

    @cached_property
    def upright(self) -> tuple[PrintedLine, ...]:
        """The lines that are upright, from the top, each from the left, with one fragment for what belongs together."""
        return _lines([fragment for fragment in self.fragments if not fragment.turned])

    @cached_property
    def turned(self) -> tuple[PrintedLine, ...]:
        """The lines that are upside down, as their reader meets them."""
        return _lines([fragment for fragment in self.fragments if fragment.turned])


def painted(fragments: Iterable[Fragment]) -> str:
    """Fragments as one plain text, in the order they were painted."""
    return plain("".join(fragment.text for fragment in fragments))


def text_of(lines: Iterable[PrintedLine]) -> str:
    """Lines as one text."""
    return "\n".join("".join(fragment.text for fragment in line) for line in lines)


def _lines(fragments: Sequence[Fragment]) -> tuple[PrintedLine, ...]:
    """Fragments gathered by base line and joined."""
    lines: list[list[Fragment]] = []
    for fragment in sorted((f for f in fragments if f.text.strip()), key=lambda f: f.y):
        if lines and fragment.y - lines[-1][0].y <= _SAME_LINE:
            lines[-1].append(fragment)
        else:
            lines.append([fragment])
    return tuple(_joined(sorted(line, key=lambda f: f.x)) for line in lines)


def _joined(line: Sequence[Fragment]) -> PrintedLine:
    joined = [line[0]]
    for fragment in line[1:]:
        last = joined[-1]
        gap = fragment.x - last.x - last.width
        if (
            gap <= _APART * last.size
            and not last.runs_into(fragment)
            and abs(fragment.size - last.size) <= _SAME_SIZE
            and last.width
        ):
            between = " " if gap > _WORD_SPACE * last.size and not last.text.endswith(" ") else ""
            width = fragment.x + fragment.width - last.x
            joined[-1] = replace(last, text=f"{last.text}{between}{fragment.text}", width=width)
        else:
            joined.append(fragment)
    return tuple(joined)


_HEAD_SIZE = 1.2


@dataclass(slots=True)
class NumberedText:
    """A paragraph as it was read: its number, the lines under it, and the first and last page (from 0) they are on."""

    number: int
    pages: tuple[int, int]
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The lines as one normalised text."""
        return normalise("".join(self.lines))


def numbered_texts(
    pages: Sequence[Page], section: range, title: str, top: float
) -> tuple[list[NumberedText], list[str]]:
    """Take the paragraph pages apart: the numbered texts, and lines that belong to none of them."""
    sizes: Counter[float] = Counter()
    for at in section:
        for line in pages[at].upright:
            for fragment in line:
                sizes[round(fragment.size, 1)] += len(fragment.text)
    body = max(sizes, key=lambda size: (sizes[size], size), default=0.0)
    texts: list[NumberedText] = []
    strays: list[str] = []
    guides: dict[int, str] = {}
    for at in section:
        guides[at], lines = _without_guides(pages[at], top)
        for line in lines:
            if _is_number(line, body):
                texts.append(NumberedText(int(line[0].text), (at, at)))
            elif texts:
                texts[-1].lines.append(text_of([line]))
                texts[-1].pages = texts[-1].pages[0], at
            elif normalise(text_of([line])) != title:
                strays.append(text_of([line]))
    strays += [guide for at, guide in guides.items() if pages[at].upright and guide != _span(texts, at)]
    return texts, strays


def _without_guides(page: Page, top: float) -> tuple[str, Sequence[PrintedLine]]:
    """The numbers over a page, and its lines without them and without the thumb index."""
    lines = [tuple(each for each in line if not in_strip(each, page.width, STRIP)) for line in page.upright]
    over = [line for line in lines if line and line[0].y < top]
    return normalise(text_of(over)), [line for line in lines if line and line[0].y >= top]


def _span(texts: Sequence[NumberedText], at: int) -> str:
    """The first and the last number on the spread that a page (from 0) is on; those before if it has none."""
    left = at - 1 + at % 2
    own = [text.number for text in texts if left <= text.pages[0] <= left + 1]
    own = own or [text.number for text in texts if text.pages[0] < left][-1:]
    return "–".join(dict.fromkeys((str(own[0]), str(own[-1])))) if own else ""


def in_strip(fragment: Fragment, width: float, strip: float) -> bool:
    """Whether a fragment is a number of the thumb index, within a strip (in millimetres) at an edge of the page."""
    reach = strip * POINTS_PER_MM
    at_edge = fragment.x + fragment.width <= reach or fragment.x >= width - reach
    return at_edge and fragment.x >= 0 and fragment.text.strip().isdecimal()


def _is_number(line: PrintedLine, body: float) -> bool:
    """Whether a line is a paragraph's number: nothing but digits, larger than the text."""
    return len(line) == 1 and line[0].text.strip().isdecimal() and line[0].size > body * _HEAD_SIZE


_ROMAN = re.compile(r"[ivxlcdm–—]+")
_NUMBERED, _AFTER = "paragraphs", ("solution", "solution_heading")


def allowed_text(booklet: Booklet, *, solutions: bool) -> str:
    """All texts of a booklet as one, in which every piece of text before its paragraphs, or among its solutions, must be found."""
    unread = (_NUMBERED,) if solutions else (_NUMBERED, *_AFTER)
    texts = (text for text, _ in texts_in(booklet, booklet.span, unread))
    return plain("".join(f"{_seen(text, booklet.language)}\n{text}\n" for text in texts))


def is_piece(fragment: Fragment, texts: str) -> bool:
    """Whether a fragment is a piece of some texts, or a number."""
    text = plain(fragment.text)
    return text in texts or not any(map(str.isalpha, text)) or bool(_ROMAN.fullmatch(text))


@lru_cache(maxsize=8192)
def _seen(text: str, language: str) -> str:
    """A text as a reader sees it; most texts are asked for again with the solutions, and by each look at another file."""
    return prose.plain(text, language)
