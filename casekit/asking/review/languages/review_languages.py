"""The words of a review in the language of a document."""

from collections.abc import Mapping

from casekit.asking.review.languages.review_english import ENGLISH
from casekit.asking.review.languages.review_french import FRENCH
from casekit.asking.review.languages.review_words import ReviewWords

WORDS: Mapping[str, ReviewWords] = {"en": ENGLISH, "fr": FRENCH}


def words_in(language: str) -> ReviewWords:
    """The words for a language tag such as ``fr-CA``; English ones if the language is unknown."""
    return WORDS.get(language.partition("-")[0].lower(), ENGLISH)
