"""The languages that formulas are read back in: a line for each, which is imported when it is spoken."""

from collections.abc import Callable, Mapping

from casekit.asking.plain.phrases import Phrases


def _english() -> Phrases:
    from casekit.asking.plain.english_phrases import EnglishPhrases

    return EnglishPhrases()


def _french() -> Phrases:
    from casekit.asking.plain.french_phrases import FrenchPhrases

    return FrenchPhrases()


_TONGUES: Mapping[str, Callable[[], Phrases]] = {"en": _english, "fr": _french}


def base_of(language: str) -> str:
    """The tag of the language that is read back for a tag; English where it is not known."""
    base = language.partition("-")[0].casefold()
    return base if base in _TONGUES else "en"


def phrases_of(language: str) -> Phrases:
    """The words of a language, by its tag."""
    return _TONGUES[base_of(language)]()
