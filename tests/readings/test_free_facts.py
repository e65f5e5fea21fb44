"""Values of one property: the same in other words, two numbers, or words that share nothing."""

import pytest

from casekit.readings.free_facts import difference, same_property
from casekit.readings.reading import FreeFact


@pytest.mark.parametrize(
    ("first", "second", "language", "differs"),
    [
        ("two", "Two", "en", "same"),
        ("seventy", "70", "en", "same"),
        ("sixty thousand pounds", "£60,000", "en", "same"),
        ("nine hundred pounds", "£914", "en", "same"),
        ("31 December", "31 December 1931", "en", "same"),
        ("half past ten", "10.30", "en", "same"),
        ("a grey ulster", "grey", "en", "same"),
        ("pears", "poached pears", "en", "same"),
        ("two", "three", "en", "numbers"),
        ("nine hundred", "£730", "en", "numbers"),
        ("dix-huit", "18", "fr", "same"),
        ("18 Stück", "19", "de", "numbers"),
        ("half past ten", "eleven o'clock", "en", "numbers"),
        ("vicar", "clergyman", "en", "words"),
        ("red", "green", "en", "words"),
        ("pears", "a trifle", "en", "words"),
    ],
)
def test_how_two_values_differ(first, second, language, differs):
    assert differs == difference(first, second, language)
    assert differs == difference(second, first, language)


def test_articles_and_capitals_make_no_other_thing():
    assert same_property(FreeFact("The Cook", "name", "A"), FreeFact("cook", "Name", "B"))
    assert not same_property(FreeFact("cook", "name", "A"), FreeFact("cook", "age", "A"))
