"""When two names are the same: one function decides, and the pattern for the spellings of a name agrees with it."""

import re
import unicodedata

import pytest
from hypothesis import given, strategies as st

from casekit.analysis.summaries import WordList
from casekit.diagnostics import composed
from casekit.language.suggestions import in_capitals, in_title_form, name_key, nearest, spelling

ODD = "iıİIsSſßẞσςΣάΆοόΟϊΰΐǅǆǄŉǰﬁაᲐდᲓეᲔԵւևéÉèñŞşĞğÇçöåÅKвВёЁaAzZ"
"""Letters whose capitals, small letters and title forms are not one of each, and others to stand beside them."""


def forms(name):
    """The ways in which prose may spell a name that is in capitals."""
    spellings = {name, name.lower(), name.title(), name.capitalize(), name.casefold()}
    decomposed = {unicodedata.normalize("NFD", each) for each in spellings}
    return sorted(spellings | decomposed)


@given(st.text(ODD, min_size=1, max_size=8).map(str.upper))
def test_all_spellings_of_a_name_are_the_same_and_are_found(name):
    found = re.compile(rf"(?<!\w)(?:{spelling(name)})(?!\w)", re.IGNORECASE)
    for form in forms(name):
        assert name_key(name) == name_key(form)
        assert found.fullmatch(form)


@pytest.mark.parametrize("start", range(0x80, 0x20000, 0x2000))
def test_so_are_those_of_every_letter_that_has_case(start):
    for number in range(start, start + 0x2000):
        name = chr(number).upper()
        if name != name.lower():
            found = re.compile(spelling(name), re.IGNORECASE)
            assert [] == [
                form for form in forms(name) if name_key(form) != name_key(name) or not found.fullmatch(form)
            ]


@given(st.lists(st.text(ODD, min_size=1, max_size=5), max_size=4))
def test_the_keys_of_words_are_the_words_of_the_key(words):
    assert [*map(name_key, words)] == name_key(" ".join(words)).split()


@given(st.text(ODD, max_size=6))
def test_a_key_is_its_own_key_and_nothing_else_has_it(name):
    assert name_key(name) == name_key(name_key(name))
    if name.isascii():
        assert name_key(name) == name.lower()


@pytest.mark.parametrize(
    ("expected", "one", "other"),
    [
        (True, "DENİZ", "deniz"),
        (True, "ILGIN", "Ilgın"),
        (True, "ΝΙΚΟΣ", "Νίκος"),
        (True, "ΜΑΪΟΣ", "Μάιος"),
        (True, "WEISS", "Weiß"),
        (True, "ÉVA", "E\u0301va"),
        (True, "ᲜᲘᲜᲝ", "ნინო"),
        (True, "Ǆ", "ǅ"),
        (False, "ÉVA", "EVA"),
        (False, "АNNA", "ANNA"),  # the first of them is Cyrillic
        (False, "NOEL", "NOËL"),
    ],
)
def test_two_names_are_the_same(expected, one, other):
    assert expected == (name_key(one) == name_key(other))


@pytest.mark.parametrize("word", ["毒殺者", "سموم", "רעל", "ยาพิษ", "ნინო", "Anna", "ǅ", "12", ""])
def test_a_script_without_case_has_no_capitals(word):
    assert not in_capitals(word)


@pytest.mark.parametrize("word", ["ANNA", "ΝΙΚΟΣ", "ᲜᲘᲜᲝ", "E\u0301VA", "DENİZ", "АННА"])
def test_what_is_in_capitals(word):
    assert in_capitals(word)


@pytest.mark.parametrize(
    ("expected", "name"),
    [
        ("Deniz", "DENİZ"),
        ("Anna-Lise", "ANNA-LISE"),
        ("Éva", "E\u0301VA"),
        ("Νικος", "ΝΙΚΟΣ"),
        ("ǅemila", "ǄEMILA"),
    ],
)
def test_the_title_form_of_a_name_is_one_word(expected, name):
    assert expected == in_title_form(name)
    assert name_key(expected) == name_key(name)


def test_a_dictionary_has_names_in_title_form():
    words = WordList((), (), (), ("DENİZ",)).dictionary("en").split("\n")
    assert ["Deniz", "Deniz's", "DENİZ", "DENİZ's", ""] == words


def test_the_nearest_name_is_the_same_one():
    assert ("DENİZ",) == nearest("deniz", ["DENİZ", "DENISE"])
    assert ("ΝΙΚΟΣ",) == nearest("Νίκος", ["ΝΙΚΟΣ", "ΝΙΚΟ"])
    assert "É" == composed("E\u0301")
