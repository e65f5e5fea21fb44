"""Values put together by what they have in common."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """Values by their keys, both in the order in which they come."""
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


_ENOUGH = 0.5
"""The part that two values must have in common for one to be the other that has changed, or has another name now."""


def best_pairs(old: Sequence[V], new: Sequence[V], alike: Callable[[V, V], float]) -> dict[int, int]:
    """For places in one list those of what is alike enough in the other, each once: the most alike first; ``alike`` is from 0 to 1."""
    scores = sorted(
        (-alike(one, other), at, place) for at, one in enumerate(old) for place, other in enumerate(new)
    )
    found: dict[int, int] = {}
    for score, at, place in scores:
        if -score >= _ENOUGH and at not in found and place not in found.values():
            found[at] = place
    return found


Change = tuple[str, int, int, int, int]
"""A part of a list and what it is in another, as ``difflib`` says it."""


def changes(old: Sequence[V], new: Sequence[V], are_many: Callable[[int, int], bool]) -> list[Change]:
    """How one list becomes another; where so many values ``are_many`` between the first and the last that differ, these are one change."""
    from difflib import SequenceMatcher  # noqa: PLC0415 - few compare lists

    shorter = min(len(old), len(new))
    head = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    tail = next((at for at in range(shorter - head) if old[-1 - at] != new[-1 - at]), shorter - head)
    left, right = old[head : len(old) - tail], new[head : len(new) - tail]
    found: list[Change] = [("equal", 0, head, 0, head)]
    if are_many(len(left), len(right)):
        found.append(("replace", head, head + len(left), head, head + len(right)))
    else:
        middle = SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
        found += [(tag, a + head, b + head, c + head, d + head) for tag, a, b, c, d in middle]
    ends = (len(old) - tail, len(old), len(new) - tail, len(new))
    return [*found, ("equal", *ends)]
