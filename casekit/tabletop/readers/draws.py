"""Chance that depends on nothing but its name: a seed, a table's number and what is drawn.

A draw is the finalizer of SplitMix64 (Steele, Lea and Flood 2014) over its names one after the other, so that it is the
same in any order, in any process, and for a batch of tables at once (``batch_draws``).
"""

from collections.abc import Sequence

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
FIRST, SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def mix(value: int) -> int:
    """64 bits, well mixed."""
    value = (value + GOLDEN) & MASK
    value = ((value ^ (value >> 30)) * FIRST) & MASK
    value = ((value ^ (value >> 27)) * SECOND) & MASK
    return value ^ (value >> 31)


def draw(*names: int) -> int:
    """64 bits that depend on the names alone."""
    value = 0
    for name in names:
        value = mix(value ^ (name & MASK))
    return value


def shuffled(things: Sequence[int], *names: int) -> tuple[int, ...]:
    """Things in an order that depends on the names alone."""
    return tuple(sorted(things, key=lambda thing: (draw(*names, thing), thing)))
