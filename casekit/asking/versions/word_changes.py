"""Changes between two lists, of words or of lines: stretches that are alike, gone or new."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

Kind = Literal["same", "gone", "new"]

_MOST = 3_000
"""Longer lists are compared from both ends only: the way between takes time that grows with its square."""


@dataclass(frozen=True, slots=True)
class WordRun:
    """Some pieces that follow each other, and whether both versions have them."""

    kind: Kind
    pieces: tuple[str, ...]


def stretches(old: Sequence[str], new: Sequence[str]) -> Iterator[WordRun]:
    """Two lists as one: the old one is what is not ``new``, the new one what is not ``gone``."""
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    before, after = old[head : len(old) - tail], new[head : len(new) - tail]
    yield from _stretch("same", old[:head])
    if max(len(before), len(after)) > _MOST:
        yield from _stretch("gone", before)
        yield from _stretch("new", after)
    else:
        for tag, start, end, first, last in SequenceMatcher(
            None, before, after, autojunk=False
        ).get_opcodes():
            yield from _stretch("same" if tag == "equal" else "gone", before[start:end])
            yield from _stretch("new", () if tag == "equal" else after[first:last])
    yield from _stretch("same", old[len(old) - tail :] if tail else ())


def likeness(old: str, new: str) -> float:
    """How much two lines have in common, from 0 to 1."""
    return SequenceMatcher(None, old.split()[:_MOST], new.split()[:_MOST], autojunk=False).ratio()


def _stretch(kind: Kind, pieces: Sequence[str]) -> Iterator[WordRun]:
    if pieces:
        yield WordRun(kind, tuple(pieces))


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many pieces at the beginning are alike."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count
