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
