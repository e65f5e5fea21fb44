"""How well a booklet is shuffled: warnings where related paragraphs are too near, and figures for a build.

Who opens a booklet at a paragraph sees the whole spread; the other paragraphs of its group must not be on it.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain, pairwise

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.booklet import Booklet, CasePages, Paragraph
from casekit.print.numbers.numbering import (
    SPREAD,
    Numbering,
    distances,
    items_of,
    runs_in_words,
    spearman,
    tolerable,
)
from casekit.print.numbers.page_filling import together
from casekit.values import frozen
from casekit.values.grouping import grouped
from casekit.values.plurals import counted

_RENUMBER = "renumber the booklet with `casekit build --renumber` before its next printing"


def check_distances(
    booklet: Booklet, numbers: Mapping[str, int], pages: Mapping[int, tuple[int, int]]
) -> Iterator[Diagnostic]:
    """Find paragraphs of one case or group that are too near.

    ``pages`` are the first and last page (from 0) of each number that was found in the finished file.

    Yields:
        A warning for each spread that is crowded, and one for each case with too near numbers. Booklets so
        short that the rules cannot be kept are let off.
    """
    gap = tolerable(items_of(booklet))
    for case in booklet.cases:
        own = sorted(case.paragraphs, key=lambda paragraph: numbers[paragraph.key])
        near = [(a, b) for a, b in pairwise(own) if 0 < numbers[b.key] - numbers[a.key] < gap]
        if near:
            pair = " and ".join(str(numbers[paragraph.key]) for paragraph in near[0])
            others = f", and {len(near) - 1} more such pairs" if len(near) > 1 else ""
            message = f"paragraphs of {case.heading} are closer than {gap} numbers: {pair}{others}"
            yield codes.CLOSE_NUMBERS.at(near[0][1].text.span, message, hint=_RENUMBER)
    yield from _crowded(booklet, numbers, pages)


def _crowded(
    booklet: Booklet, numbers: Mapping[str, int], pages: Mapping[int, tuple[int, int]]
) -> Iterator[Diagnostic]:
    """Warnings for spreads with two of one group, if the group could be kept a spread apart at all."""
    numbers_on: Counter[int] = Counter()
    for ends in pages.values():
        numbers_on.update(_spreads(ends))
    widest = max(numbers_on.values(), default=0)
    if distances(items_of(booklet), max(widest, SPREAD)).spread < widest:
        return
    for case in booklet.cases:
        for (_, spread), near in sorted(_by_group_and_spread(case, numbers, pages).items()):
            if len(near) > 1:
                listed = " and ".join(map(str, sorted(numbers[paragraph.key] for paragraph in near)))
                paths = ", ".join(chain.from_iterable(paragraph.paths for paragraph in near))
                message = (
                    f"{listed} of {case.heading} ({paths}) are on one spread,"
                    f" pages {spread * 2} and {spread * 2 + 1}"
                )
                yield codes.CROWDED_SPREAD.at(near[1].text.span, message, hint=_RENUMBER)


def _by_group_and_spread(
    case: CasePages, numbers: Mapping[str, int], pages: Mapping[int, tuple[int, int]]
) -> dict[tuple[str, int], list[Paragraph]]:
    """The paragraphs of each group of a case by the spreads they are on."""
    paragraphs: dict[tuple[str, int], list[Paragraph]] = {}
    for paragraph in case.paragraphs:
        if paragraph.group:
            for spread in _spreads(pages.get(numbers[paragraph.key])):
                paragraphs.setdefault((paragraph.group, spread), []).append(paragraph)
    return paragraphs


def check_added(
    booklet: Booklet, numbers: Mapping[str, int], spreads: Mapping[str, int], known: Collection[str]
) -> Iterator[Diagnostic]:
    """Find cases that are new in a booklet whose other numbers stay, and are by themselves on spreads.

    What is new takes the numbers that are free, which are mostly those after the last: its paragraphs are not
    mixed with others.

    ``spreads`` is the spread of each paragraph by key; ``known`` are the files of the cases that the last
    printing had.
    """
    files_on: dict[int, set[str]] = {}
    for case in booklet.cases:
        for paragraph in case.paragraphs:
            if paragraph.key in spreads:
                files_on.setdefault(spreads[paragraph.key], set()).add(case.file)
    for case in booklet.cases:
        shown = [files for files in files_on.values() if case.file in files]
        alone = shown.count({case.file})
        if case.file in known or not known or not alone:
            continue
        own = sorted(numbers[paragraph.key] for paragraph in case.paragraphs)
        message = (
            f"{case.heading} is new in this printing: its {counted(len(own), 'paragraph')} have the numbers"
            f" {runs_in_words(own)}, and {alone} of the {counted(len(shown), 'spread')} that show them"
            f" {'shows' if alone == 1 else 'show'} no other case"
        )
        hint = (
            "print it like this if readers may see which paragraphs belong together, since all other numbers stay;"
            " or renumber the booklet with `casekit build --renumber`"
        )
        yield codes.ADDED_CASE.at(case.presentation.span, message, hint=hint)


def _spreads(ends: tuple[int, int] | None) -> range:
    """The spreads that pages (from 0) are on; spread n has the printed pages 2n and 2n + 1."""
    return range(0) if ends is None else range((ends[0] + 1) // 2, (ends[1] + 1) // 2 + 1)


_SHOWN = 8


@frozen(slots=True)
class Shuffle:
    """The figures of a booklet's numbers.

    ``nearest`` is the least distance of two paragraphs of one case, ``nearest_group`` that of two of one
    group; ``None`` where there are no two. Of ``spreads`` with paragraphs, those ``shared`` show two of one
    case; 0 if they are not known. ``correlation`` is Spearman's coefficient, without its sign, between path
    order and numbers of the case where it is largest.
    """

    booklet: str
    paragraphs: int
    cases: int
    nearest: int | None
    nearest_group: int | None
    correlation: float
    gaps: tuple[int, ...]
    added: tuple[int, ...]
    spreads: int = 0
    shared: int = 0


def shuffle_of(booklet: Booklet, numbering: Numbering, spreads: Mapping[str, int] | None = None) -> Shuffle:
    """Measure a booklet's numbers; ``spreads`` are those of its paragraphs by key, if they are known."""
    items = items_of(booklet)
    numbers = [numbering.numbers[item.key] for item in items]
    cases = grouped(zip((item.case for item in items), numbers, strict=True)).values()
    groups = grouped(zip((item.group for item in items), numbers, strict=True))
    groups.pop("", None)
    seen, shared = together(spreads or {}, {item.key: item.case for item in items})
    # Two numbers always correlate.
    coefficients = [abs(spearman(own)) for own in cases if len(own) > 2]  # noqa: PLR2004 -- see above
    return Shuffle(
        booklet=booklet.slug,
        paragraphs=len(items),
        cases=len(booklet.cases),
        nearest=_nearest(cases),
        nearest_group=_nearest(groups.values()),
        correlation=round(max(coefficients, default=0.0), 3),
        gaps=numbering.gaps,
        added=numbering.added,
        spreads=seen,
        shared=shared,
    )


