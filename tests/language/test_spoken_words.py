"""Times, numbers and negations that a text names, in every language that has them."""

import pytest
from hypothesis import given, strategies as st

from casekit.prose.expressions.recognizer import all_times, find_negations, find_numbers, find_times


def clock(minutes):
    return f"{minutes // 60:02}:{minutes % 60:02}"


def read(text, language):
    return [[clock(reading) for reading in sorted(time.readings)] for time in find_times(text, language)]


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (["11:50", "23:50"], "It was ten to twelve when the lights failed."),
        (["11:50", "23:50"], "at ten minutes to twelve"),
        (["11:50", "23:50"], "ten before twelve"),
        (["11:50", "23:50"], "ten of twelve, as they say in Boston"),
        (["11:50", "23:50"], "stopped at 11.50"),
        (["11:50", "23:50"], "stopped at 11:50"),
        (["23:50"], "at 11:50 p.m., the clock stopped"),
        (["11:50"], "at 11.50 am"),
        (["23:50"], "the log says 23:50"),
        (["23:50"], "at 2350 hours"),
        (["00:10"], "logged at 00:10"),
        (["11:30", "23:30"], "at half past eleven"),
        (["11:30", "23:30"], "around the bar at half eleven"),
        (["00:30"], "it was half past midnight"),
        (["11:45"], "a quarter to noon"),
        (["11:35", "23:35"], "twenty-five to twelve"),
        (["01:23", "13:23"], "twenty three minutes past one"),
        (["01:10"], "ten past one in the morning"),
        (["22:20"], "twenty past ten in the evening"),
        (["10:20", "22:20"], "twenty past ten at night"),
        (["10:00", "22:00"], "at ten o\u2019clock"),
        (["22:00"], "until 10 pm"),
        (["11:50", "23:50"], "at eleven fifty"),
        (["11:05", "23:05"], "at eleven oh five"),
        (["10:00", "22:00"], "I left at ten."),
        (["00:00"], "on the stroke of midnight"),
    ],
)
def test_english_times_are_found(expected, text):
    assert [expected] == read(text, "en")
    assert [expected] == read(text.replace(" ", "  "), "en-GB")


@pytest.mark.parametrize(
    "text",
    [
        "shortly before midnight",
        "soon after half past eleven",
        "almost midnight",
        "about 11.50",
        "it cost 11.50 pounds",
        "it cost £11.50",
        "section 1.11.50",
        "99 minutes",
        "27:50",
        "two after two",
        "ten guests, twelve chairs",
        "at one table",
        "at 25 o'clock",
        "half to twelve",
        "cabin 12",
        "",
    ],
)
def test_what_names_no_time_is_left_alone(text):
    assert [] == read(text, "en")


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (["23:50"], "à minuit moins dix"),
        (["23:45"], "minuit moins le quart"),
        (["00:30"], "Minuit et demi"),
        (["00:05"], "minuit cinq"),
        (["12:00"], "à midi"),
        (["12:15"], "midi et quart"),
        (["11:30", "23:30"], "onze heures et demie"),
        (["10:35", "22:35"], "onze heures moins vingt-cinq"),
        (["10:45", "22:45"], "onze heures moins le quart"),
        (["23:10"], "onze heures dix du soir"),
        (["01:10"], "une heure dix du matin"),
        (["15:20"], "trois heures vingt de l\u2019après-midi"),
        (["23:50"], "vingt-trois heures cinquante"),
        (["21:00"], "vingt et une heures"),
        (["23:50"], "23 h 50"),
        (["23:50"], "23h50"),
        (["23:50"], "à 23:50"),
        (["23:00"], "à 23 heures précises"),
        (["11:00", "23:00"], "onze heures sonnaient"),
    ],
)
def test_french_times_are_found(expected, text):
    assert [expected] == read(text, "fr")
    assert [expected] == read(text.upper(), "fr-CA")


@pytest.mark.parametrize(
    "text", ["vers minuit", "avant onze heures", "trois personnes", "chambre 12", "99 heures"]
)
def test_what_names_no_french_time_is_left_alone(text):
    assert [] == read(text, "fr")


def test_times_are_found_in_order():
    assert [["11:30", "23:30"], ["11:50", "23:50"]] == read(
        "between half past eleven and ten to twelve", "en"
    )


