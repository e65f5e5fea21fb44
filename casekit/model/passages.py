"""Places in a text, and passages that are printed as they were written, for objects that know no syntax tree."""

import re
from dataclasses import dataclass, field
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Place:
    """From one character of a document's text to another; nowhere, if both are 0."""

    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Prose:
    """One prose paragraph: its lines joined by single spaces, escapes and emphasis marks as written.

    ``pieces`` are the places of its lines, which comments and lines of logic may part.
    """

    text: str
    place: Place = field(default_factory=Place, compare=False)
    pieces: tuple[Place, ...] = field(default=(), compare=False)


def folded(text: str) -> str:
    """Prose for comparing: without emphasis marks and escapes, with straight quotation marks and single spaces."""
    return _kept(text) if len(text) <= USUAL else _fold(text)


USUAL = 5_000
"""Most characters of a paragraph of usual length. What was found in such a one is kept, as while a document is written
each keystroke leaves all paragraphs but one as they were."""


@lru_cache(maxsize=500)
def _kept(text: str) -> str:
    return _fold(text)


def _fold(text: str) -> str:
    return even(re.sub(r"\\(.)|\*", lambda match: match[1] or "", text))


def even(text: str) -> str:
    """A text for comparing, with straight quotation marks and single spaces."""
    return " ".join(text.translate(_STRAIGHT).split())


_STRAIGHT = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'"})
