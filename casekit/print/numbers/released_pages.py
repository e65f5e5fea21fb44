"""The pages of a released booklet, kept beside its lock file, so that a reprint can be set on the same pages.

Of each page there are the numbers of the paragraphs that begin on it, a digest of its letters, and how dark
it is square by square: enough to know it again. ``kept_text`` writes them, ``load_kept`` reads them; the
format is that of ``schemas/pages.schema.json``. ``kept_breaks`` sets a reprint on them, ``moved`` compares
two printings.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from casekit import __version__, resources
from casekit.diagnostics import Finding
from casekit.language.data.schema import FORMAT, load_json
from casekit.language.source_files import is_there, read_bytes, with_cure
from casekit.print.numbers.page_filling import Filling, PageRoom
from casekit.values import frozen

SUFFIX = ".pages.json"
"""The end of the name of a file of kept pages."""

_SCHEMA = "schemas/pages.schema.json"
_RESTORE_HINT = "restore the file as it was committed; today's pages are only those of that printing if no text has changed"
# Shades, of 255, by which a square that looks different differs at least. Two programs that show the same
# page differ by less.
_MOST_SHADES_APART = 4
# The most numbers that moved which a message shows.
_MOST_NUMBERS_SHOWN = 10


@frozen(slots=True)
class SeenPage:
    """A page as it is recognised."""

    text: str
    """The digest of its letters."""
    across: int
    """How many squares are side by side."""
    shades: bytes
    """How dark each square is, row by row, from 0 to 255."""

    def unlike(self, other: "SeenPage") -> tuple[int, ...]:
        """The squares that look different on another page; all if it has another size."""
        if (self.across, len(self.shades)) != (other.across, len(other.shades)):
            return tuple(range(len(self.shades)))
        pairs = zip(self.shades, other.shades, strict=True)
        return tuple(square for square, (one, two) in enumerate(pairs) if abs(one - two) > _MOST_SHADES_APART)

    def is_like(self, other: "SeenPage") -> bool:
        """Whether another page is read and seen as this one."""
        return self.text == other.text and not self.unlike(other)


@frozen
class KeptPages:
    """The pages of a released booklet."""

    booklet: str
    """The slug of the booklet."""
    paper: str
    variant: str
    file: str
    """The digest of the file that was released."""
    pages: tuple[SeenPage, ...]
    numbers: tuple[tuple[int, ...], ...]
    """For each page the numbers of paragraphs that begin on it."""
    by: str = __version__
    """The version of casekit that set the file."""


class MovedNumber(NamedTuple):
    """The pages on which a number begins in two printings, counted from 1."""

    old_page: int
    new_page: int


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


def load_kept(file: Path, name: str) -> tuple[KeptPages | None, tuple[Finding, ...]]:
    """Read the kept pages beside a lock file, if there are any; or what is wrong with them.

    ``name`` is what messages call the file.
    """
    if not is_there(file):
        return None, ()
    content = None
    data, problems = read_bytes(file, file.parent, name)
    if data is not None:
        content, problems = load_json(data, name, lambda _: resources.text(_SCHEMA))
    if content is None:
        return None, tuple(with_cure(problem, _RESTORE_HINT) for problem in problems)
    kept = KeptPages(
        booklet=content["booklet"],
        paper=content["paper"],
        variant=content["variant"],
        file=content["file"],
        pages=tuple(
            SeenPage(page["text"], page["across"], b64decode(page["shades"])) for page in content["pages"]
        ),
        numbers=tuple(tuple(map(int, page["numbers"])) for page in content["pages"]),
        by=content["by"],
    )
    return kept, ()


def kept_breaks(
    numbers: Sequence[int],
    kept_numbers: Sequence[Sequence[int]],
    heights: Mapping[int, float],
    room: PageRoom,
) -> frozenset[int]:
    """The numbers that must begin a page so that paragraphs stay on their old pages as far as texts allow.

    Texts that have become too long for a page go on to the next, until one has room for them again.

    Args:
        numbers: those of all paragraphs, ascending.
        kept_numbers: for each page of the old printing those that began on it.
        heights: of paragraphs by number; others are as high as they were.
        room: of the pages.
    """
    old_page_of = _pages_by_number(kept_numbers)
    # Paragraphs begin on a later page of the booklet. Their pages are counted from 0 here.
    first_page = min(old_page_of.values(), default=0)
    filling = Filling(room, used=room.above)
    breaks: set[int] = set()
    old_page = 0
    for number in numbers:
        # A new paragraph goes where the one before it is.
        old_page = old_page_of.get(number, first_page + old_page) - first_page
        height = heights.get(number, 0)
        if old_page > filling.page_for(height):
            breaks.add(number)
            filling = Filling(room, old_page)
        filling.add(height)
    return frozenset(breaks)


def _pages_by_number(numbers_by_page: Iterable[Sequence[int]]) -> dict[int, int]:
    """The page (from 0) on which each number begins, given those on each page."""
    page_of: dict[int, int] = {}
    for page, numbers in enumerate(numbers_by_page):
        page_of |= dict.fromkeys(numbers, page)
    return page_of


def moved(
    old_numbers: Iterable[Sequence[int]], new_numbers: Iterable[Sequence[int]]
) -> dict[int, MovedNumber]:
    """The numbers of both printings that begin on other pages, given those on each page of each printing."""
    old_pages, new_pages = _pages_by_number(old_numbers), _pages_by_number(new_numbers)
    moved_numbers: dict[int, MovedNumber] = {}
    for number, old_page in old_pages.items():
        if new_pages.get(number, old_page) != old_page:
            moved_numbers[number] = MovedNumber(old_page + 1, new_pages[number] + 1)
    return moved_numbers


def moved_in_words(moved_numbers: Mapping[int, tuple[int, int]]) -> str:
    """Which numbers begin on other pages."""
    parts: list[str] = []
    for number, (old_page, new_page) in list(moved_numbers.items())[:_MOST_NUMBERS_SHOWN]:
        parts.append(f"{number} on page {new_page} instead of {old_page}")
    rest = len(moved_numbers) - _MOST_NUMBERS_SHOWN
    more = f" and {rest} more" if rest > 0 else ""
    return f"these numbers do not begin on their old pages: {'; '.join(parts)}{more}"
