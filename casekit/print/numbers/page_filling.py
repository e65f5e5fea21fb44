"""Paragraphs on pages: filled in by height, two pages a spread; and kept as released (``pages.schema.json``).

A paragraph that does not fit on the rest of a page goes to the next; the first of these pages is a left one.
Heights are measured before anything is numbered, because they do not depend on the order. Of a released page
there are the numbers of the paragraphs that begin on it, a digest of its letters, and how dark it is square
by square: enough to know it again, and to set a reprint on the same pages.
"""

import json
from base64 import b64decode, b64encode
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from casekit import __version__, resources
from casekit.diagnostics import Diagnostic
from casekit.language.data.schema import FORMAT, load_json
from casekit.language.source_files import is_there, read_bytes, with_cure
from casekit.values import frozen

ROUNDING = 0.01
"""Millimetres by which a page may seem overfull."""


@frozen(slots=True)
class PageRoom:
    """In millimetres: paragraphs' heights by key, a page's height, and what is over the first paragraphs."""

    heights: Mapping[str, float]
    depth: float
    above: float = 0


@dataclass(slots=True)
class Filling:
    """Pages being filled: the page (from 0), the height of what it holds, and its number of paragraphs."""

    room: PageRoom
    page: int = 0
    used: float = 0
    count: int = 0

    def page_for(self, height: float) -> int:
        """The page that a paragraph of some height would be on."""
        return self.page if fits_on(self.room, self.used + height) or not self.count else self.page + 1

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
    filling = Filling(room, used=room.above)
    return [filling.add(height) for height in heights]


def spread_of(page: int) -> int:
    """The spread of a page, both from 0."""
    return page // 2


class Partition:
    """An order divided into pages; its paragraphs may be exchanged as long as each page keeps its count."""

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
        edges = [*self.starts, len(pages), len(pages)]
        lefts = [2 * spread_of(page) for page in range(len(self.starts))]
        self.spreads = [(edges[left], edges[left + 2]) for left in lefts]
        """For each page the first position on its spread, and the one after the last."""

    def exchange(self, i: int, j: int) -> bool:
        """Exchange the paragraphs at two positions, unless pages would be divided otherwise."""
        heights = self._heights
        change = heights[j] - heights[i]
        if not change:
            return True
        p, q = self.page_at[i], self.page_at[j]
        heights[i], heights[j] = heights[j], heights[i]
        self.used[p] += change
        self.used[q] -= change
        if all(self._holds(page) for page in {p - 1, p, q - 1, q} if page >= 0):
            return True
        heights[i], heights[j] = heights[j], heights[i]
        self.used[p] -= change
        self.used[q] += change
        return False

    def _holds(self, page: int) -> bool:
        """Whether a page holds its paragraphs and not the next one as well."""
        if not fits_on(self._room, self.used[page]):
            # A paragraph alone may be longer than its page.
            return bisect_right(self.page_at, page) - self.starts[page] == 1
        following = page + 1
        return following >= len(self.starts) or not fits_on(
            self._room, self.used[page] + self._heights[self.starts[following]]
        )


def together(spreads: Mapping[str, int], cases: Mapping[str, str]) -> tuple[int, int]:
    """How many spreads there are, and how many show two paragraphs of one case.

    Both are given by the keys of paragraphs.
    """
    shown = Counter((spread, cases[key]) for key, spread in spreads.items())
    shared = {spread for (spread, _), times in shown.items() if times > 1}
    return len({spread for spread, _ in shown}), len(shared)


SUFFIX = ".pages.json"
_SCHEMA = "schemas/pages.schema.json"
_RESTORE = "restore the file as it was committed; today's pages are only those of that printing if no text has changed"
_DARKER = 4
"""Shades, of 255, by which a square that looks different differs at least.

Between two programs that show a page the difference is less.
"""


@frozen(slots=True)
class SeenPage:
    """A page as it is recognised: a digest of its letters, shades of squares row by row, ``across`` each."""

    text: str
    across: int
    shades: bytes

    def unlike(self, other: "SeenPage") -> tuple[int, ...]:
        """The squares in which another page looks otherwise; all if it has another size."""
        if (self.across, len(self.shades)) != (other.across, len(other.shades)):
            return tuple(range(len(self.shades)))
        pairs = zip(self.shades, other.shades, strict=True)
        return tuple(at for at, (one, two) in enumerate(pairs) if abs(one - two) > _DARKER)

    def is_like(self, other: "SeenPage") -> bool:
        """Whether another page is read and seen as this one."""
        return self.text == other.text and not self.unlike(other)


