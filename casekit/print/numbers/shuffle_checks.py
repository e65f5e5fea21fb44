"""Checks of how well a booklet is shuffled: warnings about related paragraphs that are too near each other.

A reader who opens a booklet at a paragraph sees the whole spread. The other paragraphs of its group must not
be on it.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import chain, pairwise

from casekit.diagnostics import Finding, codes
from casekit.print.content.booklet import Booklet, CasePages, Paragraph
from casekit.print.numbers.distances import USUAL_SPREAD, distances, tolerable_gap
from casekit.print.numbers.numbering import items_of, runs_in_words
from casekit.print.numbers.spreads import printed_spread
from casekit.values.plurals import counted

PageRange = tuple[int, int]
"""The first and the last page (from 0) that a paragraph is on."""

_RENUMBER_HINT = "renumber the booklet with `casekit build --renumber` before its next printing"


def check_distances(
    booklet: Booklet, numbers: Mapping[str, int], pages: Mapping[int, PageRange]
) -> Iterator[Finding]:
    """Find paragraphs of one case or group that are too near.

    Args:
        booklet: its content.
        numbers: the number of each paragraph, by its key.
        pages: the pages of each number that was found in the finished file.

    Yields:
        A warning for each case with too near numbers, and one for each spread that is crowded. Booklets so
        short that the rules cannot be kept are exempt.
    """
    gap = tolerable_gap(items_of(booklet))
    for case in booklet.cases:
        ordered = sorted(case.paragraphs, key=lambda paragraph: numbers[paragraph.key])
        near_pairs: list[tuple[Paragraph, Paragraph]] = []
        for first, second in pairwise(ordered):
            if 0 < numbers[second.key] - numbers[first.key] < gap:
                near_pairs.append((first, second))
        if near_pairs:
            first, second = near_pairs[0]
            pair = f"{numbers[first.key]} and {numbers[second.key]}"
            more = f", and {len(near_pairs) - 1} more such pairs" if len(near_pairs) > 1 else ""
            message = f"paragraphs of {case.heading} are closer than {gap} numbers: {pair}{more}"
            yield codes.CLOSE_NUMBERS.at(second.text.span, message, hint=_RENUMBER_HINT)
    yield from _crowded_spreads(booklet, numbers, pages)


def _crowded_spreads(
    booklet: Booklet, numbers: Mapping[str, int], pages: Mapping[int, PageRange]
) -> Iterator[Finding]:
    """Warnings for spreads with two of one group, if the group could be kept a spread apart at all."""
    paragraphs_on: Counter[int] = Counter()
    for page_range in pages.values():
        paragraphs_on.update(_spreads(page_range))
    fullest = max(paragraphs_on.values(), default=0)
    if distances(items_of(booklet), max(fullest, USUAL_SPREAD)).spread < fullest:
        return
    for case in booklet.cases:
        for (_, spread), paragraphs in sorted(_by_group_and_spread(case, numbers, pages).items()):
            if len(paragraphs) > 1:
                listed = " and ".join(map(str, sorted(numbers[paragraph.key] for paragraph in paragraphs)))
                paths = ", ".join(chain.from_iterable(paragraph.paths for paragraph in paragraphs))
                message = (
                    f"{listed} of {case.heading} ({paths}) are on one spread,"
                    f" pages {spread * 2} and {spread * 2 + 1}"
                )
                yield codes.CROWDED_SPREAD.at(paragraphs[1].text.span, message, hint=_RENUMBER_HINT)


def _by_group_and_spread(
    case: CasePages, numbers: Mapping[str, int], pages: Mapping[int, PageRange]
) -> dict[tuple[str, int], list[Paragraph]]:
    """The paragraphs of each group of a case by the spreads they are on."""
    paragraphs: dict[tuple[str, int], list[Paragraph]] = {}
    for paragraph in case.paragraphs:
        if paragraph.group:
            for spread in _spreads(pages.get(numbers[paragraph.key])):
                paragraphs.setdefault((paragraph.group, spread), []).append(paragraph)
    return paragraphs


def _spreads(pages: PageRange | None) -> range:
    """The spreads that pages are on; none if a paragraph was not found."""
    if pages is None:
        return range(0)
    first_page, last_page = pages
    return range(printed_spread(first_page), printed_spread(last_page) + 1)


def check_added(
    booklet: Booklet,
    numbers: Mapping[str, int],
    spreads: Mapping[str, int],
    old_files: Collection[str],
) -> Iterator[Finding]:
    """Find cases that are new in a booklet whose other numbers stay, and are by themselves on spreads.

    A new case takes the numbers that are free, which are mostly those after the last. So its paragraphs are
    not mixed with others.

    Args:
        booklet: its content.
        numbers: the number of each paragraph, by its key.
        spreads: the spread of each paragraph, by its key.
        old_files: the files of the cases that the last printing had.
    """
    if not old_files:
        return
    files_on_spread: dict[int, set[str]] = {}
    for case in booklet.cases:
        for paragraph in case.paragraphs:
            if paragraph.key in spreads:
                files_on_spread.setdefault(spreads[paragraph.key], set()).add(case.file)
    for case in booklet.cases:
        files_on_its_spreads = [files for files in files_on_spread.values() if case.file in files]
        spreads_of_its_own = files_on_its_spreads.count({case.file})
        if case.file in old_files or not spreads_of_its_own:
            continue
        case_numbers = sorted(numbers[paragraph.key] for paragraph in case.paragraphs)
        message = (
            f"{case.heading} is new in this printing: its {counted(len(case_numbers), 'paragraph')} have the"
            f" numbers {runs_in_words(case_numbers)}, and {spreads_of_its_own} of the"
            f" {counted(len(files_on_its_spreads), 'spread')} that show them"
            f" {'shows' if spreads_of_its_own == 1 else 'show'} no other case"
        )
        hint = (
            "print it like this if readers may see which paragraphs belong together, since all other numbers stay;"
            " or renumber the booklet with `casekit build --renumber`"
        )
        yield codes.ADDED_CASE.at(case.presentation.span, message, hint=hint)
