"""What changed between two printings of a booklet, by number: from their locks, and in words if the texts are at hand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from casekit.print.numbers.lock import Lock, LockEntry

ChangeKind = Literal["added", "deleted", "moved", "text"]

_BEFORE, _WORDS = 3, 10


@dataclass(frozen=True, slots=True)
class Change:
    """Something that changed under a number.

    ``number`` is that of the newer printing, or of the older one for what was deleted; ``was`` is the older one's
    where a paragraph moved. ``paths`` are those that lead to the paragraph, of the case file ``case``. What is printed
    without a number, such as ``presentation``, has the number 0 and its name for a path.
    """

    number: int
    kinds: tuple[ChangeKind, ...]
    case: str
    paths: tuple[str, ...]
    was: int | None = None


def errata(old: Lock, new: Lock) -> tuple[Change, ...]:
    """What changed, by number; of one number what was deleted comes first."""
    together: dict[tuple[int, tuple[ChangeKind, ...], str, int | None], list[str]] = {}
    for case in sorted({*old.cases, *new.cases}):
        before, after = old.cases.get(case, {}), new.cases.get(case, {})
        for path in sorted({*before, *after}):
            number, kinds, was = _change(before.get(path), after.get(path))
            if kinds:
                together.setdefault((number, kinds, case, was), []).append(path)
    changes = [
        Change(number, kinds, case, tuple(paths), was)
        for (number, kinds, case, was), paths in together.items()
    ]
    changes += _unnumbered(old, new)
    return tuple(sorted(changes, key=lambda each: (each.number, each.kinds != ("deleted",), each.case)))


def _unnumbered(old: Lock, new: Lock) -> Iterator[Change]:
    """What changed without a number, of cases that both printings have."""
    for case, before in old.texts.items():
        after = new.texts.get(case, {})
        for name in before:
            if name in after and before[name] != after[name]:
                yield Change(0, ("text",), case, (name,))


def _change(
    before: LockEntry | None, after: LockEntry | None
) -> tuple[int, tuple[ChangeKind, ...], int | None]:
    """The number, the kinds and the older number of what happened to a path; no kind if nothing did."""
    match before, after:
        case LockEntry(number=was, digest=old), LockEntry(number=number, digest=new):
            moved: tuple[ChangeKind, ...] = () if was == number else ("moved",)
            changed: tuple[ChangeKind, ...] = () if old == new else ("text",)
            return number, (*moved, *changed), was if moved else None
        case LockEntry(number=was), None:
            return was, ("deleted",), None
        case None, LockEntry(number=number):
            return number, ("added",), None
    return 0, (), None


def change_in_words(change: Change) -> str:
    """What happened, in a few words."""
    words = {"moved": f"moved from {change.was}", "text": "text changed"}
    return ", ".join(words.get(kind, kind) for kind in change.kinds)


def excerpts(old: str | None, new: str | None) -> tuple[str, str]:
    """The words of two texts around their first difference, or the first words where one is not at hand.

    A text that is not at hand has no words.
    """
    before, after = (old or "").split(), (new or "").split()
    at = 0
    if before and after:
        pairs = enumerate(zip_longest(before, after))
        at = max(0, next((index for index, (a, b) in pairs if a != b), 0) - _BEFORE)
    return _excerpt(before, at), _excerpt(after, at)


def _excerpt(words: Sequence[str], at: int) -> str:
    if not words:
        return ""
    shown = " ".join(words[at : at + _WORDS])
    return f"{'… ' if at else ''}{shown}{' …' if at + _WORDS < len(words) else ''}"
