"""Paragraph pages taken apart at their numbers."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from casekit.print.content.papers import POINTS_PER_MM, STRIP
from casekit.print.preflight.reading.fragments import Fragment, Page, PrintedLine, normalise, text_of

_HEAD_SIZE = 1.2


@dataclass(frozen=True, slots=True)
class NumberedText:
    """A paragraph as it was read: its number, the lines under it, and the first and last page (from 0) they are on."""

    number: int
    lines: tuple[str, ...]
    pages: tuple[int, int]

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
    texts: list[tuple[int, list[str], list[int]]] = []
    strays: list[str] = []
    guides: dict[int, str] = {}
    for at in section:
        guides[at], lines = _without_guides(pages[at], top)
        for line in lines:
            if _is_number(line, body):
                texts.append((int(line[0].text), [], [at]))
            elif texts:
                texts[-1][1].append(text_of([line]))
                texts[-1][2].append(at)
            elif normalise(text_of([line])) != title:
                strays.append(text_of([line]))
    read_texts = [NumberedText(number, tuple(lines), (at[0], at[-1])) for number, lines, at in texts]
    strays += [guide for at, guide in guides.items() if pages[at].upright and guide != _span(read_texts, at)]
    return read_texts, strays


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
