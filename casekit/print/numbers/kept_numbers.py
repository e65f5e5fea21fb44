"""A booklet numbered by its lock, in which numbers stay; and locks of renamed or withdrawn case files.

``keep(lock, booklet)`` never moves a number; new paragraphs take free ones. A paragraph is known again by its
path; if that is new, by its text on a path that is gone (something was renamed).
"""

import math
from collections.abc import Collection, Iterator, Mapping
from random import Random
from typing import NamedTuple

from casekit.diagnostics import Finding, Span, codes
from casekit.language.suggestions import did_you_mean
from casekit.print.content.booklet import Booklet
from casekit.print.numbers.distances import Distances, NumberedItem, distances
from casekit.print.numbers.lock import Lock, digest_of
from casekit.print.numbers.numbering import Numbering, items_of
from casekit.values import replace

_EXCHANGES_PER_NUMBER = 6
"""The exchanges that are tried for each free number, times the logarithm of how many there are."""


class _Claim(NamedTuple):
    """The claim of a paragraph to a number; claims are sorted by strength, then by order."""

    weakness: int
    """0 if path and text are the lock's, 1 if only the path is, 2 if only the text is."""

    order: int
    """Its place in the order of the booklet's paths."""

    key: str
    """The key of the paragraph."""

    number: int
    """The number."""


def keep(lock: Lock, booklet: Booklet) -> Numbering:
    """Number a booklet by its lock.

    New paragraphs take gaps first, then the numbers after the last; which of them takes which depends on the
    lock's seed and keeps the distances of ``numbering`` as far as can be.
    """
    # Each number once: where paths that shared a paragraph were parted, the one with the old text keeps it.
    kept_numbers: dict[str, int] = {}
    for claim in sorted(_claims(lock, booklet)):
        if claim.key not in kept_numbers and claim.number not in kept_numbers.values():
            kept_numbers[claim.key] = claim.number
    items = items_of(booklet)
    new_items = [item for item in items if item.key not in kept_numbers]
    free_numbers = sorted(set(range(1, lock.last + 1)) - set(kept_numbers.values()))
    lacking_count = len(new_items) - len(free_numbers)
    free_numbers += range(lock.last + 1, lock.last + 1 + lacking_count)
    random = Random(lock.seed)  # noqa: S311 -- it must be the same one again
    numbers = kept_numbers | _number_new_items(new_items, free_numbers, items, kept_numbers, random)
    return Numbering(
        {item.key: numbers[item.key] for item in items},
        lock.seed,
        gaps=tuple(sorted(set(free_numbers) - set(numbers.values()))),
        added=tuple(sorted(numbers[item.key] for item in new_items)),
    )


def _claims(lock: Lock, booklet: Booklet) -> Iterator[_Claim]:
    """The claims of paragraphs to numbers that the lock has."""
    order = 0
    for case in booklet.cases:
        entries = lock.cases.get(case.file, {})
        gone_paths = set(entries).difference(*(paragraph.paths for paragraph in case.paragraphs))
        number_of_digest = {entries[path].digest: entries[path].number for path in sorted(gone_paths)}
        for paragraph in case.paragraphs:
            digest = digest_of(paragraph.text)
            for path in paragraph.paths:
                order += 1
                if path in entries:
                    weakness = 0 if entries[path].digest == digest else 1
                    yield _Claim(weakness, order, paragraph.key, entries[path].number)
            if digest in number_of_digest:
                yield _Claim(2, order, paragraph.key, number_of_digest[digest])


def _number_new_items(
    new_items: list[NumberedItem],
    free_numbers: list[int],
    items: list[NumberedItem],
    kept_numbers: Mapping[str, int],
    random: Random,
) -> dict[str, int]:
    """Give new items free numbers: those nearest to the distances, then better ones by exchange.

    Free numbers take part in exchanges.

    Args:
        new_items: the items that have no number.
        free_numbers: the numbers that they may have.
        items: all items.
        kept_numbers: the numbers of the others, by key.
        random: the chance by which items and numbers are drawn.

    Returns:
        The numbers of all items, by key; none if no item is new.
    """
    if not new_items:
        return {}
    least_distances = distances(items)
    owners = {kept_numbers[item.key]: item for item in items if item.key in kept_numbers}
    for item in sorted(new_items, key=lambda _: random.random()):
        candidates = [number for number in free_numbers if number not in owners]
        number = min(
            candidates,
            key=lambda number: (_crowding(item, number, owners, least_distances), random.random()),
        )
        owners[number] = item
    count = len(free_numbers)
    for _ in range(math.ceil(_EXCHANGES_PER_NUMBER * count * math.log(count + 1))):
        number, other_number = (free_numbers[int(random.random() * count)] for _ in range(2))
        if number == other_number:
            continue
        placed = {owned: owners.pop(owned) for owned in (number, other_number) if owned in owners}
        exchanged = {number + other_number - owned: item for owned, item in placed.items()}
        crowding = _crowding_of_all(placed, owners, least_distances)
        is_no_worse = _crowding_of_all(exchanged, owners, least_distances) <= crowding
        owners |= exchanged if is_no_worse else placed
    return {item.key: number for number, item in owners.items()}


def _crowding_of_all(
    placed: Mapping[int, NumberedItem], owners: Mapping[int, NumberedItem], least_distances: Distances
) -> int:
    """The crowding of items at some numbers, the second of which has the first beside it."""
    crowding, owners = 0, dict(owners)
    for number, item in placed.items():
        crowding += _crowding(item, number, owners, least_distances)
        owners[number] = item
    return crowding


def _crowding(
    item: NumberedItem, number: int, owners: Mapping[int, NumberedItem], least_distances: Distances
) -> int:
    """How much nearer an item at a number is to others of its case and its group than it should be.

    It is the sum of squares, so that no distance lacks much.
    """
    crowding = 0
    farthest = max(least_distances.gap, least_distances.spread)
    for offset in range(1 - farthest, farthest):
        other = owners.get(number + offset)
        if other and other.case == item.case:
            crowding += max(0, least_distances.gap - abs(offset)) ** 2
        if other and item.group and other.group == item.group:
            crowding += max(0, least_distances.spread - abs(offset)) ** 2
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
    findings = _unknown_case(locks, old)
    if findings:
        return findings
    for name, lock in locks.items():
        if new in lock.cases:
            message = f"this lock file numbers the paragraphs of {new} already"
            hint = f"choose another name, or take {new} out with `casekit build --renumber`"
            return (codes.ALREADY_IN_LOCK.at(Span(name), message, hint=hint),)
    return ()


def _unknown_case(locks: dict[str, Lock], case: str) -> tuple[Finding, ...]:
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
    findings = _unknown_case(locks, case)
    if findings:
        return findings
    booklet_of_lock = {name: lock.booklet for name, lock in locks.items() if case in lock.cases}
    if any(case not in bound.get(slug, ()) for slug in booklet_of_lock.values()):
        return ()
    name, slug = next(iter(booklet_of_lock.items()))
    message = f"the booklet `{slug}` still has {case}; it would be numbered again as a new one"
    hint = "take the case out of `cases` in the edition first, then withdraw it"
    return (codes.STILL_IN_BOOKLET.at(Span(name), message, hint=hint),)