def shuffle_in_words(shuffle: Shuffle, group: str) -> str:
    """The figures in one line; ``group`` is what the game calls the paragraphs of one group."""
    if not shuffle.paragraphs and not shuffle.gaps:
        return f"{shuffle.booklet}: {counted(shuffle.cases, 'document')}, with no paragraphs to number"
    parts = [f"{counted(shuffle.paragraphs, 'paragraph')} of {counted(shuffle.cases, 'case')}"]
    if shuffle.nearest is not None:
        parts.append(f"in one case at least {shuffle.nearest} apart")
    if shuffle.nearest_group is not None:
        parts.append(f"{group} at least {shuffle.nearest_group}")
    if shuffle.cases > 1 and shuffle.spreads:
        parts.append(_spreads_in_words(shuffle))
    parts.append(f"paths and numbers correlate by at most {shuffle.correlation:.2f}")
    parts.append(_listed("gap", shuffle.gaps))
    if shuffle.added:
        parts.append(_listed("new number", shuffle.added))
    return f"{shuffle.booklet}: {'; '.join(parts)}"


def _spreads_in_words(shuffle: Shuffle) -> str:
    if not shuffle.shared:
        return f"none of {counted(shuffle.spreads, 'spread')} shows two of them"
    few = shuffle.paragraphs > shuffle.cases * shuffle.spreads
    reason = f": {counted(shuffle.cases, 'case')} are too few for that" if few else ""
    return f"{shuffle.shared} of {counted(shuffle.spreads, 'spread')} show two of them{reason}"


def _nearest(positions: Iterable[list[int]]) -> int | None:
    distances_between: list[int] = []
    for of_one in positions:
        distances_between += [second - first for first, second in pairwise(sorted(of_one))]
    return min(distances_between, default=None)


def _listed(noun: str, numbers: tuple[int, ...]) -> str:
    """How many, and the first few of them."""
    if not numbers:
        return f"no {noun}s"
    shown = ", ".join(str(number) for number in numbers[:_SHOWN])
    more = "" if len(numbers) <= _SHOWN else ", …"
    return f"{counted(len(numbers), noun)} ({shown}{more})"
