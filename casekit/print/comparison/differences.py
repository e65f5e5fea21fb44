"""Differences of a file, a page or a place on it, and the findings on them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Any

from casekit.diagnostics import Code, Finding, Span, codes
from casekit.print.comparison.placing import Placing
from casekit.values import frozen, replace
from casekit.values.grouping import grouped


class DifferenceKind(Enum):
    """How something is different, with the code that it is reported under."""

    PAGE = "a page is missing, added, elsewhere, turned, moved, of another size, blank, mirrored, a negative or without colours"
    GROUND = "printed on a tint instead of paper"
    COVERED = "covered"
    CROSSED = "printed over, but to be seen"
    HIDDEN = "cannot be seen"
    MISSING = "missing"
    MOVED = "moved"
    LETTERS = "other letters"
    ADDED = "added"
    COLOUR = "another colour"
    DRAWING = "another drawing"
    SIZE = "another size"
    FACE = "another face"
    READ = "a program reads letters that are not the ones on the page"
    SPOKEN = "viewers or screen readers say something else beside the page"

    @property
    def code(self) -> Code:
        """The code of its finding."""
        if self is DifferenceKind.PAGE:
            return codes.ALTERED_PAGES
        unseen = self in {DifferenceKind.READ, DifferenceKind.SPOKEN}
        return codes.UNLIKE_TEXT if unseen else codes.ALTERED_PLACE


@frozen(slots=True)
class PageDifference:
    """Something that is different."""

    kind: DifferenceKind
    """Its kind."""

    page: int
    """The number of the page, from 1; 0 for the whole file."""

    words: str
    """The message, without the page and the place."""

    place: str = ""
    """The name of the place; empty for a whole page."""

    hint: str = ""
    """What to do about it; empty for what can always be done."""

    placing: Placing | None = None
    """Where the content of the page is, if that is the difference."""

    what: str = ""
    """The message without the lines of the place; empty if ``words`` name none."""

    @classmethod
    def of(cls, row: Sequence[Any]) -> "PageDifference":
        """The difference that another process sent as the values of its fields, in order."""
        kind, page, words, place, hint, placing, what = row
        return cls(DifferenceKind(kind), page, words, place, hint, placing and Placing(*placing), what)

    @property
    def change(self) -> tuple[DifferenceKind, str]:
        """How it is different, whatever its place."""
        return self.kind, self.what or self.words


_WHOLE_PAGE_KINDS = (DifferenceKind.PAGE, DifferenceKind.GROUND, DifferenceKind.SPOKEN)
"""The kinds of differences of whole pages, or of the file."""

MOST_PLACES = 4
"""The most places of one page that are reported one by one."""

MOST_PAGES = 12
"""The most pages that are reported one by one."""

MOST_ALIKE = 3
"""The most pages on which the same difference is reported one by one."""

_KINDS_REPORTED_ONCE = {
    DifferenceKind.ADDED,
    DifferenceKind.COLOUR,
    DifferenceKind.CROSSED,
    DifferenceKind.DRAWING,
    DifferenceKind.FACE,
    DifferenceKind.SIZE,
}
"""The kinds of differences that can be reported of many pages at once.

