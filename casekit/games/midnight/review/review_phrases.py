"""What the review says of a case in the words of the game, in the languages that editions are written in."""

from dataclasses import dataclass

from casekit.games.midnight.printing.page_words import words_of
from casekit.games.ticket_words import spoken


@dataclass(frozen=True, slots=True)
class ReviewPhrases:
    """Words of the game. ``{}`` stands for what is filled in."""

    searches: str
    asks_question: str
    asks_about: str
    everybody: str
    nowhere: str
    nouns_are_capital: bool = False


_ENGLISH = ReviewPhrases(
    searches="Read by whoever searches {}.",
    asks_question="Read by whoever asks {}: “{}”",
    asks_about="Read by whoever asks {} about {}.",
    everybody="Read aloud to everybody at the start.",
    nowhere="nowhere",
)

_FRENCH = ReviewPhrases(
    searches="Lu par qui fouille {}.",
    asks_question="Lu par qui demande à {} : « {} »",
    asks_about="Lu par qui interroge {} sur {}.",
    everybody="Lu à tous au début.",
    nowhere="nulle part",
)

_PHRASES = {"en": _ENGLISH, "fr": _FRENCH}


def phrases_of(language: str) -> ReviewPhrases:
    """The phrases for a language tag such as ``fr-CA``; English ones if the language is unknown."""
    return _PHRASES.get(spoken(language), _ENGLISH)


def questions_of(language: str) -> tuple[tuple[str, str], ...]:
    """The three questions of the game as the deduction sheet has them."""
    words = words_of(language)
    return (("culprit", words.culprit), ("motive", words.motive), ("method", words.method))