@frozen
class KeptPages:
    """The pages of a released booklet, and for each the numbers of paragraphs that begin on it.

    ``file`` is the digest of the file that was released, ``by`` the version of casekit that set it.
    """

    booklet: str
    paper: str
    variant: str
    file: str
    pages: tuple[SeenPage, ...]
    numbers: tuple[tuple[int, ...], ...]
    by: str = __version__


def kept_text(kept: KeptPages) -> str:
    """Kept pages as they are written: JSON in ASCII."""
    pages = []
    for page, numbers in zip(kept.pages, kept.numbers, strict=True):
        shades = b64encode(page.shades).decode()
        pages.append({"numbers": list(numbers), "text": page.text, "across": page.across, "shades": shades})
    content = {
        "casekit": FORMAT,
        "by": kept.by,
        "booklet": kept.booklet,
        "paper": kept.paper,
        "variant": kept.variant,
        "file": kept.file,
        "pages": pages,
    }
    return json.dumps(content, indent=1) + "\n"


def load_kept(file: Path, name: str) -> tuple[KeptPages | None, tuple[Diagnostic, ...]]:
    """Read the kept pages beside a lock file, if there are any; or what is wrong with them."""
    if not is_there(file):
        return None, ()
    content = None
    data, problems = read_bytes(file, file.parent, name)
    if data is not None:
        content, problems = load_json(data, name, lambda _: resources.text(_SCHEMA))
    if content is None:
        return None, tuple(with_cure(problem, _RESTORE) for problem in problems)
    pages = tuple(
        SeenPage(page["text"], page["across"], b64decode(page["shades"])) for page in content["pages"]
    )
    numbers = tuple(tuple(map(int, page["numbers"])) for page in content["pages"])
    named = {key: content[key] for key in ("booklet", "paper", "variant", "file", "by")}
    return KeptPages(**named, pages=pages, numbers=numbers), ()


def kept_breaks(
    numbers: Sequence[int], kept: Sequence[Sequence[int]], heights: Mapping[int, float], room: PageRoom
) -> frozenset[int]:
    """The numbers that must begin a page so that paragraphs stay on their old pages as far as texts allow.

    Texts that have become too long for a page go on to the next, until one has room for them again.

    Args:
        numbers: those of all paragraphs, ascending.
        kept: the numbers that began on each page.
        heights: of paragraphs by number; others are as high as they were.
        room: of the pages.
    """
    page_of = _pages_by_number(kept)
    first = min(page_of.values(), default=0)
    filling = Filling(room, used=room.above)
    breaks: set[int] = set()
    wanted = 0
    for number in numbers:
        # A new paragraph goes where the one before it is.
        wanted = page_of.get(number, first + wanted) - first
        height = heights.get(number, 0)
        if wanted > filling.page_for(height):
            breaks.add(number)
            filling = Filling(room, wanted)
        filling.add(height)
    return frozenset(breaks)


def _pages_by_number(pages: Iterable[Sequence[int]]) -> dict[int, int]:
    """The page (from 0) on which each number begins, given those on each page."""
    page_of: dict[int, int] = {}
    for page, numbers in enumerate(pages):
        page_of |= dict.fromkeys(numbers, page)
    return page_of


def moved(before: Iterable[Sequence[int]], now: Iterable[Sequence[int]]) -> dict[int, tuple[int, int]]:
    """For each number of both printings that moved: its pages before and now, counted from 1."""
    old_pages, new_pages = _pages_by_number(before), _pages_by_number(now)
    changed: dict[int, tuple[int, int]] = {}
    for number, page in old_pages.items():
        if new_pages.get(number, page) != page:
            changed[number] = (page + 1, new_pages[number] + 1)
    return changed


_SHOWN = 10
"""At most this many numbers that moved are named."""


def moved_in_words(pages: Mapping[int, tuple[int, int]]) -> str:
    """Which numbers begin on other pages."""
    shown = [f"{number} on page {now} instead of {then}" for number, (then, now) in [*pages.items()][:_SHOWN]]
    more = f" and {len(pages) - _SHOWN} more" if len(pages) > _SHOWN else ""
    return f"these numbers do not begin on their old pages: {'; '.join(shown)}{more}"
