"""A booklet numbered by its lock, in which numbers stay; and locks of renamed or withdrawn case files.

``keep(lock, booklet)`` never moves a number; new paragraphs take free ones. A paragraph is known again by its
path; if that is new, by its text on a path that is gone (something was renamed).
"""

import math
from collections.abc import Collection, Iterator, Mapping
from random import Random

from casekit.diagnostics import Finding, Span, codes
from casekit.language.suggestions import did_you_mean
from casekit.print.content.booklet import Booklet
from casekit.print.numbers.distances import Distances, NumberedItem, distances
from casekit.print.numbers.lock import Lock, digest_of
from casekit.print.numbers.numbering import Numbering, items_of
from casekit.values import replace

_ROUNDS = 6


def keep(lock: Lock, booklet: Booklet) -> Numbering:
    """Number a booklet by its lock.

    New paragraphs take gaps first, then the numbers after the last; which of them takes which depends on the
    lock's seed and keeps the distances of ``numbering`` as far as can be.
    """
    # Each number once: where paths that shared a paragraph were parted, the one with the old text keeps it.
    kept: dict[str, int] = {}
    for _, _, key, number in sorted(_claims(lock, booklet)):
        if key not in kept and number not in kept.values():
            kept[key] = number
    items = items_of(booklet)
    new = [item for item in items if item.key not in kept]
    free = sorted(set(range(1, lock.last + 1)) - set(kept.values()))
    free += range(lock.last + 1, lock.last + 1 + len(new) - len(free))
    shuffle = Random(lock.seed)  # noqa: S311 -- it must be the same one again
    numbers = kept | _place(new, free, items, kept, shuffle)
    return Numbering(
        {item.key: numbers[item.key] for item in items},
        lock.seed,
        gaps=tuple(sorted(set(free) - set(numbers.values()))),
        added=tuple(sorted(numbers[item.key] for item in new)),
    )


def _claims(lock: Lock, booklet: Booklet) -> Iterator[tuple[int, int, str, int]]:
    """The claims of paragraphs to numbers: how weak each is, its place in the order, key and number."""
    at = 0
    for case in booklet.cases:
        before = lock.cases.get(case.file, {})
        gone = set(before).difference(*(paragraph.paths for paragraph in case.paragraphs))
        by_text = {before[path].digest: before[path].number for path in sorted(gone)}
        for paragraph in case.paragraphs:
            digest = digest_of(paragraph.text)
            for path in paragraph.paths:
                at += 1
                if path in before:
                    yield before[path].digest != digest, at, paragraph.key, before[path].number
            if digest in by_text:
                yield 2, at, paragraph.key, by_text[digest]


def _place(
    new: list[NumberedItem],
    free: list[int],
    items: list[NumberedItem],
    kept: Mapping[str, int],
    random: Random,
) -> dict[str, int]:
    """Give new items free numbers: those nearest to the distances, then better ones by exchange.

    Free numbers take part in exchanges.
    """
    if not new:
        return {}
    wanted = distances(items)
    owners = {kept[item.key]: item for item in items if item.key in kept}
    for item in sorted(new, key=lambda _: random.random()):
        left = [number for number in free if number not in owners]
        number = min(left, key=lambda number: (_crowding(item, number, owners, wanted), random.random()))
        owners[number] = item
    for _ in range(math.ceil(_ROUNDS * len(free) * math.log(len(free) + 1))):
        here, there = (free[int(random.random() * len(free))] for _ in range(2))
        if here != there:
            before = {number: owners.pop(number) for number in (here, there) if number in owners}
            after = {here + there - number: item for number, item in before.items()}
            is_better = _together(after, owners, wanted) <= _together(before, owners, wanted)
            owners |= after if is_better else before
    return {item.key: number for number, item in owners.items()}


def _together(
    placed: Mapping[int, NumberedItem], owners: Mapping[int, NumberedItem], wanted: Distances
) -> int:
    """The crowding of items at some numbers, the second of which has the first beside it."""
    crowding, owners = 0, dict(owners)
    for number, item in placed.items():
        crowding += _crowding(item, number, owners, wanted)
        owners[number] = item
    return crowding


def _crowding(item: NumberedItem, number: int, owners: Mapping[int, NumberedItem], wanted: Distances) -> int:
    """By how much an item at a number is too near to others of its case and its group.

    It is the sum of squares, so that no distance lacks much.
    """
    crowding = 0
    reach = max(wanted.gap, wanted.spread)
    for away in range(1 - reach, reach):
        other = owners.get(number + away)
        if other and other.case == item.case:
            crowding += max(0, wanted.gap - abs(away)) ** 2
        if other and item.group and other.group == item.group:
            crowding += max(0, wanted.spread - abs(away)) ** 2
    return crowding


def rename_case(lock: Lock, old: str, new: str) -> Lock:
    """The lock with the numbers of one case under another name."""
    return replace(
        lock,
        cases={new if case == old else case: paths for case, paths in lock.cases.items()},
        texts={new if case == old else case: digests for case, digests in lock.texts.items()},
    )


def cannot_rename(locks: dict[str, Lock], old: str, new: str) -> tuple[Finding, ...]:
    """The findings that keep a case from being renamed in lock files, by their names.

    It is in none of them, or there is one of the new name already.
    """
    if unknown := _unknown(locks, old):
        return unknown
    for name, lock in locks.items():
        if new in lock.cases:
            message = f"this lock file numbers the paragraphs of {new} already"
            hint = f"choose another name, or take {new} out with `casekit build --renumber`"
            return (codes.ALREADY_IN_LOCK.at(Span(name), message, hint=hint),)
    return ()


def _unknown(locks: dict[str, Lock], case: str) -> tuple[Finding, ...]:
    """A finding if no lock file numbers a case."""
    known = sorted(set().union(*(lock.cases for lock in locks.values())))
    if case in known:
        return ()
    message = f"no lock file here numbers the paragraphs of {case}"
    hint = did_you_mean(case, known, f"the cases are {', '.join(known) or 'none'}")
    return (codes.NOT_IN_LOCK.at(Span(min(locks)), message, hint=hint),)


def withdraw_case(lock: Lock, case: str) -> Lock:
    """The lock without a case, whose numbers become gaps: no path leads there, no other paragraph moves."""
    numbers = {entry.number for entry in lock.cases[case].values()}
    return replace(
        lock,
        gaps=tuple(sorted({*lock.gaps, *numbers})),
        cases={name: paths for name, paths in lock.cases.items() if name != case},
        texts={name: digests for name, digests in lock.texts.items() if name != case},
    )


def cannot_withdraw(
    locks: dict[str, Lock], case: str, bound: Mapping[str, Collection[str]]
) -> tuple[Finding, ...]:
    """The findings that keep a case from being withdrawn from lock files, by their names.

    It is in none of them, or each booklet that they number still has it; ``bound`` has the cases of booklets
    by slug.
    """
    if unknown := _unknown(locks, case):
        return unknown
    numbered = {name: lock.booklet for name, lock in locks.items() if case in lock.cases}
    if any(case not in bound.get(slug, ()) for slug in numbered.values()):
        return ()
    name, slug = next(iter(numbered.items()))
    message = f"the booklet `{slug}` still has {case}; it would be numbered again as a new one"
    hint = "take the case out of `cases` in the edition first, then withdraw it"
    return (codes.STILL_IN_BOOKLET.at(Span(name), message, hint=hint),)
