"""The words of a review and of the version without logic, in the languages that documents are written in.

``{}`` stands for what is filled in, in the order in which it is said.
"""

from collections.abc import Mapping
from typing import Any

from casekit.asking.review.languages.review_english import ENGLISH
from casekit.asking.review.languages.review_french import FRENCH

Words = Mapping[str, Any]
"""Words by what they are needed for; those that belong together are a table of their own."""

MarkWords = Mapping[str, str]
"""What marks say. The first ``{}`` are the words of the book, the second what the line has."""

WORDS: Mapping[str, Words] = {"en": ENGLISH, "fr": FRENCH}


def words_in(language: str) -> Words:
    """The words for a language tag such as ``fr-CA``; English ones if the language is unknown."""
    return WORDS.get(language.partition("-")[0].lower(), ENGLISH)
