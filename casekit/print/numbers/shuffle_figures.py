"""Figures of how well a booklet is shuffled, as a build reports them."""

from collections.abc import Iterable, Mapping
from itertools import pairwise

from casekit.print.content.booklet import Booklet
from casekit.print.numbers.distances import spearman
from casekit.print.numbers.numbering import Numbering, items_of
from casekit.print.numbers.spreads import count_spreads
from casekit.values import frozen
from casekit.values.grouping import grouped
from casekit.values.plurals import counted

# The most numbers that are listed of gaps and new numbers.
_MOST_NUMBERS_SHOWN = 8


@frozen(slots=True)
class Shuffle:
    """The figures of a booklet's numbers."""

    booklet: str
    """The slug of the booklet."""
    paragraphs: int
    cases: int
    nearest: int | None
    """The least distance of two paragraphs of one case; ``None`` if no case has two."""
    nearest_group: int | None
    """The least distance of two paragraphs of one group; ``None`` if no group has two."""
    correlation: float
    """The largest of Spearman's coefficients between path order and numbers of a case, without its sign."""
    gaps: tuple[int, ...]
    """Numbers that no paragraph has any more."""
    added: tuple[int, ...]
    """Numbers that are new in this printing."""
    spreads: int = 0
    """How many spreads show paragraphs; 0 if that is not known."""
    shared: int = 0
    """How many of them show two paragraphs of one case."""


def shuffle_of(booklet: Booklet, numbering: Numbering, spreads: Mapping[str, int] | None = None) -> Shuffle:
    """Measure a booklet's numbers; ``spreads`` are those of its paragraphs by key, if they are known."""
    items = items_of(booklet)
    all_numbers = [numbering.numbers[item.key] for item in items]
    numbers_by_case = grouped(zip((item.case for item in items), all_numbers, strict=True))
    numbers_by_group = grouped(zip((item.group for item in items), all_numbers, strict=True))
    numbers_by_group.pop("", None)
    counts = count_spreads(spreads or {}, {item.key: item.case for item in items})
    # Two numbers always correlate.
    least = 3
    long_cases = [numbers for numbers in numbers_by_case.values() if len(numbers) >= least]
    coefficients = [abs(spearman(numbers)) for numbers in long_cases]
    return Shuffle(
        booklet=booklet.slug,
        paragraphs=len(items),
        cases=len(booklet.cases),
        nearest=_least_distance(numbers_by_case.values()),
        nearest_group=_least_distance(numbers_by_group.values()),
        correlation=round(max(coefficients, default=0.0), 3),
        gaps=numbering.gaps,
        added=numbering.added,
        spreads=counts.spreads,
        shared=counts.shared,
    )


def _least_distance(sets_of_numbers: Iterable[list[int]]) -> int | None:
    """The least distance of two numbers of one set."""
    found_distances: list[int] = []
    for numbers in sets_of_numbers:
        found_distances += [second - first for first, second in pairwise(sorted(numbers))]
    return min(found_distances, default=None)


def shuffle_in_words(shuffle: Shuffle, group: str) -> str:
    """The figures on one line; ``group`` is what the game calls the paragraphs of one group."""
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
    parts.append(_numbers_in_words("gap", shuffle.gaps))
    if shuffle.added:
        parts.append(_numbers_in_words("new number", shuffle.added))
    return f"{shuffle.booklet}: {'; '.join(parts)}"


def _spreads_in_words(shuffle: Shuffle) -> str:
    if not shuffle.shared:
        return f"none of {counted(shuffle.spreads, 'spread')} shows two of them"
    are_cases_too_few = shuffle.paragraphs > shuffle.cases * shuffle.spreads
    reason = f": {counted(shuffle.cases, 'case')} are too few for that" if are_cases_too_few else ""
    return f"{shuffle.shared} of {counted(shuffle.spreads, 'spread')} show two of them{reason}"


def _numbers_in_words(noun: str, numbers: tuple[int, ...]) -> str:
    """How many numbers of a kind there are, and the first of them."""
    if not numbers:
        return f"no {noun}s"
    shown = ", ".join(str(number) for number in numbers[:_MOST_NUMBERS_SHOWN])
    more = "" if len(numbers) <= _MOST_NUMBERS_SHOWN else ", …"
    return f"{counted(len(numbers), noun)} ({shown}{more})"
