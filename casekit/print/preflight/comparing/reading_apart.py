"""Letters that a program reads on one of two pages alone."""

import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from casekit.print.preflight.comparing.rendering import Letters

NEAR = 3.0
"""Points by which a letter may lie beside its place."""
_PAIRS = 100_000
"""Pairs of letters that are looked at in one go."""
_BYTE = 8
_LATIN = range(0x20, 0x100)
_SUMS = {ord("f") + ord("i"): "fi", ord("f") + ord("l"): "fl"}


@dataclass(frozen=True)
class Unlike:
    """Letters that are read on one page and not on the other."""

    lost: Letters
    added: Letters


def same_text(one: str, other: str) -> bool:
    """Whether two texts are the same letters in the same order; most pages are told apart by that alone."""
    return one == other or _plain(one) == _plain(other)


def unlike(ours: Letters, theirs: Letters) -> Unlike:
    """What is read on each of two pages and not, at the same place, on the other."""
    one, other = taken_apart(ours), taken_apart(theirs)
    return Unlike(_without(one, other), _without(other, one))


def some(letters: Letters, chosen: np.ndarray) -> Letters:
    """Those of letters that are chosen."""
    held = np.flatnonzero(chosen)
    return Letters(
        tuple(letters.characters[at] for at in held),
        letters.boxes[held],
        tuple(letters.spaced[at] for at in held),
    )


def _without(letters: Letters, others: Letters) -> Letters:
    mine, yours = _places(letters), _places(others)
    alone = np.ones(len(letters.characters), np.bool_)
    for character in mine.keys() & yours.keys():
        held, there = mine[character], others.middles[yours[character]]
        # A page of a stranger's may hold a letter so often that all pairs of it would fill the memory.
        step = max(1, _PAIRS // len(there))
        for start in range(0, len(held), step):
            part = held[start : start + step]
            away = np.abs(letters.middles[part][:, None] - there).max(axis=2)
            alone[part] = away.min(axis=1) > NEAR
    return some(letters, alone)


def _places(letters: Letters) -> dict[str, list[int]]:
    places: dict[str, list[int]] = defaultdict(list)
    for at, character in enumerate(letters.characters):
        places[character].append(at)
    return places


def taken_apart(letters: Letters) -> Letters:
    """The letters with ligatures taken apart."""
    characters: list[str] = []
    spaced: list[bool] = []
    at: list[int] = []
    for place, character in enumerate(letters.characters):
        for part in _plain_letter(character):
            spaced.append(letters.spaced[place] and not (at and at[-1] == place))
            characters.append(part)
            at.append(place)
    return Letters(tuple(characters), letters.boxes[at], tuple(spaced))


@lru_cache(1024)
def _plain_letter(character: str) -> str:
    return _plain(character)


def _plain(text: str) -> str:
    """Text without spaces and hyphens, its ligatures taken apart."""
    read = "".join(_turned(ord(each) >> _BYTE) if _is_swapped(each) else each for each in text)
    return "".join(
        each
        for each in unicodedata.normalize("NFKC", read)
        if not each.isspace() and each.isprintable() and each not in "-\u2010"
    )


def _turned(letter: int) -> str:
    """The letter, or letters, that Ghostscript 10 wrote of a ligature in the other order of bytes; of three it adds up two."""
    return _SUMS.get(letter) or chr(letter)


def _is_swapped(character: str) -> bool:
    return ord(character) % 0x100 == 0 and ord(character) >> _BYTE in _LATIN
