"""The letters of the faces of prose, and what cannot be printed of a text: from a table, without any font.

The table ``fonts/letters.json`` is made of the fonts by ``pytest --rewrite
tests/print/typesetting/test_letters.py``. It has, for each face by the elements it is for, the first and last
code points of its stretches.
"""

import json
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal

from casekit.diagnostics import Code, Edit, Finding, Span, codes
from casekit.diagnostics.invisible_characters import UNSEEN, UNUSUAL, name_of
from casekit.prose import markup
from casekit.values import frozen

TABLE = files("casekit.print") / "fonts" / "letters.json"

REPLACED = "\N{REPLACEMENT CHARACTER}"
_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
_SHAPELESS = frozenset(
    map(
        chr,
        (0x034F, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)),
    )
)
"""Characters without a shape that only say how others are shown, and that no face knows what to do with."""

Fault = Literal["missing", "shapeless", "idle", "replaced", "loose"]
"""The fault of a character.

* ``missing``: no face has it.
* ``shapeless``: no face has it, and it has no shape of its own.
* ``idle``: it has no shape and does nothing where it is.
* ``replaced``: it stands for one that a program could not read.
* ``loose``: it is a mark that is part of no letter.
"""


@frozen(slots=True)
class OddLetter:
    """A character of a text that cannot be printed as it is."""

    at: int
    """Its place in the text, from 0."""
    character: str
    fault: Fault


def odd_letters(text: str) -> Iterator[OddLetter]:
    """The characters of prose that cannot be printed, or not well, in order; emphasis decides on the face."""
    if not UNUSUAL.search(text):
        return
    for start, written, marks in markup.placed_runs(text):
        face = tuple(sorted({markup.TAGS[mark] for mark in marks}))
        for letter in UNUSUAL.finditer(written):
            at = start + letter.start()
            if fault := _fault(text, at, face):
                yield OddLetter(at, letter.group(), fault)


_CURES: Mapping[Fault, tuple[Code, str, str]] = {
    "missing": (codes.MISSING_GLYPH, "the fonts have no “{}” ({})", "write it with other characters"),
    "shapeless": (codes.MISSING_GLYPH, "the fonts have no {1}, which has no shape of its own", "delete it"),
    "idle": (codes.IDLE_CHARACTER, "{1} cannot be seen and does nothing here", "delete it"),
    "replaced": (
        codes.REPLACED_CHARACTER,
        "“{}” ({}) stands for a letter that a program could not read, and is printed",
        "write the letter that was here",
    ),
    "loose": (
        codes.LOOSE_MARK,
        "{1} makes no letter of the fonts with what is before it, and what is printed so cannot be read back for certain",
        "write one letter that has the mark, or leave the mark out",
    ),
}
_DELETED = frozenset(("shapeless", "idle"))
_MOST_FIXED = 1_000
"""The most characters of a kind that one fix deletes."""


def letter_findings(text: str, place: Callable[[int], Span]) -> Iterator[Finding]:
    """A finding for each kind of character that cannot be printed as it is, at the first, with a fix for all.

    A fix deletes at most 1,000 of them. ``place`` gives where a character of the text, counted from 0, is
    written.
    """
    firsts: dict[tuple[Fault, str], list[int]] = {}
    counts: Counter[tuple[Fault, str]] = Counter()
    for odd in odd_letters(text):
        kind = (odd.fault, odd.character)
        counts[kind] += 1
        if counts[kind] <= _MOST_FIXED:
            firsts.setdefault(kind, []).append(odd.at)
    for (fault, character), places in firsts.items():
        code, template, hint = _CURES[fault]
        message = template.format(character, name_of(character))
        count = counts[fault, character]
        more = f"; there are {count} of them in this text" if count > 1 else ""
        fix = tuple([Edit(place(at), "") for at in places]) if fault in _DELETED else ()
        yield code.at(place(places[0]), message + more, hint=hint, fix=fix)


def is_blank(character: str) -> bool:
    """Whether a character needs no glyph: a space of any kind, or one without a shape that writing needs."""
    return character.isspace() or character in UNSEEN


def has_letter(character: str, face: tuple[str, ...]) -> bool:
    """Whether a face, by the elements it is for, has a character."""
    bounds = _bounds()[" ".join(face)]
    # Both ends of a stretch are in it, so what is between the ends of one has an odd number of bounds before
    # it.
    at = bisect_right(bounds, ord(character))
    return at % 2 == 1


def _fault(text: str, at: int, face: tuple[str, ...]) -> Fault | None:
    """The fault of a character where it is."""
    character = text[at]
    if character in UNSEEN:
        return None if _is_of_use(text, at) else "idle"
    fault = _fault_anywhere(character, face)
    if fault == "loose" and _is_part(text, at, face):
        return None
    return fault


@lru_cache(maxsize=4_096)
def _fault_anywhere(character: str, face: tuple[str, ...]) -> Fault | None:
    """The fault of a visible character, wherever it is; a mark is ``loose`` unless it is a part."""
    if character == REPLACED:
        return "replaced"
    if character in _SHAPELESS:
        return "shapeless"
    if not is_blank(character) and not has_letter(character, face):
        return "missing"
    return "loose" if unicodedata.category(character)[0] == "M" else None


def _is_of_use(text: str, at: int) -> bool:
    """Whether a shapeless character does anything: joiners follow a letter, others are between visible ones.

    Scripts that need joiners also have them at the end of a word.
    """
    before, after = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    if text[at] in _JOINERS:
        return _is_of_word(before)
    return not any(not other or other.isspace() or other in UNSEEN for other in (before, after))


def _is_of_word(character: str) -> bool:
    """Whether a character is a letter or a mark on one."""
    return character.isalpha() or (bool(character) and unicodedata.category(character)[0] == "M")


_MOST_MARKS = 8
"""No letter has more marks: one of Greek has three."""


def _is_part(text: str, at: int, face: tuple[str, ...]) -> bool:
    """Whether the mark at a place makes one letter of a face with what is before it."""
    start = at
    while start and unicodedata.combining(text[start]):
        start -= 1
        if at - start > _MOST_MARKS:
            return False
    letter = unicodedata.normalize("NFC", text[start : at + 1])
    return len(letter) == 1 and has_letter(letter, face)


@cache
def _bounds() -> dict[str, list[int]]:
    """For each face the first code point of each stretch and that after its last, in order."""
    table: dict[str, list[list[int]]] = json.loads(TABLE.read_text(encoding="utf-8"))
    bounds: dict[str, list[int]] = {}
    for face, stretches in table.items():
        bounds[face] = []
        for first, last in stretches:
            bounds[face] += first, last + 1
    return bounds
