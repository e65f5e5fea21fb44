"""How one list becomes another: which values stayed, changed a little, came or went."""

from collections.abc import Callable, Sequence
from typing import TypeVar

V = TypeVar("V")


_ENOUGH = 0.5
"""The part that two values must have in common for one to be the other, changed or renamed."""


def best_pairs(old: Sequence[V], new: Sequence[V], alike: Callable[[V, V], float]) -> dict[int, int]:
    """For places in one list those of what is alike enough in the other, each once: the most alike first.

    ``alike`` says how much two values have in common, from 0 to 1.
    """
    scores: list[tuple[float, int, int]] = []
    for old_place, one in enumerate(old):
        for new_place, other in enumerate(new):
            score = -alike(one, other)
            scores.append((score, old_place, new_place))
    scores.sort()
    pairs: dict[int, int] = {}
    for score, old_place, new_place in scores:
        if -score >= _ENOUGH and old_place not in pairs and new_place not in pairs.values():
            pairs[old_place] = new_place
    return pairs


Change = tuple[str, int, int, int, int]
"""A part of a list and what it is in another, as ``difflib`` says it."""


def changes(old: Sequence[V], new: Sequence[V], are_many: Callable[[int, int], bool]) -> list[Change]:
    """How one list becomes another.

    Where as many values ``are_many`` between the first and the last that differ, these are one change.
    """
    from difflib import SequenceMatcher  # noqa: PLC0415 - few compare lists

    shorter = min(len(old), len(new))
    head = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    tail = next((at for at in range(shorter - head) if old[-1 - at] != new[-1 - at]), shorter - head)
    left, right = old[head : len(old) - tail], new[head : len(new) - tail]
    parts: list[Change] = [("equal", 0, head, 0, head)]
    if are_many(len(left), len(right)):
        parts.append(("replace", head, head + len(left), head, head + len(right)))
    else:
        middle = SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
        parts += [(tag, a + head, b + head, c + head, d + head) for tag, a, b, c, d in middle]
    return [*parts, ("equal", len(old) - tail, len(old), len(new) - tail, len(new))]
