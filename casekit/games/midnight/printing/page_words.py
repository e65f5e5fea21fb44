"""The fixed words on the pages of the game, in the languages an edition may be written in."""

from casekit.games.ticket_words import ticket_terms
from casekit.print.ticket import Terms
from casekit.resources import Words, words

PAGES = "games/midnight/words/pages.toml"


def words_of(language: str) -> Words:
    """The words for a language tag such as ``fr-CA``; English ones if the language is unknown."""
    return words(PAGES, language)


def phrases_of(language: str) -> Words:
    """The phrases of a review, likewise."""
    return words("games/midnight/words/review.toml", language)


def questions_of(language: str) -> tuple[tuple[str, str], ...]:
    """The three questions of the game as the deduction sheet has them."""
    return tuple((each, words_of(language)[each]) for each in ("culprit", "motive", "method"))


def ticket(language: str) -> Terms:
    """The words of a job ticket."""
    return ticket_terms(language, words_of(language)["uses"])
