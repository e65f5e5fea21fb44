"""Quotations that name a number, and formulas that count otherwise."""

from dataclasses import replace

import pytest

CASE = """\
== facts
type time: clock 22:00 to 01:00 every 5 min
seen(suspect): time?
key(suspect)

== BRUNO witness
Over the goose somebody told me this: {words}, and I believed it.
~ hint {formula} "{words}"
"""


@pytest.fixture
def told(check, loaded_edition):
    """What the check says of a quotation and a formula, as messages."""

    def run(words, formula, language="en"):
        other = replace(loaded_edition, settings=replace(loaded_edition.settings, language=language))
        found = check(CASE.format(words=words, formula=formula), loaded_edition=other).diagnostics
        return [problem.message for problem in found if problem.code.id == "CK141"]

    return run


@pytest.mark.parametrize(
    ("words", "formula"),
    [
        ("there are two keys", "exactly 2 suspect X: key(X)"),
        ("both have a key", "exactly 2 suspect X: key(X)"),
        ("more than one has a key", "at least 2 suspect X: key(X)"),
        ("fewer than three have a key", "at most 2 suspect X: key(X)"),
        ("of us three only two have a key", "exactly 2 suspect X: key(X)"),
        ("all but one have a key", "exactly 2 suspect X: key(X)"),
        ("one of them has a key and one has not", "exactly 2 suspect X: key(X)"),
        ("the keys of cabin 7 hang there", "exactly 2 suspect X: key(X)"),
        ("at ten to twelve they had two keys", "exactly 2 suspect X: key(X)"),
        ("a few of them have keys", "exactly 2 suspect X: key(X)"),
        ("two of the three have keys for five doors", "exactly 2 suspect X: key(X)"),
        ("it was ten minutes later", "seen(ANNA) = seen(BRUNO) + 10 min"),
        ("half an hour later", "seen(ANNA) = seen(BRUNO) + 30 min"),
        ("two hours later", "seen(ANNA) = seen(BRUNO) + 120 min"),
        ("she owned two cats", "key(ANNA)"),
    ],
)
def test_numbers_that_agree_are_not_reported(told, words, formula):
    assert [] == told(words, formula)


@pytest.mark.parametrize(
    ("message", "words", "formula"),
    [
        (
            '"five" is 5, and the formula says exactly 2',
            "five of them have a key",
            "exactly 2 suspect X: key(X)",
        ),
        ('"4" is 4, and the formula says at least 2', "at least 4 keys", "at least 2 suspect X: key(X)"),
        (
            '"only one" is 1, and the formula says exactly 2',
            "only one has a key",
            "exactly 2 suspect X: key(X)",
        ),
        (
            '"half a dozen" is 6, and the formula says at most 2',
            "half a dozen keys",
            "at most 2 suspect X: key(X)",
        ),
        (
            '"a quarter of an hour" is 15, and the formula says 10 min',
            "a quarter of an hour later",
            "seen(ANNA) = seen(BRUNO) + 10 min",
        ),
        ('"four" is 4, and the formula says 1', "it is four steps away", "steps(galley, deck) <= 1"),
    ],
)
def test_numbers_that_differ_are_reported(told, message, words, formula):
    assert [message] == told(words, formula)


@pytest.mark.parametrize(
    ("messages", "words"),
    [
        ([], "deux d'entre eux ont une clé"),
        ([], "une clé pour tous les deux"),
        ([], "à minuit moins dix ils avaient deux clés"),
        (['"cinq" est 5'], "cinq d'entre eux ont une clé"),
        (['"une seule" est 1'], "une seule personne a une clé"),
    ],
)
def test_numbers_are_read_in_the_language_of_the_edition(told, messages, words):
    found = told(words, "exactly 2 suspect X: key(X)", "fr")
    assert [message.replace("est", "is") for message in messages] == [
        message.partition(",")[0] for message in found
    ]


def test_nothing_is_reported_in_a_language_whose_numbers_are_not_known(told):
    assert [] == told("five of them have a key", "exactly 2 suspect X: key(X)", "de")