@pytest.mark.parametrize(
    ("expected", "text", "language"),
    [
        ("22:00 23:00", "It is said that nobody left between 22:00 and 23:00.", "en"),
        ("23:00 00:00", "from eleven to midnight", "en"),
        ("23:00 00:00", "I was there eleven to midnight.", "en"),
        ("10:00 12:00, 22:00 00:00", "I danced from ten to twelve", "en"),
        ("10:00 12:00, 22:00 00:00", "Ten guests danced between ten and twelve.", "en"),
        ("22:00 22:30, 10:00 10:30", "between ten and half past", "en"),
        ("22:00 22:45, 10:00 10:45", "from ten until a quarter to", "en"),
        ("22:00 00:00, 10:00 12:00", "from ten till after eleven", "en"),
        ("22:00 23:00", "from 10 to 11 p.m.", "en"),
        ("23:50 01:00, 11:50 13:00", "from ten to twelve until one", "en"),
        ("23:30 00:00", "half past eleven until midnight", "en"),
        ("23:30 00:00", "11.30\u2013midnight", "en"),
        ("14:00 22:00", "until 10 pm", "en"),
        ("22:00 06:00", "from 22:00 on", "en"),
        ("23:00 00:00", "de onze heures à minuit", "fr"),
        ("23:00 00:00", "d\u2019onze heures jusqu\u2019à minuit", "fr"),
        ("10:00 11:15, 22:00 23:15", "entre dix heures et onze heures et quart", "fr"),
        ("10:15 11:00, 22:15 23:00", "entre dix heures et quart et onze heures", "fr"),
        ("10:00 11:00, 22:00 23:00", "entre dix et onze heures", "fr"),
        ("10:00 10:30, 22:00 22:30", "de dix heures à la demie", "fr"),
        ("22:00 23:00", "de 22 h à 23 h", "fr"),
        ("16:00 00:00", "jusqu\u2019à minuit", "fr"),
        ("00:00 08:00", "à partir de minuit", "fr"),
    ],
)
def test_ranges_are_read_from_their_beginning_to_their_end(expected, text, language):
    ends = {tuple(end.split()) for end in expected.split(", ")}
    minutes = {clock(at) for at in range(24 * 60)}
    inside = {
        clock((start + passed) % 1440)
        for first, last in ends
        for start, end in [[int(time[:2]) * 60 + int(time[3:]) for time in (first, last)]]
        for passed in range((end - start) % 1440 + 1)
    }
    for time in find_times(text, language):
        assert inside == minutes & {clock(at) for at in time.within}
    assert find_times(text, language)


def test_no_range_is_read_where_people_are_counted():
    assert () == find_times("between ten and twelve guests", "en")
    assert () == find_times("de dix à douze personnes", "fr")
    assert [["00:00"]] == read("The captain gave midnight and one of us the blame", "en")


def test_other_languages_are_not_read():
    assert () == find_times("um 23:50", "de")


def test_the_words_are_told():
    (time,) = find_times("At  ten to\ntwelve precisely", "en")
    assert "ten to twelve" == time.words


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
    assert expected == [(one.words, one.number, one.counts) for one in find_numbers(text, language)]


def found(text, language):
    return [text[start:end] for start, end in find_negations(text, language)]


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (["not"], "It was not he."),
        (["hadn’t"], "He hadn’t gone."),
        (["can't"], "I can't say."),
        (["Nobody"], "Nobody saw me."),
        (["neither", "nor"], "neither he nor she"),
        (["without"], "without a ticket"),
        (["no one"], "There was no one."),
        ([], "The knot was nothingness in a notebook."),
        ([], "The want of a cant."),
    ],
)
def test_english_negations(expected, text):
    assert expected == found(text, "en")
    assert expected == found(text, "en-GB")


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (["n’", "pas"], "Je n’ai pas vu."),
        (["ne", "jamais"], "Il ne vient jamais."),
        (["Personne"], "Personne."),
        (["sans"], "sans billet"),
        (["seule"], "une seule fois"),
        ([], "La passante nielle."),
    ],
)
def test_french_negations(expected, text):
    assert expected == found(text, "fr")


def test_other_languages_are_not_known():
    assert find_negations("Er war es nicht.", "de") is None


ODD_LETTERS = {"i": "iıİI", "s": "sſS", "k": "kK", " ": " \u00a0\u2009", "e": "eE"}
"""Letters and spaces that a pattern takes for the same."""
NAMED = {
    "en": (
        *(
            "ten to twelve",
            "at half past six",
            "from five till six o'clock",
            "a quarter past nine in the morning",
        ),
        *(
            "twenty-five minutes past six",
            "at six thirty",
            "half a dozen",
            "both",
            "three thousand",
            "midnight",
        ),
        *("between six and nine", "from ten past six to half past", "three quarters of an hour", "sixteen"),
    ),
    "fr": (
        *("minuit moins dix", "six heures et demie", "de dix heures à minuit", "midi et quart", "dix-sept"),
        *(
            "entre six et dix heures",
            "une douzaine",
            "deux cents",
            "une demi-heure",
            "six heures moins le quart",
        ),
    ),
}


@given(st.data())
def test_letters_that_a_pattern_takes_for_the_same_mean_the_same(data):
    language = data.draw(st.sampled_from([*NAMED]))
    plain = data.draw(st.sampled_from(NAMED[language]))
    odd = "".join(data.draw(st.sampled_from(ODD_LETTERS.get(letter, letter))) for letter in plain)
    assert read(plain, language) == read(odd, language)
    numbers = [each.number for each in find_numbers(plain, language)]
    assert numbers == [each.number for each in find_numbers(odd, language)]
    assert len(all_times(plain, language)) == len(all_times(odd, language))
