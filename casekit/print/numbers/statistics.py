"""How well a booklet is shuffled, as a build reports it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from casekit.print.content.booklet import Booklet
from casekit.print.numbers.numbering import Numbering, by_case, items_of, spearman
from casekit.print.numbers.room import together

_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The figures of a booklet's numbers.

    ``nearest`` is the least distance of two paragraphs of one case, ``nearest_group`` that of two of one group;
    ``None`` where there are no two. Of ``spreads`` with paragraphs, those ``shared`` show two of one case; 0 if they are
    not known. ``correlation`` is Spearman's coefficient, without its
    sign, between path order and numbers of the case where it is largest.
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
    cases = by_case(items, numbers)
    groups = defaultdict(list)
    for item, number in zip(items, numbers, strict=True):
        if item.group:
            groups[item.group].append(number)
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


def shuffle_as_json(shuffle: Shuffle) -> dict[str, Any]:
    """The figures as ``schemas/build.schema.json`` has them."""
    return asdict(shuffle)


def shuffle_in_words(shuffle: Shuffle, group: str) -> str:
    """The figures in one line; ``group`` is what the game calls the paragraphs of one group."""
    if not shuffle.paragraphs and not shuffle.gaps:
        return f"{shuffle.booklet}: {_count(shuffle.cases, 'document')}, with no paragraphs to number"
    parts = [f"{_count(shuffle.paragraphs, 'paragraph')} of {_count(shuffle.cases, 'case')}"]
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
        return f"none of {_count(shuffle.spreads, 'spread')} shows two of them"
    few = shuffle.paragraphs > shuffle.cases * shuffle.spreads
    reason = f": {_count(shuffle.cases, 'case')} are too few for that" if few else ""
    return f"{shuffle.shared} of {_count(shuffle.spreads, 'spread')} show two of them{reason}"


def _nearest(positions: Iterable[list[int]]) -> int | None:
    return min((b - a for own in positions for a, b in pairwise(sorted(own))), default=None)


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _listed(noun: str, numbers: tuple[int, ...]) -> str:
    """How many, and the first few of them."""
    if not numbers:
        return f"no {noun}s"
    shown = ", ".join(str(number) for number in numbers[:_SHOWN])
    more = "" if len(numbers) <= _SHOWN else ", …"
    return f"{_count(len(numbers), noun)} ({shown}{more})"
