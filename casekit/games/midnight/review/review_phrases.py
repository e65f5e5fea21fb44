"""The words of the game in a review, in the languages that editions are written in."""

from casekit.games.midnight.printing.page_words import words_of
from casekit.resources import Words, words


def phrases_of(language: str) -> Words:
    """The phrases for a language tag such as ``fr-CA``; English ones if the language is unknown."""
    return words("games/midnight/words/review.toml", language)


def questions_of(language: str) -> tuple[tuple[str, str], ...]:
    """The three questions of the game as the deduction sheet has them."""
    return tuple((each, words_of(language)[each]) for each in ("culprit", "motive", "method"))
