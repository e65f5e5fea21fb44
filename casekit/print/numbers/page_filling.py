"""Paragraphs on pages: filled in by height, in the order of their numbers.

A paragraph that does not fit on the rest of a page goes to the next; the first of these pages is a left one.
Heights are measured before anything is numbered, because they do not depend on the order. They are
millimetres; pages are counted from 0.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from casekit.print.numbers.spreads import paragraph_spread
from casekit.values import frozen

ROUNDING = 0.01
"""By how much a page may seem overfull."""


@frozen(slots=True)
class PageRoom:
    """The room on pages of paragraphs, and what fills it."""

    heights: Mapping[str, float]
    """The heights of paragraphs, by key."""
    depth: float
    """The height of a page."""
    above: float = 0
    """The height of what is above the first paragraph."""


@dataclass(slots=True)
class Filling:
    """Pages that are being filled."""

    room: PageRoom
    page: int = 0
    """The page to which the last paragraph was added."""
    used: float = 0
    """The height of what that page holds."""
    count: int = 0
    """How many paragraphs that page holds."""

    def page_for(self, height: float) -> int:
        """The page that a paragraph of some height would be on."""
        has_room = fits_on(self.room, self.used + height)
        return self.page if has_room or not self.count else self.page + 1

    def add(self, height: float) -> int:
        """Put a paragraph on its page, which is returned."""
        page = self.page_for(height)
        if page != self.page:
            self.page, self.used, self.count = page, 0, 0
        self.used += height
        self.count += 1
        return page


def fits_on(room: PageRoom, used: float) -> bool:
    """Whether paragraphs of this height together are on one page."""
    return used <= room.depth + ROUNDING


def pages_of(heights: Sequence[float], room: PageRoom) -> list[int]:
    """The page of each paragraph in an order."""
    filling = Filling(room, used=room.above)
    return [filling.add(height) for height in heights]


class Partition:
    """An order of paragraphs divided into pages.

    Paragraphs may be exchanged as long as each page keeps its count. Positions in the order are counted from
    0.
    """

    page_at: list[int]
    """The page of each position."""
    starts: list[int]
    """The first position on each page."""
    used: list[float]
    """The height of what each page holds."""
    spreads: list[tuple[int, int]]
    """For each page the first position on its spread, and the one after the last."""

    def __init__(self, heights: Sequence[float], room: PageRoom) -> None:
        pages = pages_of(heights, room)
        self._room = room
        self._heights = list(heights)
        self.page_at = pages
        self.starts = [at for at, page in enumerate(pages) if not at or page != pages[at - 1]]
        self.used = [0.0] * len(self.starts)
        self.used[0] = room.above
        for height, page in zip(heights, pages, strict=True):
            self.used[page] += height
        # Where pages begin and the last one ends; once more, for a last spread that has only a left page.
        edges = [*self.starts, len(pages), len(pages)]
        left_pages = [2 * paragraph_spread(page) for page in range(len(self.starts))]
        self.spreads = [(edges[left_page], edges[left_page + 2]) for left_page in left_pages]

    def exchange(self, first: int, second: int) -> bool:
        """Exchange the paragraphs at two positions, unless pages would be divided otherwise."""
        heights = self._heights
        difference = heights[second] - heights[first]
        if not difference:
            return True
        first_page, second_page = self.page_at[first], self.page_at[second]
        heights[first], heights[second] = heights[second], heights[first]
        self.used[first_page] += difference
        self.used[second_page] -= difference
        # A page before them may now have room for its next paragraph.
        concerned = {first_page - 1, first_page, second_page - 1, second_page}
        if all(self._holds(page) for page in concerned if page >= 0):
            return True
        heights[first], heights[second] = heights[second], heights[first]
        self.used[first_page] -= difference
        self.used[second_page] += difference
        return False

    def _holds(self, page: int) -> bool:
        """Whether a page holds its paragraphs and not the next one as well."""
        if not fits_on(self._room, self.used[page]):
            # A single paragraph may be longer than its page.
            return bisect_right(self.page_at, page) - self.starts[page] == 1
        next_page = page + 1
        return next_page >= len(self.starts) or not fits_on(
            self._room, self.used[page] + self._heights[self.starts[next_page]]
        )
