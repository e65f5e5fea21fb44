import pytest

from casekit.language.nearest import did_you_mean, nearest

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
