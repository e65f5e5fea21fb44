"""Differences of a file, a page or a place on it; and their words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import groupby

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.diagnostics.codes import Code
from casekit.print.preflight.comparing.page_placing import Placing


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


@dataclass(frozen=True, slots=True)
class PageDifference:
    """Something that is different.

    Attributes:
        kind: how.
        page: counts from 1; 0 for the whole file.
        words: the message.
        place: empty for a whole page.
        hint: what can be done.
        placing: where the page is, if that is the difference.
        what: the same as ``words`` without the lines of the place; empty if these have none.
    """

    kind: DifferenceKind
    page: int
    words: str
    place: str = ""
    hint: str = ""
    placing: Placing | None = None
    what: str = ""

    @property
    def of_many(self) -> tuple[DifferenceKind, str]:
        """How it is different, whatever its place."""
        return self.kind, self.what or self.words


_WHOLE = (DifferenceKind.PAGE, DifferenceKind.GROUND, DifferenceKind.SPOKEN)
"""Differences of whole pages, or of the file."""
MOST_PLACES = 4
"""Places of one page that are reported one by one."""
MOST_PAGES = 12
"""Pages that are reported one by one."""
MOST_ALIKE = 3
"""Pages on which the same difference is reported one by one."""
_OF_MANY = {
    DifferenceKind.ADDED,
    DifferenceKind.COLOUR,
    DifferenceKind.CROSSED,
    DifferenceKind.DRAWING,
    DifferenceKind.FACE,
    DifferenceKind.SIZE,
}
"""Differences that can be reported of many pages at once. Of those in the reading, each place counts."""


def told(differences: Iterable[PageDifference], span: Span) -> tuple[Diagnostic, ...]:
    """Findings for differences: what is the same on several pages once, and as many of them as anybody reads."""
    found = sorted(
        differences,
        key=lambda each: (each.kind not in _WHOLE, each.kind is DifferenceKind.READ, each.page),
    )
    rest = [each for each in found if each.kind not in _WHOLE]
    return (
        *(each for kind in _WHOLE for each in _pages([one for one in found if one.kind is kind], span)),
        *_places([each for each in rest if each.kind is not DifferenceKind.READ], span),
        *_places([each for each in rest if each.kind is DifferenceKind.READ], span),
    )


def _pages(found: Sequence[PageDifference], span: Span) -> Iterable[Diagnostic]:
    """Differences of whole pages; those in the same words are one, and those of pages that are placed alike."""
    by_words: dict[tuple[str, str], list[int]] = {}
    for each in _in_one_voice(found):
        by_words.setdefault((each.words, each.hint), []).append(each.page)
    for (words, hint), pages in by_words.items():
        yield _diagnostic(found[0].kind, f"{pages_in_words(pages)}{words}", span, hint)


def _in_one_voice(found: Sequence[PageDifference]) -> Iterator[PageDifference]:
    """Differences of pages that are placed alike, each in the words of most of them."""
    groups: list[tuple[Placing, list[PageDifference]]] = []
    for each in found:
        if each.placing is None:
            yield each
            continue
        group = next((held for placing, held in groups if placing.is_like(each.placing)), None)
        if group is None:
            groups.append((each.placing, [each]))
        else:
            group.append(each)
    for _, held in groups:
        usual = Counter((each.words, each.hint) for each in held).most_common(1)[0][0]
        yield from (replace(each, words=usual[0], hint=usual[1]) for each in held)


def _places(found: Sequence[PageDifference], span: Span) -> Iterable[Diagnostic]:
    """Differences of places: what is the same on many pages once, and others page by page."""
    alike: dict[tuple[DifferenceKind, str], list[PageDifference]] = {}
    for each in found:
        alike.setdefault(each.of_many, []).append(each)
    everywhere = {
        same
        for same, held in alike.items()
        if same[0] in _OF_MANY and len({each.page for each in held}) > MOST_ALIKE
    }
    for same in (each for each in alike if each in everywhere):
        yield _of_many(alike[same], span)
    yield from _page_by_page([each for each in found if each.of_many not in everywhere], span)


def _of_many(found: Sequence[PageDifference], span: Span) -> Diagnostic:
    """The finding on a difference that is the same on many pages."""
    first = found[0]
    place = f" {first.place}" if first.place else ""
    message = f"{pages_in_words(each.page for each in found)}, first{place}: {first.of_many[1]}"
    return _diagnostic(first.kind, message, span, first.hint)


def _page_by_page(found: Sequence[PageDifference], span: Span) -> Iterable[Diagnostic]:
    by_page = [(page, list(each)) for page, each in groupby(found, key=lambda each: each.page)]
    for page, differences in by_page[:MOST_PAGES]:
        places = dict.fromkeys(each.place for each in differences)
        shown = differences if len(places) <= MOST_PLACES else differences[:1]
        for each in shown:
            words = f"{each.place}: {each.words}" if each.place else each.words
            more = f"; {len(places) - 1} more places on this page differ" if shown != differences else ""
            yield _diagnostic(each.kind, f"page {page}, {words}{more}", span, each.hint)
    if len(by_page) > MOST_PAGES:
        pages = [page for page, _ in by_page[MOST_PAGES:]]
        words = f"{pages_in_words(pages)}: something differs on {'each' if len(pages) > 1 else 'it'}"
        hint = "if most pages differ, the file was made from other texts, other numbers, or for another paper"
        yield _diagnostic(by_page[-1][1][0].kind, words, span, hint)


def _diagnostic(kind: DifferenceKind, message: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic(kind.code, message, span, hint=hint or "build the file again, or ask for a new one")


def pages_in_words(pages: Iterable[int]) -> str:
    """``page 3``, ``pages 3 to 7 and 9``; nothing for a whole file."""
    numbers = sorted(set(pages))
    if numbers == [0]:
        return ""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [
        part
        for run in runs
        for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))  # noqa: PLR2004 -- two are a pair
    ]
    listed = f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]
    return f"page{'s' if len(numbers) > 1 else ''} {listed}"
