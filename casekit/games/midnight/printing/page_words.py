"""The fixed words on the pages of the game, in the languages an edition may be written in."""

from casekit.games.ticket_words import ticket_terms
from casekit.print.ticket import Terms
from casekit.resources import Words, words

PAGES = "games/midnight/words/pages.toml"


def words_of(language: str) -> Words:
    """The words for a language tag such as ``fr-CA``; English ones if the language is unknown."""
    return words(PAGES, language)


def ticket(language: str) -> Terms:
    """The words of a job ticket."""
    return ticket_terms(language, words_of(language)["uses"])
