"""The pages of paragraphs taken apart at the numbers of the paragraphs."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from casekit.print.content.papers import POINTS_PER_MM, THUMB_INDEX_WIDTH
from casekit.print.preflight.printed_text import Fragment, Page, PrintedLine, normalise, text_of

_LEAST_NUMBER_SIZE = 1.2
"""The least size of the number above a paragraph, as a multiple of that of the text below it."""


@dataclass(slots=True)
class NumberedText:
    """A paragraph as it was read."""

    number: int
    """Its number."""

    pages: tuple[int, int]
    """Its first and its last page, from 0."""

    lines: list[str] = field(default_factory=list)
    """The lines under its number."""

    @property
    def text(self) -> str:
        """The lines as one normalised text."""
        return normalise("".join(self.lines))


def numbered_texts(
    pages: Sequence[Page], section: range, title: str, top: float
) -> tuple[list[NumberedText], list[str]]:
    """Take the pages of paragraphs apart.

    Args:
        pages: all pages of the booklet.
        section: the pages of paragraphs, from 0.
        title: the title above the first paragraph, normalised.
        top: the height of the upper margin in points. Above it is the guide: the first and the last number of
            the spread.

    Returns:
        The numbered texts, and the lines and guides that belong to none of them.
    """
    text_size = _most_frequent_size(pages[section.start : section.stop])
    texts: list[NumberedText] = []
    strays: list[str] = []
    guides: dict[int, str] = {}
    for page_index in section:
        lines = _without_thumb_index(pages[page_index])
        guides[page_index] = normalise(text_of(line for line in lines if line[0].y < top))
        for line in lines:
            if line[0].y < top:
                continue
            if _is_number_above_paragraph(line, text_size):
                texts.append(NumberedText(int(line[0].text), (page_index, page_index)))
            elif texts:
                first_page, _ = texts[-1].pages
                texts[-1].lines.append(text_of([line]))
                texts[-1].pages = (first_page, page_index)
            elif normalise(text_of([line])) != title:
                strays.append(text_of([line]))
    for page_index, guide in guides.items():
        if pages[page_index].upright and guide != _expected_guide(texts, page_index):
            strays.append(guide)
    return texts, strays


def _is_number_above_paragraph(line: PrintedLine, text_size: float) -> bool:
    if len(line) != 1:
        return False
    (fragment,) = line
    return fragment.text.strip().isdecimal() and fragment.size > text_size * _LEAST_NUMBER_SIZE


def _most_frequent_size(pages: Sequence[Page]) -> float:
    """The size in points of most letters of some pages; the larger of two that are as frequent."""
    letter_counts: Counter[float] = Counter()
    for page in pages:
        for line in page.upright:
            for fragment in line:
                letter_counts[round(fragment.size, 1)] += len(fragment.text)
    return max(letter_counts, key=lambda size: (letter_counts[size], size), default=0.0)


def _without_thumb_index(page: Page) -> list[PrintedLine]:
    """The upright lines of a page that have more than numbers of the thumb index, without these."""
    lines = []
    for line in page.upright:
        fragments = [fragment for fragment in line if not in_strip(fragment, page.width, THUMB_INDEX_WIDTH)]
        if fragments:
            lines.append(tuple(fragments))
    return lines


def _expected_guide(texts: Sequence[NumberedText], page_index: int) -> str:
    """The guide of a page (from 0), as in ``31–38``: the first and the last number that begin on its spread.

    It is the last number before the spread if none begins there.
    """
    left_page = page_index if page_index % 2 else page_index - 1
    numbers = [text.number for text in texts if left_page <= text.pages[0] <= left_page + 1]
    if not numbers:
        numbers = [text.number for text in texts if text.pages[0] < left_page][-1:]
    if not numbers:
        return ""
    first, last = numbers[0], numbers[-1]
    return str(first) if first == last else f"{first}–{last}"


def in_strip(fragment: Fragment, page_width: float, strip_width: float) -> bool:
    """Whether a fragment is a number of the thumb index, which is in a strip along an edge of the page.

    Args:
        fragment: the fragment.
        page_width: the width of its page, in points.
        strip_width: the width of the strip, in millimetres.
    """
    strip_points = strip_width * POINTS_PER_MM
    is_at_edge = fragment.x + fragment.width <= strip_points or fragment.x >= page_width - strip_points
    return is_at_edge and fragment.x >= 0 and fragment.text.strip().isdecimal()
