import pytest

from casekit.language.spoken.spoken_times import spoken_times


def clock(minutes):
    return f"{minutes // 60:02}:{minutes % 60:02}"


def read(text, language):
    return [[clock(reading) for reading in sorted(time.readings)] for time in spoken_times(text, language)]


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
        (["00:00", "10:00", "11:50", "12:00", "22:00", "23:50"], "I danced from ten to twelve"),
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


def test_other_languages_are_not_read():
    assert () == spoken_times("um 23:50", "de")


def test_the_words_are_told():
    (time,) = spoken_times("At  ten to\ntwelve precisely", "en")
    assert "ten to twelve" == time.words
