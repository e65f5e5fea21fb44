"""The paragraphs that are seen together: filled into pages in their order, and two pages to a spread.

A paragraph that does not fit on the rest of a page goes to the next; the first of these pages is a left one. Heights are
measured before anything is numbered, because they do not depend on the order.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

ROUNDING = 0.01
"""Millimetres by which a page may seem overfull."""


@dataclass(frozen=True, slots=True)
class PageRoom:
    """The heights of paragraphs by key, that of a page, and what is over the paragraphs of the first; in millimetres."""

    heights: Mapping[str, float]
    depth: float
    above: float = 0


@dataclass(slots=True)
class Filling:
    """Pages that are being filled: the page (from 0), what it holds so far, and how many paragraphs it has."""

    room: PageRoom
    page: int = 0
    used: float = 0
    count: int = 0

    @classmethod
    def of(cls, room: PageRoom) -> "Filling":
        """Empty pages."""
        return cls(room, used=room.above)

    def page_for(self, height: float) -> int:
        """The page that a paragraph of some height would be on."""
        fits = fits_on(self.room, self.used + height) or not self.count
        return self.page if fits else self.page + 1

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
    """The page (from 0) of each paragraph in an order."""
    filling = Filling.of(room)
    return [filling.add(height) for height in heights]


def spread_of(page: int) -> int:
    """The spread of a page, both from 0."""
    return page // 2


class Partition:
    """An order divided into pages, whose paragraphs may be exchanged as long as each page keeps its count of them."""

    def __init__(self, heights: Sequence[float], room: PageRoom) -> None:
        pages = pages_of(heights, room)
        self._room = room
        self.page_at = pages
        self.starts = [at for at, page in enumerate(pages) if not at or page != pages[at - 1]]
        self.used = [0.0] * len(self.starts)
        self.used[0] = room.above
        for height, page in zip(heights, pages, strict=True):
            self.used[page] += height
        self.spreads = [self._bounds(page) for page in range(len(self.starts))]

    def _bounds(self, page: int) -> tuple[int, int]:
        """The first position on the spread of a page, and the one after the last."""
        left = 2 * spread_of(page)
        after = left + 2
        end = self.starts[after] if after < len(self.starts) else len(self.page_at)
        return self.starts[left], end

    def spread_at(self, position: int) -> tuple[int, int]:
        """The positions of the spread that a position is on: the first, and the one after the last."""
        return self.spreads[self.page_at[position]]

    def exchange(self, i: int, j: int, heights: Sequence[float]) -> bool:
        """Take note that the paragraphs at two positions were exchanged, unless pages would be divided otherwise.

        ``heights`` are those of the new order.
        """
        p, q = self.page_at[i], self.page_at[j]
        change = heights[i] - heights[j]
        if not change:
            return True
        self.used[p] += change
        self.used[q] -= change
        if all(self._holds(page, heights) for page in {p - 1, p, q - 1, q} if page >= 0):
            return True
        self.used[p] -= change
        self.used[q] += change
        return False

    def _holds(self, page: int, heights: Sequence[float]) -> bool:
        """Whether a page holds its paragraphs and not the next one as well."""
        if not fits_on(self._room, self.used[page]):
            return self._single(page)
        following = page + 1
        return following >= len(self.starts) or not fits_on(
            self._room, self.used[page] + heights[self.starts[following]]
        )

    def _single(self, page: int) -> bool:
        """Whether a page has one paragraph alone, which may be longer than it."""
        after = bisect_right(self.page_at, page)
        return after - self.starts[page] == 1


def together(spreads: Mapping[str, int], cases: Mapping[str, str]) -> tuple[int, int]:
    """How many spreads there are, and on how many of them there are two paragraphs of one case.

    Args:
        spreads: the spread of each paragraph, by key.
        cases: the case of each, by key.
    """
    seen: dict[int, set[str]] = {}
    shared = set()
    for key, spread in spreads.items():
        if cases[key] in seen.setdefault(spread, set()):
            shared.add(spread)
        seen[spread].add(cases[key])
    return len(seen), len(shared)