Of those in what programs read, each place counts.
"""


def findings_on(differences: Iterable[PageDifference], span: Span) -> tuple[Finding, ...]:
    """Findings on differences: one for what is the same on several pages, and no more than anybody reads."""
    in_order = sorted(differences, key=_reading_order)
    findings: list[Finding] = []
    for kind in _WHOLE_PAGE_KINDS:
        findings += _page_findings([difference for difference in in_order if difference.kind is kind], span)
    visible_differences: list[PageDifference] = []
    differences_of_reading: list[PageDifference] = []
    for difference in in_order:
        if difference.kind is DifferenceKind.READ:
            differences_of_reading.append(difference)
        elif difference.kind not in _WHOLE_PAGE_KINDS:
            visible_differences.append(difference)
    findings += _place_findings(visible_differences, span)
    findings += _place_findings(differences_of_reading, span)
    return tuple(findings)


def _reading_order(difference: PageDifference) -> tuple[bool, bool, int]:
    """Whole pages first, then what is seen on them, then what programs read."""
    return difference.kind not in _WHOLE_PAGE_KINDS, difference.kind is DifferenceKind.READ, difference.page


def _page_findings(differences: Sequence[PageDifference], span: Span) -> Iterable[Finding]:
    """Differences of whole pages: one for those in the same words, and for pages that are placed alike."""
    pages_by_words: dict[tuple[str, str], list[int]] = {}
    for difference in _in_common_words(differences):
        pages_by_words.setdefault((difference.words, difference.hint), []).append(difference.page)
    for (words, hint), pages in pages_by_words.items():
        yield _finding(differences[0].kind, f"{pages_in_words(pages)}{words}", span, hint)


def _in_common_words(differences: Sequence[PageDifference]) -> Iterator[PageDifference]:
    """Differences of pages that are placed alike, each in the words of most of them.

    Those without a placing come first.
    """
    placed = [difference for difference in differences if difference.placing is not None]
    for difference in differences:
        if difference.placing is None:
            yield difference
    for difference in placed:
        placed_alike = [other for other in placed if _are_placed_alike(other, difference)]
        counts = Counter((other.words, other.hint) for other in placed_alike or [difference])
        (words, hint), _ = counts.most_common(1)[0]
        yield replace(difference, words=words, hint=hint)


def _are_placed_alike(one: PageDifference, other: PageDifference) -> bool:
    return bool(one.placing and other.placing and one.placing.is_like(other.placing))


def _place_findings(differences: Sequence[PageDifference], span: Span) -> Iterable[Finding]:
    """Differences of places: what is the same on many pages once, and others page by page."""
    differences_by_change = grouped((difference.change, difference) for difference in differences)
    reported_changes = set()
    for (kind, words), differences_of_change in differences_by_change.items():
        pages_of_change = {difference.page for difference in differences_of_change}
        if kind not in _KINDS_REPORTED_ONCE or len(pages_of_change) <= MOST_ALIKE:
            continue
        reported_changes.add((kind, words))
        first, pages = differences_of_change[0], pages_in_words(pages_of_change)
        place = f" {first.place}" if first.place else ""
        yield _finding(first.kind, f"{pages}, first{place}: {words}", span, first.hint)
    others = [difference for difference in differences if difference.change not in reported_changes]
    yield from _findings_by_page(others, span)


def _findings_by_page(in_order: Sequence[PageDifference], span: Span) -> Iterable[Finding]:
    """Findings on differences in the order of pages; of a page with many, and of many pages, only one."""
    differences_by_page = [(page, list(group)) for page, group in groupby(in_order, key=attrgetter("page"))]
    for page, differences in differences_by_page[:MOST_PAGES]:
        place_count = len({difference.place for difference in differences})
        reported, note = differences, ""
        if place_count > MOST_PLACES:
            reported, note = differences[:1], f"; {place_count - 1} more places on this page differ"
        for difference in reported:
            words = f"{difference.place}: {difference.words}" if difference.place else difference.words
            yield _finding(difference.kind, f"page {page}, {words}{note}", span, difference.hint)
    if len(differences_by_page) > MOST_PAGES:
        pages = [page for page, _ in differences_by_page[MOST_PAGES:]]
        _, differences_of_last_page = differences_by_page[-1]
        words = f"{pages_in_words(pages)}: something differs on {'each' if len(pages) > 1 else 'it'}"
        hint = "if most pages differ, the file was made from other texts, other numbers, or for another paper"
        yield _finding(differences_of_last_page[0].kind, words, span, hint)


def _finding(kind: DifferenceKind, message: str, span: Span, hint: str) -> Finding:
    return kind.code.at(span, message, hint=hint or "build the file again, or ask for a new one")


def pages_in_words(pages: Iterable[int]) -> str:
    """Numbers of pages, as in ``page 3`` and ``pages 3 to 7 and 9``; empty for a whole file."""
    numbers = sorted(set(pages))
    if numbers == [0]:
        return ""
    runs = [[numbers[0]]]
    for number_before, number in pairwise(numbers):
        if number == number_before + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts: list[str] = []
    for run in runs:
        if len(run) > 2:  # noqa: PLR2004 -- two are a pair
            parts.append(f"{run[0]} to {run[-1]}")
        else:
            parts += map(str, run)
    listed = f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]
    return f"page{'s' if len(numbers) > 1 else ''} {listed}"
