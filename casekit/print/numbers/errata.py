"""Changes between two printings of a booklet, by number: from their locks, and in words if the texts are at hand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from casekit.print.numbers.lock import Lock, LockEntry

ChangeKind = Literal["added", "deleted", "moved", "renamed", "text"]

Words = tuple[str, str]
"""Words of the older and of the newer text."""

# Words shown around a difference, those of a text whose other one is not at hand, and how many a long difference shows.
_AROUND, _FIRST, _MOST = 3, 10, 14
# The part of a case's texts that must be another's for it to be known as that one under a new name.
_SAME = 0.5


@dataclass(frozen=True, slots=True)
class Change:
    """Something that changed under a number.

    ``number`` is that of the newer printing, or of the older one for what was deleted; ``was`` is the older one's
    where a paragraph moved. ``paths`` are those that lead to the paragraph, of the case file ``case``. Text printed
    without a number, such as ``presentation``, has the number 0 and its name for a path. ``old_case`` is what the file was
    called before, if that was otherwise.
    """

    number: int
    kinds: tuple[ChangeKind, ...]
    case: str
    paths: tuple[str, ...]
    was: int | None = None
    old_case: str = ""


def errata(old: Lock, new: Lock) -> tuple[Change, ...]:
    """The changes, by number; of one number the deleted paragraph comes first."""
    together: dict[tuple[int, tuple[ChangeKind, ...], str, int | None], list[str]] = {}
    before_of = {name: was for was, name in renamed(old, new).items()}
    for case in sorted({*old.cases, *new.cases} - set(before_of.values())):
        before, after = old.cases.get(before_of.get(case, case), {}), new.cases.get(case, {})
        for path in sorted({*before, *after}):
            number, kinds, was = _change(before.get(path), after.get(path))
            if kinds:
                together.setdefault((number, kinds, case, was), []).append(path)
    changes = [
        Change(number, kinds, case, tuple(paths), was, before_of.get(case, ""))
        for (number, kinds, case, was), paths in together.items()
    ]
    changes += [Change(0, ("renamed",), case, (), None, was) for case, was in before_of.items()]
    changes += _unnumbered(old, new, before_of)
    return tuple(sorted(changes, key=lambda each: (each.number, each.kinds != ("deleted",), each.case)))


def renamed(old: Lock, new: Lock) -> dict[str, str]:
    """The files of cases that have another name now, known by their texts: the older name, and the newer."""
    gone = [case for case in old.cases if case not in new.cases]
    come = [case for case in new.cases if case not in old.cases]
    texts = {case: _digests(lock, case) for lock, cases in ((old, gone), (new, come)) for case in cases}
    alike = sorted(
        (-len(texts[was] & texts[now]) / max(1, min(len(texts[was]), len(texts[now]))), was, now)
        for was in gone
        for now in come
    )
    found: dict[str, str] = {}
    for likeness, was, now in alike:
        if -likeness >= _SAME and was not in found and now not in found.values():
            found[was] = now
    return found


def _digests(lock: Lock, case: str) -> set[str]:
    """The digests of everything that was printed of a case."""
    numbered = {entry.digest for entry in lock.cases[case].values()}
    return numbered | set(lock.texts.get(case, {}).values())


def _unnumbered(old: Lock, new: Lock, before_of: Mapping[str, str]) -> Iterator[Change]:
    """The changes without a number, of cases that both printings have."""
    for case, after in new.texts.items():
        before = old.texts.get(before_of.get(case, case), {})
        for name in before:
            if name in after and before[name] != after[name]:
                yield Change(0, ("text",), case, (name,), None, before_of.get(case, ""))


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
    """The change in a few words."""
    words = {
        "moved": f"moved from {change.was}",
        "text": "text changed",
        "renamed": f"renamed from {change.old_case}",
    }
    return ", ".join(words.get(kind, kind) for kind in change.kinds)


def differences(old: str | None, new: str | None) -> tuple[Words, ...]:
    """The words of two texts around each difference, or the first words where one is not at hand.

    Differences with few words between them are shown as one. A text that is not at hand has no words.
    """
    before, after = (old or "").split(), (new or "").split()
    if not (before and after):
        return ((_excerpt(before, 0, _FIRST), _excerpt(after, 0, _FIRST)),) if before or after else ()
    return tuple(
        (
            _excerpt(before, start - _AROUND, end + _AROUND),
            _excerpt(after, other_start - _AROUND, other_end + _AROUND),
        )
        for start, end, other_start, other_end in _spans(before, after)
    )


def _spans(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """Where two texts differ: the places in the one and in the other; what is near is taken together."""
    from difflib import SequenceMatcher  # noqa: PLC0415 -- loaded only where there is something to compare

    last: tuple[int, int, int, int] | None = None
    for kind, start, end, other_start, other_end in SequenceMatcher(
        None, before, after, autojunk=False
    ).get_opcodes():
        if kind == "equal":
            continue
        if last is not None and start - last[1] <= 2 * _AROUND:
            last = (last[0], end, last[2], other_end)
            continue
        if last is not None:
            yield last
        last = (start, end, other_start, other_end)
    if last is not None:
        yield last


def _excerpt(words: Sequence[str], start: int, end: int) -> str:
    """Words from one place to another; of many, those at both ends."""
    start, end = max(0, start), min(end, len(words))
    shown = list(words[start:end])
    if len(shown) > 2 * _MOST:
        shown = [*shown[:_MOST], "…", *shown[-_MOST:]]
    text = " ".join(shown)
    return f"{'… ' if start else ''}{text}{' …' if end < len(words) else ''}" if words else ""
