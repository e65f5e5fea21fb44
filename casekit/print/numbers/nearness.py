"""Whether paragraphs that belong together are far enough apart, in the numbers and on the pages as printed.

Who opens a booklet at a paragraph sees the whole spread; the other paragraphs of its group must not be on it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import pairwise

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.booklet import Booklet, Paragraph
from casekit.print.numbers.numbering import SPREAD, distances, items_of, tolerable

_RENUMBER = "renumber the booklet with `casekit build --renumber` before its next printing"


def check_distances(
    booklet: Booklet, numbers: Mapping[str, int], pages: Mapping[int, tuple[int, int]]
) -> Iterator[Diagnostic]:
    """Find paragraphs of one case or group that are too near.

    Args:
        booklet: its content.
        numbers: the number of each paragraph key.
        pages: the first and last page (from 0) of each number that was found in the finished file.

    Yields:
        A warning for each spread that is crowded, and one for each case with too near numbers. Booklets so short
        that the rules cannot be kept are let off.
    """
    yield from _close(booklet, numbers)
    yield from _crowded(booklet, numbers, pages)


def _close(booklet: Booklet, numbers: Mapping[str, int]) -> Iterator[Diagnostic]:
    gap = tolerable(items_of(booklet))
    for case in booklet.cases:
        own = sorted(case.paragraphs, key=lambda paragraph: numbers[paragraph.key])
        near = [(a, b) for a, b in pairwise(own) if 0 < numbers[b.key] - numbers[a.key] < gap]
        if near:
            pair = " and ".join(str(numbers[paragraph.key]) for paragraph in near[0])
            others = f", and {len(near) - 1} more such pairs" if len(near) > 1 else ""
            message = f"paragraphs of {case.heading} are closer than {gap} numbers: {pair}{others}"
            yield Diagnostic(codes.CLOSE_NUMBERS, message, near[0][1].text.span, hint=_RENUMBER)


def _crowded(
    booklet: Booklet, numbers: Mapping[str, int], pages: Mapping[int, tuple[int, int]]
) -> Iterator[Diagnostic]:
    """Warnings for spreads with two of one group, if the group could be kept a spread apart at all."""
    on_spread: Counter[int] = Counter(spread for ends in pages.values() for spread in _spreads(ends))
    widest = max(on_spread.values(), default=0)
    if distances(items_of(booklet), max(widest, SPREAD)).spread < widest:
        return
    for case in booklet.cases:
        seen: defaultdict[tuple[str, int], list[Paragraph]] = defaultdict(list)
        for paragraph in case.paragraphs:
            for spread in _spreads(pages.get(numbers[paragraph.key])) if paragraph.group else ():
                seen[paragraph.group, spread].append(paragraph)
        for (_, spread), together in sorted(seen.items()):
            if len(together) > 1:
                listed = " and ".join(
                    str(number) for number in sorted(numbers[each.key] for each in together)
                )
                paths = ", ".join(path for each in together for path in each.paths)
                message = f"{listed} of {case.heading} ({paths}) are on one spread, pages {spread * 2} and {spread * 2 + 1}"
                yield Diagnostic(codes.CROWDED_SPREAD, message, together[1].text.span, hint=_RENUMBER)


def _spreads(ends: tuple[int, int] | None) -> range:
    """The spreads that pages (from 0) are on; spread n has the printed pages 2n and 2n + 1."""
    return range(0) if ends is None else range((ends[0] + 1) // 2, (ends[1] + 1) // 2 + 1)
