"""Numbers that prose names."""

import pytest

from casekit.language.spoken.spoken_numbers import spoken_numbers


@pytest.mark.parametrize(
    ("expected", "language", "text"),
    [
        ([("two", 2, True)], "en", "two keycards"),
        ([("twenty-one", 21, True)], "en", "twenty-one keys"),
        ([("twenty one", 21, True)], "en", "twenty one keys"),
        ([("three hundred", 300, True)], "en", "three hundred pounds"),
        ([("half a dozen", 6, True)], "en", "half a dozen eggs"),
        ([("half an hour", 30, True)], "en-GB", "half an hour later"),
        ([("three quarters of an hour", 45, True)], "en", "three quarters of an hour"),
        ([("one", 1, False)], "en", "the one who did it"),
        ([("only one", 1, True)], "en", "only one key"),
        ([("cabin 12", 12, False)], "en", "cabin 12"),
        ([("two", 2, True)], "en", "two of them at ten to twelve"),
        ([], "en", "at 11.50, for £3.20 and 40%"),
        ([], "en", "often, sixteenth, phone"),
        ([("deux", 2, True)], "fr", "deux clés"),
        ([("vingt et un", 21, True)], "fr", "vingt et un invités"),
        ([("quatre-vingt-douze", 92, True)], "fr", "quatre-vingt-douze marches"),
        ([("un quart d'heure", 15, True)], "fr", "un quart d\u2019heure plus tard"),
        ([("une", 1, False)], "fr", "une clé"),
        ([("une seule", 1, True)], "fr", "une seule clé"),
        ([], "fr", "à minuit moins dix, vers onze heures"),
        ([], "de", "zwei Schlüssel"),
    ],
)
def test_numbers_in_prose(expected, language, text):
    assert expected == [(one.words, one.number, one.counts) for one in spoken_numbers(text, language)]
