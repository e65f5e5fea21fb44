import pytest

from casekit.language.suggestions import did_you_mean, nearest

KNOWN = ("KATRINA", "ANNA", "suite", "theatre", "room")


@pytest.mark.parametrize(
    ("expected", "name"),
    [
        (("ANNA",), "anna"),
        (("KATRINA",), "KATARINA"),
        (("theatre",), "theater"),
        (("suite",), "suit"),
        ((), "xyz"),
        ((), ""),
    ],
)
def test_the_nearest_names(expected, name):
    assert expected == nearest(name, KNOWN)


def test_a_hint_offers_the_nearest_name_or_something_else():
    assert "write `ANNA`" == did_you_mean("Anna", KNOWN, "no")
    assert "no" == did_you_mean("xyz", KNOWN, "no")
    assert "write `ab` or `abc`" == did_you_mean("abb", ["abc", "ab"], "no")


SHIP = {
    "salon": "Beauty salon",
    "piano-bar": "Piano bar",
    "restaurant": "Restaurant and kitchens",
    "cabin-a": "Cabin of ANNA",
    "cabin-b": "Cabin of BRUNO",
}


@pytest.mark.parametrize(
    ("expected", "name"),
    [
        (("salon",), "saloon"),
        (("salon",), "beauty-salon"),
        (("restaurant",), "kitchen"),
        (("piano-bar",), "bar"),
        (("piano-bar",), "pianobar"),
        (("cabin-a",), "anna"),
    ],
)
def test_the_printed_name_counts_and_each_of_its_own_words(expected, name):
    assert expected == nearest(name, SHIP, SHIP)[:1]


def test_a_printed_name_that_says_more_is_told():
    assert "write `salon` (Beauty salon)" == did_you_mean("saloon", SHIP, "no", SHIP)
    assert "write `piano-bar`" == did_you_mean("piano-barr", SHIP, "no", SHIP)


def test_half_of_the_letters_are_not_enough():
    assert () == nearest("greed", ["GRETA"])


def test_a_word_of_two_names_stands_for_neither():
    titles = {"one": "Great hall of the bishop", "two": "Great stairs to the tower"}
    assert [(), ("two",)] == [nearest(word, titles, titles) for word in ("great", "stairs")]
