"""Free facts of one thing: whether two values of one property can both be meant.

Readers put one value in many ways ("sixty thousand pounds", "£60,000"; "vicar", "clergyman"). Numbers are
compared as numbers; of other words nobody but a person can say whether they mean the same.
"""

import re
from itertools import product
from typing import Literal

from casekit.prose.expressions.recognizer import find_numbers, find_times
from casekit.readings.reading import FreeFact

Difference = Literal["same", "numbers", "words"]
"""How two values differ: not for certain, in their numbers, or in words that share nothing."""

_FIGURES = re.compile(r"\d{1,3}(?:[,.\u202f\u00a0 ]\d{3})+(?!\d)|\d+")
_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST_WORD = 3
"""Shorter words are articles and prepositions."""


def same_property(first: FreeFact, second: FreeFact) -> bool:
    """Whether two free facts are about one property of one thing."""
    return _folded(first.thing) == _folded(second.thing) and _folded(first.property) == _folded(
        second.property
    )


def difference(first: str, second: str, language: str) -> Difference:
    """How two values of one property differ.

    ``difference("nine hundred pounds", "£914", "en")`` is ``same``, as 900 is 914 in round figures;
    ``difference("two", "three", "en")`` is ``numbers``, and ``difference("vicar", "clergyman", "en")`` is
    ``words``.
    """
    if _folded(first) == _folded(second):
        return "same"
    first_numbers, second_numbers = _numbers_in(first, language), _numbers_in(second, language)
    if first_numbers and second_numbers:
        return "same" if _share_a_number(first_numbers, second_numbers) else "numbers"
    first_times, second_times = _times_in(first, language), _times_in(second, language)
    if first_times and second_times:
        return "same" if first_times & second_times else "numbers"
    return "same" if _words_in(first) & _words_in(second) else "words"


def _numbers_in(text: str, language: str) -> set[int]:
    """The numbers that a value names, in figures or in words."""
    figures = {int(re.sub(r"\D", "", match[0])) for match in _FIGURES.finditer(text)}
    return figures | {spoken.number for spoken in find_numbers(text, language)}


def _share_a_number(firsts: set[int], seconds: set[int]) -> bool:
    """Whether some number of each set is the same."""
    return any(_agree(first, second) for first, second in product(firsts, seconds))


def _agree(first: int, second: int) -> bool:
    """Whether two numbers are the same, or one is the other in round figures."""
    if first == second:
        return True
    for rough, exact in ((first, second), (second, first)):
        zeros = len(str(rough)) - len(str(rough).rstrip("0"))
        if zeros and round(exact, -zeros) == rough:
            return True
    return False


def _times_in(text: str, language: str) -> set[int]:
    """The minutes of the day that a value may name."""
    minutes: set[int] = set()
    for time in find_times(text, language):
        minutes |= set(time.readings)
    return minutes


def _words_in(text: str) -> set[str]:
    """The words of a value that mean something."""
    return {word for word in _WORD.findall(text.casefold()) if len(word) >= _SHORTEST_WORD}


def _folded(text: str) -> str:
    """A text for comparing: without capitals, articles and outer blanks."""
    return " ".join(word for word in text.casefold().split() if word not in {"the", "a", "an"})
